"""Views of a text with its program: the source map and the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.services.errors import RequestError
from clairify_cli.services.places import target_of

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.translate import Translation
    from clairify_cli.translate.views import Views


def views_of(
    item: Input, map_: str | None, page: str | None, format_: str, program: Path | None, *, follow: bool
) -> Views:
    """Return the output files of an input; `program` is the path of its program.

    Raises `RequestError` for an invalid request, and `UnwritableError` if a file clearly cannot be written.
    """
    from clairify_cli.translate.views import MAP_SUFFIX, PAGE_SUFFIX, Views

    for option, value in (("--map", map_), ("--page", page)):
        if value == "-":
            raise RequestError(f"{option} needs a file, since stdout carries the program")

    def place(path: str | None, suffix: str) -> Path | None:
        """The file of a view: in a folder, it has the name of the program."""
        name = (program.stem if program is not None else item.stem) + suffix
        return target_of(path, name, (), follow_links=follow) if path is not None else None

    map_place = place(map_, MAP_SUFFIX)
    if format_ != "html":
        return Views(map_place, place(page, PAGE_SUFFIX))
    if page is not None:
        raise RequestError("--format html prints the page itself: leave out --page")
    return Views(map_place, program, instead=True)


def shown(
    result: Translation, text: str, name: str, target: Path | None, views: Views, options: CheckOptions, *, told: bool
) -> tuple[str, tuple[str, ...]]:
    """Write the views of a translation; return the page if it goes to stdout, and the verdict if it is shown.

    `name` is the name of the text. Raises `UnwritableError`.
    """
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.fidelity.mapped.verdict import is_short, verdict
    from clairify_cli.files.encoding import as_file
    from clairify_cli.languages import get
    from clairify_cli.outcomes import Outcome
    from clairify_cli.translate.views import map_of, write_views

    told = told and is_short(text) and result.outcome is not Outcome.TIMEOUT
    if not (result.program and (views.wanted or told)):
        return "", ()
    called = str(target) if target is not None and not views.instead else "<program>"
    program = Source(as_file(result.program), called)
    found = map_of(result, Source(text, name), program, get("xdl"), options)
    write_views(found, views)
    sentences = verdict(found) if told else ()
    if not views.instead or views.page is not None:
        return "", sentences
    from clairify_cli.fidelity.page import page

    return page(found), sentences
