"""The page of a text with its program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.services.errors import RequestError
from clairify_cli.services.places import target_of

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.services.parts import TextsRequest
    from clairify_cli.translate import Translation
    from clairify_cli.translate.views import Views


def views_of(request: TextsRequest, item: Input, page: str | None, format_: str, program: Path | None) -> Views:
    """Return the output files of an input; `program` is the path of its program.

    Raises `RequestError` for an invalid request, and `UnwritableError` if a file clearly cannot be written.
    """
    from clairify_cli.translate.views import PAGE_SUFFIX, Views

    if page == "-":
        raise RequestError("--page needs a file, since stdout carries the program")
    if format_ == "html":
        if page is not None:
            raise RequestError("--format html prints the page itself: leave out --page")
        return Views(program, instead=True)
    name = (program.stem if program is not None else item.stem) + PAGE_SUFFIX
    return Views(target_of(request, name, item, page, "--page"))


def shown(
    result: Translation, text: str, name: str, target: Path | None, views: Views, options: CheckOptions, *, told: bool
) -> tuple[str, tuple[str, ...]]:
    """Write the page of a translation; return the page if it goes to stdout, and the verdict if it is shown.

    `name` is the name of the text. Raises `UnwritableError`.
    """
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.fidelity.mapped.verdict import is_short, verdict
    from clairify_cli.files.encoding import as_file
    from clairify_cli.files.writing import write_text
    from clairify_cli.languages import get
    from clairify_cli.outcomes import Outcome
    from clairify_cli.translate.views import map_of

    told = told and is_short(text) and result.outcome is not Outcome.TIMEOUT
    if not (result.program and (views.wanted or told)):
        return "", ()
    called = str(target) if target is not None and not views.instead else "<program>"
    program = Source(as_file(result.program), called)
    found = map_of(result, Source(text, name), program, get("xdl"), options)
    sentences = verdict(found) if told else ()
    if not views.wanted:
        return "", sentences
    from clairify_cli.fidelity.page import page

    if views.page is None:
        return page(found), sentences
    write_text(views.page, page(found))
    return "", sentences
