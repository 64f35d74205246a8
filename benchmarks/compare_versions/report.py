"""What a comparison is told as: a summary, the first differences, and a folder with all of them."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.compare_versions.allowance import Entry
from benchmarks.compare_versions.comparing import Comparison, Difference
from benchmarks.compare_versions.invocation import Invocation


def write(folder: Path, result: Comparison) -> None:
    """Write a file with the diffs of each invocation, and `summary.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in result.differences:
        name = one.invocation.id.replace("/", "--")
        (folder / f"{name}.diff").write_text(_shown(one), encoding="utf-8")
    made = {
        "same": result.same,
        "allowed": result.allowed,
        "different": {one.invocation.id: sorted(one.diffs) for one in result.differences},
        "failed": result.failed,
        "seconds": {id: [round(one, 3) for one in both] for id, both in sorted(result.seconds.items())},
        "exit": dict(sorted(result.codes.items())),
    }
    (folder / "summary.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def tell(result: Comparison, skipped: Sequence[Invocation], stale: Sequence[Entry], show: int, lines: int = 60) -> None:
    """Print the first differences and what there is in all."""
    for one in result.differences[:show]:
        shown = _shown(one).splitlines()
        print("\n".join(shown[:lines]))
        if len(shown) > lines:
            print(f"... and {len(shown) - lines:,} more lines")
        print()
    for one in result.differences[show:]:
        print(f"differs: {one.invocation.id}: {', '.join(one.diffs)}")
    for entry in stale:
        print(f"stale: no difference needs the allowance for {entry}")
    for sentence in result.failed:
        print(f"not judged: {sentence}")
    for other in skipped:
        print(f"skipped: {other.id}: {other.missing}", file=sys.stderr)
    print(
        f"{result.same:,} the same, {result.allowed:,} different as allowed, {len(result.differences):,} different, "
        f"{len(result.failed):,} not judged, {len(skipped):,} skipped; "
        f"{result.kept:,} of the old version from the cache"
    )


def tell_uncovered(options: Sequence[str]) -> None:
    """Print the options that no invocation brought further than to a wrong use: their recordings are worth little."""
    if options:
        print(f"always ended as a wrong use: {', '.join(options)}")


def _shown(difference: Difference) -> str:
    invocation = difference.invocation
    typed = [shlex.join(("clairify", *words)) if not invocation.shell else words[0] for words in invocation.commands]
    head = "".join(f"$ {one}\n" for one in typed)
    return f"=== {invocation.id}\n{head}" + "".join(difference.diffs.values())
