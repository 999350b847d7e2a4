# Banyan's commands. `make demo` and `make test` do all their own set-up; `make help` lists the rest.

export BANYAN_MODELS ?= $(CURDIR)/models
export PYTHONUTF8 := 1

PY := .venv/bin/python
SETUP := packaging/setup.sh
BENCHES = $(patsubst tests/bench/%.py,%,$(shell grep -l '__name__ == "__main__"' tests/bench/*.py 2>/dev/null))
PYTEST := $(PY) -m pytest -q

.DEFAULT_GOAL := help
.PHONY: help setup demo run test check suites laws faults format bench screenshots lock package-smoke clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## virtual environment, system libraries, packages and speech models
	@$(SETUP) voice

demo: setup ## the whole thing, spoken, with no account, no network and no microphone; ARGS="--lang en" and so on
	@.venv/bin/banyan demo $(ARGS)

run: setup ## talk with it through this machine's microphone and speaker
	@.venv/bin/banyan talk $(ARGS)

check: ## formatting, lint, types, floors, layout and vocabulary
	@$(SETUP) --no-models dev
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo
	$(PYTEST) tests/unit/test_layout.py tests/unit/test_vocabulary.py tests/unit/test_messages.py

test: ## check, and every suite
	@$(SETUP) dev
	@$(MAKE) --no-print-directory check
	@$(MAKE) --no-print-directory suites

# What keeps real time, or starts processes, runs alone: beside another test it would measure that one. Widgets have
# a process of their own: Qt's objects may be destroyed on its thread only, and other tests' threads collect garbage.
suites:
	$(PYTEST) -n 2 -m "not alone" --ignore tests/unit/ui --durations=8 tests/unit tests/contract tests/e2e
	$(PYTEST) --durations=4 tests/unit/ui
	$(PYTEST) -m alone --ignore tests/unit/ui --durations=8 tests/unit tests/contract tests/e2e

laws: ## the turn engine's laws over 20,000 random sequences each, and a thousand lives of the whole driver
	@$(SETUP) --no-models dev
	BANYAN_LAW_EXAMPLES=20000 BANYAN_DRIVER_RUNS=1000 $(PYTEST) -n 2 \
	  tests/unit/core/turn/test_laws.py tests/unit/core/turn/test_anything.py

# CI runs the same tests with fewer rounds; each of these says in its own file what its number counts.
FAULTS := tests/unit/core/vault/test_crash.py tests/unit/core/vault/test_kills.py tests/unit/core/vault/test_power_cut.py \
  tests/unit/core/vault/test_flips.py tests/unit/core/vault/test_full_disk.py tests/unit/core/vault/test_header.py \
  tests/unit/core/household/test_kills.py tests/unit/core/household/test_lives.py tests/unit/core/journal/test_running.py \
  tests/unit/core/conversation/test_withdrawing.py tests/e2e/test_killing.py tests/e2e/test_damage.py

faults: ## 300 kills, 500 power cuts, 200 flips, full disks, twenty backups, every consent withdrawn; about an hour
	@$(SETUP) --no-models dev
	BANYAN_KILLS=300 BANYAN_CLI_KILLS=25 BANYAN_CUTS=500 BANYAN_FLIPS=200 BANYAN_LIVES=20 BANYAN_LIFE_EXAMPLES=100 \
	  BANYAN_RANDOM_STEPS=10000 $(PYTEST) --timeout 3600 --durations=12 $(FAULTS) $(ARGS)

format: ## let ruff put every file in order
	@$(SETUP) --no-models dev
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

screenshots: ## every page and state of the desktop, zh and en, three themes, two sizes, under build/screenshots
	@$(SETUP) --no-models dev
	@$(PY) -m tests.support.screenshots $(ARGS)

bench: $(addprefix bench-,$(BENCHES)) ## every benchmark; make bench-NAME for one

bench-%: tests/bench/%.py
	@$(SETUP) dev
	@$(PY) -m tests.bench.$* $(ARGS)

lock: ## resolve pyproject.toml into the requirements files (needs uv and a network)
	@packaging/lock.sh

package-smoke: ## freeze a one-dir, run its `demo --text`, print its size
	@$(SETUP) --no-models freeze
	@packaging/smoke.sh

clean: ## everything built and installed here; the models stay
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
