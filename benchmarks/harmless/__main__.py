"""Print harmless rewritings of one kind for reading."""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.faults.__main__ import short_diff

from . import KINDS, rewrite


def main() -> None:
    """Read the command line, rewrite, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.harmless", description=__doc__)
    parser.add_argument("--programs", type=Path, required=True, help="folder of NAME.xdl")
    parser.add_argument("--texts", type=Path, help="folder of NAME.txt, needed for addition-order")
    parser.add_argument("--kind", choices=[*KINDS, "all"], default="all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=3, help="rewritings of a kind for one program")
    parser.add_argument("--show", action="store_true", help="print the changed lines; otherwise only the counts")
    arguments = parser.parse_args()
    for kind in KINDS if arguments.kind == "all" else [arguments.kind]:
        count = files = 0
        for path in sorted(arguments.programs.glob("*.xdl")):
            source = arguments.texts / f"{path.stem}.txt" if arguments.texts else None
            text = source.read_text(encoding="utf-8") if source and source.exists() else ""
            program = path.read_text(encoding="utf-8")
            rng = Random(f"{arguments.seed} {kind} {path.stem}")
            found = list(islice(rewrite(kind, program, rng, text), arguments.most))
            count, files = count + len(found), files + bool(found)
            for one in found if arguments.show else ():
                print(f"== {kind} {path.stem}: {one.what}")
                print("\n".join(short_diff(program, one.program)))
        print(f"{kind}: {count} rewritings in {files} programs")


if __name__ == "__main__":
    main()
