"""Runs all scores, one after another, and prints one table: reader, checks, planner, games, arm, repair and bridge.

    python -m benchmarks.score_all --json before.json          # as `make score-all` does; 60 to 90 min
    python -m benchmarks.score_all --json again.json           # how far two runs of one version are apart
    python -m benchmarks.score_all --json after.json --compare before.json again.json

A row is worse where it is worse than in all files to compare with by more than these are apart; with one file, where it
is worse at all. `--read FILE` takes what `--json` wrote instead of running anything. `--quick` runs each score at its
smallest size, which shows that it works and says nothing else. What a script prints goes to a file in `--logs`. Exit
code: 0, 1 where a row is worse or gone or a score failed, 2 for a wrong use.
"""

from __future__ import annotations

import argparse
import fnmatch
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.figures import VARIABLE, Better
from benchmarks.shared_data import DATA

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Part:
    """A score: the command after `python -m benchmarks.`, the same at its smallest size, and what it needs."""

    name: str
    command: str
    quick: str = ""
    needs: tuple[str, ...] = ()
    """Packages, programs (`java`) and `data`."""


PARTS = (
    Part("reader", "score_reader", needs=("data",)),
    Part("goals", "score_goals", needs=("data",)),
    Part("domain-goals", "score_domain_goals", needs=("fast_downward",)),
    Part("said", "score_said", "score_said --scenes blocks", ("up_fast_downward",)),
    Part(
        "policies", "score_policies", "score_policies --games 1 --policies react+pv --worlds coin_collector", ("data",)
    ),
    Part("goal-fidelity", "score_goal_fidelity", needs=("data",)),
    Part("pddl", "score_pddl", "score_pddl --count 40", ("data", "fast_downward")),
    Part("why-not", "score_why_not", "score_why_not --count 60", ("data", "fast_downward")),
    Part("beyond", "score_beyond", "score_beyond counters match-cellar", ("up_aries", "up_kairos")),
    Part("validator", "score_validator --scale 0.5", "score_validator --scale 0.01", ("data", "tarski")),
    Part("programs", "score_programs --seeds 2", "score_programs --seeds 1 --tasks apple-away"),
    Part("fidelity", "bench_fidelity", needs=("data",)),
    Part("authors", "score_authors"),
    Part("readings", "score_readings", needs=("data",)),
    Part("elsewhere", "score_elsewhere"),
    Part("false-alarms", "bench_false_alarms", needs=("data",)),
    Part("repair", "score_repair --count 150 --minutes 10", "score_repair --count 2", ("up_fast_downward",)),
    Part(
        "games",
        "score_worlds --only alfworld coin_collector household written",
        "score_worlds --only household written",
        ("data",),
    ),
    Part("games-express", "score_worlds --only coin speed", "", ("textworld_express", "java")),
    Part("games-textworld", "compare_textworld 3", "compare_textworld 60 5", ("textworld", "data")),
    Part("arm", "score_execute --seeds 0", "score_execute --seeds 0 --texts exp4", ("pybullet", "data")),
    Part("arm-doses", "bench_pour --doses 12", "bench_pour --doses 1", ("pybullet",)),
    Part("arm-carries", "bench_carry --carries 40", "bench_carry --carries 2", ("pybullet",)),
    Part("arm-clearing", "score_clearing --scenes 6", "score_clearing --scenes 1", ("pybullet",)),
    Part("arm-faults", "score_replan_panda --runs 6", "score_replan_panda --runs 1", ("pybullet",)),
    Part("arm-trials", "score_tuning -j 2 --runs 2", "score_tuning", ("pybullet",)),
    Part(
        "bridge-texts",
        "score_ros texts exp4 exp31",
        "score_ros texts exp4 --robots franka-ros2",
        ("websockets", "data"),
    ),
    Part("bridge-stops", "score_ros stops --times 8", "score_ros stops --times 1", ("pybullet", "websockets")),
    Part("bridge-busy", "score_ros busy --times 40 --others 4", "score_ros busy --times 2 --others 1", ("websockets",)),
    Part("bridge-stream", "score_ros stream --times 2", "score_ros stream --times 1 --seconds 1", ("websockets",)),
    Part("bridge-faults", "score_ros faults", "", ("websockets",)),
    Part("bridge-latency", "score_ros latency", "score_ros latency --times 1", ("websockets",)),
)


@dataclass(frozen=True)
class Row:
    """A figure of `n` cases, and how long the score that it belongs to took (s)."""

    part: str
    name: str
    value: float
    unit: str
    n: int
    seconds: float
    better: Better


def missing(part: Part) -> str:
    """What a score needs and is not there; empty where it can be run."""
    for need in part.needs:
        if need == "data":
            if not DATA.is_dir():
                return "the shared data"
        elif not (shutil.which(need) if need == "java" else importlib.util.find_spec(need)):
            return need
    return ""


def run(part: Part, command: str, log: Path) -> tuple[list[Row], str]:
    """The rows of a score, and what went wrong with it."""
    module, *arguments = command.split()
    with tempfile.TemporaryDirectory() as folder, log.open("wb") as said:
        figures = Path(folder) / "figures.jsonl"
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{module}", *arguments],
            cwd=ROOT,
            env={**os.environ, VARIABLE: str(figures)},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            check=False,
        )
        seconds = time.monotonic() - begun
        lines = figures.read_text(encoding="utf-8").splitlines() if figures.exists() else []
    rows = [Row(part=part.name, seconds=round(seconds, 1), **json.loads(line)) for line in lines]
    if done.returncode not in (0, 1) or not rows:
        return rows, f"exit code {done.returncode}; {log} says why"
    return rows, ""


def read(path: Path) -> list[Row]:
    """The rows that `--json` wrote. Raises `ValueError` or `OSError`."""
    return [Row(**one) for one in json.loads(path.read_text(encoding="utf-8"))["rows"]]


def verdict(row: Row, before: Sequence[float]) -> str:
    """`worse` where a row is beyond all that was before by more than that is apart; `better` likewise, or empty."""
    if not before or not row.better:
        return ""
    apart, sign = max(before) - min(before), 1 if row.better == "more" else -1
    values = [sign * one for one in before]
    if sign * row.value < min(values) - apart - 1e-9:
        return "worse"
    return "better" if sign * row.value > max(values) + apart + 1e-9 else ""


def table(rows: Iterable[Row], before: Sequence[Mapping[str, Row]] = ()) -> list[str]:
    """The table, a line each; with a column for each file to compare with, and the verdict."""
    head = "".join(f"{'before':>12}" for _ in before)
    lines = [f"{'figure':86}{head}{'value':>12} {'unit':7}{'n':>7}{'seconds':>9}"]
    for row in rows:
        old = "".join(f"{_number(one[row.name].value) if row.name in one else '-':>12}" for one in before)
        said = verdict(row, [one[row.name].value for one in before if row.name in one])
        line = f"{row.name[:85]:86}{old}{_number(row.value):>12} {row.unit:7}{row.n:7,}{row.seconds:9.1f}  {said}"
        lines.append(line.rstrip())
    return lines


def gone(rows: Iterable[Row], before: Sequence[Mapping[str, Row]]) -> list[str]:
    """Figures that there were and are no longer."""
    there = {row.name for row in rows}
    return sorted({name for one in before for name in one} - there)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) and abs(value) < 1e9 else f"{value:,.3f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and compare; the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        before = [{row.name: row for row in read(path)} for path in asked.compare]
        rows, failed = (read(asked.read), []) if asked.read else _run_all(asked)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"score_all: a file cannot be read: {error}", file=sys.stderr)
        return 2
    if asked.json:
        asked.json.write_text(json.dumps({"rows": [asdict(row) for row in rows]}, indent=1) + "\n", encoding="utf-8")
    print("\n".join(table(rows, before)))
    chosen = [name for name in gone(rows, before) if not asked.only]
    for name in chosen:
        print(f"gone: {name}")
    for sentence in failed:
        print(f"failed: {sentence}")
    worse = [row for row in rows if verdict(row, [one[row.name].value for one in before if row.name in one]) == "worse"]
    if before:
        print(f"{len(worse)} of {len(rows)} rows are worse")
    return 1 if worse or chosen or failed else 0


def _run_all(asked: argparse.Namespace) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    failed: list[str] = []
    asked.logs.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        if asked.only and not any(fnmatch.fnmatchcase(part.name, glob) for glob in asked.only):
            continue
        if lacking := missing(part):
            print(f"{part.name}: left out, there is no {lacking}", file=sys.stderr)
            continue
        command = (part.quick or part.command) if asked.quick else part.command
        print(f"{part.name}: {command}", file=sys.stderr, flush=True)
        found, wrong = run(part, command, asked.logs / f"{part.name}.txt")
        rows += found
        failed += [f"{part.name}: {wrong}"] if wrong else []
    return rows, failed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m benchmarks.score_all", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", default=[], metavar="GLOB", help=", ".join(one.name for one in PARTS))
    parser.add_argument("--quick", action="store_true", help="each score at its smallest size")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to FILE")
    parser.add_argument("--read", type=Path, metavar="FILE", help="take the rows from FILE and run nothing")
    parser.add_argument("--compare", type=Path, nargs="+", default=[], metavar="FILE", help="what was before")
    parser.add_argument("--logs", type=Path, default=Path(tempfile.gettempdir()) / "clairify-scores", metavar="FOLDER")
    return parser


if __name__ == "__main__":
    sys.exit(main())
