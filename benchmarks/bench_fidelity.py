"""What the verdict sees of faults in right programs, and what it says wrongly of right ones.

`python -m benchmarks.bench_fidelity` takes the programs of `right/development`, or with `--locked` the others. A fault
is seen if the faulty program has an error that the right one has not; only errors count, since only errors reach a
model and the exit code. A rewriting that changes nothing must have no new error. The programs that the offline reader
writes for the texts of `fidelity-pairs.txt`, which somebody has read and found right, must have none either.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import faults, harmless
from benchmarks.figures import figure, share
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.reader.protocol import read_to_xdl

HERE = Path(__file__).parent
SEED = 20231


@dataclass(frozen=True, slots=True)
class Pair:
    """A text and a right program for it."""

    name: str
    text: str
    program: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds chem-rnd and chem-edu")
    parser.add_argument("--locked", action="store_true", help="judge the locked half of the right programs")
    parser.add_argument("--seed", type=int, default=SEED, help="what the faults are drawn with")
    parser.add_argument("--most", type=int, default=3, help="faults of a kind for a program")
    parser.add_argument("--kinds", default="", help="only these kinds of faults, with commas")
    parser.add_argument("--missed", action="store_true", help="show faults that were not seen, and false errors")
    asked = parser.parse_args()
    if not asked.data.is_dir():
        sys.exit(f"there is no folder {asked.data}; name it with --data")
    part = "locked" if asked.locked else "development"
    right = {pair.name: (pair, errors(pair.text, pair.program)) for pair in programs(asked.data, part)}
    shown = asked.missed and not asked.locked
    _false_alarms(part, list(right.values()), shown)
    _read(asked.data)
    for kind in [one for one in asked.kinds.split(",") if one] or faults.KINDS:
        seen, made = 0, 0
        for pair, known in right.values():
            chance = random.Random(f"{asked.seed} {kind} {pair.name}")
            for fault in faults.inject(kind, pair.text, pair.program, chance, asked.most):
                made += 1
                if errors(fault.text, fault.program) - known:
                    seen += 1
                elif shown:
                    print(f"  missed in {pair.name}: {fault.what}")
        share(f"fidelity, {part}: {kind} seen", seen, made)
        print(f"{kind:25} {seen} of {made} = {seen / max(made, 1):.1%}")
    _rewritten(part, asked.seed, asked.most, list(right.values()), shown)


def programs(data: Path, part: str) -> Iterator[Pair]:
    """The right programs with their texts."""
    for path in sorted((HERE / "right" / part).glob("*.xdl")):
        folder, _, name = path.stem.rpartition("-")
        text = (data / folder / f"{name}.txt").read_text(encoding="utf-8", errors="replace")
        yield Pair(path.stem, text, path.read_text(encoding="utf-8"))


def errors(text: str, program: str) -> Counter[str]:
    """The errors of a program, the language's own and those of fidelity."""
    source, language, options = Source(program, "program"), get("xdl"), CheckOptions()
    found = (*language.check(source, options), *check_fidelity(source, Source(text, "text"), language, options))
    return Counter(f"{one.code} {one.message}" for one in found if one.is_error)


def _false_alarms(part: str, right: list[tuple[Pair, Counter[str]]], shown: bool) -> None:
    bad = [pair.name for pair, found in right if found]
    print(f"right programs ({part}) with an error   {len(bad)} of {len(right)}  {bad}")
    share(f"fidelity, {part}: right programs with an error", len(bad), len(right), better="less")
    for pair, found in right if shown else ():
        for one in found:
            print(f"  {pair.name}: {one}")


def _read(data: Path) -> None:
    """The programs of the offline reader that somebody has found right."""
    pairs: list[Pair] = []
    for line in (HERE / "fidelity-pairs.txt").read_text(encoding="utf-8").splitlines():
        name = line.partition("#")[0].strip()
        if name:
            text = (data / name).read_text(encoding="utf-8", errors="replace")
            result = read_to_xdl(text, Constraints(), name)
            if not result.reading.unread:
                pairs.append(Pair(name, text, result.xdl))
    bad = [pair.name for pair in pairs if errors(pair.text, pair.program)]
    started = time.process_time()
    for pair in pairs:
        errors(pair.text, pair.program)
    seconds = time.process_time() - started
    print(f"read programs with an error   {len(bad)} of {len(pairs)}  {bad}")
    print(f"checked with their texts   {len(pairs) / max(seconds, 1e-9):.0f} a second")
    share("fidelity: read programs with an error", len(bad), len(pairs), better="less")
    figure("fidelity: time of a pair", 1000 * seconds / max(len(pairs), 1), "ms", n=len(pairs), better="less")


def _rewritten(part: str, seed: int, most: int, right: list[tuple[Pair, Counter[str]]], shown: bool) -> None:
    """Rewritings that change nothing must not change which rules find something."""
    for kind in harmless.KINDS:
        wrong, made = 0, 0
        for pair, known in right:
            codes = Counter(one[:6] for one in known.elements())
            rewritings = harmless.rewrite(kind, pair.program, random.Random(f"{seed} {kind} {pair.name}"), pair.text)
            for _, one in zip(range(most), rewritings, strict=False):
                made += 1
                new = errors(pair.text, one.program)
                if Counter(each[:6] for each in new.elements()) - codes:
                    wrong += 1
                    if shown:
                        print(f"  {kind} of {pair.name}: {', '.join(new - known)}")
        share(f"fidelity, {part}: {kind} with a new error", wrong, made, better="less")
        print(f"harmless: {kind:15} {wrong} of {made} with a new error")


if __name__ == "__main__":
    main()
