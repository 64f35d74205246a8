"""Identify findings by rule and content, for baselines, and for servers that read SARIF.

A fingerprint stays the same when lines are added above a finding or the file is moved; it changes with the line that
the finding is about.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Source

_VERSION = 1


class BaselineError(Exception):
    """A baseline cannot be read; the message is one sentence."""


def fingerprints(source: Source, diagnostics: Iterable[Diagnostic]) -> list[str]:
    """Return the fingerprint of each finding in a text, in the order given; equal ones are numbered."""
    from hashlib import blake2b

    times: Counter[str] = Counter()
    made = []
    for one in diagnostics:
        content = " ".join(source.line(one.span.line).split())
        digest = blake2b(f"{one.code}\0{content}".encode("utf-8", "replace"), digest_size=8).hexdigest()
        times[digest] += 1
        made.append(f"{one.code}:{digest}:{times[digest]}")
    return made


def baseline_text(found: Iterable[tuple[str, list[str]]], folder: Path) -> str:
    """Return the findings of files as a baseline; file names are relative to its `folder` if below it."""
    files = {name_from(file, folder): sorted(prints) for file, prints in found if prints}
    return json.dumps({"version": _VERSION, "findings": dict(sorted(files.items()))}, indent=1) + "\n"


def read_baseline(text: str) -> dict[str, frozenset[str]]:
    """Return the fingerprints by file name. Raises `BaselineError`."""
    try:
        read = json.loads(text)
        if read["version"] != _VERSION:
            raise BaselineError(f"it is of version {read['version']!r}, and this is version {_VERSION}")
        return {str(file): frozenset(map(str, prints)) for file, prints in read["findings"].items()}
    except BaselineError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BaselineError("it is not a baseline, which `clairify check --write-baseline FILE` writes") from None


def name_from(file: str, folder: Path) -> str:
    """Return the path of a file relative to a folder if it is below it, otherwise absolute."""
    path, folder = Path(os.path.abspath(file)), Path(os.path.abspath(folder))  # noqa: PTH100 - links kept, `..` gone
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.as_posix()
