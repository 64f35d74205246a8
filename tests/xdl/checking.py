"""Checking a text in a test: the verdict, in bounded time, with places that lie inside the text."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints

NOTHING = Constraints()
ROOT = Path(__file__).resolve().parents[2]


def check(
    text: str, dialect: str | None = None, constraints: Constraints = NOTHING, *, name: str = "program.xdl"
) -> list[Diagnostic]:
    """Every finding of a text."""
    return get("xdl").check(Source(text, name), CheckOptions(dialect, constraints))


def codes(found: list[Diagnostic]) -> set[str]:
    """The codes of the errors."""
    return {one.code for one in found if one.is_error}


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Stop the block and fail when it takes longer, in CPU time, so that a busy machine does not count."""

    def late(signum: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except TimeoutError as error:
        raise AssertionError(str(error)) from None  # the place where the signal came says nothing
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def assert_places_lie_inside(text: str, found: list[Diagnostic]) -> None:
    """Spans, related spans and edits lie inside of the text, and lines and columns agree with offsets."""
    source = Source(text)
    for one in found:
        for span in (one.span, *(r.span for r in one.related)):
            _assert_span(source, span)
        edits = sorted((e.start, e.end) for e in one.fix.edits) if one.fix else []
        assert all(0 <= start <= end <= len(text) for start, end in edits), one
        assert all(a[1] <= b[0] for a, b in pairwise(edits)), one


def _assert_span(source: Source, span: Span) -> None:
    assert 0 <= span.start <= span.end <= len(source.text), span
    for offset, line, column in ((span.start, span.line, span.column), (span.end, span.end_line, span.end_column)):
        assert line == source.text.count("\n", 0, offset) + 1, span
        assert column == offset - (source.text.rfind("\n", 0, offset) + 1) + 1, span


def in_other_process(path: Path, hash_seed: str) -> bytes:
    """The findings of a file, a line each, as another Python process with that hash seed prints them."""
    program = (
        "import sys; from clairify_cli.languages import get; from clairify_cli.languages.base import CheckOptions;"
        "from clairify_cli.diagnostics.model import Source; from pathlib import Path;"
        "text = Path(sys.argv[1]).read_bytes().decode('utf-8');"
        "[print(d) for d in get('xdl').check(Source(text, 'a.xdl'), CheckOptions())]"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8", "PATH": ""},
    )
    return done.stdout
