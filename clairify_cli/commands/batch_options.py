"""Options for many inputs at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_files

F = TypeVar("F", bound=Callable[..., Any])


def jobs_options(command: F) -> F:
    """`--jobs` and `--resume`."""
    options = (
        declare.plain(
            "-j",
            "--jobs",
            type=click.IntRange(0),
            default=1,
            show_default=True,
            metavar="N",
            help="Inputs at the same time; 0 for as many as there are processors.",
        ),
        declare.runs(
            "--resume", is_flag=True, help="Do only what is left or changed since the last run into the folder."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def batch_options(command: F) -> F:
    """`--jobs`, `--resume` and what else makes a batch. `run_batch` takes the values, by name."""
    options = (
        jobs_options,
        declare.plain(
            "--column", metavar="NAME", help="Column of a table that has the texts (dots lead into JSON objects)."
        ),
        declare.plain("--id-column", metavar="NAME", help="Column of a table that names the programs."),
        declare.plain(
            "--requests-per-minute", type=click.IntRange(1), metavar="N", help="Most requests to a model in 60 seconds."
        ),
        declare.plain(
            "--tokens-per-minute", type=click.IntRange(1), metavar="N", help="Most tokens of a model in 60 seconds."
        ),
        declare.writes(
            "--report",
            metavar="FILE",
            shell_complete=complete_files,
            help="Write the tables of a batch to FILE, as JSON.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command
