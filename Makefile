# Two commands: `make demo` shows the tool at work, `make test` runs the tests. Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-perturbed lint bench score score-all docs clean

# The stamps change when the project's declaration does, so that a new dependency is installed.
$(VENV)/.base: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@touch $@

# Where there is no solver for this machine, all but solving is shown.
$(VENV)/.plan: $(VENV)/.base
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[plan]' || echo "no solver could be installed" >&2
	@touch $@

# Where there is no simulated arm for this machine, all but running is shown.
$(VENV)/.robot: $(VENV)/.plan
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[robot]' || echo "no simulated arm could be installed" >&2
	@touch $@

$(VENV)/.dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(VENV)/.base $(VENV)/.plan $(VENV)/.robot $@

demo: $(VENV)/.robot
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: $(VENV)/.dev lint
	$(BIN)/pytest -q -n 2

# The simulated arm's tests, with the physics scaled by a millionth: no test may change.
SEEDS ?= 1 2 3 4 5 6 7 8 9 10
ARM := $(addprefix tests/,perturb worlds/panda worlds/scene worlds/ros/test_recorder_run.py agents/execution \
	agents/programs agents/robot cli/test_exit_codes.py) $(wildcard tests/cli/test_execute*.py tests/cli/test_robot*.py)

test-perturbed: $(VENV)/.dev
	@failed=0; for seed in $(SEEDS); do echo "seed $$seed"; \
		$(BIN)/pytest -q -n 2 --perturb $$seed $(ARM) || failed=1; done; exit $$failed

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache >/dev/null || $(BIN)/lint-imports --no-cache

bench: $(VENV)/.dev
	@$(BIN)/python -m benchmarks.bench_check
	@$(BIN)/python -m benchmarks.bench_pddl
	@$(BIN)/python -m benchmarks.bench_planning --quick
	@$(BIN)/python -m benchmarks.bench_startup
	@$(BIN)/python -m benchmarks.bench_execute
	@$(BIN)/python -m benchmarks.bench_fidelity
	@$(BIN)/python -m benchmarks.bench_false_alarms

score: $(VENV)/.dev
	@$(BIN)/python -m benchmarks.score_reader
	@$(BIN)/python -m benchmarks.score_goals
	@$(BIN)/python -m benchmarks.score_goal_fidelity
	@$(BIN)/python -m benchmarks.score_pddl
	@$(BIN)/python -m benchmarks.score_why_not
	@$(BIN)/python -m benchmarks.score_validator
	@$(BIN)/python -m benchmarks.score_programs --seeds 2
	@$(BIN)/python -m benchmarks.bench_fidelity
	@$(BIN)/python -m benchmarks.bench_false_alarms

# Meant to take 60 to 90 min on two idle cores: `make score-all SCORES="--json before.json"`.
score-all: $(VENV)/.dev
	@$(BIN)/python -m benchmarks.score_all $(SCORES)

docs: $(VENV)/.base
	$(BIN)/clairify rule --all > docs/rules.md
	$(BIN)/clairify describe --markdown > docs/xdl.md
	$(BIN)/python docs/domains.py

clean:
	rm -rf $(VENV) build dist demo-out .pytest_cache .mypy_cache .ruff_cache .hypothesis
