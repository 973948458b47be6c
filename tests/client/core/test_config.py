"""Settings and saved seats on disk: private, whole, and never the reason of a crash."""

import stat
import time
from pathlib import Path

import pytest

from teg_tui import config
from teg_tui.address import Address
from teg_tui.config import Config, SavedSeat, Store, save_record, write_private

HERE = Address("127.0.0.1", 7464)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return a store in an empty folder."""
    return Store(tmp_path / "c" / "config.toml", tmp_path / "d" / "seats.json")


def seat(token: str, *, room: str = "r1", name: str = "Ana", at: float | None = None) -> SavedSeat:
    """Return a saved seat."""
    moment = time.time() if at is None else at
    return SavedSeat(server=str(HERE), room=room, room_name="Mesa", name=name, seat=1, token=token, at=moment)


def test_without_files_there_are_defaults(store: Store) -> None:
    assert store.config() == Config()
    assert store.seats() == []
    assert store.troubles == []


def test_settings_are_read(store: Store) -> None:
    store.config_path.parent.mkdir()
    store.config_path.write_text('name = "Ana"\ncolor = "16"\nmouse = false\nlanguage = "en"\n')
    assert store.config() == Config(name="Ana", color="16", mouse=False, language="en")


@pytest.mark.parametrize(
    "text", ["name = ", "name = 3", 'colour = "16"', 'color = "pink"', "[[[", "\x00", "name = 'a'\nname = 'b'"]
)
def test_bad_settings_are_set_aside_and_reported(store: Store, text: str) -> None:
    store.config_path.parent.mkdir()
    store.config_path.write_text(text)
    assert store.config() == Config()
    trouble = store.troubles[0]
    assert trouble.path == store.config_path
    assert trouble.aside is not None
    assert trouble.aside.read_text() == text
    assert not store.config_path.exists()


def test_bytes_that_are_no_text_do_not_stop_it(store: Store) -> None:
    store.config_path.parent.mkdir()
    store.config_path.write_bytes(b"\xff\xfe\x00")
    assert store.config() == Config()
    assert len(store.troubles) == 1


def test_a_folder_in_place_of_a_file_does_not_stop_it(store: Store) -> None:
    store.config_path.mkdir(parents=True)
    assert store.config() == Config()
    assert len(store.troubles) == 1


def test_a_saved_seat_comes_back_from_the_disk(store: Store) -> None:
    store.remember(seat("one"))
    again = Store(store.config_path, store.seats_path)
    assert [s.token for s in again.seats_on(HERE)] == ["one"]
    assert again.seats_on(Address("elsewhere", 1)) == []


def test_only_the_owner_may_read_tokens(store: Store) -> None:
    store.remember(seat("one"))
    assert stat.S_IMODE(store.seats_path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.seats_path.parent.stat().st_mode) == 0o700


def test_the_latest_seat_is_the_first(store: Store) -> None:
    now = time.time()
    store.remember(seat("old", room="r1", at=now - 50))
    store.remember(seat("new", room="r2", at=now))
    store.remember(seat("middle", room="r3", at=now - 20))
    assert [s.token for s in store.seats()] == ["new", "middle", "old"]


def test_a_seat_taken_anew_replaces_that_of_the_same_name_in_the_room(store: Store) -> None:
    store.remember(seat("first"))
    store.remember(seat("second"))
    store.remember(seat("other", name="Beto"))
    assert {s.token for s in store.seats()} == {"second", "other"}


def test_a_rematch_that_moves_a_seat_does_not_double_it(store: Store) -> None:
    store.remember(seat("one"))
    store.remember(seat("one", name="Ana la otra"))
    assert [s.name for s in store.seats()] == ["Ana la otra"]


def test_a_seat_can_be_forgotten(store: Store) -> None:
    store.remember(seat("one"))
    store.remember(seat("two", room="r2"))
    store.forget("one")
    store.forget("unknown")
    assert [s.token for s in store.seats()] == ["two"]


def test_old_seats_and_too_many_of_them_go(store: Store) -> None:
    store.remember(seat("ancient", room="r0", at=time.time() - 40 * 86400))
    for number in range(config.MOST_SEATS + 5):
        store.remember(seat(f"t{number}", room=f"r{number}"))
    tokens = [s.token for s in store.seats()]
    assert len(tokens) == config.MOST_SEATS
    assert "ancient" not in tokens


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"seats": 3}', b'{"seats": [{"token": 1}]}', b"\xff"])
def test_a_broken_file_of_seats_is_set_aside(store: Store, content: bytes) -> None:
    store.seats_path.parent.mkdir()
    store.seats_path.write_bytes(content)
    store.remember(seat("fresh"))
    assert [s.token for s in store.seats()] == ["fresh"]
    assert store.troubles[0].aside is not None
    assert store.troubles[0].aside.read_bytes() == content


def test_a_place_that_can_not_be_written_is_reported_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    store = Store(tmp_path / "config.toml", tmp_path / "file" / "seats.json")
    store.remember(seat("one"))
    assert store.troubles[-1].aside is None


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_private(path, b"old")

    def fail(self: Path, target: Path) -> Path:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_private(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_the_environment_moves_both_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEG_CONFIG_DIR", str(tmp_path / "a"))
    monkeypatch.setenv("TEG_DATA_DIR", str(tmp_path / "b"))
    store = Store()
    assert store.config_path == tmp_path / "a" / "config.toml"
    assert store.seats_path == tmp_path / "b" / "seats.json"
    monkeypatch.delenv("TEG_CONFIG_DIR")
    assert config.config_file().name == "config.toml"


def test_a_record_is_saved_under_a_harmless_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEG_DATA_DIR", str(tmp_path))
    path = save_record(b"data", "../Mesa de Ana/")
    assert path.parent == tmp_path / "records"
    assert path.name.endswith("---Mesa-de-Ana-.teg")
    assert path.read_bytes() == b"data"


@pytest.mark.parametrize(
    "before", ["", '# mine\nname = "Ana"\n', 'name = "Ana"\nlanguage = "es"  # home\nmouse = false\n']
)
def test_the_language_is_written_and_all_else_stays(tmp_path: Path, before: str) -> None:
    store = Store(tmp_path / "config.toml", tmp_path / "seats.json")
    if before:
        store.config_path.write_text(before, encoding="utf-8")
    store.set_language("en")
    assert store.config().language == "en"
    assert store.config().name == ("Ana" if "Ana" in before else "")
    assert store.config().mouse is ("mouse" not in before)
    assert store.config_path.read_text(encoding="utf-8").count("language") == 1
