"""A world or a domain as a list of skills."""

from __future__ import annotations

from pathlib import Path

from clairify_cli.services.errors import RequestError
from clairify_cli.services.places import put
from clairify_cli.services.program.given import FaultyError, about, skills_of
from clairify_cli.services.program.request import ProgramRequest


def skills(request: ProgramRequest) -> str:
    """Write the setting of the request as a list of skills, and return the output for stdout.

    Raises as `about`, `FaultyError`, and `UnwritableError`.
    """
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.languages.program.describe import about_of
    from clairify_cli.languages.program.skills_text import skills_text
    from clairify_cli.languages.program.vocabulary import vocabulary_of

    name = request.skills
    context = about(request, ()).context if name is None else (skills_of(request, name),)
    if not context:
        raise RequestError("--print-skills is of a world: add --scene, or --domain")
    known, faults = vocabulary_of(context)
    if known is None:
        raise FaultyError(context, (one for found in faults.values() for one in found))
    title = f"what can be done in {Path(request.scene or context[-1].name).name}"
    return put(skills_text(known, about_of(known, CheckOptions(context=context)), title), request.output.place)
