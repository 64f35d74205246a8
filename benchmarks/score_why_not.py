"""Explanations of unsolvable problems, on the 1,500 model-written pairs, against Fast Downward's translator.

Prints how many of the pairs that the translator accepts and proves unsolvable by its relaxation are found unreachable
here, how many that a planner has solved are called so (none may be), whether every cause named is true, how many more
are shown to have no plan because parts of their goal exclude each other, and the time.
The translator is run anew, a process for each pair, which takes minutes; `--labels FILE` keeps its verdicts for the
next run. Run as `python -m benchmarks.score_why_not [--labels FILE]`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import figure, share
from benchmarks.shared_data import DATA
from benchmarks.why_repairs import each_cause_is_true, rounds_to_reach
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.planning.explain.model import Verdict
from clairify_cli.planning.explain.rules import LONGEST, findings
from clairify_cli.planning.explain.why_not import explain

ACCEPTED, RELAXED, REFUSED = "accepted", "relaxed-unsolvable", "refused"


@dataclass(frozen=True)
class Pair:
    """A domain and a problem that a model wrote; `solved` says whether a planner found a plan for them."""

    id: str
    domain: str
    problem: str
    solved: bool


def pairs() -> list[Pair]:
    """The pairs of the shared data."""
    with gzip.open(DATA / "pddl-llm" / "pairs.jsonl.gz", "rt", encoding="utf-8") as lines:
        made = (json.loads(line) for line in lines)
        return [Pair(one["id"], one["domain"], one["problem"], bool(one["solved"])) for one in made]


def translated(pair: Pair) -> str:
    """What Fast Downward's translator says of a pair."""
    with tempfile.TemporaryDirectory() as folder:
        domain, problem = Path(folder, "domain.pddl"), Path(folder, "problem.pddl")
        domain.write_text(pair.domain, encoding="utf-8")
        problem.write_text(pair.problem, encoding="utf-8")
        command = [sys.executable, "-m", "fast_downward.translate", str(domain), str(problem)]
        command += ["--sas-file", str(Path(folder, "out.sas"))]
        run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=folder)
    if run.returncode != 0:
        return REFUSED
    return RELAXED if "No relaxed solution" in run.stdout else ACCEPTED


def verdicts(given: list[Pair], kept: Path | None) -> dict[str, str]:
    """The translator's verdicts by pair, from `kept` where that file is there, else worked out and put there."""
    if kept is not None and kept.exists():
        found: dict[str, str] = json.loads(kept.read_text(encoding="utf-8"))
        return found
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = dict(zip((one.id for one in given), pool.map(translated, given), strict=True))
    if kept is not None:
        kept.write_text(json.dumps(found), encoding="utf-8")
    return found


def task_of(pair: Pair) -> tuple[Task, Source, Source] | None:
    """The task of a pair with its texts; None where the reader finds no domain or no problem in them."""
    domain, problem = Source(pair.domain, "domain.pddl"), Source(pair.problem, "problem.pddl")
    first, second = read(domain)[0].domain, read(problem)[0].problem
    return None if first is None or second is None else (make_task(first, second), domain, problem)


def main() -> None:
    """Score and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--labels", type=Path, help="a file that keeps the translator's verdicts")
    parser.add_argument("--count", type=int, help="so many pairs from the beginning (default: all)")
    parser.add_argument("--show", action="store_true", help="print every explanation")
    options = parser.parse_args()
    given = pairs()[: options.count]
    labels = verdicts(given, options.labels)
    counts: Counter[str] = Counter()
    seconds, worst = 0.0, 0.0
    for pair in given:
        made = task_of(pair)
        if made is None:
            counts["not readable"] += 1
            continue
        start = time.process_time()
        why = explain(*made)
        found = findings(why)
        took = time.process_time() - start
        seconds, worst = seconds + took, max(worst, took)
        counts["explained or not"] += 1
        counts["long"] += sum(len(one.message) > LONGEST for one in found)
        hints = [one.hint for one in found if one.hint]
        counts["said again"] += len(hints) - len(set(hints))
        label = labels[pair.id]
        unreachable = why.verdict is Verdict.UNREACHABLE
        if label == ACCEPTED and why.verdict is Verdict.EXCLUSIVE:
            counts["exclusive"] += 1
            counts["wrongly exclusive"] += pair.solved
        if label == ACCEPTED and unreachable:
            counts["stronger"] += 1
            counts["wrong"] += pair.solved
        if label != RELAXED:
            continue
        counts["relaxed"] += 1
        counts["found"] += unreachable
        counts["explained"] += bool(found) and len(found) >= min(len(why.goals), 1)
        failing = each_cause_is_true(made[0], why)
        counts["true"] += not failing
        rounds = rounds_to_reach(made[0], why)
        counts["reached"] += rounds is not None
        counts["reached at once"] += rounds == 1
        if failing or rounds is None or options.show:
            print(f"{pair.id}: rounds {rounds}", *failing, sep="\n    ")
            for one in found if options.show else ():
                print(f"  {one.span.line}:{one.span.column} {one.code} {one.message}\n      {one.hint}")
    _print(counts, seconds, worst)


def _print(counts: Counter[str], seconds: float, worst: float) -> None:
    relaxed = counts["relaxed"]
    print(f"pairs read: {counts['explained or not']}, not readable: {counts['not readable']}")
    print(f"relaxed-unsolvable by Fast Downward's translator: {relaxed}")
    print(f"  found unreachable:                  {counts['found']}/{relaxed}")
    print(f"  explained:                          {counts['explained']}/{relaxed}")
    print(f"  every cause named is true:          {counts['true']}/{relaxed}")
    print(f"  mending what is named reaches it:   {counts['reached']}/{relaxed}")
    print(f"  ... in one round:                   {counts['reached at once']}/{relaxed}")
    print(
        f"accepted by the translator, unreachable here: {counts['stronger']}, of these with a plan: {counts['wrong']}"
    )
    print(
        f"... goals that exclude each other: {counts['exclusive']}, of these with a plan: {counts['wrongly exclusive']}"
    )
    print(f"messages over {LONGEST} characters: {counts['long']}, hints said twice of one pair: {counts['said again']}")
    for name in ("found", "explained", "true", "reached", "reached at once"):
        share(f"why not: {name}", counts[name], relaxed)
    for name in ("wrong", "wrongly exclusive", "long", "said again"):
        figure(f"why not: {name}", counts[name], n=counts["explained or not"], better="less")
    figure("why not: goals that exclude each other", counts["exclusive"], n=counts["explained or not"])
    figure("why not: CPU time", seconds, "s", n=counts["explained or not"], better="less")
    print(f"CPU time: {seconds:.2f} s for all, {worst * 1000:.0f} ms for the slowest")


if __name__ == "__main__":
    main()
