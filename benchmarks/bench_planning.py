"""How many of the 42 problems are solved in 20 s each, and what our solver costs over Fast Downward's bare driver.

`python -m benchmarks.bench_planning` takes some minutes, most of them pyperplan's; `--quick` leaves out the largest
problem of each domain. A problem counts as solved if our validator accepts the plan. The overhead is processor time, of
ours and of all processes that ours started, less that of the driver started as from a shell on the same files with the
same search: of solving alone, and of a whole Python process that imports what it needs, solves and ends.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.problems import PlanningProblem, all_problems
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.planning.solvers import fast_downward
from clairify_cli.planning.solvers.base import Limits, Solution, SolverOutcome
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.validate.simulate import validate

SECONDS = 20.0
MEMORY_MB = 4096
ROUNDS = 7
"""Times that each small problem is solved either way for the overhead."""

BAR_SECONDS = 0.15
_SMALL = ("blocks-1", "gripper-1", "ferry-1", "elevator-1", "logistics-1", "spanner-1", "power-grid-1")

_ALONE = """
import sys
from pathlib import Path
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get
get("auto").solve(Path("domain.pddl").read_text(), Path("problem.pddl").read_text(), Limits())
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="without the largest problem of each domain")
    parser.add_argument("--solver", action="append", help="a solver to run, instead of fast-downward and pyperplan")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each problem")
    asked = parser.parse_args()
    problems = all_problems()
    if asked.quick:
        problems = [one for one in problems if one.name.endswith(("-1", "-2")) and not one.name.endswith("n-puzzle-2")]
    names = asked.solver or ["fast-downward", "pyperplan"]
    solved = dict.fromkeys(names, 0)
    started = time.monotonic()
    print(f"{'problem':18}" + "".join(f"{name:>40}" for name in names))
    for problem in problems:
        answers = []
        for name in names:
            solution = get(name).solve(problem.domain, problem.problem, Limits(asked.seconds, MEMORY_MB))
            words = _words(problem, solution)
            solved[name] += words.startswith("solved")
            answers.append(words)
        print(f"{problem.name:18}" + "".join(f"{words:>40}" for words in answers), flush=True)
    for name, count in solved.items():
        bar = "   bar: all" if name == fast_downward.NAME else ""
        print(f"solved by {name:15} {count} of {len(problems)} in {asked.seconds:g} s each{bar}")
    print(f"in all {time.monotonic() - started:.0f} s")
    over = overhead([one for one in problems if one.name in _SMALL])
    return int(solved.get(fast_downward.NAME, len(problems)) < len(problems) or over > BAR_SECONDS)


def _words(problem: PlanningProblem, solution: Solution) -> str:
    if solution.outcome is SolverOutcome.UNSUPPORTED:
        return f"lacks {solution.feature}"
    if solution.plan is None:
        return f"{solution.outcome.value} after {solution.seconds:.1f} s"
    if not _is_valid(problem, solution):
        return "INVALID PLAN"
    return f"solved, cost {solution.cost:g}, {solution.seconds:.2f} s"


def _is_valid(problem: PlanningProblem, solution: Solution) -> bool:
    assert solution.plan is not None
    domain = read(Source(problem.domain, "domain"))[0].domain
    tree = read(Source(problem.problem, "problem"))[0].problem
    assert domain is not None and tree is not None
    text = Source("\n".join(step.text for step in solution.plan.steps), "plan")
    return validate(make_task(domain, tree), read_plan(text)[0], text).is_valid


def overhead(problems: list[PlanningProblem]) -> float:
    """Print the medians of the processor seconds; return what solving costs over the bare driver."""
    rows = [_medians(problem) for problem in problems]
    over = statistics.median(inside - bare for bare, inside, _ in rows)
    print(f"processor seconds, median of {len(rows)} small problems, {ROUNDS} rounds each")
    print(f"the bare driver                  {statistics.median(bare for bare, _, _ in rows):.3f}")
    print(f"our solver over it               {over:+.3f}   bar: <= {BAR_SECONDS}")
    print(f"a whole process of ours over it  {statistics.median(alone - bare for bare, _, alone in rows):+.3f}")
    return over


def _medians(problem: PlanningProblem) -> tuple[float, float, float]:
    """The processor seconds of the bare driver, of our solver, and of a whole process with our solver."""
    solver = get(fast_downward.NAME)
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "domain.pddl").write_text(problem.domain, encoding="utf-8")
        Path(directory, "problem.pddl").write_text(problem.problem, encoding="utf-8")
        rounds = [
            (
                _cpu(lambda: _run(directory, *_BARE)),
                _cpu(lambda: solver.solve(problem.domain, problem.problem, Limits())),
                _cpu(lambda: _run(directory, "-c", _ALONE)),
            )
            for _ in range(ROUNDS)
        ]
    bare, inside, alone = (statistics.median(column) for column in zip(*rounds, strict=True))
    return bare, inside, alone


_BARE = (str(fast_downward.find()), "--plan-file", "plan", "--alias", "lama-first", "domain.pddl", "problem.pddl")


def _run(directory: str, *arguments: str) -> None:
    quiet = subprocess.DEVNULL
    subprocess.run([sys.executable, *arguments], check=True, cwd=directory, stdout=quiet, stderr=quiet)


def _cpu(work: Callable[[], object]) -> float:
    """The processor seconds of this process and its children in which something is done."""
    before = _used()
    work()
    return _used() - before


def _used() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum((usage.ru_utime + usage.ru_stime for usage in both), 0.0)


if __name__ == "__main__":
    sys.exit(main())
