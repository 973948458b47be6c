"""What holds for every test: a pinned environment, no time measured, and no silent skip in CI."""

import os

import hypothesis
import pytest

pytest_plugins = ("tests.support.accounts",)

for _name in ("NO_COLOR", "STY", "TEG_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(_name, None)
os.environ["LANG"] = "es_AR.UTF-8"
os.environ["TERM"] = "xterm-256color"
os.environ["COLORTERM"] = "truecolor"

hypothesis.settings.register_profile("untimed", deadline=None)  # tests assert no times, and machines are busy
hypothesis.settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    """Measure the tests alone: a program that they start, perhaps in another account, must not write coverage data."""
    if "PYTEST_XDIST_WORKER" in os.environ or not config.getoption("numprocesses", default=None):
        for name in ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"):
            os.environ.pop(name, None)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def] # hook
    """Turn a skip into a failure where CI is set: there the script installs what the tests need."""
    del item, call
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which groups of tests this machine could not run, and why, whatever the verbosity."""
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        if isinstance(report.longrepr, tuple):
            reason = report.longrepr[2].removeprefix("Skipped: ")
            reasons[reason] = reasons.get(reason, 0) + 1
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"not run here: {count} tests: {reason}", yellow=True)
