"""Speed of the PDDL checks, against the time in which tarski and the `pddl` package only parse the same files.

Run with `make bench`. The files are our own domains with their problems, and pairs that language models wrote; a pair
is left out where one of the three cannot read it. Ours is the whole check, all rules, of both texts, each with the
other as its context. Times are the best of several runs of process CPU time on one core; the ratio is what counts.
tarski's are those of a process that has parsed the files before: its parser learns, and takes up to three times as long
for the first file of a process. The peers read files and so do we. What a check keeps of a text it keeps for that one
`Source`, so that a domain is read once for itself and for its problem; every run makes its sources anew, and nothing is
known to it from the run before.

Two more tables compare with Fast Downward's translator, each run in a process of its own: a whole check of a problem of
160,000 lines with its parser, in time and memory, and our grounding of the benchmark problems with all that it does.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import json
import logging
import os
import random
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from benchmarks.problems import all_problems
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

ROOT = Path(__file__).parents[1]
Files = tuple[Path, Path]
Run = Callable[[Files], object]


def best(run: Run, files: Sequence[Files], repeat: int) -> float:
    """The least CPU time of several runs over all files, in seconds."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        for one in files:
            run(one)
        times.append(time.process_time() - start)
    return min(times)


def check(files: Files) -> object:
    """All our checks of a domain and a problem."""
    domain, problem = (Source(path.read_text(encoding="utf-8"), path.name) for path in files)
    pddl = get("pddl")
    return [
        *pddl.check(domain, CheckOptions(context=(problem,))),
        *pddl.check(problem, CheckOptions(context=(domain,))),
    ]


def parse_tarski(files: Files) -> object:
    """Parse both with tarski."""
    from tarski.io import PDDLReader

    return PDDLReader(raise_on_error=True).read_problem(*map(str, files))


def parse_pddl(files: Files) -> object:
    """Parse both with the `pddl` package."""
    reader = import_module("pddl")  # mypy would take `tests/pddl` for it
    return reader.parse_domain(str(files[0])), reader.parse_problem(str(files[1]))


PEERS: tuple[tuple[str, Run, float], ...] = (("tarski", parse_tarski, 20), ("pddl", parse_pddl, 5))


def reads(files: Files) -> bool:
    """Whether both peers read the files."""
    for _, run, _ in PEERS:
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                run(files)
        except Exception:
            return False
    return True


def own_files() -> list[Files]:
    """Our domains, each with its problems."""
    return [
        (domain, problem)
        for domain in sorted((ROOT / "domains").glob("*.pddl"))
        for problem in sorted((ROOT / "domains" / "problems" / domain.stem).glob("*.pddl"))
    ]


def written_pairs(data: Path, folder: Path, most: int) -> list[Files]:
    """Pairs that language models wrote, put into files; every so many of them."""
    path = data / "pddl-llm" / "pairs.jsonl.gz"
    if not path.is_file():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    made = []
    for pair in pairs[:: len(pairs) // most]:
        files = (folder / f"{pair['id']}-domain.pddl", folder / f"{pair['id']}-problem.pddl")
        files[0].write_text(pair["domain"], encoding="utf-8")
        files[1].write_text(pair["problem"], encoding="utf-8")
        made.append(files)
    return made


CHECK = """
import sys
from pathlib import Path
from benchmarks.bench_pddl import check
check((Path(sys.argv[1]), Path(sys.argv[2])))
"""
PARSE = """
import sys
from fast_downward.translate import options
options.set_options(sys.argv[1:3])
from fast_downward.translate import pddl_parser
pddl_parser.open(*sys.argv[1:3])
"""
GROUND = """
import sys
from pathlib import Path
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.task import task_of
from clairify_cli.planning.ground.bits import ground_small
task = task_of(*(Source(Path(one).read_text(encoding="utf-8"), one) for one in sys.argv[1:3]))
assert task is not None
try:
    ground_small(task)
except ValueError as error:
    sys.exit(str(error))
"""
TRANSLATE = "import runpy; runpy.run_module('fast_downward.translate', run_name='__main__')"


def alone(code: str, files: Files, repeat: int = 3) -> tuple[float, float, bool]:
    """CPU seconds and MB of a process that runs a program over two files, the least of several; whether it succeeds."""
    found = []
    for _ in range(repeat):
        command = [sys.executable, "-c", code, *map(str, files), "--sas-file", os.devnull]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        found.append((used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode == 0))
    return min(one for one, _, _ in found), min(one for _, one, _ in found), all(one for _, _, one in found)


def large(folder: Path) -> Files:
    """A problem of 160,000 lines, with its domain."""
    dice, count = random.Random(1), 20_000
    places = [f"place{number}" for number in range(count)]
    boxes = [f"box{number}" for number in range(count)]
    lines = ["(define (problem large) (:domain moving)", "(:objects"]
    lines += [*(f"{one} - place" for one in places), *(f"{one} - box" for one in boxes), ")", "(:init"]
    lines += [f"(road {one} {dice.choice(places)})" for one in places * 4] + [
        f"(at {one} {places[0]})" for one in boxes
    ]
    lines += [")", "(:goal (and", *(f"(at {one} {dice.choice(places)})" for one in boxes), ")))"]
    files = folder / "moving.pddl", folder / "large.pddl"
    files[0].write_text(
        "(define (domain moving) (:requirements :typing) (:types place box)\n"
        "(:predicates (road ?a ?b - place) (at ?x - box ?a - place))\n"
        "(:action move :parameters (?x - box ?a ?b - place) :precondition (and (at ?x ?a) (road ?a ?b))\n"
        ":effect (and (at ?x ?b) (not (at ?x ?a)))))\n",
        encoding="utf-8",
    )
    files[1].write_text("\n".join(lines) + "\n", encoding="utf-8")
    return files


def against_fast_downward(folder: Path) -> None:
    """Print both tables."""
    files = large(folder)
    ours, theirs = alone(CHECK, files), alone(PARSE, files)
    print(f"\n{'a problem of 160,000 lines':36} {'check':>10} {'its parser':>11} {'ratio':>7}   (bar: 1.6)")
    print(f"{'seconds':36} {ours[0]:10.2f} {theirs[0]:11.2f} {ours[0] / theirs[0]:7.2f}")
    print(f"{'MB':36} {ours[1]:10.0f} {theirs[1]:11.0f} {ours[1] / theirs[1]:7.2f}")
    print(f"\n{'grounding, seconds of a process':36} {'ours':>10} {'translator':>11} {'ratio':>7}")
    for one in [each for each in all_problems() if each.name.endswith(("-2", "-3"))][::3]:
        files = folder / "domain.pddl", folder / "problem.pddl"
        for path, source in zip(files, (one.domain, one.problem), strict=True):
            path.write_text(getattr(source, "text", source), encoding="utf-8")
        ours, theirs = alone(GROUND, files, 1), alone(TRANSLATE, files, 1)
        too_large = "" if ours[2] else "   too large for ours"
        print(f"{one.name:36} {ours[0]:10.2f} {theirs[0]:11.2f} {ours[0] / theirs[0]:7.2f}{too_large}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds pddl-llm")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    print("PDDL checks, all rules, against parsing alone (CPU time for a domain with a problem, best of runs)\n")
    print(f"{'what':36} {'pairs':>6} {'ours':>10} {'tarski':>10} {'ratio':>7} {'pddl':>10} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        rows = (
            ("our domains and problems", own_files()),
            ("written by language models", written_pairs(asked.data, Path(folder), 60)),
        )
        for name, files in rows:
            readable = [one for one in files if reads(one)]
            if not readable:
                print(f"{name:36} none that all three read")
                continue
            ours = best(check, readable, 7) / len(readable)
            line = f"{name:36} {len(readable):6} {ours * 1e3:7.2f} ms"
            for _, run, _ in PEERS:
                theirs = best(run, readable, 2) / len(readable)
                line += f" {theirs * 1e3:7.1f} ms {theirs / ours:6.1f}x"
            print(line)
        print("\nbars: 20x faster than tarski, 5x faster than pddl")
        against_fast_downward(Path(folder))


if __name__ == "__main__":
    main()
