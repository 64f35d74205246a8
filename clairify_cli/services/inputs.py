"""Expand the arguments of a command into inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from clairify_cli.files.inputs import Input, LeftOut, expand
from clairify_cli.services.parts import Reading

TEXT_SUFFIXES = (".txt", ".md")
"""Suffixes of the English texts that are searched for in a folder."""


def texts_in(arguments: Sequence[str], reading: Reading, remark: Callable[[str], None]) -> list[Input]:
    """Return the texts for arguments, which may be texts themselves. `remark` is told about skipped links."""
    return found_inputs(arguments, TEXT_SUFFIXES, follow=reading.follow_links, remark=remark, allow_text=True)


def found_inputs(
    arguments: Sequence[str],
    suffixes: Sequence[str],
    *,
    follow: bool,
    remark: Callable[[str], None],
    allow_text: bool = False,
    left_out: LeftOut | None = None,
) -> list[Input]:
    """Return the inputs, with a remark about links skipped because they lead out of the searched folder.

    With `follow`, links are followed.
    """
    leaving: list[Path] = []
    found = expand(arguments, suffixes, allow_text=allow_text, leaving=None if follow else leaving, left_out=left_out)
    if leaving:
        several = f"{len(leaving)} links that lead" if len(leaving) > 1 else "a link that leads"
        remark(f"skipped {several} out of the folder searched ({leaving[0]}); --follow-links follows them")
    return found
