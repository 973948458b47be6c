"""The list of the local network: only what answers is live, and a dead host's announcement may linger."""

from teg_shared.protocol.lan import LanEntry
from teg_shared.protocol.messages import RoomInfo

from teg_tui.address import Address
from teg_tui.discovery import lan_model as lan
from teg_tui.discovery.lan_model import ASK_AGAIN, ASK_LONGEST, ASK_SILENT, FORGET, LanModel
from teg_tui.discovery.probe import Answer

HERE = Address("10.0.0.5", 7464)
ROOM = RoomInfo("aaaaa", "Mesa", "classic", "lobby", 4, 1, False, 0)


def entry(
    server: str = "box", name: str = "Caja", rooms: tuple[RoomInfo, ...] = (ROOM,), protocol: int = 1
) -> LanEntry:
    return LanEntry(server, name, "teg-server 1", protocol, False, len(rooms), rooms)


def shown(model: LanModel) -> list[tuple[str, str]]:
    return [(offer.key, offer.life) for offer in model.listing("", {}).offers]


def answer(*rooms: RoomInfo, address: Address = HERE) -> Answer:
    return Answer(address, "teg-server 1", rooms, 0.01)


def test_what_is_announced_is_asked_before_it_counts_as_live() -> None:
    model = LanModel()
    model.found("Caja", entry(), [HERE], 0)
    assert shown(model) == [("box/aaaaa", "asking")]
    assert not model.listing("", {}).complete
    assert not model.listing("", {}).offers[0].enterable
    assert model.due(0) == [("box", (HERE,))]
    assert model.due(0) == []
    model.answered("box", answer(ROOM), 1)
    assert shown(model) == [("box/aaaaa", "live")]
    assert model.listing("", {}).complete


def test_the_server_s_own_word_counts_more_than_its_announcement() -> None:
    model = LanModel()
    model.found("Caja", entry(), [HERE], 0)
    model.answered("box", answer(), 1)
    assert shown(model) == [("box", "live")]
    other = RoomInfo("bbbbb", "Otra", "classic", "playing", 4, 4, False, 3)
    model.answered("box", answer(other), 2)
    assert shown(model) == [("box/bbbbb", "live")]


def test_the_address_that_answered_comes_first() -> None:
    model = LanModel()
    second = Address("10.0.0.6", 7464)
    model.found("Caja", entry(), [HERE, second], 0)
    model.answered("box", answer(ROOM, address=second), 1)
    assert model.listing("", {}).offers[0].addresses == (second, HERE)


def test_a_dead_host_is_silent_and_then_not_shown_though_its_announcement_lingers() -> None:
    model = LanModel()
    model.found("Caja", entry(), [HERE], 0)
    for _ in range(FORGET - 1):
        model.silent("box", "connection-refused", 1)
        assert shown(model) == [("box", "silent")]
    model.silent("box", "silent", 1)
    assert shown(model) == []
    model.answered("box", answer(ROOM), 9)
    assert shown(model) == [("box/aaaaa", "live")]


def test_who_answers_is_asked_again_soon_and_who_does_not_ever_less_often() -> None:
    model = LanModel()
    model.found("Caja", entry(), [HERE], 0)
    model.due(0)
    model.answered("box", answer(), 10)
    assert model.due(10 + ASK_AGAIN - 0.1) == []
    assert len(model.due(10 + ASK_AGAIN)) == 1
    now = 20.0
    for pause in (
        ASK_SILENT,
        2 * ASK_SILENT,
        4 * ASK_SILENT,
        8 * ASK_SILENT,
        16 * ASK_SILENT,
        ASK_LONGEST,
        ASK_LONGEST,
    ):
        model.silent("box", "silent", now)
        assert model.due(now + pause - 0.1) == []
        assert len(model.due(now + pause)) == 1
        now += pause


def test_everybody_is_asked_at_once_when_somebody_wants_to_know() -> None:
    model = LanModel()
    model.found("Caja", entry(), [HERE], 0)
    model.due(0)
    model.answered("box", answer(), 0)
    model.ask_all(1)
    assert len(model.due(1)) == 1


def test_news_in_an_announcement_are_looked_at_at_once() -> None:
    model = LanModel()
    model.found("Caja", entry(), [HERE], 0)
    model.due(0)
    model.answered("box", answer(ROOM), 0)
    model.found("Caja", entry(rooms=()), [HERE], 1)
    assert len(model.due(1)) == 1


def test_one_server_on_two_interfaces_is_one_line_until_both_are_gone() -> None:
    model = LanModel()
    model.found("Caja", entry(), [HERE], 0)
    model.found("Caja-2", entry(), [Address("192.168.7.1", 7464)], 0)
    assert len(model.due(0)) == 1
    assert model.listing("", {}).offers[0].addresses == (Address("192.168.7.1", 7464), HERE)
    model.lost("Caja")
    assert len(shown(model)) == 1
    model.lost("Caja-2")
    assert shown(model) == []


def test_two_servers_of_one_name_on_one_machine_are_two_lines() -> None:
    model = LanModel()
    model.found("Caja", entry("one"), [HERE], 0)
    model.found("Caja-2", entry("two"), [Address(HERE.host, 7465)], 0)
    assert [key for key, _ in shown(model)] == ["one/aaaaa", "two/aaaaa"]


def test_a_name_that_is_another_server_now_is_no_longer_the_old_one() -> None:
    model = LanModel()
    model.found("Caja", entry("one"), [HERE], 0)
    model.found("Caja", entry("two"), [HERE], 0)
    assert [key for key, _ in shown(model)] == ["two/aaaaa"]


def test_another_version_is_said_and_can_t_be_entered() -> None:
    model = LanModel()
    model.found("Caja", entry(protocol=99, rooms=()), [HERE], 0)
    assert shown(model) == [("box", "version")]
    model.silent("box", "version", 0)
    assert shown(model) == [("box", "version")]
    assert not model.listing("", {}).offers[0].enterable


def test_a_server_without_a_name_is_called_by_its_clean_instance() -> None:
    model = LanModel()
    model.found("\x1b[2JCa\u202eja", entry("", name=""), [HERE], 0)
    assert model.listing("", {}).offers[0].server == "Caja"


def test_a_flood_of_announcements_is_cut() -> None:
    model = LanModel()
    for n in range(lan.MOST + 50):
        model.found(f"n{n}", entry(f"s{n}", rooms=()), [HERE], 0)
    assert len(shown(model)) == lan.MOST


def test_words_about_unknown_servers_change_nothing() -> None:
    model = LanModel()
    model.lost("nobody")
    model.answered("nobody", answer(), 0)
    model.silent("nobody", "silent", 0)
    assert model.version == 0
