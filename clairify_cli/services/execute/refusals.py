"""Refuse invalid requests before anything moves, and list the files that a request reads and writes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.services.batch.run import batch_folder
from clairify_cli.services.errors import RequestError
from clairify_cli.services.execute.request import ExecuteRequest
from clairify_cli.services.options import Argument, Does, Option, changed
from clairify_cli.services.places import refuse_overwriting, replayed

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input

KINDS = ("png", "gif", "mp4")
"""The formats of films: a contact sheet, or a video."""

_ON_THE_BENCH = ("scene", "settings", "films", "print_scene", "on_failure")
_ONCE = "which run once, in simulation"
_NOT_PROGRAMS = {
    "skip_unsupported": ": leave it out",
    "assume": ": leave it out",
    "tell": ": leave it out",
    "robot": f", {_ONCE}",
}


def refuse(request: ExecuteRequest, names: Iterable[str], sentence: str) -> None:
    """Raise `RequestError` with `sentence` for the first field that is not its default; `{}` is its option."""
    given = changed(request)
    found = next((given[name] for name in names if name in given), None)
    if found is not None:
        what = "a program" if isinstance(found.declaration, Argument) else found.flag
        raise RequestError(sentence.replace("{}", what, 1))


def refuse_empty(request: ExecuteRequest) -> None:
    """Raise `RequestError` for an empty file name in an option, for example from an unset shell variable."""
    for one in changed(request).values():
        does = one.declaration.does if isinstance(one.declaration, Option) else None
        value = one.of(request)
        values = value if isinstance(value, tuple) else (value,)
        if does in (Does.READS, Does.WRITES, Does.MOVES) and any(isinstance(v, str) and not v.strip() for v in values):
            raise RequestError(f"{one.flag} wants a name, and it is empty")


def refuse_for_programs(request: ExecuteRequest) -> None:
    """Raise `RequestError` for options that do not apply to programs (*.py)."""
    if request.running.dry_run and request.programs.disturb:
        raise RequestError("--disturb is for what is done, and --dry-run does nothing: leave one of them out")
    for name, why in _NOT_PROGRAMS.items():
        refuse(request, (name,), f"{{}} is not for programs (*.py){why}")


def refuse_without_arm(request: ExecuteRequest, world: str) -> None:
    """Raise `RequestError` for options that need a bench with an arm."""
    refuse(request, _ON_THE_BENCH, f"{{}} is for the Panda's bench, and this program runs in `{world}`")


def refuse_senseless(request: ExecuteRequest, items: Sequence[Input], *, is_batch: bool) -> None:
    """Raise `RequestError` for options that cannot be combined, and for a file that would be overwritten."""
    batch = request.batch
    # Check all of this before starting a simulator, which takes seconds.
    _refuse_films(request, is_batch=is_batch)
    _refuse_assumed(request.running.assume)
    if request.time_limit is not None and not request.time_limit > 0:
        raise RequestError(f"--time-limit {request.time_limit:g}: it is more than 0 s")
    if request.bench.print_scene and is_batch:
        raise RequestError("--print-scene is for one input, without -o and --resume")
    if is_batch:
        batch_folder(len(items), request.output.output, what="reports")
    if not is_batch and batch.jobs != 1:
        raise RequestError("-j is for many inputs, with -o FOLDER")
    written = targets(request, is_batch=is_batch)
    if len({Path(path).absolute() for _, path in written}) < len(written):
        raise RequestError(f"two of {'-o' if is_batch else '--film'} and --report name the same file")
    refuse_overwriting(written, read_files(request, items))


def _refuse_assumed(amount: str | None) -> None:
    from clairify_cli.agents.execution.jobs.kinds import quantity

    found = quantity("Add", "amount", amount)
    is_amount = found is not None and found.unit.dimension in ("mass", "volume") and found.in_default > 0.0
    if amount is not None and not is_amount:
        raise RequestError(f"--assume {amount}: it is a mass or a volume, such as 10 g")


def _refuse_films(request: ExecuteRequest, *, is_batch: bool) -> None:
    record = request.model.model.record
    if record is not None and Path(record).suffix.lower().removeprefix(".") in KINDS:
        raise RequestError(f"--record {record}: it keeps the replies of a model; --film films the run")
    for film in request.films:
        if is_batch and film.lower() not in KINDS:
            raise RequestError(f"--film {film}: for many inputs, write one of {', '.join(KINDS)}")
        if not is_batch and Path(film).suffix.lower().removeprefix(".") not in KINDS:
            hint = f"; for the only input, name a file, such as run.{film.lower()}" if film.lower() in KINDS else ""
            raise RequestError(f"--film {film}: a film is .mp4 or .gif, a contact sheet .png{hint}")


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


def read_files(request: ExecuteRequest, items: Sequence[Input]) -> list[tuple[str, str]]:
    """Return the files to read, each with a description."""
    named = (
        ("the scene", request.scene),
        ("the domain", request.task.domain),
        ("the problem", request.task.problem),
        ("the profile", request.arm.real.profile),
        ("the replies of the model", replayed(request.model.model.model)),
    )
    found = [(what, one) for what, one in named if one]
    return [*(("an input", str(item.path)) for item in items if item.path is not None), *found]
