"""Print faults of one kind for reading."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from . import KINDS, inject


def short_diff(before: str, after: str) -> Iterator[str]:
    """The changed lines only."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return (line.rstrip() for line in lines if not line.startswith(("---", "+++", "@@")))


def split_text(text: str) -> str:
    """A text with one sentence on a line, so that a diff is short."""
    return text.replace(". ", ".\n").replace(", and then", ",\nand then")


def main() -> None:
    """Read the command line, inject, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("--texts", type=Path, required=True, help="folder of NAME.txt")
    parser.add_argument("--programs", type=Path, required=True, help="folder of NAME.xdl")
    parser.add_argument("--kind", choices=[*KINDS, "all"], default="all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=3, help="faults of a kind for one program")
    parser.add_argument("--show", action="store_true", help="print the changed lines; otherwise only the counts")
    arguments = parser.parse_args()
    for kind in KINDS if arguments.kind == "all" else [arguments.kind]:
        count = files = 0
        for path in sorted(arguments.programs.glob("*.xdl")):
            source = arguments.texts / f"{path.stem}.txt"
            if not source.exists():
                continue
            text, program = source.read_text(encoding="utf-8"), path.read_text(encoding="utf-8")
            found = list(inject(kind, text, program, Random(f"{arguments.seed} {kind} {path.stem}"), arguments.most))
            count, files = count + len(found), files + bool(found)
            for fault in found if arguments.show else ():
                print(f"== {kind} {path.stem}: {fault.what}")
                print("\n".join(short_diff(program, fault.program)))
                print("\n".join(short_diff(split_text(text), split_text(fault.text))))
        print(f"{kind}: {count} faults in {files} programs")


if __name__ == "__main__":
    main()
