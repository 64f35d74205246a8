"""What `clairify execute` is given: programs, texts or plans, and a scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clairify_cli.cli.shared.narrate import show_reports
from clairify_cli.cli.shared.output import complain, inform
from clairify_cli.commands.execute_kinds import ENGLISH, JSON, kind_of, other_kind
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.languages.base import CheckOptions
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import PDDL, PLAN, PLAN_SUFFIX, PROFILE, PROGRAM, SCENE, SKILLS, Kinds, read_given

if TYPE_CHECKING:
    from contextlib import ExitStack

    from clairify_cli.agents.execution.acting import Tuner
    from clairify_cli.agents.execution.check_choice import Chooser
    from clairify_cli.agents.execution.improve import Improver
    from clairify_cli.agents.execution.program import Setting
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.files.inputs import Input
    from clairify_cli.translate import Translation
    from clairify_cli.worlds.base import Parameters
    from clairify_cli.worlds.scene.model import Scene

    Write = Callable[[Input, str], Translation]

MOST_BYTES = 20_000_000
"""The largest file that is read, unless asked for."""

PURPOSE = "carry out"
"""What inputs are read for."""

SUFFIXES = (".xdl", PLAN_SUFFIX, ".txt", ".md")
"""Endings of the files that are looked for in a directory."""


class RefusedError(Exception):
    """Nothing can be carried out: why, in a sentence, with findings in their texts. `code` is the exit code.

    `result` is that of a translation that came to nothing. `reason` is the sentence for where the input was named.
    """

    def __init__(
        self,
        code: int,
        sentence: str,
        reports: Sequence[Report] = (),
        result: Translation | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.reason = reason or sentence
        self.reports = list(reports)
        self.result = result

    @property
    def findings(self) -> list[Diagnostic]:
        return [finding for report in self.reports for finding in report.diagnostics]

    def tell(self) -> None:
        """Say it on stderr."""
        show_reports(self.reports)
        complain(self)


@dataclass(frozen=True)
class Given:
    """What holds for all inputs. `write` makes a program of a text in English."""

    write: Write
    domain: Source | None = None
    problem: Source | None = None
    scene: Scene | None = None
    skip_unsupported: bool = False


@dataclass(frozen=True, slots=True)
class Prepared:
    """An input with its task and its scene: the program or plan, findings about it, and what a film is called."""

    setting: Setting
    source: Source
    title: str
    translation: Translation | None = None
    read: tuple[str, ...] = ()
    """Names of the files that were read beside the input."""

    @property
    def reports(self) -> list[Report]:
        """What is no error and should be known."""
        return _reports([self.source], self.setting.findings)


def inputs_of(arguments: Sequence[str]) -> list[Input]:
    """The inputs that the arguments stand for."""
    from clairify_cli.commands.options import found_inputs

    return found_inputs(arguments, SUFFIXES, allow_text=True)


def given_of(values: dict[str, Any], write: Write) -> Given:
    """What the options give for all inputs. Raises `RefusedError`, `UsageError`."""
    return Given(write, *texts_of(values), values["skip_unsupported"])


def texts_of(values: dict[str, Any]) -> tuple[Source | None, Source | None, Scene | None]:
    """The domain, the problem and the scene that the options give. Raises as `given_of`."""
    most = values["max_size"]
    domain, problem = read_given(values["domain"], values["problem"], values["programs"], most_bytes=most)
    for source, what in ((domain, "domain"), (problem, "problem")):
        if source is not None and (other := other_kind(source)):
            raise RefusedError(2, f"{source.name} is {other}, and a {what} is expected")
    return domain, problem, read_scene_file(values["scene"], most) if values["scene"] is not None else None


def prepared(item: Input, text: str, given: Given, *, alone: bool) -> Prepared:
    """The task and the scene of an input. Raises `RefusedError`, also for options that one `alone` has no use for."""
    from clairify_cli.agents.execution.program import set_plan, set_program

    title = item.path.name if item.path is not None else _shortened(text)
    kind = kind_of(item, text)
    if kind == PLAN:
        plan = Source(text, item.name)
        domain, problem = _with_plan(item, given, plan)
        made = set_plan(plan, domain, problem, given.scene)
        refuse_errors([plan, domain, problem], made.findings)
        return Prepared(made, plan, title, read=(domain.name, problem.name))
    if kind == JSON:
        raise _wrong(item, "is JSON, and neither a program nor a plan nor a text in English")
    if kind == PDDL:
        raise _wrong(item, "is a domain or a problem, and not a plan: clairify pddl makes plans")
    if kind == PROGRAM:
        raise _wrong(item, "is a program, and its name does not end in .py")
    if kind == SCENE:
        raise _wrong(item, "is a scene, and not a program: give it with --scene")
    if kind == PROFILE:
        raise _wrong(item, "is the profile of a robot, and not a program: give it with --profile")
    if kind == SKILLS:
        raise _wrong(item, "is a list of skills, and not a program")
    if alone and (given.domain is not None or given.problem is not None):
        raise RefusedError(2, f"--domain and --problem are for PDDL plans, and {item.name} is none")
    translation = None
    if kind == ENGLISH:
        translation = given.write(item, text)
        if not translation.is_valid:
            code, why = _NO_PROGRAM.get(
                translation.outcome.value, (1, "the text has no valid program that says the same")
            )
            raise RefusedError(code, f"nothing was moved: {why}", result=translation)
    program = Source(text, item.name) if translation is None else Source(translation.program, "<program>")
    refuse_errors([program], [one for one in _checked(program) if one.is_error])
    made = set_program(program, given.scene, skip_unsupported=given.skip_unsupported)
    refuse_errors([program], made.findings)
    return Prepared(made, program, title, translation)


def _wrong(item: Input, what: str) -> RefusedError:
    """That an input is of a kind that is not carried out."""
    return RefusedError(2, f"{item.name} {what}", reason=f"it {what}")


def _reports(sources: Sequence[Source], found: Sequence[Diagnostic]) -> list[Report]:
    each = {source.name: source for source in sources}.values()  # domain and problem may be one file
    made = [Report(source, [one for one in found if one.span.file == source.name]) for source in each]
    return [one for one in made if one.diagnostics]


def refuse_errors(sources: Sequence[Source], found: Sequence[Diagnostic]) -> None:
    """Raise `RefusedError` where a finding is an error."""
    if any(one.is_error for one in found):
        raise RefusedError(1, "nothing was moved: this cannot be carried out", _reports(sources, found))


def parameters(settings: Sequence[str]) -> Parameters:
    """The parameters of `--set`. Raises `RequestError` for one that is not there or out of its range."""
    from clairify_cli.worlds.base import GRASPS, RANGES, Parameters

    found: dict[str, Any] = {}
    for one in settings:
        name, equals, value = (part.strip() for part in one.partition("="))
        name = name.replace("-", "_")
        if not equals or name not in (*RANGES, "grasp"):
            known = ", ".join((*RANGES, "grasp"))
            raise RequestError(f"--set {one}: write NAME=VALUE, with one of {known}")
        if name == "grasp":
            if value not in GRASPS:
                raise RequestError(f"--set {one}: a grasp is {' or '.join(GRASPS)}")
            found[name] = value
            continue
        low, high = RANGES[name]
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise RequestError(f"--set {one}: {name} is a number from {low:g} to {high:g}")
        found[name] = number
    return Parameters(**found)


def _shortened(text: str) -> str:
    """The beginning of a text, for a title."""
    line = "a program" if text.lstrip().startswith("<") else " ".join(text.split())
    return line if len(line) <= 100 else line[:98] + " …"


_NO_PROGRAM = {
    "model-failed": (3, "the model failed before there was a program"),
    "interrupted": (130, "it was interrupted before there was a program"),
}


def _with_plan(item: Input, given: Given, plan: Source) -> tuple[Source, Source]:
    """The domain of a plan, and its problem with the goal that the plan states; as given, else found."""
    from clairify_cli.planning.plan_heading import purpose_of

    kinds = Kinds([item], None, lambda _: CheckOptions(), given.domain, given.problem)
    context = kinds.of_plan(item, plan)
    if len(context) < 2:
        missing = "--problem" if given.domain is not None else "--domain and --problem"
        why = f"a plan is carried out for a problem: add {missing}"
        raise RefusedError(2, f"{item.name}: {why}", reason=why)
    purpose = purpose_of(plan, *context)
    refuse_errors([plan], purpose.findings)
    for remark in kinds.notes:
        inform(f"note: {remark}")
    return context[0], purpose.problem


def _checked(program: Source) -> list[Diagnostic]:
    from clairify_cli.languages import get

    return get("xdl").check(program, CheckOptions())


def read_scene_file(name: str, most_bytes: int) -> Scene:
    """The scene of a file. Raises `RefusedError`."""
    from clairify_cli.files.reading import UnreadableError, read_text
    from clairify_cli.worlds.scene.reader import read_scene

    try:
        source = Source(read_text(name, most_bytes=most_bytes), name)
    except UnreadableError as error:
        raise RefusedError(2, str(error)) from None
    scene, found = read_scene(source, Path(name).parent)
    refuse_errors([source], [one for one in found if one.is_error])
    assert scene is not None
    return scene


@dataclass(frozen=True, slots=True)
class Advice:
    """Who changes parameters after a failure and after a success, and who chooses checks; None is by rule, and ours."""

    tuner: Tuner | None = None
    improver: Improver | None = None
    chooser: Chooser | None = None


def advice_of(
    stack: ExitStack,
    options: Options,
    model: dict[str, Any],
    is_over: Callable[[], bool],
    tell: Callable[[str], None] = lambda words: None,
) -> Advice:
    """What a model is asked for while a task is carried out, and not waited for once that `is_over`.

    `tell` hears where it is of no use. Raises as `open_model`.
    """
    from clairify_cli.translate.resolve import is_reader

    is_asked = options.on_failure != "stop" or options.improve or options.checks == "model"
    if not is_asked or is_reader(model["model"]):
        return Advice()
    from clairify_cli.agents.execution.bounded_model import BoundedModel
    from clairify_cli.agents.execution.check_choice import model_chooser
    from clairify_cli.agents.execution.improve_model import model_improver
    from clairify_cli.agents.execution.retune_model import model_tuner
    from clairify_cli.commands.model_options import open_model

    asked = BoundedModel(open_model(stack, model).model, is_over)
    return Advice(
        model_tuner(asked, tell=tell) if options.on_failure != "stop" else None,
        model_improver(asked, tell=tell) if options.improve else None,
        model_chooser(asked, tell=tell) if options.checks == "model" else None,
    )


def model_values(values: dict[str, Any]) -> dict[str, Any]:
    """What `open_model` takes, with the usual limits of the loop."""
    return {
        "model": values["model"],
        "api_base": values["api_base"],
        "no_cache": values["no_cache"],
        "rounds": 10,
        "timeout": 600.0,
        "max_cost": None,
        "temperature": None,
        "seed": None,
        "max_tokens": None,
        "feedback": "previous+errors",
        "feed_warnings": False,
        "no_fidelity": False,
        "record": None,
        "trace": None,
    }
