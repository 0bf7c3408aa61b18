# `make play` and `make test` set up everything they need in .venv on their first run.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
TOOLS := .venv/ready-tools
TSC := npx --yes --package typescript@7.0.2 tsc

.PHONY: help play test lint format bench docs machine clean

help:
	@echo "make play    set up and play"
	@echo "make test    set up, check and test"
	@echo "make lint    ruff, mypy, import-linter"
	@echo "make format  ruff format"
	@echo "make bench   measure all games"
	@echo "make docs    build the documentation as a site in build/site"
	@echo "make clean   remove what was set up"

play: $(READY)
	@$(BIN)/tabuleiro

test: lint machine
	$(BIN)/python -m pytest -n auto --ignore tests/web/browser
	$(BIN)/python -m pytest -n auto tests/web/browser  # alone: Playwright holds the event loop of its process
	$(BIN)/python -m pytest -n auto tests/contract tests/games tests/kernel  # again, from the cache
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n auto tests/contract -k "compiled or perft"

lint: $(TOOLS)
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if $(TSC) --version >/dev/null 2>&1; then echo $(TSC); $(TSC); else echo "No Node: the types of the pages are not checked"; fi

format: $(TOOLS)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(READY)
	$(BIN)/tabuleiro bench

docs: $(TOOLS)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "The site is in build/site/index.html"

machine: $(TOOLS)
	@$(BIN)/python tests/web/machine.py

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tabuleiro needs Python 3.11 or later.")'
	@echo "Setting up .venv (once; a minute or two)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $(READY)

$(TOOLS): $(READY)
	@echo "Setting up the tools for tests and documents (once; a minute or two)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(TOOLS)
