"""The wheel in a fresh environment, run from an empty folder: everything that it needs is inside it."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.support.terminal import Terminal

ROOT = Path(__file__).parents[3]
PAGES = ("README.md", "docs/hosting.md", "docs/ssh.md", "docs/web.md")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it, and the libraries of this one: no network is needed."""
    here = tmp_path_factory.mktemp("install")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    source = here / "source"  # building compiles the catalogues in place, and other tests are reading ours
    for folder in ("teg_tui", "server", "shared"):
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    for file in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, source)
    wheel = ["wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(here), str(source)]
    subprocess.run([*pip, *wheel], check=True, timeout=100)
    (made,) = here.glob("*.whl")
    venv = here / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True, timeout=100)
    python = venv / "bin" / "python"
    subprocess.run([*pip, "--python", str(python), "install", "--no-deps", "--no-index", str(made)], check=True)
    site = next((venv / "lib").glob("python*/site-packages"))
    # a path in a .pth file gets no .pth files of its own read, so the editable install of this checkout stays out
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return venv


def environment(where: Path) -> dict[str, str]:
    """An environment that knows nothing of the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV", "TEG"))}
    for name in ("COLUMNS", "LINES"):
        kept.pop(name, None)
    return {**kept, "HOME": str(where), "XDG_DATA_HOME": str(where), "XDG_CONFIG_HOME": str(where), "TEG_LANG": "es"}


def teg(installed: Path, where: Path, *arguments: str, **more: str) -> str:
    done = subprocess.run(
        [str(installed / "bin" / "teg"), *arguments], cwd=where, env={**environment(where), **more},
        capture_output=True, check=False, timeout=90, encoding="utf-8", stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_program_is_the_wheel_s_and_says_its_version(installed: Path, tmp_path: Path) -> None:
    code = "import teg_tui, teg_server, teg_shared; print(teg_tui.__file__, teg_server.__file__, teg_shared.__file__)"
    where = subprocess.run(
        [str(installed / "bin" / "python"), "-c", code], cwd=tmp_path, env=environment(tmp_path), check=True,
        capture_output=True, encoding="utf-8",
    ).stdout.split()  # fmt: skip
    assert all(path.startswith(str(installed)) for path in where), where
    assert re.fullmatch(r"teg \d+\.\d+\.\d+\S*\n", teg(installed, tmp_path, "--version"))


@pytest.mark.parametrize(("language", "said"), [("es", "Colocación"), ("en", "Placement")])
def test_a_game_begins_from_an_empty_folder_in_both_languages(
    installed: Path, tmp_path: Path, language: str, said: str
) -> None:
    """The board, the maps, the styles and the catalogues are inside the wheel."""
    command = [str(installed / "bin" / "teg"), "play", "--fast", "--level", "novato", "--lang", language]
    env: dict[str, str | None] = {name: None for name in os.environ if name.startswith(("PYTHON", "COV"))}
    with Terminal(command, (120, 36), {**env, **environment(tmp_path)}, cwd=tmp_path) as screen:
        screen.wait_for(said, 40)
        screen.wait_for("Kamchatka", 10)


def test_the_programs_of_the_server_run(installed: Path, tmp_path: Path) -> None:
    for variant in ("classic", "negocios"):
        arguments = ("selfplay", "--variant", variant, "--players", "4", "--games", "1", "--levels", "novato")
        assert teg(installed, tmp_path, *arguments)
    assert "%" in teg(installed, tmp_path, "odds", "8", "5")
    assert "--shared" in teg(installed, tmp_path, "host", "--help")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_written_for_each_shell_and_completes(installed: Path, tmp_path: Path, shell: str) -> None:
    script = teg(installed, tmp_path, "completion", shell)
    assert "_TEG_COMPLETE" in script
    words = {"COMP_WORDS": "teg jo", "COMP_CWORD": "1" if shell != "fish" else "jo"}
    answer = teg(installed, tmp_path, _TEG_COMPLETE=f"{shell}_complete", **words)
    assert "join" in answer
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=script, capture_output=True, check=False, encoding="utf-8")
        assert (checked.returncode, checked.stderr) == (0, "")


def test_bash_completes_with_tab(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "teg").write_text(teg(installed, tmp_path, "completion", "bash"))
    env = {**environment(tmp_path), "PATH": f"{installed / 'bin'}:{os.environ['PATH']}", "PS1": "> "}
    with Terminal(["bash", "--norc", "--noprofile", "-i"], (80, 24), env, cwd=tmp_path) as screen:
        screen.press(". ./teg", "enter", pause=0.3)
        screen.send(b"teg verif\t")
        screen.wait_for("teg verify", 20)


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_manual_page_names_every_command_and_is_good_roff(installed: Path, tmp_path: Path, language: str) -> None:
    page = teg(installed, tmp_path, "man", TEG_LANG=language)
    listed = re.findall(r"^  (\w[\w-]+) {2,}", teg(installed, tmp_path, "--help"), re.MULTILINE)
    assert len(listed) > 10
    for name in listed:
        assert f".SS teg {name}".replace("-", "\\-") in page, name
    assert "\\-\\-bot\\-delay" in page  # the server's own options as well
    if shutil.which("man"):
        (tmp_path / "teg.6").write_text(page, encoding="utf-8")
        done = subprocess.run(
            ["man", "--warnings", "-l", str(tmp_path / "teg.6")], capture_output=True, check=False, encoding="utf-8",
            env={**os.environ, "MANPAGER": "cat", "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_the_pages_for_hosts_is_one(installed: Path, tmp_path: Path, page: str) -> None:
    """Each `teg …` in a block or in a line is understood by the program up to its last option."""
    listed = teg(installed, tmp_path, "--help")
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"(?:^|[`$ ])(?:/opt/teg/bin/)?teg ([a-z][a-z-]+)((?: --[a-z-]+)*)", text, re.MULTILINE)
    known = set(re.findall(r"^  (\w[\w-]+) {2,}", listed, re.MULTILINE))
    used = [(name, options.split()) for name, options in found if name in known]
    assert used, page
    for name in {name for name, _ in used}:
        told = teg(installed, tmp_path, name, "--help")
        for _, options in (one for one in used if one[0] == name):
            assert not [option for option in options if option not in told], (name, options)
