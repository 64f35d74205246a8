"""Plans for many texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from clairify_cli.services.batch.run import batch_folder
from clairify_cli.services.batch.texts import run_texts
from clairify_cli.services.errors import FaultyError
from clairify_cli.services.pddl.request import PddlRequest
from clairify_cli.services.pddl.write import artefact_of, prepare

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.batch import Formalising
    from clairify_cli.agents.formalise.result import Formalisation
    from clairify_cli.agents.translation import Asking
    from clairify_cli.batch.items import Source
    from clairify_cli.batch.run import Watcher
    from clairify_cli.services.batch.run import BatchResult


def pddl_batch(
    request: PddlRequest, found: Sequence[Source], watcher: Watcher, remark: Callable[[str], None]
) -> BatchResult:
    """Write and solve PDDL for every text, into the folder of -o.

    Raises what `prepare` and `run_texts` raise, and `FaultyError` for given texts with errors.
    """
    from clairify_cli.agents.formalise.batch import Formalising

    ready = prepare(request)
    if ready.errors:
        raise FaultyError(ready.given.context, ready.errors)
    given, part = ready.given, ready.part
    assert part is not None
    wanted, suffix = request.artefact(part), request.suffix(part)
    what = "results" if request.is_json else "plans" if wanted == "plan" else "texts"
    folder = batch_folder(len(found), request.output.place, what=what)

    def work_of(asking: Asking) -> Formalising:
        def artefact(name: str, made: Formalisation) -> str | None:
            return artefact_of(request, name, made, asking.model.name)

        asking = replace(asking, options=replace(asking.options, constrain=request.constrain))
        return Formalising(asking, given, part, ready.planner, artefact, f"{request.format} {request.show or wanted}")

    return run_texts(request, found, folder, suffix, work_of, watcher, remark, reader=ready.reader)
