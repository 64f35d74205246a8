"""Planners that hang, fork, eat memory, flood and crash: each ends in one sentence, and nothing of it is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.planning.solvers import process
from clairify_cli.planning.solvers.base import Limits, Solution, SolverOutcome
from clairify_cli.planning.solvers.command import parse
from planning.leftovers import processes_in, wait_for, wait_until_empty, wait_until_none
from planning.tasks import CHAIN, chain

FAKE = Path(__file__).parents[2] / "fakes" / "planner.py"

pytestmark = pytest.mark.usefixtures("workspaces")


def solve(
    behaviour: str,
    seconds: float = 20,
    memory_mb: int = 1024,
    *,
    plan_file: bool = True,
    stop: threading.Event | None = None,
) -> Solution:
    plan = " {plan} {seconds}" if plan_file else ""
    solver = parse(f"{sys.executable} {FAKE} {behaviour} {{domain}} {{problem}}{plan}")
    return solver.solve(CHAIN, chain("(r o)"), Limits(seconds, memory_mb), stop=stop)


def steps(solution: Solution) -> list[str]:
    assert solution.plan is not None
    return [step.text for step in solution.plan.steps]


@pytest.mark.parametrize(("behaviour", "plan_file"), stored(__file__, "a_plan_comes_through"))
def test_a_plan_comes_through(behaviour: str, plan_file: bool) -> None:
    solution = solve(behaviour, plan_file=plan_file)
    assert solution.outcome is SolverOutcome.SOLVED
    assert steps(solution) == ["(a o)", "(b o)"]
    assert solution.cost == 2
    assert solution.message == "planner.py found a plan of 2 steps"
    assert solution.seconds < 10


@pytest.mark.parametrize("behaviour", ["sleep", "ignore_term", "fork_and_stay"])
def test_time_is_kept(behaviour: str) -> None:
    started = time.monotonic()
    solution = solve(behaviour, seconds=0.7)
    assert solution.outcome is SolverOutcome.TIMEOUT
    assert solution.message == "planner.py found no plan within 0.7 s, which leaves open whether there is one"
    assert 0.7 <= time.monotonic() - started < 10  # many times what ending it takes; by itself it would take minutes


def test_a_planner_that_keeps_the_time_itself() -> None:
    assert solve("until_its_limit", seconds=1.05).outcome is SolverOutcome.TIMEOUT


def test_memory_is_kept() -> None:
    solution = solve("eat_memory", memory_mb=200)
    assert solution.outcome is SolverOutcome.OUT_OF_MEMORY
    assert solution.message == "planner.py used up its 200 MB of memory, which leaves open whether there is a plan"


def test_memory_is_measured_where_no_limit_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psutil")
    monkeypatch.setattr(process, "_WATCHES", True)
    solution = solve("eat_memory_and_wait", memory_mb=200)
    assert solution.outcome is SolverOutcome.OUT_OF_MEMORY
    assert solution.message == "planner.py used up its 200 MB of memory, which leaves open whether there is a plan"
    assert solve("write_plan", memory_mb=200).outcome is SolverOutcome.SOLVED


def test_too_little_memory_even_to_start() -> None:
    solution = solve("write_plan", memory_mb=8)
    assert solution.outcome in (SolverOutcome.OUT_OF_MEMORY, SolverOutcome.CRASHED)
    assert solution.plan is None


@pytest.mark.parametrize(
    ("behaviour", "plan_file", "outcome", "message"),
    stored(__file__, "without_a_plan"),
)
def test_without_a_plan(behaviour: str, plan_file: bool, outcome: str, message: str) -> None:
    solution = solve(behaviour, plan_file=plan_file)
    assert (solution.outcome, solution.message) == (SolverOutcome[outcome], message)
    assert solution.plan is None and solution.cost is None


@pytest.mark.parametrize("behaviour", ["write_broken_plan", "write_binary_plan"])
def test_a_file_that_is_no_plan(behaviour: str) -> None:
    solution = solve(behaviour)
    assert solution.outcome is SolverOutcome.CRASHED
    assert solution.message.startswith("what planner.py wrote is not a plan: ")
    assert "\n" not in solution.message


def test_the_last_of_several_plans_counts_though_the_time_is_up() -> None:
    solution = solve("better_and_better", seconds=1.5)
    assert solution.outcome is SolverOutcome.SOLVED
    assert steps(solution) == ["(a o)", "(b o)"]
    assert solution.message == "planner.py found a plan of 2 steps before its time was up"


def test_the_last_lines_are_kept() -> None:
    assert solve("fail").detail == "cannot do that"


def test_stopping() -> None:
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    solution = solve("ignore_term", stop=stop)
    assert solution.outcome is SolverOutcome.INTERRUPTED
    assert solution.message == "planner.py was stopped before it had an answer"
    assert solution.seconds < 3


_SOLVE = """
import sys
from clairify_cli.planning.solvers import process
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.command import parse
try:
    parse(f"{sys.executable} {sys.argv[1]} fork_and_stay {{domain}} {{problem}}").solve("", "", Limits(60))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_when_we_are_ended_the_planner_ends(number: signal.Signals, workspaces: Path) -> None:
    ours = subprocess.Popen([sys.executable, "-c", _SOLVE, str(FAKE)], stdout=subprocess.PIPE, text=True)
    wait_for(workspaces, "python")
    time.sleep(0.5)
    assert len(processes_in(workspaces)) >= 2
    ours.send_signal(number)
    printed, _ = ours.communicate(timeout=10)
    assert wait_until_none(workspaces) == {}
    assert wait_until_empty(workspaces)
    if number == signal.SIGINT:
        assert (ours.returncode, printed) == (0, "interrupted\n")


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_killed_supervisor_takes_the_planner_along(workspaces: Path) -> None:
    answers: list[Solution] = []
    thread = threading.Thread(target=lambda: answers.append(solve("ignore_term")))
    thread.start()
    planner = wait_for(workspaces, "python")
    time.sleep(0.3)
    planner = max(processes_in(workspaces))
    supervisor = int(Path(f"/proc/{planner}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(supervisor, signal.SIGKILL)
    thread.join(10)
    assert [answer.outcome for answer in answers] == [SolverOutcome.CRASHED]
    assert wait_until_none(workspaces) == {}


def test_files_that_an_engine_leaves_are_removed() -> None:
    """Engines write to the temporary folder, which is the folder of their own run."""
    leave = "import os, tempfile; print(os.getcwd(), tempfile.mkdtemp())"
    with process.workspace("", "") as directory:
        said = process.run([sys.executable, "-c", leave], directory, Limits(10, 500)).stdout.split()
        assert Path(said[1]).parent == directory == Path(said[0])
    assert not Path(said[1]).exists()
