# Two commands: `make demo` shows the tool at work, `make test` runs the tests. Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
# What is not used need not be compiled, which is half of the time.
PIP_INSTALL := pip install --no-compile --quiet --disable-pip-version-check
INSTALL := $(BIN)/$(PIP_INSTALL) --constraint constraints.txt

# Tests start some thousand processes: without compiled files each would compile all that it imports, which doubles the time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all test-perturbed test-lowest constraints lint bench score docs site schemas clean

# The stamps change when the project's declaration or the tested versions do, so that these are installed.
$(VENV)/.base: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e .
	@touch $@

# Where there is no solver for this machine, all but solving is shown.
$(VENV)/.plan: $(VENV)/.base
	$(INSTALL) -e '.[plan]' || echo "no solver could be installed" >&2
	@touch $@

# Where there is no simulated arm for this machine, all but running is shown.
$(VENV)/.robot: $(VENV)/.plan
	$(INSTALL) -e '.[robot]' || echo "no simulated arm could be installed" >&2
	@touch $@

# uv takes a fifth of pip's processor time for these; if it is unavailable or reaches no registry, pip installs them.
$(VENV)/.dev: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	{ $(BIN)/$(PIP_INSTALL) uv && $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt \
		-e '.[dev]'; } || $(INSTALL) -e '.[dev]'
	@touch $(VENV)/.base $(VENV)/.plan $(VENV)/.robot $@

# The lowest versions that pyproject.toml declares, with the newest of what those need.
$(LOWEST)/.dev: pyproject.toml
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/$(PIP_INSTALL) uv
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct -e '.[dev]'
	@touch $@

demo: $(VENV)/.robot
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

# A file is tried by one process, so that what its tests share is made once; `tests/conftest.py` says which come first.
PYTEST := $(BIN)/pytest -q -n 3 --dist loadfile --no-loadscope-reorder

test: $(VENV)/.dev lint
	$(PYTEST)

# With the long tests, which repeat what shorter ones show: on a second profile of a robot, or with another seed.
test-all: $(VENV)/.dev lint
	$(PYTEST) -m ''

# The simulated arm's tests, with the physics scaled by a millionth: no test may change.
SEEDS ?= 1 2 3 4 5 6 7 8 9 10
ARM := $(addprefix tests/,perturb worlds/panda worlds/scene worlds/ros/test_recorder_run.py agents/execution \
	agents/programs agents/robot cli/test_exit_codes.py) $(wildcard tests/cli/test_execute*.py tests/cli/test_robot*.py)

test-perturbed: $(VENV)/.dev
	@failed=0; for seed in $(SEEDS); do echo "seed $$seed"; \
		$(BIN)/pytest -q -n 2 -m '' --perturb $$seed $(ARM) || failed=1; done; exit $$failed

# Tests skip what cannot be imported, so that the arm's libraries are imported first.
test-lowest: $(LOWEST)/.dev
	$(LOWEST)/bin/python -c "import coal, ompl.geometric, pinocchio, pybullet, up_fast_downward, websockets"
	$(LOWEST)/bin/pytest -q -n 3 -m ''

# The newest versions, as they resolve today: run the tests with them before they are committed.
constraints:
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/$(PIP_INSTALL) -e '.[dev]'
	sed -n '/^#/p' constraints.txt > $(VENV)/constraints.txt
	$(BIN)/pip list --format freeze --disable-pip-version-check | grep -Ev '^(clairify-cli|pip|setuptools)=' \
		| LC_ALL=C sort -f >> $(VENV)/constraints.txt
	mv $(VENV)/constraints.txt constraints.txt

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy -n 2
	$(BIN)/lint-imports --no-cache >/dev/null || $(BIN)/lint-imports --no-cache

bench: $(VENV)/.dev
	@$(BIN)/python -m benchmarks.bench_check
	@$(BIN)/python -m benchmarks.bench_editor
	@$(BIN)/python -m benchmarks.bench_pddl
	@$(BIN)/python -m benchmarks.bench_planning --quick
	@$(BIN)/python -m benchmarks.bench_startup
	@$(BIN)/python -m benchmarks.bench_batch
	@$(BIN)/python -m benchmarks.bench_execute
	@$(BIN)/python -m benchmarks.bench_fidelity
	@$(BIN)/python -m benchmarks.bench_false_alarms

score: $(VENV)/.dev
	@$(BIN)/python -m benchmarks.score_reader
	@$(BIN)/python -m benchmarks.score_goals
	@$(BIN)/python -m benchmarks.score_domain_goals
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
	$(BIN)/python docs/rules.py
	$(BIN)/python docs/xdl.py
	$(BIN)/python docs/domains.py
	$(BIN)/python docs/options.py
	$(BIN)/python docs/documents.py

# The same pages as a site, with one for each rule and command; it loads nothing from elsewhere.
site: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

# Those of documents that are declared as dataclasses; the others are written by hand.
schemas: $(VENV)/.dev
	$(BIN)/python docs/schemas.py
	$(BIN)/python docs/documents.py

clean:
	rm -rf $(VENV) $(LOWEST) build dist site demo-out .pytest_cache .mypy_cache .ruff_cache .hypothesis
