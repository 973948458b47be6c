"""A shared machine: `ssh -t box teg` by people with accounts there. Real sshd, real accounts, one server's socket."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import end_all, on_turn
from tests.e2e.ssh.people import Remote, begin, board_of, resize
from tests.support.keyboard import play
from tests.support.sshd import Box, box, make_key


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Box]:
    with box(tmp_path / "box", {"ana": "/bin/bash", "beto": "/bin/sh"}) as made:
        for account in made.accounts:
            make_key(tmp_path / account, f"{account}@laptop")
            made.authorize(account, (tmp_path / f"{account}.pub").read_text().strip())
        made.serve_teg()
        yield made


def come(machine: Box, tmp_path: Path, account: str) -> Remote:
    return Remote(machine, account, tmp_path / account, "teg")


@pytest.mark.timeout(200)
def test_two_accounts_play_and_one_whose_line_is_cut_comes_back_to_the_seat(machine: Box, tmp_path: Path) -> None:
    """No password, no token: the files with the saved seats are thrown away while the line is down."""
    people = [come(machine, tmp_path, "ana"), come(machine, tmp_path, "beto")]
    try:
        begin(*people)
        mine, other = on_turn(list(people), [person.robot() for person in people])
        resize(mine, 132, 43)
        mine.expect("Crónica")  # a box that there is room for
        resize(mine, 80, 24)
        before = mine.seen
        mine.kill()
        other.expect("!")  # the sign of a lost connection beside the name
        machine.run("sh", "-c", "rm -rf /home/*/.local")
        mine.start_again()
        mine.expect(f"Mesa de {people[0].name}")
        mine.press("enter")
        mine.hint("Te toca: atacá")
        mine.terminal.settle()
        assert board_of(mine.seen.text) == board_of(before.text)
        mine.press("f")
        play(*[person.robot() for person in people], timeout=60, until=lambda: "Te toca" in other.seen.hint)
    finally:
        end_all(list(people))


def test_colorterm_is_let_through_and_without_it_256_colours_are_used(machine: Box, tmp_path: Path) -> None:
    for colorterm, true_colour in (("truecolor", True), (None, False)):
        screen = machine.ssh("ana", tmp_path / "ana", "teg", env={"COLORTERM": colorterm})
        screen.wait_for("Mesas en")
        screen.settle()
        assert (b"38;2;" in screen.output) is true_colour
        assert (b"38;5;" in screen.output) is not true_colour
        screen.kill()


def test_the_terminal_is_left_as_it_was_after_the_program(machine: Box, tmp_path: Path) -> None:
    screen = machine.ssh("beto", tmp_path / "beto", "teg")
    screen.wait_for("Mesas en")
    screen.press("escape")
    screen.wait_for("Salir")
    screen.press("q")
    assert screen.wait_exit() == 0
    assert bytes(screen.output).rfind(b"\x1b[?1049l") > bytes(screen.output).rfind(b"\x1b[?1049h") > -1
    assert bytes(screen.output).rfind(b"\x1b[?25h") > bytes(screen.output).rfind(b"\x1b[?25l")
    assert bytes(screen.output).rfind(b"\x1b[?1003l") > bytes(screen.output).rfind(b"\x1b[?1003h")
