# `make play` and `make test` set up everything they need in .venv on their first run.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: help play test lint format bench clean

help:
	@echo "make play    set up and play"
	@echo "make test    set up, check and test"
	@echo "make lint    ruff, mypy, import-linter"
	@echo "make format  ruff format"
	@echo "make bench   measure all games"
	@echo "make clean   remove what was set up"

play: $(READY)
	@$(BIN)/tabuleiro

test: lint
	$(BIN)/python -m pytest -n auto
	$(BIN)/python -m pytest -n auto tests/contract tests/games tests/kernel  # again, from the cache
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n auto tests/contract -k "compiled or perft"

lint: $(READY)
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(READY)
	$(BIN)/tabuleiro bench

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tabuleiro needs Python 3.11 or later.")'
	@echo "Setting up .venv (once; a minute or two)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)
