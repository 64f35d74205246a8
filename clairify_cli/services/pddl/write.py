"""Write a PDDL goal, problem or domain for a text, and plan for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.reading import STDIN
from clairify_cli.languages import SEARCHED
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, replace
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import read_given
from clairify_cli.services.models import is_offline, open_model
from clairify_cli.services.pddl.request import PddlRequest
from clairify_cli.services.places import put, target_of
from clairify_cli.services.planning.constraints import constrained
from clairify_cli.services.planning.goals import goal_reader, lexicon_of
from clairify_cli.services.planning.solving import open_planner

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.given import Given, Write
    from clairify_cli.agents.formalise.planner import Planner
    from clairify_cli.agents.formalise.result import Formalisation
    from clairify_cli.diagnostics.model import Diagnostic
    from clairify_cli.files.inputs import Input
    from clairify_cli.planning.solvers.fast_downward import Better
    from clairify_cli.translate import Model, Progress

WHY_EMPTY = ("PDL411", "PDL412")
"""Warnings that must be shown with an empty plan: the goal is empty, or holds initially."""

NO_VALUE = "PDL507"
"""The warning that a function has no value, which may be why there is no plan, or no valid one."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Settings common to all texts of a request.

    `part` is what to write, None to solve the problem as it is. `reader` is the offline reader, if it can write that
    part. `found` are findings in the given texts: nothing is written for texts with errors.
    """

    given: Given
    part: Write | None
    planner: Planner | None
    reader: Model | None
    found: tuple[Diagnostic, ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(one for one in self.found if one.is_error)


@dataclass(frozen=True, slots=True)
class PddlResult:
    """The result for one text, or for the problem as it is.

    `target` is the file that the output was written to; `printed` is the output for stdout. `found` are findings in the
    `given` texts: errors, because of which nothing was done, or warnings that explain an empty plan.
    """

    name: str
    made: Formalisation
    model: str | None
    target: Path | None
    printed: str
    given: tuple[Source, ...] = ()
    found: tuple[Diagnostic, ...] = ()

    @property
    def outcome(self) -> Outcome:
        return self.made.outcome


def prepare(request: PddlRequest, better: Better | None = None) -> Prepared:
    """Read and check the given texts; `better` is told of better plans.

    Raises `RequestError`, or `SolverError` for a solver that cannot be used.
    """
    from clairify_cli.agents.formalise.given import Given, Write, check_given

    _refuse_programs(request.inputs)
    task = request.task
    domain, problem = read_given(task.domain, task.problem, request.inputs, most_bytes=request.reading.max_size)
    planner = None if request.no_solve else _planner(request, better)
    if not request.inputs:
        _refuse_unsolvable(domain, problem, planner)
        given = Given(domain, problem)
        found = tuple(check_given(given, None, request.solver.solver))
        return Prepared(given, None, _held(request, planner, given, found), None, found)
    part = _part(request.generate, domain, problem, offline=is_offline(request.settings.model))
    if request.emit == "plan" and planner is None:
        raise RequestError("--emit plan does not go with --no-solve")
    words = request.lexicon
    if words is not None and part is not Write.GOAL:
        raise RequestError("--lexicon has words for goals, and no goal is to be written by itself")
    if request.constrain != "off" and part is not Write.GOAL:
        raise RequestError("--constrain holds goals to a scene, and no goal is to be written by itself")
    given = Given(domain, problem, lexicon_of(words, domain) if part is Write.GOAL else None)
    found = tuple(check_given(given, part, request.solver.solver))
    planner = _held(request, planner, given, found)
    has_reader = part is Write.GOAL and not any(one.is_error for one in found)
    return Prepared(given, part, planner, goal_reader(given) if has_reader else None, found)


def _planner(request: PddlRequest, better: Better | None) -> Planner:
    from clairify_cli.planning.solvers.base import SolverMissingError

    try:
        return open_planner(request.solver, request.settings.time_limit, anytime=request.anytime, better=better)
    except SolverMissingError as error:
        if not request.inputs:
            raise
        raise SolverMissingError(f"{error}; --no-solve writes and verifies without one") from None


def _held(request: PddlRequest, planner: Planner | None, given: Given, found: tuple[Diagnostic, ...]) -> Planner | None:
    """The planner under the request's constraints, unless the given texts have errors, which come first."""
    if any(one.is_error for one in found):
        return planner
    return constrained(planner, request.constrained, given, request.reading.max_size)


def pddl(
    request: PddlRequest,
    item: Input | None,
    remark: Callable[[str], None],
    progress: Callable[[Progress], None] | None = None,
    better: Better | None = None,
) -> PddlResult:
    """Write what is missing for one of the request's texts, and solve it; without `item`, solve the problem as it is.

    `remark` receives notes for the user, `progress` each round before and after, `better`
    the cost and the seconds of each better plan of --anytime. Raises `RequestError`,
    `UnreadableError`, `UnwritableError`, `SolverError`, and `ModelError` for a model that cannot be used at all.
    """
    from clairify_cli.agents.formalise.result import Formalisation, solve
    from clairify_cli.agents.formalise.run import formalise

    ready = prepare(request, better)
    given = ready.given
    target = _target(request, ready, item)
    name = item.name if item is not None else given.problem.name if given.problem is not None else ""
    if ready.errors:
        made = Formalisation(Outcome.INVALID, write=ready.part, given=given.context, faults=ready.errors)
        return replace(_ended(request, name, made, target), given=given.context, found=ready.errors)
    if item is None:
        assert ready.planner is not None
        made = solve(given, ready.planner)
        why = (NO_VALUE, *WHY_EMPTY) if made.is_sound else (NO_VALUE,)
        doubts = tuple(one for one in ready.found if one.code in why)
        return replace(_ended(request, name, made, target), given=given.context, found=doubts)
    assert ready.part is not None
    with ExitStack() as stack:
        asked = open_model(stack, request.settings, remark, ready.reader)
        made = formalise(
            item.words(most_bytes=request.reading.max_size),
            given,
            ready.part,
            asked.model,
            replace(asked.options, constrain=request.constrain),
            planner=ready.planner,
            hooks=asked.hooks(progress),
        )
    return _ended(request, name, made, target, asked.model.name)


def artefact_of(request: PddlRequest, name: str, made: Formalisation, model: str | None) -> str | None:
    """Return the requested output; None if there is none without errors."""
    if request.is_json:
        from clairify_cli.services.pddl.document import document

        return document(name, made, model)
    what, keep = request.artefact(made.write), request.keep_invalid
    if what == "plan":
        return _shown(request, name, made) if request.show else made.plan
    if not made.is_sound and not keep:
        return None
    parts = {
        "goal": made.goal,
        "problem": made.problem,
        "domain": made.domain,
        "pddl": None if made.domain is None or made.problem is None else f"{made.domain.rstrip()}\n\n{made.problem}",
    }
    text = parts[what]
    if text is None and made.translation is not None and keep:
        text = made.translation.program or None
    return None if text is None else text if text.endswith("\n") else text + "\n"


def _shown(request: PddlRequest, name: str, made: Formalisation) -> str | None:
    """Return the plan as --show wants it; None if there is none."""
    if made.planned is None or made.plan is None or request.show is None:
        return None
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.services.pddl.show import shown_plan

    options = CheckOptions(context=(made.planned.domain, made.planned.problem), problem_given=True)
    return shown_plan(Source(made.plan, name), options, request.show, whole=request.narration.verbose)


def _ended(
    request: PddlRequest, name: str, made: Formalisation, target: Path | None, model: str | None = None
) -> PddlResult:
    """Return the result after writing its output, if it goes into a file. Raises `UnwritableError`."""
    artefact = artefact_of(request, name, made, model)
    if artefact is None:
        return PddlResult(name, made, model, None, "")
    return PddlResult(name, made, model, target, put(artefact, target))


def _target(request: PddlRequest, ready: Prepared, item: Input | None) -> Path | None:
    """Return the path of the output; None for stdout. Raises what `target_of` raises."""
    problem = ready.given.problem
    name = problem.name if problem is not None and problem.name != STDIN else "stdin"
    stem = item.stem if item is not None else Path(name).stem
    return target_of(request, stem + request.suffix(ready.part), item, request.output.place)


def _refuse_unsolvable(domain: Source | None, problem: Source | None, planner: Planner | None) -> None:
    """Raise `RequestError` if there is neither a text nor anything to solve."""
    if domain is None or problem is None:
        missing = "--domain and --problem" if domain is problem else "--domain" if domain is None else "--problem"
        raise RequestError(f"give a TEXT or FILE to write from, or {missing} to solve what is there")
    if planner is None:
        raise RequestError(
            f"there is nothing to do with --no-solve and no text; to check the files, write "
            f"`clairify check {problem.name} --domain {domain.name}`"
        )


def _refuse_programs(inputs: Sequence[str]) -> None:
    """Raise `RequestError` for a file that is not an English text."""
    from clairify_cli.files.inputs import is_file

    for argument in inputs:
        suffix = Path(argument).suffix.lower() if is_file(argument) else ""
        if suffix == ".pddl":
            raise RequestError(
                f"{argument} is no text in English: give it as --problem {argument} or --domain {argument}"
            )
        if suffix in SEARCHED:
            raise RequestError(f"{argument} is no text in English; to check it, write `clairify check {argument}`")


def _part(wanted: str | None, domain: Source | None, problem: Source | None, *, offline: bool) -> Write:
    """Return what to write for the given texts. Raises `RequestError` if the combination is invalid."""
    from clairify_cli.agents.formalise.given import Write

    if wanted is None:
        part = Write.BOTH if domain is None else Write.PROBLEM if problem is None else Write.GOAL
        if part is Write.BOTH and problem is not None:
            raise RequestError("a scene needs its domain: add --domain FILE")
    else:
        part = Write(wanted)
    if part is Write.GOAL and (domain is None or problem is None):
        missing = "--domain" if domain is None else "--problem"
        raise RequestError(f"a goal is written for a domain and a scene: add {missing} FILE")
    if part is Write.PROBLEM and (domain is None or problem is not None):
        raise RequestError(
            "a problem is written for a domain: "
            + (
                "add --domain FILE"
                if domain is None
                else "leave out --problem, or write the goal only: --generate goal"
            )
        )
    if part is Write.BOTH and (domain is not None or problem is not None):
        raise RequestError("--generate both writes domain and problem: leave out --domain and --problem")
    if offline and part is not Write.GOAL:
        missing = "a problem" if part is Write.PROBLEM else "a domain and a problem"
        given = "--problem FILE" if part is Write.PROBLEM else "--domain FILE and --problem FILE"
        raise RequestError(
            f"the offline reader writes goals, not {missing}: add {given} for it, or name a language model with --model"
        )
    return part
