"""`clairify check --source`: programs shown next to their texts, and the verdict on one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from clairify_cli.checking import Checked
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions, Language

    Beside = Callable[[Input, Source], tuple[Source, Language, CheckOptions]]
    """The text of a program, and what the program is read with."""


def refuse_views(source: str | None, map_: str | None, format_: str, kinds: Sequence[str]) -> None:
    """Raise `RequestError` for a view that there cannot be; `kinds` are the languages of the programs."""
    wanted = "--map" if map_ is not None else "--format html" if format_ == "html" else None
    if wanted is not None and any(kind != "xdl" for kind in kinds):
        raise RequestError(f"{wanted} is for XDL programs, whose steps come from words of the text")
    if wanted is not None and source is None:
        raise RequestError(f"{wanted} shows a program next to its text: name that with --source")
    if format_ == "html" and len(kinds) > 1:
        raise RequestError(f"--format html is for one program, and there are {len(kinds)}")
    if map_ == "-":
        raise RequestError("--map needs a file, since stdout carries the report")


def map_places(items: Sequence[Input], map_: str | None, *, follow: bool) -> list[Path | None]:
    """The file of the map of each program. Raises `UnwritableError` if it is clear that none can be written."""
    if map_ is None:
        return [None] * len(items)
    from clairify_cli.files.links import refuse_leaving
    from clairify_cli.files.names import UniquePaths
    from clairify_cli.files.writing import refuse_unwritable
    from clairify_cli.translate.views import MAP_SUFFIX

    is_folder = len(items) > 1 or Path(map_).is_dir() or map_.endswith(("/", "\\"))
    paths = UniquePaths()
    places = [Path(map_, f"{paths.give(item.place)}{MAP_SUFFIX}") if is_folder else Path(map_) for item in items]
    for place in places:
        if is_folder:
            refuse_leaving(place, Path(map_), follow=follow)
        refuse_unwritable(place)
    return list(places)


def show_checked(
    checked: Sequence[Checked], places: Sequence[Path | None], beside: Beside, format_: str
) -> tuple[str, tuple[str, ...]]:
    """Write the maps; the page comes back where the report is to be one, and the verdict on one program as text.

    A program that could not be read, or at which a check met a bug, is shown nowhere. Raises `UnwritableError`.
    """
    from clairify_cli.fidelity.mapped.mapping import source_map
    from clairify_cli.fidelity.mapped.verdict import is_short, verdict
    from clairify_cli.fidelity.page import page
    from clairify_cli.translate.views import Views, write_views

    is_page, is_told = format_ == "html", format_ == "text" and len(checked) == 1
    shown: tuple[str, tuple[str, ...]] = "", ()
    for one, place in zip(checked, places, strict=True):
        if one.report.error is None and (place is not None or is_page or is_told):
            text, language, options = beside(one.item, one.report.source)
            if place is not None or is_page or is_short(text.text):
                found = source_map(text, one.report.source, language, options, one.report.diagnostics)
                write_views(found, Views(map=place))
                shown = page(found) if is_page else "", verdict(found) if is_told else ()
    return shown
