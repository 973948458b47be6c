"""The house rules that a machine can hold: arrows, sizes, what importing the rules pulls in, what no text may name."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {
    "teg_tui": ROOT / "teg_tui",
    "teg_server": ROOT / "server" / "teg_server",
    "teg_shared": ROOT / "shared" / "teg_shared",
}
MOST_LINES_A_FILE = 500
MOST_LINES_A_FUNCTION = 60
USUAL_LINES_A_FUNCTION = 32
TEXT = {".py", ".toml", ".md", ".txt", ".cfg", ".ini", ".yml", ".yaml", ".json", ".sql", ".po", ".tcss", ".sh", ""}

needs_source = pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="runs from a source tree")
pytestmark = needs_source


def sources(*folders: Path) -> list[Path]:
    """Return the Python files below some folders."""
    return sorted(path for folder in folders for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Yield each function of a file and its number of lines, docstring included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node.end_lineno - node.lineno + 1


def committed() -> list[Path]:
    """Return the text files that the repository holds."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("no repository")
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.suffix in TEXT and path.is_file()]


def test_the_arrows_between_packages_hold() -> None:
    run = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


def test_files_are_short() -> None:
    folders = [*PACKAGES.values(), ROOT / "tests", ROOT / "bench", ROOT / "tools"]
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources(*folders)}
    assert {str(path.relative_to(ROOT)): n for path, n in lines.items() if n > MOST_LINES_A_FILE} == {}


def test_functions_are_short() -> None:
    found = [entry for path in sources(*PACKAGES.values(), ROOT / "tests") for entry in functions(path)]
    assert [entry for entry in found if entry[1] > MOST_LINES_A_FUNCTION] == []


def test_nine_functions_of_ten_are_very_short() -> None:
    sizes = [size for path in sources(*PACKAGES.values()) for _, size in functions(path)]
    assert sum(size <= USUAL_LINES_A_FUNCTION for size in sizes) >= 0.9 * len(sizes)


LEAD_TO_EACH_OTHER = {"teg_tui.screens.modes.attacking", "teg_tui.screens.modes.regrouping"}
"""Two moments of a turn between which a player goes to and fro."""


def modules() -> dict[str, Path]:
    """Return every module of the three packages with its file."""
    found = {}
    for package, folder in PACKAGES.items():
        for path in sources(folder):
            parts = [package, *path.relative_to(folder).with_suffix("").parts]
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path, ours: dict[str, Path]) -> set[str]:
    """Return the modules among `ours` that a file imports anywhere: at once, late, or for types alone."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= inner & ours.keys() or {node.module}
    return names & ours.keys()


def reached(name: str, arrows: dict[str, set[str]]) -> set[str]:
    """Return the modules to which the imports of one lead, straight or through others."""
    found: set[str] = set()
    ahead = [*arrows[name]]
    while ahead:
        if (module := ahead.pop()) not in found:
            found.add(module)
            ahead += arrows[module]
    return found


def test_no_files_import_each_other_in_a_circle() -> None:
    ours = modules()
    arrows = {name: imported(path, ours) for name, path in ours.items()}
    assert {name for name in arrows if name in reached(name, arrows)} == LEAD_TO_EACH_OTHER


def loaded_by(module: str) -> set[str]:
    """Return the modules that a fresh interpreter holds after importing one."""
    script = f"import sys, {module}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    return set(run.stdout.split())


def bare() -> set[str]:
    """Return what msgspec alone holds: it is the one library under the rules."""
    return loaded_by("msgspec") | loaded_by("dataclasses") | loaded_by("importlib.resources") | loaded_by("zipfile")


FORBIDDEN = {
    "asyncio", "socket", "ssl", "threading", "random", "secrets", "sqlite3", "textual", "rich", "click", "aiomqtt",
    "teg_tui", "teg_server",
}  # fmt: skip


@pytest.mark.parametrize(
    "module", ["teg_shared.rules.classic.rules", "teg_shared.rules.registry", "teg_shared.rules.odds"]
)
def test_importing_the_rules_loads_neither_network_nor_screen_nor_luck(module: str) -> None:
    assert (loaded_by(module) - bare()) & FORBIDDEN == set()


def test_importing_the_rules_loads_nothing_of_the_protocol() -> None:
    assert [
        name for name in loaded_by("teg_shared.rules.classic.rules") if name.startswith("teg_shared.protocol")
    ] == []


def test_the_rules_say_nothing_and_open_no_file() -> None:
    """Data is read by the catalogue alone, and nothing prints."""
    for path in sources(PACKAGES["teg_shared"]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"print", "open", "input", "exec", "eval"}, f"{path}:{node.lineno}"


def test_every_module_and_public_function_says_what_it_is_for() -> None:
    bare_names = []
    for path in sources(*PACKAGES.values()):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        bare_names += [f"{path}:{node.lineno}" for node in public(tree) if not ast.get_docstring(node)]
        if tree.body and not ast.get_docstring(tree):
            bare_names.append(str(path))
    assert bare_names == []


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(inside: ast.AST) -> Iterator[Definition]:
    """Yield the public definitions of a module, and those of its public classes."""
    for node in ast.iter_child_nodes(inside):
        if not isinstance(node, Definition):
            yield from public(node) if isinstance(node, ast.If | ast.Try) else ()
        elif not node.name.startswith("_"):
            if not is_said_elsewhere(node):
                yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node)


def is_said_elsewhere(node: Definition) -> bool:
    """Whether a definition sets a property or overloads a function: the getter or the function says what it is."""
    names = [name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "") for name in node.decorator_list]
    return "setter" in names or "overload" in names


REGISTRY_HOSTS = (
    "pypi." + "org", "files.python" + "hosted", "registry.npm" + "js", "crates" + ".io", "conda.ana" + "conda",
    "proxy.go" + "lang",
)  # fmt: skip


def test_no_committed_text_names_the_host_of_a_package_registry() -> None:
    named = []
    for path in committed():
        text = path.read_text(encoding="utf-8", errors="replace")
        named += [f"{path.relative_to(ROOT)} names {host}" for host in REGISTRY_HOSTS if host in text]
    assert named == []


def test_no_file_that_records_where_packages_came_from_is_committed() -> None:
    locks = {"uv.lock", "poetry.lock", "Pipfile.lock", "pdm.lock", "package-lock.json"}
    assert [path.name for path in committed() if path.name in locks] == []


def test_a_program_started_by_a_test_writes_no_coverage_data() -> None:
    code = "import os; print([name for name in os.environ if name.startswith('COVERAGE_PROCESS')])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"
    assert said.stderr == ""
