"""Check the paths of a command's output files: they must be writable and must not overwrite input files.

Everything is checked before the command starts, because otherwise a run of minutes could be lost.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING

from clairify_cli.services.errors import RequestError
from clairify_cli.services.options import Argument, Declared, Does, Offer, changed

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input
    from clairify_cli.services.parts import TextsRequest

_FILES = (Offer.FILES, Offer.DOMAINS, Offer.PROBLEMS, Offer.PROFILES)
"""Completions of values that may be names of files."""


def target_of(
    request: TextsRequest, name: str, item: Input | None, output: str | None, option: str = "-o"
) -> Path | None:
    """Return the file of an `option` of a single input, called `name` if `output` is a folder; None for stdout.

    Raises, before anything is done, `UnwritableError` if the file clearly cannot be written, and `RequestError` if the
    request would overwrite an input file.
    """
    read = [item.path] if item is not None else []
    if output is None:
        refuse_overwriting(request, read)
        return None
    from clairify_cli.files.writing import refuse_leaving, refuse_unwritable

    is_folder = Path(output).is_dir() or output.endswith(("/", "\\"))
    target = Path(output, name) if is_folder else Path(output)
    if is_folder:
        refuse_leaving(target, Path(output), follow=request.reading.follow_links)
    refuse_unwritable(target)
    refuse_overwriting(request, read, [(option, target)])
    return target


def put(text: str, target: str | Path | None) -> str:
    """Write a text or a chart to its file; without a file, return it for printing. Raises `UnwritableError`."""
    from clairify_cli.files.writing import write_text

    if target is None:
        return text
    if text.startswith("<svg"):
        from clairify_cli.files.charts import write_chart

        write_chart(target, text)
    else:
        write_text(target, text)
    return ""


def refuse_overwriting(
    request: object, read: Iterable[str | Path | None] = (), made: Iterable[tuple[str, Path]] = ()
) -> None:
    """Raise `RequestError` if an output file of a request would overwrite a file that it reads.

    The declarations tell which options write and which name files to read. `read` are the files found for the
    arguments, and `made` the files to write whose names an option does not give itself, each with this option.
    """
    named = [(one, name) for one in changed(request).values() for name in _names(one.of(request))]
    written: list[tuple[str, str | Path]] = [(_shortest(one), name) for one, name in named if _writes(one)]
    written += made
    if not written:
        return  # there may be many inputs
    known: dict[object, str] = {}
    for one, text in named:
        what = "an input" if isinstance(one.declaration, Argument) else f"the file of {one.flag}"
        known.setdefault(_identity(_read_by(one, text)), what)
    for path in read:
        known.setdefault(_identity(path), "an input")
    known.pop(None, None)
    for option, target in written:
        if over := known.get(_identity(target)):
            raise RequestError(f"{option} {target} would overwrite {over}: name another file")


def _names(value: object) -> list[str]:
    return [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str)]


def _writes(field: Declared) -> bool:
    return not isinstance(field.declaration, Argument) and field.declaration.does is Does.WRITES


def _shortest(field: Declared) -> str:
    return (not isinstance(field.declaration, Argument) and field.declaration.short) or field.flag


def _read_by(field: Declared, value: str) -> str | None:
    """Return the file that a value of an option or argument names to be read, if any."""
    match field.declaration.offer:
        case Offer.LISTS:
            return value[1:] if value.startswith("@") else None
        case Offer.MODELS:
            return replayed(value)
        case offer if offer in _FILES and not _writes(field):
            return value
    return None


def _identity(path: str | Path | None) -> tuple[int, int] | None:
    """Return what all names and links of a regular file share; None for anything else, and for `-`."""
    try:
        found = None if path is None or path == "-" else os.stat(path)  # noqa: PTH116 - texts may be too long for a path
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if found is not None and S_ISREG(found.st_mode) else None


def refuse_places(paths: Iterable[str | Path]) -> None:
    """Raise `UnwritableError` if a file cannot be written, which is tested by creating a temporary one."""
    import tempfile

    from clairify_cli.files.reading import reason_of
    from clairify_cli.files.writing import UnwritableError, refuse_unwritable

    for path in paths:
        refuse_unwritable(path)
        target = Path(os.path.realpath(path))
        folder = next(parent for parent in target.parents if parent.exists())
        try:
            if target.exists() and not target.is_file():  # a device or a pipe
                if not os.access(target, os.W_OK):
                    raise UnwritableError(path, "permission denied")
                continue
            with tempfile.TemporaryFile(dir=folder):
                pass
        except (FileNotFoundError, PermissionError):
            raise UnwritableError(path, f"the folder {folder} cannot be written to") from None
        except (OSError, ValueError) as error:
            raise UnwritableError(path, reason_of(error)) from None


def replayed(model: str | None) -> str | None:
    """Return the file that is replayed instead of a model, if any."""
    return (model or "").partition("replay:")[2] or None
