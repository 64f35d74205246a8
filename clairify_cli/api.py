"""The public Python interface: check, translate, plan and run, and everything else the commands do.

>>> from clairify_cli.api import check, translate
>>> result = translate("Add 15 g of acetic acid to a beaker. Stir for 20 seconds.")
>>> result.is_valid
True
>>> check(result.program)
[]
>>> broken = result.program.replace("20 s", "twenty")
>>> for finding in check(broken, name="plan.xdl"):
...     print(finding.span.line, finding.code, finding.severity.value)
11 XDL301 error

The laboratory's inventory can be given, with capacities if known:

>>> result = translate("Add 200 mL of water to a beaker.", hardware={"beaker": "100 mL"}, reagents=["water"])
>>> result.is_valid
False
>>> [finding.code for finding in result.diagnostics if finding.is_error]
['XDL405']

An English task becomes a goal for a PDDL domain and problem, and the goal becomes a plan. Pass domain and problem as
PDDL text, as files, or as names of bundled ones:

>>> from clairify_cli.api import formalise, validate
>>> made = formalise("Close the fridge and hold an apple.", domain="household", problem="kitchen", solver=None)
>>> print(made.outcome.value, made.goal)
written (:goal (exists (?apple - apple) (and (closed fridge1) (holding ?apple))))
>>> [finding.code for finding in validate("(go table1 moon kitchen)", "household", "kitchen")]
['PLN103']

`serve` runs a command, given a request with the command's options:

>>> from clairify_cli.api import CheckRequest, serve
>>> serve(CheckRequest(("no-such-file.xdl",))).exit_code(strict=False)
2
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from clairify_cli.agents.formalise.given import sources_of
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import NAMES, get
from clairify_cli.languages.base import CheckOptions, Constraints, Language
from clairify_cli.services.typed import typed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from clairify_cli.agents.execution.results import OnFailure, Run
    from clairify_cli.agents.formalise.given import Given, Write
    from clairify_cli.agents.formalise.planner import Planner
    from clairify_cli.agents.formalise.result import Formalisation
    from clairify_cli.services.check.request import CheckRequest
    from clairify_cli.services.execute.request import ExecuteRequest
    from clairify_cli.services.format import FormatRequest
    from clairify_cli.services.pddl.request import PddlRequest
    from clairify_cli.services.program.request import ProgramRequest
    from clairify_cli.services.replan.request import ReplanRequest
    from clairify_cli.services.serve import serve
    from clairify_cli.services.xdl.write import XdlRequest
    from clairify_cli.translate import LoopOptions, Translation
    from clairify_cli.worlds.base import Parameters
    from clairify_cli.worlds.scene.model import Scene

    Hardware = Iterable[str] | Mapping[str, str | float | None]

__all__ = [
    "CheckRequest",
    "ExecuteRequest",
    "FormatRequest",
    "PddlRequest",
    "ProgramRequest",
    "ReplanRequest",
    "XdlRequest",
    "check",
    "execute",
    "fix",
    "formalise",
    "format",
    "serve",
    "solve",
    "translate",
    "validate",
]

_SERVED = {
    "CheckRequest": "check.request",
    "FormatRequest": "format",
    "XdlRequest": "xdl.write",
    "PddlRequest": "pddl.request",
    "ProgramRequest": "program.request",
    "ReplanRequest": "replan.request",
    "ExecuteRequest": "execute.request",
    "serve": "serve",
}
"""Modules that define the requests, imported on first use. The parts of requests are in `services.parts`."""


def __getattr__(name: str) -> object:
    if name not in _SERVED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"clairify_cli.services.{_SERVED[name]}"), name)
    return found


@typed
def check(
    text: str,
    language: str = "xdl",
    *,
    name: str = "<text>",
    source_text: str | None = None,
    dialect: str | None = None,
    hardware: Hardware | None = None,
    reagents: Iterable[str] | None = None,
    domain: str | Path | None = None,
) -> list[Diagnostic]:
    """Return every problem in a program, in source order; an empty list if there are none.

    `name` is the file name in the spans of the findings. With `source_text`, the program is also compared with the
    English text it was made from: anything missing, invented or different (XDL601 to XDL642). `hardware` and `reagents`
    are the laboratory's items, by name; None allows anything. A mapping of hardware gives capacities: a number of
    millilitres, a text such as `1 L`, or None. `domain` is the domain of a PDDL problem, given as for `formalise`.

    Raises `ValueError`, with one sentence, for an unknown language or dialect and for an invalid list.
    """
    chosen = _language(language)
    options = _options(chosen, dialect, hardware, reagents)
    if domain is not None:
        options = replace(options, context=tuple(source for source in sources_of(domain, None) if source is not None))
    program = Source(text, name)
    if source_text is None:
        return chosen.check(program, options)
    from clairify_cli.fidelity import check_with_text

    return check_with_text(program, Source(source_text, "<source>"), chosen, options)


@typed
def fix(text: str, language: str = "xdl", *, unsafe: bool = False) -> str:
    """Apply all safe fixes and, with `unsafe`, those that may change the meaning; return the fixed text."""
    from clairify_cli.diagnostics.fixes import fix_until_stable

    chosen = _language(language)
    return fix_until_stable(text, lambda one: chosen.check(Source(one, "<text>"), CheckOptions()), unsafe=unsafe).text


@typed
def format(text: str, language: str = "xdl") -> str:
    """Return the text in canonical form. Raises `ValueError` if it is malformed."""
    return _language(language).format(Source(text, "<text>"), CheckOptions())


@typed
def translate(
    text: str,
    language: str = "xdl",
    model: str | None = None,
    *,
    dialect: str | None = None,
    hardware: Hardware | None = None,
    reagents: Iterable[str] | None = None,
    options: LoopOptions | None = None,
    api_base: str | None = None,
    trace: str | Path | None = None,
) -> Translation:
    """Translate English into a verified program.

    `model` is `reader` (the default: offline, by rule), `replay:FILE`, or any model that litellm knows; `api_base`
    is the address of its server. `options` sets the limits of the loop. Every round is appended to the file `trace`.
    The other arguments are as for `check`.

    The result's `is_valid` says whether `program` has no errors; `diagnostics`, `notes` and `rounds` have the details.
    A model failure is an outcome, not an exception.

    Raises `ValueError` as `check` does, `clairify_cli.translate.ModelSetupError` if the model cannot be used at all,
    and `OSError` if the trace cannot be opened.
    """
    from clairify_cli.translate import Hooks, Trace, resolve_model
    from clairify_cli.translate import translate as run

    chosen = _language(language)
    check_options = _options(chosen, dialect, hardware, reagents)
    asked = resolve_model(model, api_base=api_base)
    if trace is None:
        return run(text, chosen, asked, options, check_options)
    with Trace(trace) as opened:
        return run(text, chosen, asked, options, check_options, hooks=Hooks(opened))


@typed
def formalise(
    text: str,
    *,
    domain: str | Path | None = None,
    problem: str | Path | None = None,
    write: str | None = None,
    model: str | None = None,
    solver: str | None = "auto",
    optimal: bool = False,
    seconds: float = 60.0,
    memory_mb: int = 2048,
    options: LoopOptions | None = None,
    api_base: str | None = None,
    trace: str | Path | None = None,
) -> Formalisation:
    """Turn English into PDDL and solve it.

    Given `domain` and `problem`, write the goal (`write="goal"`); given a domain alone, a problem (`"problem"`); given
    neither, both (`"both"`). They are PDDL text, paths, or names of bundled ones; they are never modified. `solver` is
    `auto`, `fast-downward`, `pyperplan` or `cmd:COMMAND`, with limits in seconds and MB; None writes and verifies only.
    The other arguments are as for `translate`; the offline reader writes goals only.

    The result's `outcome` says how it ended; `plan`, `goal`, `problem`, `planned` and `diagnostics` have the details.

    Raises `ValueError` for texts that cannot be read or have errors and for incompatible arguments, `ModelSetupError`
    if the model cannot be used at all, and `clairify_cli.planning.solvers.base.SolverError` likewise for the solver.
    """
    from clairify_cli.agents.formalise.given import Given, Write
    from clairify_cli.agents.formalise.run import formalise as run
    from clairify_cli.fidelity.goals import lexicon_of
    from clairify_cli.reader.goals import LexiconError
    from clairify_cli.services.planning.goals import goal_reader
    from clairify_cli.translate import Hooks, Trace, resolve_model

    sources = sources_of(domain, problem)
    try:
        lexicon = lexicon_of([source for source in sources if source is not None])
    except LexiconError as error:
        raise ValueError(str(error)) from None
    given = Given(*sources, lexicon)
    usual = "goal" if problem is not None else "problem" if domain is not None else "both"
    if write not in (None, *(one.value for one in Write)):
        raise ValueError(f"there is nothing called {write!r} to write; there are 'goal', 'problem' and 'both'")
    part = Write(write or usual)
    _refuse_errors(given, part, usual)
    reader = goal_reader(given) if part is Write.GOAL else None
    asked = resolve_model(model, api_base=api_base, reader=reader)
    planner = _planner(solver, optimal, seconds, memory_mb) if solver is not None else None
    if trace is None:
        return run(text, given, part, asked, options, planner=planner)
    with Trace(trace) as opened:
        return run(text, given, part, asked, options, planner=planner, hooks=Hooks(opened))


@typed
def solve(
    domain: str | Path,
    problem: str | Path,
    *,
    solver: str = "auto",
    optimal: bool = False,
    seconds: float = 60.0,
    memory_mb: int = 2048,
) -> Formalisation:
    """Solve a problem for its own goal. Arguments, result and errors are as for `formalise`."""
    from clairify_cli.agents.formalise.given import Given
    from clairify_cli.agents.formalise.result import solve as run

    given = Given(*sources_of(domain, problem))
    _refuse_errors(given, None, "")
    return run(given, _planner(solver, optimal, seconds, memory_mb))


@typed
def validate(plan: str, domain: str | Path, problem: str | Path, *, name: str = "<plan>") -> list[Diagnostic]:
    """Return every problem in a plan for a PDDL problem, in source order; an empty list if it reaches the goal.

    Domain and problem are given as for `formalise`. Raises `ValueError` if they cannot be read.
    """
    from clairify_cli.agents.formalise.planner import validate as run

    one, other = sources_of(domain, problem)
    assert one is not None and other is not None
    return run(Source(plan, name), one, other)


@typed
def execute(
    program: str,
    *,
    domain: str | Path | None = None,
    problem: str | Path | None = None,
    scene: str | Path | None = None,
    seed: int = 0,
    dry_run: bool = False,
    skip_unsupported: bool = False,
    on_failure: OnFailure = "stop",
    best_of: int = 1,
    parameters: Parameters | None = None,
    assume: str | None = None,
    dialect: str | None = None,
    hardware: Hardware | None = None,
    reagents: Iterable[str] | None = None,
    source_text: str | None = None,
) -> Run:
    """Run a program on a simulated Panda: XDL, English text, or a plan for a PDDL domain and problem.

    `scene` is a path, or a scene as text; without one, a bench is made. `parameters` apply to all
    motions. Each of `best_of` plans runs in its own simulation. The best run is the result, and its `rounds` list all.
    `assume` is the amount to add if a program gives none, such as "10 g"; without it, a missing amount is an error. The
    result's `succeeded`, `failure`, `stages`, `score` and `last` (where everything is at the end) describe the run.

    `dialect`, `hardware`, `reagents` and `source_text` are as for `check`: a program with errors is not run.

    Raises `ValueError` for input that has errors or cannot be executed in the scene, `RobotMissingError` without the
    `robot` extra, and `clairify_cli.planning.solvers.base.SolverError` without a solver.
    """
    from contextlib import ExitStack

    from clairify_cli.agents.execution.carry import carried_out
    from clairify_cli.files.inputs import Input
    from clairify_cli.services.execute.inputs import Given, prepared
    from clairify_cli.services.execute.model import RunModel
    from clairify_cli.services.execute.request import ExecuteRequest, Running
    from clairify_cli.services.refused import RefusedError

    if (domain is None) != (problem is None):
        raise ValueError("a plan is carried out for a domain and a problem: give both")
    how = Running(seed, dry_run, skip_unsupported, on_failure, best_of, assume=assume)
    request = ExecuteRequest(running=how)
    given = Given(
        request,
        _options(get("xdl"), dialect, hardware, reagents),
        *sources_of(domain, problem),
        _scene(scene) if scene is not None else None,
        Source(source_text, "<source>") if source_text is not None else None,
    )
    with ExitStack() as stack:
        try:
            item = Input("<program>", literal=program)
            task = prepared(item, program, given, RunModel(stack, request), alone=True)
        except RefusedError as error:
            _refuse(error.findings)
            raise ValueError(str(error)) from None
    options = request.options
    return carried_out(task.setting, options if parameters is None else replace(options, parameters=parameters))


def _scene(given: str | Path) -> Scene:
    """Read a scene from a file or a text. Raises `ValueError`."""
    from pathlib import Path

    from clairify_cli.files.reading import UnreadableError, read_text
    from clairify_cli.worlds.scene.reader import read_scene

    # A scene has several lines, and a path has one.
    is_text = isinstance(given, str) and "\n" in given
    try:
        source = Source(str(given), "<scene>") if is_text else Source(read_text(given), str(given))
    except UnreadableError as error:
        raise ValueError(str(error)) from None
    scene, found = read_scene(source, None if is_text else Path(given).parent)
    _refuse(found)
    assert scene is not None
    return scene


def _refuse(findings: Iterable[Diagnostic]) -> None:
    """Raise `ValueError` for the first error."""
    for found in findings:
        if found.is_error:
            raise ValueError(f"{found.span.file}, line {found.span.line}: {found.message}")


def _refuse_errors(given: Given, write: Write | None, usual: str) -> None:
    """Raise `ValueError` if the given texts have errors or do not fit what is to be written."""
    from clairify_cli.agents.formalise.given import check_given

    if write is not None and write.value != usual:
        needed = {"goal": "a domain and a problem", "problem": "a domain alone", "both": "neither domain nor problem"}
        raise ValueError(f"write={write.value!r} is for {needed[write.value]}")
    if write is not None and given.problem is not None and given.domain is None:
        raise ValueError("a problem needs its domain")
    _refuse(check_given(given, write))


def _planner(solver: str, optimal: bool, seconds: float, memory_mb: int) -> Planner:
    from clairify_cli.agents.formalise.planner import Planner
    from clairify_cli.planning.solvers.base import Limits
    from clairify_cli.planning.solvers.registry import get as solver_of

    return Planner(solver_of(solver, optimal=optimal), Limits(seconds, memory_mb))


def _language(name: str) -> Language:
    if name not in NAMES:
        raise ValueError(f"there is no language `{name}`; there are {', '.join(NAMES)}")
    return get(name)


def _options(
    language: Language, dialect: str | None, hardware: Hardware | None, reagents: Iterable[str] | None
) -> CheckOptions:
    if dialect is not None and dialect not in language.dialects:
        raise ValueError(f"{language.name} has no dialect `{dialect}`; there are {', '.join(language.dialects)}")
    if hardware is None and reagents is None:
        return CheckOptions(dialect)
    names, capacities = _named(hardware, "hardware") if hardware is not None else (None, ())
    stock = _named(reagents, "reagents")[0] if reagents is not None else None
    return CheckOptions(dialect, Constraints(names, stock, capacities))


def _named(given: Hardware, what: str) -> tuple[tuple[str, ...], tuple[tuple[str, float], ...]]:
    from collections.abc import Iterable, Mapping

    from clairify_cli.languages.constraints import ConstraintsError, from_data

    if isinstance(given, str):  # iterating over it would make each character a name
        raise ValueError(f"`{what}` is a list of names, not one text: [{given!r}]")
    if not isinstance(given, Iterable):
        raise TypeError(f"`{what}` is a list of names, not {given!r}")
    entries = [{"id": name, "capacity": size} for name, size in given.items()] if isinstance(given, Mapping) else given
    try:
        return from_data(list(entries), what)
    except ConstraintsError as error:
        raise ValueError(str(error)) from None
