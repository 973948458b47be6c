"""A public account: the key says who it is. No password, the same seat, and nothing else of the machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import end_all, on_turn
from tests.e2e.ssh.people import begin, board_of, resize
from tests.e2e.ssh.public import come, public_box
from tests.support.keyboard import play
from tests.support.sshd import Box


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Box]:
    with public_box(tmp_path) as made:
        yield made


@pytest.mark.timeout(200)
@pytest.mark.parametrize("account", ["juegos", "publica"])
def test_two_keys_of_one_account_play_and_one_that_is_cut_off_is_back_in_its_seat(
    machine: Box, tmp_path: Path, account: str
) -> None:
    """What the account keeps of its guests is thrown away in between: the server itself knows the key."""
    people = [come(machine, tmp_path, "ana", account), come(machine, tmp_path, "beto", account)]
    try:
        begin(*people)
        mine, other = on_turn(list(people), [person.robot() for person in people])
        resize(mine, 132, 43)
        mine.expect("Crónica")
        resize(mine, 80, 24)
        before = mine.seen
        mine.kill()
        other.expect("!")
        mine.start_again()
        mine.hint("Te toca: atacá")  # straight back, without a question
        mine.terminal.settle()
        assert board_of(mine.seen.text) == board_of(before.text)
        mine.kill()
        machine.run("rm", "-rf", f"/home/{account}/.local")
        mine.start_again()
        mine.expect("Mesa de ana")
        mine.press("enter")
        mine.hint("Te toca: atacá")
        mine.terminal.settle()
        mine.press("f")
        play(*[person.robot() for person in people], timeout=60, until=lambda: "Te toca" in other.seen.hint)
    finally:
        end_all(list(people))


def test_the_menu_of_a_guest_has_rooms_language_help_and_the_way_out(machine: Box, tmp_path: Path) -> None:
    ana = come(machine, tmp_path, "ana")
    ana.expect("No hay ninguna mesa")
    ana.press("escape")
    shown = ana.expect("Ver las mesas").text
    assert not [word for word in ("bots", "servidor", "Hospedar") if word in shown]
    ana.press("1")
    ana.expect("No hay ninguna mesa")
    ana.press("escape", "q")
    assert ana.terminal.wait_exit() == 0


def test_without_a_server_a_sentence_says_so(machine: Box, tmp_path: Path) -> None:
    machine.children[-1].terminate()
    machine.children[-1].wait(10)
    ana = come(machine, tmp_path, "ana")
    ana.terminal.wait_for("lo abre teg host --shared")
    assert ana.terminal.wait_exit() == 2
