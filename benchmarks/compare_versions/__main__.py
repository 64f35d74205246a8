"""Compares an old version of the command line with a new one, over recorded invocations of all commands.

Both run every invocation in a fresh folder with the same files, offline; stdout, stderr, the exit code and all files
that are written are compared. Exit code: 0 no difference beyond the allowance, 1 there are differences or entries of
the allowance that nothing needs, 2 usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from benchmarks.compare_versions import allowance, report, sides
from benchmarks.compare_versions.comparing import Comparer, compare_all
from benchmarks.compare_versions.invocation import Invocation, chosen
from benchmarks.compare_versions.options import uncovered
from benchmarks.compare_versions.outcome import Cache
from benchmarks.compare_versions.recorded import invocations

ALLOWED = Path(__file__).with_name("allowed.toml")


def main(arguments: list[str] | None = None) -> int:
    """Compare; the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        made = allowance.read(asked.allow)
        wanted = chosen(invocations(), asked.only)
        if asked.list:
            print("\n".join(one.id for one in wanted))
            return 0
        if not wanted:
            print(f"clairify-compare: no invocation fits {' '.join(asked.only)}", file=sys.stderr)
            return 2
        old = sides.set_up("old", asked.old, asked.cache)
        new = sides.set_up("new", asked.new, asked.cache)
    except (allowance.AllowanceError, sides.SideError) as error:
        print(f"clairify-compare: {error}", file=sys.stderr)
        return 2
    return _compare(asked, made, old, new, wanted)


def _compare(
    asked: argparse.Namespace, made: allowance.Allowance, old: sides.Side, new: sides.Side, wanted: list[Invocation]
) -> int:
    here = [one for one in wanted if not one.missing]
    skipped = [one for one in wanted if one.missing]
    cache = Cache(asked.cache / "outcomes" / old.commit, sides.surroundings()) if old.commit else None
    result, interrupted = compare_all(
        lambda running: Comparer(old, new, running, made, cache), here, asked.jobs, not asked.quiet
    )
    whole = not asked.only and not interrupted
    stale = made.stale(one.id for one in skipped) if whole else []
    folder = asked.report or asked.cache / "reports" / time.strftime("%Y%m%d-%H%M%S")
    report.write(folder, result)
    report.tell(result, skipped, stale, asked.show)
    if whole:
        report.tell_uncovered(uncovered(here, result.codes))
    print(f"report: {folder}")
    if interrupted:
        print("clairify-compare: interrupted; this is what was found until then", file=sys.stderr)
        return 130
    return 1 if result.differences or result.failed or stale else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m benchmarks.compare_versions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--old", required=True, metavar="REF", help="tag, commit or folder of the old version")
    parser.add_argument("--new", default=str(sides.ROOT), metavar="REF", help="the same of the new one (this tree)")
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help="only invocations with such ids")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="invocations at a time")
    parser.add_argument("--allow", type=Path, default=ALLOWED, metavar="FILE", help="differences that are meant")
    parser.add_argument("--report", type=Path, metavar="FOLDER", help="where the diffs go (a folder of the cache)")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="print so many differences")
    parser.add_argument("--cache", type=Path, default=sides.cache_folder(), metavar="FOLDER")
    parser.add_argument("--list", action="store_true", help="print the ids and run nothing")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    return parser


if __name__ == "__main__":
    sys.exit(main())
