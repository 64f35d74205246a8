"""Describe a language in the words used in prompts."""

from __future__ import annotations

from typing import Literal

from clairify_cli.languages import get
from clairify_cli.records import dataclass, replace
from clairify_cli.services.errors import FaultyError, RequestError
from clairify_cli.services.parts import Format, Laboratory, Reading, Task


@dataclass(frozen=True, slots=True)
class DescribeRequest:
    """The language, and the domain and the problem to describe with it."""

    language: Literal["xdl", "pddl", "program"] = "xdl"
    dialect: str | None = None
    task: Task = Task()
    format: Format = "text"
    reading: Reading = Reading()


def describe(request: DescribeRequest) -> str:
    """Return the description.

    Raises `RequestError` for options of another language and for unreadable files, and `FaultyError` for files with
    errors.
    """
    from clairify_cli.services.kinds import read_given
    from clairify_cli.services.laboratory import check_options

    _refuse_foreign(request)
    domain, problem, most = request.task.domain, request.task.problem, request.reading.max_size
    options = check_options(request.language, Laboratory(request.dialect))
    context = tuple(one for one in read_given(domain, problem, most_bytes=most) if one is not None)
    if context:
        from clairify_cli.languages.program.vocabulary import vocabulary_of

        _, faults = vocabulary_of(context)
        if faults:
            raise FaultyError(context, (one for found in faults.values() for one in found))
    return get(request.language).describe(replace(options, context=context))


def _refuse_foreign(request: DescribeRequest) -> None:
    """Raise `RequestError` for an option of another language."""
    is_xdl, has_task = request.language == "xdl", (request.task.domain or request.task.problem) is not None
    if is_xdl and has_task:
        raise RequestError("--domain and --problem are of PDDL: write `clairify describe pddl`")
    if not is_xdl and request.dialect is not None:
        raise RequestError("--dialect is of XDL")
