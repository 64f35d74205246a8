"""Many texts for `clairify pddl`: a plan, or what else is wanted, for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from clairify_cli.agents.formalise import Formalisation, Given, Planner, Write
from clairify_cli.agents.formalise.batch import FormalisingMaker
from clairify_cli.commands.batch import batch_folder, run_batch
from clairify_cli.languages.base import CheckOptions

if TYPE_CHECKING:
    from clairify_cli.commands.model_options import Asked
    from clairify_cli.commands.pddl_run import Wanted
    from clairify_cli.translate import Model
    from clairify_cli.translate.batch import Job, Source


def run_pddl_batch(
    found: Sequence[Source],
    given: Given,
    write: Write,
    reader: Model | None,
    planner: Planner | None,
    wanted: Wanted,
    values: dict[str, Any],
    *,
    quiet: bool,
    verbose: bool,
    most_bytes: int,
) -> int:
    """Do every input into the folder of -o; the exit code comes back. Raises as `run_batch` does."""
    from clairify_cli.commands.pddl_run import artefact_of
    from clairify_cli.translate.batch import Job

    what = "results" if wanted.format == "json" else "plans" if wanted.what(write) == "plan" else "texts"
    folder = batch_folder(len(found), wanted.output, what=what)

    def job_of(asked: Asked) -> Job:
        def artefact(made: Formalisation) -> str | None:
            return artefact_of(made, wanted, asked.model.name)

        maker = FormalisingMaker(given, write, planner, artefact, f"{wanted.format} {wanted.what(write)}")
        return Job(
            "pddl",
            asked.model,
            folder,
            asked.options,
            CheckOptions(),
            asked.trace,
            asked.cache,
            keep_invalid=wanted.keep_invalid,
            most_bytes=most_bytes,
            maker=maker,
        )

    return run_batch(
        found, folder, values, job_of, suffix=wanted.suffix(write), reader=reader, quiet=quiet, verbose=verbose
    )
