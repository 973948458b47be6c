# The project's commands. `make play` and `make test` do all the set-up themselves, in .venv.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= auto
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

play: .venv/play.stamp ## a game against bots, at once (ARGS="--players 3 --level sargento")
	@$(BIN)/teg play $(ARGS)

host: .venv/play.stamp ## a server on this machine (ARGS="--lan" opens it to the network)
	@$(BIN)/teg host $(ARGS)

test: check unit ## everything that must be green: lint, types, arrows, tests

check: .venv/dev.stamp ## lint, format, types and import arrows, without tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: .venv/dev.stamp ## the tests alone, with the branch coverage of teg_shared
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n $(WORKERS) --dist worksteal -m "not soak" tests || { \
	  echo "Once more, one at a time, what failed beside others (real terminals and servers want a processor):"; \
	  $(BIN)/coverage run -m pytest -q -m "not soak" --last-failed --last-failed-no-failures none tests; }
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --skip-covered --fail-under=95

fix: .venv/dev.stamp ## let ruff mend and format what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

soak: .venv/dev.stamp ## 10,000 random games through every law (an hour or so; GAMES=500 for fewer)
	TEG_SOAK_GAMES=$(or $(GAMES),10000) $(BIN)/pytest -q -n $(WORKERS) -m soak --timeout=0 tests

bench: .venv/dev.stamp ## speed and bytes, each beside its baseline of the same run
	@$(BIN)/python -m bench $(ARGS)

i18n: .venv/dev.stamp ## extract, update and compile the message catalogues
	$(BIN)/python tools/catalogue.py extract
	$(BIN)/python tools/catalogue.py update
	$(BIN)/python tools/catalogue.py compile
	$(BIN)/python tools/catalogue.py check

clean: ## forget the virtual environment and every cache
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*

.venv/pip.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "T.E.G. needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1). Try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv .venv \
	  || { echo "Python's venv module is missing. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@$(BIN)/pip install -q --disable-pip-version-check "pip>=25.1"
	@touch $@

.venv/play.stamp: .venv/pip.stamp pyproject.toml constraints.txt $(wildcard teg_tui/locale/*/LC_MESSAGES/*.po)
	@echo "Installing T.E.G. into .venv ..."
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/dev.stamp: .venv/play.stamp
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt --group dev
	@touch $@

.PHONY: help play host test check unit fix soak bench i18n clean
