"""Many inputs at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from clairify_cli.services.options import Does, Option, Panel, writes


@dataclass(frozen=True, slots=True)
class Batch:
    """How many inputs are done, and which of them."""

    jobs: Annotated[
        int,
        Option(
            "Inputs at the same time; 0 for as many as there are processors.",
            Panel.BATCH,
            short="-j",
            metavar="N",
            at_least=0,
            shows_default=True,
        ),
    ] = 1
    resume: Annotated[
        bool,
        Option("Do only what is left or changed since the last run into the folder.", Panel.BATCH, does=Does.RUNS),
    ] = False
    retry: Annotated[
        bool,
        Option(
            "With --resume: try again, too, what came to a final result that is not good.", Panel.BATCH, does=Does.RUNS
        ),
    ] = False
    shard: Annotated[
        str | None,
        Option(
            "Do only part K of N of the inputs, as K/N, for N machines that work on the same list.",
            Panel.BATCH,
            metavar="K/N",
            does=Does.RUNS,
        ),
    ] = None
    report: Annotated[
        str | None,
        writes("Write the report on the run to FILE, as JSON.", Panel.BATCH),
    ] = None


@dataclass(frozen=True, slots=True)
class Tables:
    """Where the texts are in a table."""

    column: Annotated[
        str | None,
        Option("Column of a table that has the texts (dots lead into JSON objects).", Panel.BATCH, metavar="NAME"),
    ] = None
    id_column: Annotated[
        str | None, Option("Column of a table that names the programs.", Panel.BATCH, metavar="NAME")
    ] = None
