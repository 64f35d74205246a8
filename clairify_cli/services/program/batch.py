"""Programs for many texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.services.batch.run import batch_folder
from clairify_cli.services.batch.texts import TextWork, run_texts
from clairify_cli.services.errors import RequestError
from clairify_cli.services.program.request import ProgramRequest
from clairify_cli.services.program.write import SUFFIX, Prepared, prepare, text_of_plan

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.result import Formalisation
    from clairify_cli.agents.translation import Asking
    from clairify_cli.batch.items import Source
    from clairify_cli.batch.run import Watcher
    from clairify_cli.services.batch.run import BatchResult


def program_batch(
    request: ProgramRequest, found: Sequence[Source], watcher: Watcher, remark: Callable[[str], None]
) -> BatchResult:
    """Write a program for each text into the folder of -o. Raises what `prepare` and `run_texts` raise."""
    ready = prepare(request)
    if request.format == "json":
        raise RequestError("--format json is for one input: of several, the manifest and --report say the same")
    folder = batch_folder(len(found), request.output.place)

    def work_of(asking: Asking) -> TextWork:
        return _work(request, ready, asking, folder)

    return run_texts(request, found, folder, SUFFIX, work_of, watcher, remark, reader=ready.reader)


def _work(request: ProgramRequest, ready: Prepared, asking: Asking, folder: Path) -> TextWork:
    """The writer of a program for each text."""
    from clairify_cli.agents.formalise.batch import Formalising
    from clairify_cli.agents.formalise.given import Write
    from clairify_cli.agents.programs.write_model import Programming

    assertions = request.assertions is not False
    if ready.planner is None:
        return Programming(asking, ready.given, folder, ready.is_made, assertions)

    def artefact(_name: str, made: Formalisation) -> str | None:
        return text_of_plan(request, ready, made, made.text or "", folder) or None

    return Formalising(asking, ready.given, Write.GOAL, ready.planner, artefact, f"program {assertions}", "program")
