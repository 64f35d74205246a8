"""What conversions have in common: reading and refusing tasks, and the check that nothing changes on the way."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import NamedTuple, TypeVar

from clairify_cli.agents.formalise.given import Given, check_given, sources_of
from clairify_cli.files.extras import install
from clairify_cli.interop.sameness import first_difference
from clairify_cli.languages.pddl.features import Feature
from clairify_cli.languages.pddl.syntax import OBJECT, And
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.languages.pddl.writing.nodes import name_of
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.planning.solvers.support import ReadTask, features, first_lacking, read_task

_ALWAYS = And((), 0, 0)
T = TypeVar("T")
Result = TypeVar("Result")


class InteropError(ValueError):
    """A task cannot be converted without changing it; the message names what is in the way."""


class InteropMissingError(ImportError):
    """The library is not installed; the message has the command that installs it."""


class Pddl(NamedTuple):
    """A domain and a problem as canonical PDDL texts, as `clairify_cli.api` takes them."""

    domain: str
    problem: str


def need(library: str, module: str) -> None:
    """Raise `InteropMissingError` if a library is not installed."""
    if find_spec(module) is None:
        raise InteropMissingError(f"{library} is not installed: {install('interop')}")


def given(domain: str | Path, problem: str | Path) -> ReadTask:
    """Return the task of texts, paths or names. Raises `ValueError` if it cannot be read or has errors."""
    one, other = sources_of(domain, problem)
    assert one is not None and other is not None
    for found in check_given(Given(one, other), None, "up:"):
        if found.is_error:
            raise ValueError(f"{found.span.file}, line {found.span.line}: {found.message}")
    return read_task(one.text, other.text)


def converted(library: str, lacks: str, task: ReadTask, read: Callable[[Pddl], T], write: Callable[[T], Pddl]) -> T:
    """Return what a library reads of a task, if what it would write again means the same.

    `lacks` names the features that it has no objects for. Raises `InteropError`.
    """
    if use := first_lacking(frozenset(Feature[one] for one in lacks.split()), task):
        source = task.problem_source if use.in_problem else task.domain_source
        place = f"the {source.name} uses in line {source.position(use.start)[0]}"
        raise InteropError(f"{library} does not support {use.feature.words}, which {place}")
    words = ", ".join(one.feature.words for one in features(task.domain, task.problem)) or "nothing beyond STRIPS"
    domain = task.domain
    if any(one.types and one.name.text in (OBJECT, *[name.text for name in one.types]) for one in domain.types):
        raise InteropError(f"{library} does not support a supertype of `object` or a type below itself")
    above = (name_of(OBJECT),)  # libraries know the type `object` only where it is written
    types = [one._replace(types=one.types or above) for one in domain.types if one.name.text != OBJECT]
    # tarski requires preconditions and effects.
    actions = [
        one._replace(precondition=one.precondition or _ALWAYS, effect=one.effect or _ALWAYS) for one in domain.actions
    ]
    plain = domain._replace(types=tuple(types), actions=tuple(actions))
    texts = print_tree(plain), print_tree(task.problem)

    def changed(made: T) -> str | None:
        again = read_task(*write(made))
        return first_difference(make_task(domain, task.problem), make_task(again.domain, again.problem))

    # In lower case, since libraries distinguish it.
    made = _guarded(f"{library} cannot read this task, which uses {words}", read, Pddl(*map(str.lower, texts)))
    if found := _guarded(f"{library} cannot write this task, which uses {words}", changed, made):
        raise InteropError(f"{library} does not keep {found}; the task uses {words}")
    return made


def written(library: str, problem: T, write: Callable[[T], Pddl]) -> Pddl:
    """Return what a library writes of its problem, as our canonical texts. Raises `InteropError`."""
    texts = _guarded(f"{library} cannot write this problem as PDDL", write, problem)
    try:
        task = given(*texts)
    except ValueError as error:
        raise InteropError(f"what {library} writes of this problem is no PDDL: {error}") from error
    return Pddl(print_tree(task.domain), print_tree(task.problem))


def _guarded(what: str, function: Callable[[T], Result], argument: T) -> Result:
    """Call a function of a library, whose errors are of all kinds; raise `InteropError` with their message instead."""
    try:
        with warnings.catch_warnings(), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            warnings.simplefilter("ignore")
            warnings.filterwarnings("error", message=".*cannot exactly represent")
            return function(argument)
    except InteropError:
        raise
    except Exception as error:
        told = " ".join(" ".join(map(str, error.args)).split()) or type(error).__name__
        raise InteropError(f"{what}: {told}") from error
