"""Lists of skills for `clairify program`: `--skills` in place of a domain and a problem, and `--print-skills`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clairify_cli.cli.shared.formalised import show_given
from clairify_cli.commands.execute_input import RefusedError
from clairify_cli.commands.output import complain, hand_out
from clairify_cli.commands.program_given import texts_of
from clairify_cli.diagnostics.model import Source
from clairify_cli.services.errors import RequestError
from clairify_cli.services.program_context import read_skills_file

_PLACES = ("domain", "problem", "world", "lexicon", "with_problem")


def skills_of(values: dict[str, Any]) -> Source | None:
    """The list that programs are written for; None where it has errors, which are shown.

    Raises `RequestError` where it cannot be read, or nobody can write programs for it.
    """
    from clairify_cli.languages.program.vocabulary import vocabulary_of
    from clairify_cli.translate.resolve import is_reader

    source = read_skills_file(values["skills"], most_bytes=values["max_size"], beside=[values[one] for one in _PLACES])
    if not values["inputs"]:
        raise RequestError("there is no TEXT that a model could write a program for")
    if is_reader(values["model"]) and values["api_base"] is None:
        raise RequestError(
            "a list of skills does not say what they need and do, so that nothing can be planned by rule: add --model"
        )
    _, faults = vocabulary_of((source,))
    if faults:
        show_given((source,), faults[source.name])
        complain("no program was written: what is given has errors")
        return None
    return source


def print_skills(values: dict[str, Any]) -> int:
    """Write what is given as a list of skills; the exit code comes back. Raises as `texts_of`, `UnwritableError`."""
    from clairify_cli.files.writing import write_text
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.languages.program.describe import about_of
    from clairify_cli.languages.program.skills_text import skills_text
    from clairify_cli.languages.program.vocabulary import vocabulary_of

    if values["inputs"] or values["from_plan"] is not None or values["to_plan"] is not None:
        raise RequestError("--print-skills writes no program: leave out what one would be written of")
    context: tuple[Source, ...]
    try:
        if values["skills"] is not None:
            beside = [values[one] for one in _PLACES]
            context = (read_skills_file(values["skills"], most_bytes=values["max_size"], beside=beside),)
        else:
            domain, problem, _ = texts_of(values)
            context = tuple(one for one in (domain, problem) if one is not None)
    except RefusedError as refused:
        refused.tell()
        return refused.code
    if not context:
        raise RequestError("--print-skills is of a world: add --world, or --domain")
    known, faults = vocabulary_of(context)
    if known is None:
        show_given(context, [one for found in faults.values() for one in found])
        complain("no skills were written: what is given has errors")
        return 1
    title = f"what can be done in {Path(values['world'] or context[-1].name).name}"
    text = skills_text(known, about_of(known, CheckOptions(context=context)), title)
    if values["output"] in (None, "-"):
        hand_out(text)
    else:
        write_text(Path(values["output"]), text)
    return 0
