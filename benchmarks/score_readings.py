"""Programs that were called faithful, and what chemists say of them: how often the verdict was wrong and silent.

`readings/NAME/` holds programs that had exit code 0 when they were written, and `verdicts.tsv`, a line a reading: name,
reader, `right`, `details` (no other product, amount or hazard) or `wrong`, and the reader's remarks.
`python -m benchmarks.score_readings` gives, for each folder, how many were wrong when they were written (of programs
with two readers, by both), and how many of the wrong ones have an error today. The checks may have been tuned on a
folder since it was read; its README says so.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import defaultdict
from pathlib import Path

from benchmarks.bench_fidelity import errors
from benchmarks.figures import share
from benchmarks.shared_data import DATA

HERE = Path(__file__).parent / "readings"
_Z = 1.96
"""Of the interval with 95 % of the normal distribution."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds chem-rnd")
    parser.add_argument("--silent", action="store_true", help="name the wrong programs without an error today")
    asked = parser.parse_args()
    if not asked.data.is_dir():
        sys.exit(f"there is no folder {asked.data}; name it with --data")
    for folder in sorted(path for path in HERE.iterdir() if path.is_dir()):
        read = readings(folder)
        wrong = [name for name, verdicts in read.items() if all(one == "wrong" for one in verdicts)]
        agreed = sum(len({one == "wrong" for one in verdicts}) == 1 for verdicts in read.values())
        low, high = wilson(len(wrong), len(read))
        print(f"{folder.name}: wrong {len(wrong)} of {len(read)} ({low:.0%} to {high:.0%}), readers agree on {agreed}")
        silent = [name for name in wrong if not _errors(asked.data, folder, name)]
        kind = [name for name in read if name not in wrong and _errors(asked.data, folder, name)]
        print(f"    today: {len(wrong) - len(silent)} of the wrong ones and {len(kind)} of the others have an error")
        share(f"readings, {folder.name}: wrong programs with an error", len(wrong) - len(silent), len(wrong))
        others = len(read) - len(wrong)
        share(f"readings, {folder.name}: other programs with an error", len(kind), others, better="less")
        if asked.silent:
            print(f"    silent: {' '.join(silent)}")


def readings(folder: Path) -> dict[str, list[str]]:
    """The verdicts of a folder by the name of the program."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in (folder / "verdicts.tsv").read_text(encoding="utf-8").splitlines():
        name, _, verdict, _ = line.split("\t", 3)
        found[name].append(verdict)
    return found


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The interval of a share after Wilson (1927), with 95 %."""
    if of == 0:
        return 0.0, 1.0
    share, scale = hits / of, 1 + _Z**2 / of
    middle = share + _Z**2 / (2 * of)
    half = _Z * math.sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2))
    return (middle - half) / scale, (middle + half) / scale


def _errors(data: Path, folder: Path, name: str) -> bool:
    own = folder / f"{name}.txt"  # of texts that are in no data set
    text = (own if own.exists() else data / "chem-rnd" / own.name).read_text(encoding="utf-8")
    return bool(errors(text, (folder / f"{name}.xdl").read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
