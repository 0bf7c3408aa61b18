# `make play` and `make test` set up everything they need in .venv on their first run.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
TOOLS := .venv/ready-tools
QUICK := tests/contract tests/games tests/bots/test_text.py tests/test_game.py tests/test_move.py \
	tests/test_position.py tests/test_record.py tests/test_languages.py tests/test_public_api.py tests/kernel/test_records.py \
	tests/kernel/test_words.py tests/experiments/test_statistics.py tests/terminal/test_layout.py tests/terminal/test_picking.py
# Neighbours stay on one worker, which has started or loaded what they share.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
CHECKS := NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1
CHECKED := $(CHECKS) $(BIN)/python tests/warm.py checked && $(CHECKS) $(PYTEST) tests/contract tests/kernel/test_extremes.py
# One worker more than there are cores: many tests wait for a clock, a server or another process.
export PYTEST_XDIST_AUTO_NUM_WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 1)
# Hundreds of short processes import the same files: each would compile them again without __pycache__.
unexport PYTHONDONTWRITEBYTECODE
TSC := npx --yes --package typescript@7.0.2 tsc

# What is imported is compiled to bytecode then: compiling all that is installed would double the time.
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt -e
VENV = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tabuleiro needs Python 3.11 or later.")' \
	&& { test -x $(BIN)/python || $(PYTHON) -m venv .venv; }

.PHONY: help play test compiled tests browsers again quick checked lint format bench docs machine audit clean

help:
	@echo "make play    set up and play"
	@echo "make test    set up, check and test"
	@echo "make quick   check, and the fast tests: for in between"
	@echo "make checked the tests of compiled code with every index checked, on boards of all sizes"
	@echo "make lint    ruff, mypy, import-linter"
	@echo "make format  ruff format"
	@echo "make bench   measure all games"
	@echo "make docs    build the documentation as a site in build/site"
	@echo "make audit   known weaknesses of the dependencies, by pip-audit"
	@echo "make clean   remove what was set up"

play: $(READY)
	@$(BIN)/tabuleiro

# Every test once. What waits for one core, or for a browser, goes side by side with what computes.
test: machine
	@$(MAKE) --no-print-directory -j2 lint compiled
	@$(MAKE) --no-print-directory tests
	@$(MAKE) --no-print-directory -j2 browsers again

# What many tests need, on all cores.
compiled: $(TOOLS)
	@$(BIN)/python tests/warm.py

tests: $(TOOLS)
	$(PYTEST) -m "not checked" --ignore tests/web/browser

# In processes of their own, since Playwright holds the event loop of its process.
browsers: $(TOOLS)
	$(PYTEST) tests/web/browser

# Compiled code is loaded again by a new process and must play the same; what is marked `checked` runs
# with every index checked.
again: $(TOOLS)
	@mkdir -p build
	@{ $(BIN)/python -m pytest tests/kernel/test_signatures.py && $(CHECKED) -m checked; } > build/again.log 2>&1 \
	|| { cat build/again.log; exit 1; }
	@grep " passed" build/again.log

quick: lint
	$(PYTEST) $(QUICK) -m "not checked" -k "not compiled and not perft and not weights_and_bots and not beats_none and not small_boards"

checked: $(TOOLS)
	$(CHECKED)

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

audit: $(TOOLS)
	@$(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit 2>/dev/null \
	|| { echo "pip-audit cannot be installed: it needs a network with PyPI"; exit 1; }
	@$(BIN)/python -m pip freeze --exclude-editable > build/audit/installed.txt
	@build/audit/bin/pip-audit --strict --progress-spinner off --disable-pip --no-deps -r build/audit/installed.txt > build/audit/log 2>&1; code=$$?; \
	if grep -qiE "connection|not found on PyPI|max retries|resolve" build/audit/log; \
	then echo "No audit: what PyPI knows of weaknesses cannot be asked for from here"; \
	else cat build/audit/log; exit $$code; fi

machine: $(TOOLS)
	@$(BIN)/python tests/web/machine.py

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(READY): pyproject.toml constraints.txt
	@echo "Setting up .venv (once; half a minute)"
	@$(VENV) && $(INSTALL) .
	@touch $(READY)

$(TOOLS): pyproject.toml constraints.txt
	@echo "Setting up .venv with the tools for tests and documents (once; a minute)"
	@$(VENV) && $(INSTALL) '.[dev]'
	@touch $(READY) $(TOOLS)
