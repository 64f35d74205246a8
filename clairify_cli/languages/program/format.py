"""Programs in canonical form: double quotes, four spaces, assertions in one spelling; comments are kept."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.program.printing import program_text
from clairify_cli.languages.program.reader import read


def format_program(source: Source) -> str:
    """Return the program in canonical form. Raises `ValueError` with one sentence if it cannot be read."""
    program, found = read(source)
    for one in found:
        if one.is_error:
            raise ValueError(f"line {one.span.line}: {one.message}")
    if program is None:
        raise ValueError("there is no program in it")
    return program_text(program)
