"""How well plans are repaired: whether repaired plans are valid, how few steps change, and how long it takes.

    python -m benchmarks.score_repair [--count 500] [--seconds 10] [--first 0]

Every repaired plan is validated against texts of the task as it stands. "Anew" is what the solver plans without the
old plan; changes are steps added and dropped against what was left of the old plan. Cases in which only one of the two
came to an answer in time are said, and not compared. The ratio is of all changes anew to all of the repairs, and the
mean is over cases where both change something. "Fewest" are the changes of the best plan where the search proves it
with ten times the time, and "of these" is the ratio of the repairs to them; of two plans that a repair offers, the one
with fewer changes counts there. "Longer" counts repairs that cost over 1.2 times the new plan, with no other offered.
Seconds are of the wall clock and of the processor, including the solvers'.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import defaultdict
from dataclasses import dataclass, field, replace
from itertools import islice

from benchmarks.figures import figure
from benchmarks.repair_cases import Case, cases, problem_text
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.planning.ground.bits import ground_small
from clairify_cli.planning.repair.closest import SECONDS, closest
from clairify_cli.planning.repair.diff import changes
from clairify_cli.planning.repair.model import Found, GroundStep, cost_of, step_text
from clairify_cli.planning.repair.repairing import WORTH, new_plan, repair
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.validate.language import PlanLanguage

TIMES = 10
"""How much more time than a repair the search for the fewest changes has."""

WORSE = ("without", "invalid", "more", "disagree", "longer")
"""What is wrong with a repair, or unknown."""
COUNTS = (*WORSE, "cases", "anew", "repaired", "proven", "fewest", "made")


@dataclass
class Tally:
    """What was counted of some cases."""

    cases: int = 0
    without: int = 0
    invalid: int = 0
    more: int = 0
    disagree: int = 0
    anew: int = 0
    repaired: int = 0
    longer: int = 0
    proven: int = 0
    fewest: int = 0
    made: int = 0
    ratios: list[float] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, other: Tally) -> None:
        """Count the other's cases, too."""
        for name in COUNTS:
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
    """Repair a case in both ways and count; a line about it where something is wrong."""
    one, made = case.situation, {}
    for name, way in (("anew", new_plan), ("repaired", repair)):
        begun = time.perf_counter(), _cpu()
        made[name] = way(one, lambda: get("auto"), limits)
        tally.seconds[name].append(time.perf_counter() - begun[0])
        tally.seconds[f"{name}, processor"].append(_cpu() - begun[1])
    tally.cases += 1
    faults = []
    found = {name: each.steps for name, each in made.items()}
    for name, steps in found.items():
        if steps is not None and not is_valid(case, steps):
            tally.invalid += 1
            faults.append(f"{name} is invalid")
    anew, repaired = found.values()
    if anew is None and repaired is None:
        tally.without += 1
        if not any(each.no_way for each in made.values()):
            faults.append(f"no plan, unproven: {[each.solution and each.solution.message for each in made.values()]}")
    elif anew is None or repaired is None:
        tally.disagree += 1
        faults.append(f"only {'the repair' if anew is None else 'the new one'} is a plan")
    else:
        count, other = changes(one.rest, repaired), changes(one.rest, anew)
        tally.anew, tally.repaired = other, count
        if count and other:
            tally.ratios.append(other / count)
        if count > other:
            tally.more += 1
            faults.append(f"the repair changes {count} steps, anew {other}")
        costs = cost_of(one, repaired), cost_of(one, anew)
        if count and costs[0] is not None and costs[1] is not None and costs[0] > WORTH * costs[1]:
            tally.longer += 1
            faults.append(f"the repair costs {costs[0]:g}, anew {costs[1]:g}")
        near = made["repaired"].other  # what is offered beside a plan that costs much less
        count = count if near is None else changes(one.rest, near)
        best = Found(repaired, True)
        if count and not made["repaired"].fewest:
            now = replace(one.task, init=one.now.atoms, notes={})
            best = closest(one, ground_small(now, without=one.forbidden.never), Limits(600), seconds=TIMES * SECONDS)
        if best.proven and best.steps is not None:
            tally.proven, tally.made, tally.fewest = 1, count, changes(one.rest, best.steps)
            if tally.fewest < count:
                faults.append(f"the repair changes {count} steps, at least {tally.fewest}")
    return f"{case.name} {case.kind} after {case.executed}: {'; '.join(faults)}" if faults else ""


def _cpu() -> float:
    """Seconds of the processor so far, including those of processes that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0, help="limit of a run of the solver")
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
            counts = f"anew {one.anew}, repaired {one.repaired}, fewest {one.fewest if one.proven else '?'}"
            times = ", ".join(f"{found[0]:.1f}" for found in one.seconds.values())
            print(line or f"{case.name} {case.kind} after {case.executed}: {counts} ({times} s)", flush=True)
        for name in (case.name.partition("/")[0], case.kind, "all"):
            tallies[name].add(one)
    _print(tallies)
    _note(tallies["all"])


def _note(all_cases: Tally) -> None:
    count = all_cases.cases
    for name in WORSE:
        figure(f"repair: {name}", getattr(all_cases, name), "cases", n=count, better="less")
    figure("repair: changes", all_cases.repaired, "steps", n=count, better="less")
    if all_cases.repaired:
        figure("repair: changes anew to repaired", all_cases.anew / all_cases.repaired, n=count)
    if all_cases.fewest:
        figure("repair: changes to the fewest", all_cases.made / all_cases.fewest, n=all_cases.proven, better="less")
    for name, found in all_cases.seconds.items():
        figure(f"repair: time, {name}", 1000 * sum(found) / len(found), "ms", n=len(found), better="less")
        figure(f"repair: longest, {name}", 1000 * max(found), "ms", n=len(found), better="less")


def _print(tallies: dict[str, Tally]) -> None:
    print(
        f"{'':16}{'cases':>7}{'no plan':>9}{'invalid':>9}{'> anew':>8}{'longer':>8}{'anew':>7}{'repaired':>10}", end=""
    )
    print(
        f"{'ratio':>7}{'mean':>7}{'proven':>8}{'fewest':>8}{'of these':>10}  mean and most seconds, wall and processor:"
        f" {', '.join(tallies['all'].seconds)}"
    )
    for name, one in tallies.items():
        ratio = f"{one.anew / one.repaired:.1f}" if one.repaired else "-"
        mean = f"{sum(one.ratios) / len(one.ratios):.1f}" if one.ratios else "-"
        best = f"{one.made / one.fewest:.3f}" if one.fewest else "-"
        times = ", ".join(f"{sum(found) / len(found):.2f} {max(found):.1f}" for found in one.seconds.values())
        print(f"{name:16}{one.cases:7}{one.without:9}{one.invalid:9}{one.more:8}{one.longer:8}{one.anew:7}", end="")
        print(f"{one.repaired:10}{ratio:>7}{mean:>7}{one.proven:8}{one.fewest:8}{best:>10}  {times}")


if __name__ == "__main__":
    main()
