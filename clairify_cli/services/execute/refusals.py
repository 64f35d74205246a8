"""Where the reports and films of `clairify execute` go: to places that can be written to, over nothing that is read.

All of it is said before anything moves, since a run that took minutes would be lost.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clairify_cli.services.errors import RequestError
from clairify_cli.services.places import replayed

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input

_PATHS = ("output", "scene", "domain", "problem", "report", "robot_log", "script", "replay_log", "profile", "url")


def refuse_empty(values: Mapping[str, Any]) -> None:
    """Raise `RequestError` for an option that names a file with an empty name, as an unset variable gives it."""
    for option, value in (*((one, values[one]) for one in _PATHS), *(("record", one) for one in values["films"])):
        if value is not None and not value.strip():
            raise RequestError(f"--{option.replace('_', '-')} wants a name, and it is empty")


def targets(values: Mapping[str, Any], *, is_batch: bool) -> list[tuple[str, str]]:
    """The files that are written, each with its option; of a batch, those that have the same name in any case."""
    options = (("--report", "report"), ("--script", "script"), ("--robot-log", "robot_log"))
    named = [(option, values[name]) for option, name in options if values[name] not in (None, "-")]
    if not is_batch:
        return named + [("--record", one) for one in values["films"]]
    from clairify_cli.batch.manifest import NAME

    return [*named, ("-o", os.path.join(values["output"], NAME))]  # noqa: PTH118 - as it was typed


def read_files(values: Mapping[str, Any], items: Sequence[Input]) -> list[tuple[str, str]]:
    """The files that are read, each with what it is."""
    named = [(what, values[what.split()[-1]]) for what in ("the scene", "the domain", "the problem")]
    named += [("the profile", values["profile"]), ("the replies of the model", replayed(values["model"]))]
    found = [(what, one) for what, one in named if one]
    return [*(("an input", str(item.path)) for item in items if item.path is not None), *found]
