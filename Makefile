# make run | replay | count | test | test-train | evaluate | films | bench | docs | clean
# PYTHON names the interpreter (3.11 or newer): make test PYTHON=python3.12

PYTHON ?= python3
VENV ?= .venv
TRAIN_VENV ?= .venv-train
TORCH ?= torch==2.14.1 torchvision==0.29.1
STATIONMASTER_REAL ?= ../shared/real
DEMO ?= datasets/demo
# Labels of rendered validation photos to report beside the real ones, if any were made.
RENDERED ?= $(wildcard data/valid*/labels.json data/strata/*/labels.json)

BIN := $(VENV)/bin
TRAIN_BIN := $(TRAIN_VENV)/bin
BUILD_FILES := pyproject.toml hatch_build.py
# Both OpenCV wheels write the same folder; the one without a window system has to come last.
HEADLESS := $(shell sed -n 's/.*"\(opencv-python-headless==[^"]*\)".*/\1/p' pyproject.toml)
ROUNDS ?= 10000
FILMS ?= data/films-valid
EVALUATE := $(BIN)/stationmaster-lab evaluate $(STATIONMASTER_REAL)/labels.json

export STATIONMASTER_REAL

.DEFAULT_GOAL := help
.PHONY: help run replay count test cover check test-train evaluate films bench docs screenshots clean

help:
	@echo "make run         open the dashboard, the demo film playing as its camera"
	@echo "make replay      watch the demo film: its record and its flags"
	@echo "make count       read the demo photos"
	@echo "make test        lint, types, import rules, tests"
	@echo "make cover       branch coverage of the engine, which is to be complete"
	@echo "make test-train  the tests that need torch, in $(TRAIN_VENV)"
	@echo "make evaluate    score the reader on the real photos in STATIONMASTER_REAL"
	@echo "make films       make the films that measure, watch them all, write docs/films.md (an hour)"
	@echo "make bench       seconds per photo"
	@echo "make screenshots watch the demo film in a browser, write the README's picture of the table"
	@echo "make docs        write docs/accuracy.md and the tables in README.md"
	@echo "make clean       remove the environments and caches"

# A stamp per set of dependencies: a changed pyproject.toml installs again, anything else does not.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BUILD_FILES) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: $(BUILD_FILES) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.installed

$(TRAIN_VENV)/.installed: $(BUILD_FILES)
	@test -x $(TRAIN_BIN)/python || $(PYTHON) -m venv $(TRAIN_VENV)
	$(TRAIN_BIN)/python -m pip install --quiet $(TORCH)
	$(TRAIN_BIN)/python -m pip install --quiet --editable '.[train,dev]'
	$(TRAIN_BIN)/python -m pip install --quiet --force-reinstall --no-deps $(HEADLESS)
	@touch $@

# A game of its own each time: the film begins where the game does.
run: $(VENV)/.installed
	rm -rf build/demo-games
	$(BIN)/stationmaster serve --camera $(DEMO)/game.mp4 --players Ann,Ben,Cem --rules house --set 9 --data build/demo-games

replay: $(VENV)/.installed
	$(BIN)/stationmaster replay $(DEMO)/game.mp4 --rules house --players 3

count: $(VENV)/.installed
	$(BIN)/stationmaster count $(DEMO)

check: $(VENV)/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	$(BIN)/pytest -m "not train and not gpu and not camera and not bench"

cover: $(VENV)/.installed-dev
	$(BIN)/pytest tests/engine -q --cov=engine --cov-branch --cov-report=term-missing --cov-fail-under=100

test-train: $(TRAIN_VENV)/.installed
	$(TRAIN_BIN)/pytest -m train

evaluate: $(VENV)/.installed
	$(EVALUATE)
	$(BIN)/stationmaster-lab referee --rounds $(ROUNDS)

films: $(VENV)/.installed
	$(BIN)/stationmaster-lab film --recipe datasets/recipes/films/valid.toml --out $(FILMS)
	$(BIN)/stationmaster films $(FILMS) --records build/told --report docs/films.md

bench: $(VENV)/.installed-dev
	$(BIN)/stationmaster-lab bench $(DEMO)
	$(BIN)/pytest -m bench -s tests/bench

docs: $(VENV)/.installed
	$(EVALUATE) --scale 1.0,0.5,0.25 --turn 0,90,180,270 $(addprefix --rendered ,$(RENDERED)) \
		--out docs/accuracy.md --readme README.md --crops build/failing.jpg

screenshots: $(VENV)/.installed-dev
	$(BIN)/pytest -q tests/e2e/test_a_game_by_camera.py
	cp build/screenshots/table_watched.jpg docs/images/table.jpg

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@echo "$(TRAIN_VENV) is kept: torch is a long download. Remove it by hand."
