"""The output of a command: the artefact on stdout, everything else on stderr."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.files.encoding import Decoded, Encoding

_STDOUT = "to standard output"


def print_out(text: str, encoding: Encoding | None = None, *, rendered: bool = False) -> None:
    """Write the artefact to stdout with its own line endings, in UTF-8 or the given encoding, whatever the locale.

    On a terminal, the terminal's encoding is used, and everything that a terminal would act on is escaped, unless the
    text is `rendered`, which may have colours and contains only escaped quotations. A closed pipe is not an error.
    Raises `UnwritableError`.
    """
    from clairify_cli.files.encoding import UTF8
    from clairify_cli.files.reading import reason_of
    from clairify_cli.files.writing import UnwritableError, encoded

    if sys.stdout is None:
        raise UnwritableError(_STDOUT, "it is closed")
    try:
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None or sys.stdout.isatty():
            sys.stdout.write(text if rendered or buffer is None else _harmless(text))
        else:
            buffer.write(encoded(_STDOUT, text, encoding or UTF8))
        sys.stdout.flush()
    except BrokenPipeError:
        discard_stdout()
    except OSError as error:
        discard_stdout()
        raise UnwritableError(_STDOUT, reason_of(error)) from None


def _harmless(text: str, *, colored: bool = False) -> str:
    """Return a text without anything that a terminal acts on, except line feeds, tabs and, if `colored`, colours."""
    if text.replace("\n", "").isprintable():
        return text
    import re

    from clairify_cli.diagnostics.render.characters import visible

    kept = re.compile(r"(\r?\n|\t|\x1b\[[0-9;]*m)" if colored else r"(\r?\n|\t)")
    return "".join(part if at % 2 else visible(part) for at, part in enumerate(kept.split(text)))


def print_changed(changed: Decoded) -> None:
    """Write a changed text to stdout in its original encoding. Raises `UnwritableError`."""
    from clairify_cli.files.writing import encoding_for

    print_out(changed.text, encoding_for(_STDOUT, changed))


def discard_stdout() -> None:
    """Redirect stdout to the null device, so that the interpreter does not complain when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(problem: object) -> None:
    """Print a sentence about a problem to stderr."""
    inform(f"clairify: {problem}")


def inform(sentence: str) -> None:
    """Print a sentence to stderr, with control characters escaped, since it may contain file names or replies."""
    from clairify_cli.diagnostics.render.characters import visible

    say(visible(sentence))


def silent(_sentence: str) -> None:
    """Ignore a sentence."""


def say(message: str) -> None:
    """Print a line to stderr, where everything except the artefact goes."""
    if sys.stderr is None:
        return
    from clairify_cli.files.addresses import without_secrets

    # Colours are ours, but tables and questions may quote names.
    shown = _harmless(message, colored=True) if is_terminal("stderr") else message
    with contextlib.suppress(OSError):  # stderr is broken, so the failure cannot be reported
        print(without_secrets(shown), file=sys.stderr, flush=True)


def say_interrupted() -> None:
    """Print that Ctrl-C ended the command, on the line below the `^C` that a terminal shows."""
    say(("\n" if is_terminal("stderr") else "") + "clairify: interrupted")


def wants_color(stream_name: str) -> bool:
    """Whether to colour output to `stdout` or `stderr`: on a terminal or with FORCE_COLOR, but not with NO_COLOR."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal(stream_name)


def is_terminal(stream_name: str) -> bool:
    """Whether `stdout` or `stderr` is a terminal."""
    stream = getattr(sys, stream_name)
    return stream is not None and bool(stream.isatty())


class Line:
    """A line on a terminal that is rewritten in place."""

    def __init__(self, *, quiet: bool) -> None:
        self.moving = is_terminal("stderr") and not quiet and os.environ.get("TERM") != "dumb"
        self._is_shown = False

    def show(self, text: str) -> None:
        """Show the text, cut to the width of the terminal."""
        if self.moving:
            self._is_shown = True
            print(f"\r\x1b[K{text[: max(10, columns() - 1)]}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Remove the line."""
        if self._is_shown:
            self._is_shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def columns() -> int:
    """Return the width of the terminal on stderr."""
    if not os.environ.get("COLUMNS", "").isdigit():
        try:
            return os.get_terminal_size(sys.stderr.fileno()).columns or 80
        except (OSError, ValueError, AttributeError):
            pass
    import shutil

    return shutil.get_terminal_size().columns


def folded(text: str, stream_name: str) -> str:
    """Wrap the sentences of a report between words if `stdout` or `stderr` is a terminal too narrow for them.

    Quoted lines of a file, and the carets below them, stay as they are.
    """
    if not is_terminal(stream_name):
        return text
    import re
    import shutil

    width = shutil.get_terminal_size().columns
    ansi, excerpt = re.compile(r"\x1b\[[0-9;]*m"), re.compile(r"\s*\d*\s*\|")

    def fold(line: str) -> str:
        plain = ansi.sub("", line)
        if len(plain) <= width or excerpt.match(plain):
            return line
        indent = " " * (plain.find(": ") + 2 if plain.lstrip().startswith("= ") else 4)
        kept, at = [""], 0
        for word in line.split(" "):
            length = len(ansi.sub("", word))
            if at and at + length > width:
                kept.append(indent)
                at = len(indent)
            kept[-1] += word + " "
            at += length + 1
        return "\n".join(one.rstrip() for one in kept)

    return "\n".join(map(fold, text.split("\n")))


def counted_codes(codes: list[str]) -> str:
    """List rule codes with their counts: `XDL112, XDL304 ×2`."""
    return counted_codes_of({code: codes.count(code) for code in sorted(set(codes))})


def counted_codes_of(counts: Mapping[str, int]) -> str:
    """The same for codes that have already been counted."""
    return ", ".join(code if count == 1 else f"{code} ×{count}" for code, count in counts.items())


def aligned(rows: Sequence[Sequence[str]], *, left: Collection[int]) -> list[str]:
    """Return a line for each row, with columns of fixed width; those in `left` are left-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_cell(one, widths[at], at in left) for at, one in enumerate(row)).rstrip() for row in rows]


def room_for(rows: Sequence[Sequence[str]], at: int, width: int, narrowest: int) -> int:
    """Return the most characters that column `at` may have for rows to fit into `width`."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return max(narrowest, width - sum(widths) + widths[at] - 2 * (len(widths) - 1))


def _cell(text: str, width: int, is_left: bool) -> str:
    return text.ljust(width) if is_left else text.rjust(width)
