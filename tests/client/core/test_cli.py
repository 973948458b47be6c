"""The command line: help in two languages, clear sentences for bad values, and the plan that each command makes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Self

import click
import pytest
from click.testing import CliRunner, Result
from teg_shared.rules.classic.settings import OFFICIAL
from teg_shared.rules.odds import MOST

from teg_tui import cli, i18n, local_server
from teg_tui.address import DEFAULT_PORT
from teg_tui.cli_start import color_environment
from teg_tui.config import Config, Store
from teg_tui.plan import SessionPlan


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep the settings of whoever runs the tests out of them."""
    monkeypatch.setenv("TEG_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TEG_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("TEG_LANG", raising=False)
    i18n.choose("es")
    yield
    i18n.choose("es")


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[tuple[SessionPlan, str | None]]:
    """Collect the plans that would be given to the screens."""
    seen: list[tuple[SessionPlan, str | None]] = []

    def note(plan: SessionPlan, settings: Config, store: Store, color: str | None, local: object = None) -> None:
        seen.append((plan, color))

    monkeypatch.setattr(cli, "run", note)
    monkeypatch.setattr(cli, "need_terminal", lambda: None)
    return seen


def teg(*arguments: str) -> Result:
    """Run the command line."""
    return CliRunner().invoke(cli.teg, arguments, prog_name="teg")


@pytest.mark.parametrize("arguments", [("-h",), ("--help",), ("play", "-h"), ("join", "-h"), ("watch", "-h")])
def test_help_speaks_spanish_by_default(arguments: tuple[str, ...]) -> None:
    result = teg(*arguments)
    assert result.exit_code == 0
    assert "Uso: teg" in result.output
    assert "Opciones:" in result.output


def test_help_speaks_english_when_asked() -> None:
    result = teg("--lang", "en", "--help")
    assert "Usage: teg" in result.output
    assert "Enter a table on a server" in result.output
    assert "Opciones" not in result.output


@pytest.mark.parametrize("command", ["play", "host", "join", "watch", "selfplay", "odds", "verify"])
def test_the_list_of_commands_names_each(command: str) -> None:
    assert f"\n  {command} " in teg("-h").output


def test_commands_in_files_of_their_own_are_all_announced_and_no_others() -> None:
    group = click.Group()
    for module in set(cli.LATER.values()):
        import_module(module).register(group)
    assert set(group.commands) == set(cli.LATER)


@pytest.mark.parametrize(("typed", "command"), [("doc", "doctor"), ("compl", "completion"), ("ssh-k", "ssh-key")])
def test_the_beginning_of_a_command_in_a_file_of_its_own_is_enough(typed: str, command: str) -> None:
    assert teg(typed, "-h").output.splitlines()[1:] == teg(command, "-h").output.splitlines()[1:]


def test_the_version_is_said() -> None:
    from importlib.metadata import version

    assert teg("--version").output == f"teg {version('teg-tui')}\n"
    assert teg("-V").output == teg("--version").output


def test_no_command_opens_the_menu(plans: list[tuple[SessionPlan, str | None]]) -> None:
    assert teg("--color", "256").exit_code == 0
    plan, color = plans[0]
    assert (plan.intent, color) == ("menu", "256")
    assert plan.name


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "--players", "1"), "2<=x<=8"),
        (("play", "--players", "9"), "2<=x<=8"),
        (("play", "--players", "7"), "de 2 a 6 jugadores"),
        (("play", "--variant", "negocios", "--players", "3"), "de 4 a 8 jugadores"),
        (("play", "--variant", "negocios", "--colour", "magenta"), "Hay: verde, azul, blanco"),
        (("play", "--colour", "violeta"), "Hay: azul, rojo"),
        (("play", "--variant", "negocios", "--oficial"), "juego clásico"),
        (("play", "--variant", "ajedrez"), "ajedrez"),
        (("play", "--players", "dos"), "dos"),
        (("play", "--level", "mariscal"), "mariscal"),
        (("play", "--colour", "lila"), "ninguno de estos: 'azul'"),
        (("odds", "8"), "Falta"),
        (("odds", "x", "3"), "'x'"),
        (("odds", "1", "3"), f"de 2 a {MOST}"),
        (("odds", "3", "0"), f"de 1 a {MOST}"),
        (("odds", str(MOST + 1), "3"), f"de 2 a {MOST}"),
        (("odds", "3", "100000"), f"de 1 a {MOST}"),
        (("odds", "--", "-3", "2"), f"de 2 a {MOST}"),
        (("join", "a:b:c"), "no es una dirección"),
        (("join", "host:0"), "no es un puerto"),
        (("watch", "[::1"), "corchete"),
        (("join", "h", "--name", "x" * 40), "demasiado largo"),
        (("join", "h", "--name", "a\u202eb"), "signos que no se ven"),
        (("verify", "/no/such/file"), "No existe"),
        (("nonsense",), "No existe el comando"),
        (("--color", "pink"), "pink"),
        (("--lang", "fr"), "fr"),
    ],
)
def test_bad_values_get_a_sentence_and_no_traceback(
    arguments: tuple[str, ...], said: str, plans: list[tuple[SessionPlan, str | None]]
) -> None:
    result = teg(*arguments)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output
    assert not plans


def test_odds_are_the_exact_ones() -> None:
    """10 against 10 is won in 14.5 % of battles; three dice each cost 0 and 3 in 13.8 %."""
    output = teg("odds", "10", "10").output
    assert "14,5 %" in output
    assert "13,8 %" in output
    english = teg("odds", "10", "10", "--lang", "en").output
    assert "14.5 %" in english
    assert "conquest" in english


def test_odds_never_round_to_certainty() -> None:
    output = teg("odds", "2", "30").output
    assert "< 0,05 %" in output
    assert " 0,0 %" not in output
    assert "> 99,95 %" in teg("odds", "90", "1").output


def test_join_makes_a_plan_from_its_arguments(plans: list[tuple[SessionPlan, str | None]]) -> None:
    result = teg("join", "[::1]:4000", "--room", "Mesa", "-n", "Ana", "-p", "secreto", "--color", "none")
    assert result.exit_code == 0
    plan, color = plans[0]
    assert plan == SessionPlan("join", "::1", 4000, room="Mesa", name="Ana", password="secreto")
    assert color == "none"


def test_a_password_is_not_in_the_representation_of_a_plan() -> None:
    assert "secreto" not in repr(SessionPlan(password="secreto", token="abc"))


def test_join_without_a_host_takes_the_one_of_the_settings(
    plans: list[tuple[SessionPlan, str | None]], tmp_path: Path
) -> None:
    teg("join")
    assert (plans[0][0].host, plans[0][0].port) == ("localhost", DEFAULT_PORT)
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text('server = "casa:99"\nname = "Rita"\n')
    teg("watch")
    plan = plans[1][0]
    assert (plan.intent, plan.host, plan.port, plan.name) == ("watch", "casa", 99, "Rita")


def test_the_name_of_the_account_is_the_last_resort(
    plans: list[tuple[SessionPlan, str | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "beto")
    teg("join", "h")
    assert plans[0][0].name == "Beto"
    monkeypatch.setenv("LOGNAME", "\x1b[31m")
    teg("join", "h")
    assert plans[1][0].name == "Jugador"


def test_bad_settings_are_reported_and_the_game_goes_on(
    plans: list[tuple[SessionPlan, str | None]], tmp_path: Path
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text("nombre = 3")
    result = teg("join", "h")
    assert result.exit_code == 0
    assert len(plans) == 1
    assert "Quedó apartado en" in result.output


def test_play_makes_a_whole_table_on_its_own_server(
    plans: list[tuple[SessionPlan, str | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = []

    class Fake(local_server.LocalServer):
        def __enter__(self) -> Self:
            return self

        def stop(self) -> None:
            stopped.append(self._arguments)

    monkeypatch.setattr(local_server, "LocalServer", Fake)
    result = teg("play", "-j", "3", "-l", "novato", "-n", "Ana", "-c", "rojo", "--fast", "--oficial")
    assert result.exit_code == 0, result.output
    plan = plans[0][0]
    assert (plan.intent, plan.local, plan.host, plan.fast) == ("create", True, "", True)
    assert (plan.seats, plan.colour, plan.settings) == (("novato", "novato"), "rojo", OFFICIAL)
    assert stopped == [["host", "--port", "0", "--ephemeral", "--parent", "--bot-delay", "0"]]


@pytest.mark.parametrize("command", ["host", "selfplay"])
def test_server_programs_replace_this_process_with_all_their_arguments(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda path, arguments: called.append([path, *arguments]))
    teg(command, "--lan", "--help", "-x", "7")
    assert called == [[sys.executable, sys.executable, "-P", "-m", "teg_server", command, "--lan", "--help", "-x", "7"]]


def test_without_a_terminal_the_game_says_so() -> None:
    result = teg("join", "h")
    assert result.exit_code == 2
    assert "necesita una terminal" in result.output


def test_the_beginning_of_a_command_is_enough_if_it_is_the_only_one(
    plans: list[tuple[SessionPlan, str | None]],
) -> None:
    teg("j", "h")
    assert plans[0][0].intent == "join"


@pytest.mark.parametrize(
    ("color", "before", "after"),
    [
        ("truecolor", {}, {"TEXTUAL_COLOR_SYSTEM": "truecolor"}),
        ("256", {"NO_COLOR": "1"}, {"TEXTUAL_COLOR_SYSTEM": "256"}),
        ("16", {}, {"TEXTUAL_COLOR_SYSTEM": "standard"}),
        ("none", {}, {"NO_COLOR": "1"}),
        (None, {}, {}),
        (None, {"STY": "1.pts"}, {"STY": "1.pts", "TEXTUAL_COLOR_SYSTEM": "256"}),
        (None, {"STY": "1", "TEXTUAL_COLOR_SYSTEM": "standard"}, {"STY": "1", "TEXTUAL_COLOR_SYSTEM": "standard"}),
        ("truecolor", {"STY": "1"}, {"STY": "1", "TEXTUAL_COLOR_SYSTEM": "truecolor"}),
    ],
)
def test_colours_are_told_to_the_screen_library(
    color: str | None, before: dict[str, str], after: dict[str, str]
) -> None:
    color_environment(color, before)
    assert before == after


def python(code: str) -> str:
    """Run code in a fresh interpreter and return what it prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


def test_help_does_not_load_screens_rules_or_sockets() -> None:
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from teg_tui.cli import teg\n"
        "assert CliRunner().invoke(teg, ['--help']).exit_code == 0\n"
        "print([m for m in ('textual', 'rich', 'msgspec', 'asyncio', 'teg_shared.rules') if m in sys.modules])\n"
    )
    assert python(code).strip() == "[]"


def test_the_core_of_the_client_never_loads_the_screen_library_or_the_server() -> None:
    code = (
        "import sys, teg_tui.client, teg_tui.narration, teg_tui.words, teg_tui.local_server\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('textual', 'rich', 'teg_server')])\n"
    )
    assert python(code).strip() == "[]"


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "teg_tui", "--version"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.startswith("teg ")
