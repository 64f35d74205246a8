"""Check the paths of a command's output files: they must be writable and must not overwrite input files.

Everything is checked before the command starts, because otherwise a run of minutes could be lost.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from clairify_cli.services.errors import RequestError


def target_of(output: str, name: str, read: Iterable[tuple[str, str]], *, follow_links: bool) -> Path:
    """Return the file for -o, called `name` if -o is a folder. `read` are input files: (description, path).

    Raises, before anything is done, `UnwritableError` if the file clearly cannot be written, and `RequestError` if it
    would overwrite an input file.
    """
    from clairify_cli.files.links import refuse_leaving
    from clairify_cli.files.writing import refuse_unwritable

    is_folder = Path(output).is_dir() or output.endswith(("/", "\\"))
    target = Path(output, name) if is_folder else Path(output)
    if is_folder:
        refuse_leaving(target, Path(output), follow=follow_links)
    refuse_unwritable(target)
    refuse_overwriting([("-o", str(target))], read)
    return target


def put(text: str, target: str | Path | None) -> str:
    """Write a text to its file; without a file, return it for printing. Raises `UnwritableError`."""
    from clairify_cli.files.writing import write_text

    if target is None:
        return text
    write_text(target, text)
    return ""


def refuse_overwriting(written: Iterable[tuple[str, str]], read: Iterable[tuple[str, str]]) -> None:
    """Raise `RequestError` if an output file would overwrite an input file."""
    sources = list(read)
    for option, path in written:
        what = next((what for what, one in sources if _is_same(path, one)), None)
        if what is not None:
            raise RequestError(f"{option} {path} would overwrite {what}: name another file")


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


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121 - of names, some of which are no files
    except (OSError, ValueError):
        return False


def replayed(model: str | None) -> str | None:
    """Return the file that is replayed instead of a model, if any."""
    return (model or "").partition("replay:")[2] or None
