"""How well plans are repaired: whether repaired plans are valid, how few steps change, and how long it takes.

    python -m benchmarks.score_repair [--count 500] [--seconds 30] [--first 0]

Every repaired plan is validated against texts of the task as it stands. "Anew" is what the solver plans without the
old plan; changes are steps added and dropped against what was left of the old plan. Cases in which one of the three
came to no answer in time are said, and not compared. The ratio is of all changes anew to all of the stable plans, and
the mean is over cases where both change something. "Proven" are the changes of stable plans shown to be the fewest.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice

from benchmarks.figures import figure, share
from benchmarks.repair_cases import Case, cases, problem_text
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.planning.repair.diff import changes
from clairify_cli.planning.repair.model import GroundStep, How, Repair, step_text
from clairify_cli.planning.repair.repairing import repair
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.validate.language import PlanLanguage


@dataclass
class Tally:
    """What was counted of some cases."""

    cases: int = 0
    without: int = 0
    invalid: int = 0
    more: int = 0
    disagree: int = 0
    anew: int = 0
    default: int = 0
    stable: int = 0
    fewest: int = 0
    proven: int = 0
    ratios: list[float] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, other: Tally) -> None:
        """Count the other's cases, too."""
        for name in (
            "cases",
            "without",
            "invalid",
            "more",
            "disagree",
            "anew",
            "default",
            "stable",
            "fewest",
            "proven",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.ratios += other.ratios
        for name, found in other.seconds.items():
            self.seconds[name] += found


def is_valid(case: Case, steps: tuple[GroundStep, ...]) -> bool:
    """Whether a plan is valid for the texts of the task as it stands, and does nothing that is forbidden."""
    one = case.situation
    text = "".join(f"{step_text(step)}\n" for step in steps)
    found = PlanLanguage().check(Source(text, "repaired.plan"), CheckOptions(context=problem_text(case)))
    if any(each.is_error for each in found):
        return False
    return not any(map(one.forbidden.never, steps))


def score(case: Case, tally: Tally, limits: Limits) -> str:
    """Repair a case in three ways and count; a line about it where something is wrong."""
    made: dict[str, Repair] = {}
    ways: tuple[tuple[str, How | None, bool], ...] = (
        ("anew", How.NEW, False),
        ("default", None, False),
        ("stable", None, True),
    )
    for name, strategy, stable in ways:
        begun = time.perf_counter()
        made[name] = repair(case.situation, lambda: get("auto"), limits, strategy=strategy, stable=stable)
        tally.seconds[name].append(time.perf_counter() - begun)
    tally.cases += 1
    faults = []
    found = {name: one.steps for name, one in made.items()}
    for name, steps in found.items():
        if steps is not None and not is_valid(case, steps):
            tally.invalid += 1
            faults.append(f"{name} is invalid")
    solved = [name for name, steps in found.items() if steps is not None]
    if not solved:
        tally.without += 1
        if not any(one.no_way for one in made.values()):
            faults.append(f"no plan, unproven: {[one.solution and one.solution.message for one in made.values()]}")
    elif len(solved) < len(found):
        tally.disagree += 1
        faults.append(f"only {solved} found a plan")
    else:
        rest = case.situation.rest
        counts = {name: changes(rest, steps) for name, steps in found.items() if steps is not None}
        tally.anew += counts["anew"]
        tally.default += counts["default"]
        tally.stable += counts["stable"]
        tally.fewest += made["stable"].fewest
        tally.proven += counts["stable"] if made["stable"].fewest else 0
        if counts["anew"] and counts["stable"]:
            tally.ratios.append(counts["anew"] / counts["stable"])
        if counts["stable"] > counts["anew"]:
            tally.more += 1
            faults.append(f"stable changes {counts['stable']} steps, anew {counts['anew']}")
    return f"{case.name} {case.kind} after {case.executed}: {'; '.join(faults)}" if faults else ""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30.0, help="limit of a run of the solver")
    parser.add_argument("--minutes", type=float, default=60.0, help="end after so long, with what there is")
    parser.add_argument("--first", type=int, default=0, help="leave out so many cases before (they are made still)")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    tallies: dict[str, Tally] = defaultdict(Tally)
    until = time.monotonic() + 60 * given.minutes
    for case in islice(cases(given.first + given.count), given.first, None):
        if time.monotonic() > until:
            break
        one = Tally()
        line = score(case, one, Limits(given.seconds))
        if line or given.verbose:
            counts = f"anew {one.anew}, default {one.default}, stable {one.stable}{', proven' * one.fewest}"
            times = ", ".join(f"{found[0]:.1f}" for found in one.seconds.values())
            print(line or f"{case.name} {case.kind} after {case.executed}: {counts} ({times} s)", flush=True)
        for name in (case.name.partition("/")[0], case.kind, "all"):
            tallies[name].add(one)
    _print(tallies)
    _note(tallies["all"])


def _note(all_cases: Tally) -> None:
    count = all_cases.cases
    for name in ("without", "invalid", "more", "disagree"):
        figure(f"repair: {name}", getattr(all_cases, name), "cases", n=count, better="less")
    for name in ("default", "stable"):
        figure(f"repair: changes, {name}", getattr(all_cases, name), "steps", n=count, better="less")
    if all_cases.stable:
        figure("repair: changes anew to stable", all_cases.anew / all_cases.stable, n=count)
        share("repair: proven fewest", all_cases.proven, all_cases.stable)
    for name, found in all_cases.seconds.items():
        figure(f"repair: time, {name}", 1000 * sum(found) / len(found), "ms", n=len(found), better="less")


def _print(tallies: dict[str, Tally]) -> None:
    print(f"{'':16}{'cases':>7}{'no plan':>9}{'invalid':>9}{'> anew':>8}{'anew':>7}{'default':>9}{'stable':>8}", end="")
    print(f"{'ratio':>7}{'mean':>7}{'fewest':>8}{'proven':>8}  seconds: anew, default, stable")
    for name, one in tallies.items():
        ratio = f"{one.anew / one.stable:.1f}" if one.stable else "-"
        mean = f"{sum(one.ratios) / len(one.ratios):.1f}" if one.ratios else "-"
        proven = f"{one.proven / one.stable:.0%}" if one.stable else "-"
        times = ", ".join(f"{sum(found) / len(found):.2f}" for found in one.seconds.values())
        print(f"{name:16}{one.cases:7}{one.without:9}{one.invalid:9}{one.more:8}{one.anew:7}{one.default:9}", end="")
        print(f"{one.stable:8}{ratio:>7}{mean:>7}{one.fewest:8}{proven:>8}  {times}")


if __name__ == "__main__":
    main()
