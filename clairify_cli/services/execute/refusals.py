"""Refuse invalid requests before anything moves, and list the files that a request reads and writes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.services.batch.run import batch_folder, outputs
from clairify_cli.services.errors import RequestError
from clairify_cli.services.execute.request import FILMS, SUFFIX, ExecuteRequest
from clairify_cli.services.options import Does, Option, changed
from clairify_cli.services.places import refuse_overwriting

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input


def refuse_empty(request: ExecuteRequest) -> None:
    """Raise `RequestError` for an empty file name in an option, for example from an unset shell variable."""
    for one in changed(request).values():
        does = one.declaration.does if isinstance(one.declaration, Option) else None
        value = one.of(request)
        values = value if isinstance(value, tuple) else (value,)
        if does in (Does.READS, Does.WRITES, Does.MOVES) and any(isinstance(v, str) and not v.strip() for v in values):
            raise RequestError(f"{one.flag} wants a name, and it is empty")


def refuse_senseless(request: ExecuteRequest, items: Sequence[Input], *, is_batch: bool) -> None:
    """Raise `RequestError` for options that cannot be combined, and for a file that would be overwritten."""
    # Check all of this before starting a simulator, which takes seconds.
    for film in request.films:
        _refuse_film(film, is_batch=is_batch)
    if is_batch:
        batch_folder(len(items), request.output.output, what="reports")
    written = targets(request, is_batch=is_batch)
    if len({Path(path).absolute() for _, path in written}) < len(written):
        raise RequestError(f"two of {'-o' if is_batch else '--film'} and --report name the same file")
    endings = (SUFFIX, *(f".{one.lower()}" for one in request.films))
    made = outputs(items, Path(request.output.output or ""), *endings, shard=request.batch.shard) if is_batch else ()
    refuse_overwriting(request, (one.path for one in items), (("-o", path) for path in made))


def _refuse_film(film: str, *, is_batch: bool) -> None:
    if is_batch and film.lower() not in FILMS:
        raise RequestError(f"--film {film}: for many inputs, write one of {', '.join(FILMS)}")
    if not is_batch and Path(film).suffix.lower().removeprefix(".") not in FILMS:
        hint = f"; for the only input, name a file, such as run.{film.lower()}" if film.lower() in FILMS else ""
        raise RequestError(f"--film {film}: a film is .mp4, a contact sheet .png, a page .html{hint}")


def targets(request: ExecuteRequest, *, is_batch: bool) -> list[tuple[str, str]]:
    """Return the files to write, each with its option; for a batch, only those that every input shares."""
    real, model = request.arm.real, request.model
    options = (
        ("--report", request.batch.report),
        ("--script", real.script),
        ("--robot-log", real.robot_log),
        ("--record", model.model.record),
        ("--trace", model.loop.trace),
    )
    named = [(option, name) for option, name in options if name is not None and name != "-"]
    if not is_batch:
        return named + [("--film", one) for one in request.films]
    from clairify_cli.batch.manifest import NAME

    return [*named, ("-o", os.path.join(request.output.output or "", NAME))]  # noqa: PTH118 - as it was typed
