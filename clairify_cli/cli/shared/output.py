"""The output of a command: the artefact on stdout, everything else on stderr."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.files.encoding import Decoded, Encoding

_STDOUT = "to standard output"


def print_out(text: str, encoding: Encoding | None = None) -> None:
    """Write the artefact to stdout with its own line endings, in UTF-8 or the encoding given, whatever the locale.

    On a terminal it is what the terminal can show. A closed pipe is not an error. Raises
    `UnwritableError`.
    """
    from clairify_cli.files.encoding import UTF8
    from clairify_cli.files.reading import reason_of
    from clairify_cli.files.writing import UnwritableError, encoded

    if sys.stdout is None:
        raise UnwritableError(_STDOUT, "it is closed")
    try:
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None or sys.stdout.isatty():
            sys.stdout.write(text)
        else:
            buffer.write(encoded(_STDOUT, text, encoding or UTF8))
        sys.stdout.flush()
    except BrokenPipeError:
        discard_stdout()
    except OSError as error:
        discard_stdout()
        raise UnwritableError(_STDOUT, reason_of(error)) from None


def print_changed(changed: Decoded) -> None:
    """Write a text to stdout that was changed, in the encoding it was found in. Raises `UnwritableError`."""
    from clairify_cli.files.writing import encoding_for

    print_out(changed.text, encoding_for(_STDOUT, changed))


def discard_stdout() -> None:
    """Let nothing more be written to stdout, so that the interpreter does not complain when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(problem: object) -> None:
    """A sentence to stderr about what went wrong."""
    inform(f"clairify: {problem}")


def inform(sentence: str) -> None:
    """A sentence to stderr. A name or a reply in it cannot drive the terminal."""
    from clairify_cli.diagnostics.render.characters import visible

    say(visible(sentence))


def silent(_sentence: str) -> None:
    """A sentence that nobody wants to be told."""


def say(message: str) -> None:
    """A line to stderr, where everything goes that is not the artefact."""
    if sys.stderr is None:
        return
    from clairify_cli.files.addresses import without_secrets

    with contextlib.suppress(OSError):  # nobody can be told then
        print(without_secrets(message), file=sys.stderr, flush=True)


def say_interrupted() -> None:
    """Say that Ctrl-C ended the command, below the `^C` that a terminal shows."""
    say(("\n" if is_terminal("stderr") else "") + "clairify: interrupted")


def wants_color(stream_name: str) -> bool:
    """Whether to colour what goes to `stdout` or `stderr`: on a terminal, unless NO_COLOR says otherwise."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal(stream_name)


def is_terminal(stream_name: str) -> bool:
    """Whether `stdout` or `stderr` is a terminal."""
    stream = getattr(sys, stream_name)
    return stream is not None and bool(stream.isatty())


def folded(text: str, stream_name: str) -> str:
    """A report with its sentences broken between words where `stdout` or `stderr` is a terminal that is narrower.

    Lines of a file that are shown, and the carets below them, stay as they are.
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
    """Rule codes with how often each occurs: `XDL112, XDL304 ×2`."""
    return counted_codes_of({code: codes.count(code) for code in sorted(set(codes))})


def counted_codes_of(counts: Mapping[str, int]) -> str:
    """The same of codes that have been counted."""
    return ", ".join(code if count == 1 else f"{code} ×{count}" for code, count in counts.items())
