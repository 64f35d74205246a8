"""Where the one file goes that a command writes with -o."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from clairify_cli.commands.execute_places import refuse_overwriting


def target_of(output: str, name: str, read: Iterable[tuple[str, str]]) -> Path:
    """The file that is meant: in a folder it is called `name`. `read` are files that are read, each with what it is.

    Raises, before anything is done, `UnwritableError` where it is plain that nothing can be written there, and
    `RequestError` where it would go over a file that is read.
    """
    from clairify_cli.commands.options import follows_links
    from clairify_cli.files.links import refuse_leaving
    from clairify_cli.files.writing import refuse_unwritable

    is_folder = Path(output).is_dir() or output.endswith(("/", "\\"))
    target = Path(output, name) if is_folder else Path(output)
    if is_folder:
        refuse_leaving(target, Path(output), follow=follows_links())
    refuse_unwritable(target)
    refuse_overwriting([("-o", str(target))], read)
    return target
