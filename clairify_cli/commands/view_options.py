"""Options that ask for views of a text with its program: the source map and the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_files
from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.translate import Translation
    from clairify_cli.translate.views import Views

F = TypeVar("F", bound=Callable[..., object])


def view_options(command: F) -> F:
    """`--map`, `--page`, `--format`."""
    for option in (
        declare.runs(
            "--format",
            "format_",
            type=click.Choice(("xdl", "html")),
            default="xdl",
            help="What to hand out: the program, or for one input the page of --page instead.",
        ),
        declare.writes(
            "--page",
            metavar="PATH",
            shell_complete=complete_files,
            help="Write text and steps side by side to an HTML page; for several inputs, a folder.",
        ),
        declare.writes(
            "--map",
            "map_",
            metavar="PATH",
            shell_complete=complete_files,
            help="Write which words each step came from, as JSON; for several inputs, a folder.",
        ),
    ):
        command = option(command)
    return command


def views_of(
    items: Sequence[Input], map_: str | None, page: str | None, format_: str, programs: Sequence[Path | None]
) -> list[Views]:
    """What is to be written for each input; `programs` is where the programs go.

    Raises `RequestError` for what cannot be asked for, and `UnwritableError` where it is plain that a file cannot
    be written.
    """
    from clairify_cli.translate.views import MAP_SUFFIX, PAGE_SUFFIX, Views

    for option, value in (("--map", map_), ("--page", page)):
        if value == "-":
            raise RequestError(f"{option} needs a file, since stdout carries the program")
    if format_ == "html":
        if len(items) > 1:
            raise RequestError("--format html is for one input: for several, name a folder with --page")
        if page is not None:
            raise RequestError("--format html hands out the page itself: leave out --page")
        pages, instead = list(programs), True
    else:
        pages, instead = _places(items, page, PAGE_SUFFIX, programs), False
    maps = _places(items, map_, MAP_SUFFIX, programs)
    return [Views(one, two, instead) for one, two in zip(maps, pages, strict=True)]


def _places(
    items: Sequence[Input], path: str | None, suffix: str, programs: Sequence[Path | None]
) -> list[Path | None]:
    """The file of a view for each input: in a folder, it has the name of the program."""
    from clairify_cli.commands.options import follows_links
    from clairify_cli.files.links import refuse_leaving
    from clairify_cli.files.writing import refuse_unwritable

    if path is None:
        return [None] * len(items)
    is_folder = len(items) > 1 or Path(path).is_dir() or path.endswith(("/", "\\"))
    made: list[Path | None] = []
    for item, program in zip(items, programs, strict=True):
        target = Path(path, (program.stem if program is not None else item.stem) + suffix) if is_folder else Path(path)
        if is_folder:
            refuse_leaving(target, Path(path), follow=follows_links())
        refuse_unwritable(target)
        made.append(target)
    return made


def show(result: Translation, text: str, name: str, target: Path | None, views: Views, options: CheckOptions) -> None:
    """Write the views of a translation; `name` is that of the text. Raises `UnwritableError`."""
    from clairify_cli.commands.output import hand_out
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.encoding import as_file
    from clairify_cli.languages import get
    from clairify_cli.translate.views import map_of, write_views

    shown = str(target) if target is not None and not views.instead else "<program>"
    program = Source(as_file(result.program), shown)
    found = map_of(result, Source(text, name), program, get("xdl"), options)
    write_views(found, views)
    if views.instead and views.page is None:
        from clairify_cli.fidelity.page import page

        hand_out(page(found))
