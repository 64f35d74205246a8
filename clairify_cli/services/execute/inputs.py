"""Inputs of an execution: programs, texts or plans, and a scene; and how to tell what an input is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.files.data import rows
from clairify_cli.files.encoding import Decoded
from clairify_cli.files.inputs import Input
from clairify_cli.languages import NAMES, get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, replace
from clairify_cli.services.execute.events import Said, Tell
from clairify_cli.services.execute.model import RunModel
from clairify_cli.services.execute.request import ExecuteRequest
from clairify_cli.services.inputs import found_inputs
from clairify_cli.services.kinds import PDDL, PLAN, PLAN_SUFFIX, PROFILE, PROGRAM, SCENE, Kinds, read_given
from clairify_cli.services.laboratory import check_options
from clairify_cli.services.parts import Constrained
from clairify_cli.services.planning.constraints import constraints_of
from clairify_cli.services.refused import RefusedError, read_scene_file, refuse_errors, reports_of

if TYPE_CHECKING:
    from clairify_cli.agents.execution.program import Setting
    from clairify_cli.translate import Translation
    from clairify_cli.worlds.scene.model import Scene

ENGLISH = "english"
JSON = "json"

PURPOSE = "carry out"
"""The purpose of reading inputs, for messages."""

SUFFIXES = (".xdl", PLAN_SUFFIX, ".txt", ".md")
"""Suffixes of the files that are searched for in a folder."""

Texts = tuple[Source | None, Source | None, "Scene | None"]
"""The domain, the problem and the scene in a request."""


@dataclass(frozen=True)
class Given:
    """Settings common to all inputs: the laboratory, and the domain and problem of plans and programs."""

    request: ExecuteRequest
    check: CheckOptions = CheckOptions()
    domain: Source | None = None
    problem: Source | None = None
    scene: Scene | None = None
    source: Source | None = None
    """The source text that an XDL program is checked against."""
    constraints: Constrained = Constrained()

    @property
    def texts(self) -> Texts:
        """The domain, the problem and the scene."""
        return self.domain, self.problem, self.scene


@dataclass(frozen=True, slots=True)
class Prepared:
    """An input with its task and its scene: the program or plan, its findings, and the name of its film."""

    setting: Setting
    source: Source
    title: str
    translation: Translation | None = None
    english: Source | None = None
    """The text that the program was translated from."""
    read: tuple[str, ...] = ()
    """Names of the files that were read next to the input."""

    @property
    def reports(self) -> tuple[Report, ...]:
        """Notes that are not errors."""
        return tuple(reports_of([self.source], self.setting.findings))

    @property
    def scene(self) -> Scene:
        """The bench, which exists unless there are errors."""
        assert self.setting.scene is not None
        return self.setting.scene


def inputs_of(request: ExecuteRequest, tell: Tell) -> list[Input]:
    """Expand the arguments into inputs."""

    def remark(sentence: str) -> None:
        tell(Said("warning", sentence))

    return found_inputs(request.inputs, SUFFIXES, follow=request.reading.follow_links, remark=remark, allow_text=True)


def given_of(request: ExecuteRequest) -> Given:
    """Read the request's settings for all inputs. Raises `RefusedError` and `RequestError`."""
    most = request.most_bytes
    task = request.task
    domain, problem = read_given(task.domain, task.problem, request.inputs, most_bytes=most)
    for source, what in ((domain, "domain"), (problem, "problem")):
        if source is not None and (other := other_kind(source)):
            raise RefusedError(Outcome.UNREADABLE, f"{source.name} is {other}, and a {what} is expected")
    scene = read_scene_file(request.scene, most) if request.scene is not None else None
    check = check_options(NAMES[0], request.laboratory)
    return Given(request, check, domain, problem, scene, constraints=constraints_of(request.constrained, most))


def prepared(item: Input, text: str, given: Given, model: RunModel, *, alone: bool) -> Prepared:
    """Return the task and the scene of an input. Raises `RefusedError`; for a single input (`alone`), also for options
    that do not apply to it.

    English text is translated, which raises what `open_model` raises.
    """
    from clairify_cli.agents.execution.program import set_plan, set_program

    title = item.path.name if item.path is not None else _shortened(text)
    kind = kind_of(item, text)
    if kind == PLAN:
        plan = Source(text, item.name)
        domain, problem = _with_plan(item, given, plan, model.tell)
        made = set_plan(plan, domain, problem, given.scene)
        refuse_errors([plan, domain, problem], made.findings)
        return Prepared(_constrained(made, given), plan, title, read=(domain.name, problem.name))
    if wrong := _KINDS.get(kind, ("", ""))[1]:
        raise RefusedError(Outcome.UNREADABLE, f"{item.name} {wrong}", reason=f"it {wrong}")
    if alone and (given.domain is not None or given.problem is not None):
        why = f"--domain and --problem are for PDDL plans, and {item.name} is none"
        raise RefusedError(Outcome.UNREADABLE, why)
    translation = _translated(item, text, given, model) if kind == ENGLISH else None
    program = Source(text, item.name) if translation is None else Source(translation.program, "<program>")
    refuse_errors([program], [one for one in _checked(program, given) if one.is_error])
    how = given.request.running
    made = set_program(program, given.scene, skip_unsupported=how.skip_unsupported, assume=how.assume)
    refuse_errors([program], made.findings)
    english = None if translation is None else Source(text, item.name)
    return Prepared(_constrained(made, given), program, title, translation, english)


def _constrained(made: Setting, given: Given) -> Setting:
    """Return the setting under `--forbid` and `--require`. Raises `RefusedError` for what can be no step there."""
    from clairify_cli.agents.execution.program import constrained
    from clairify_cli.agents.repair.facts import StoryError

    try:
        return constrained(made, given.constraints.forbid, given.constraints.require)
    except StoryError as error:
        raise RefusedError(Outcome.UNREADABLE, f"--forbid and --require: {error}") from None


def _checked(program: Source, given: Given) -> list[Diagnostic]:
    """Return every problem in an XDL program, including differences from its source text."""
    if given.source is None:
        return get(NAMES[0]).check(program, given.check)
    from clairify_cli.fidelity import check_with_text

    return check_with_text(program, given.source, get(NAMES[0]), given.check)


_KINDS = {kind: (called, wrong) for kind, called, wrong in rows(Path(__file__).with_suffix(".tsv"))}
"""For each kind of text: its name, and the message if it is given as the input but cannot be executed."""


def _translated(item: Input, text: str, given: Given, model: RunModel) -> Translation:
    """Translate an English text into a valid program. Raises `RefusedError`, and what `open_model` raises."""
    result = model.translated(item, text, given.check)
    if result.is_valid:
        return result
    outcome = result.outcome
    why = _NO_PROGRAM.get(outcome, "the text has no valid program that says the same")
    refused = outcome if outcome in _NO_PROGRAM else Outcome.REFUSED
    raise RefusedError(refused, f"nothing was moved: {why}", result=result)


_NO_PROGRAM = {
    Outcome.MODEL_FAILED: "the model failed before there was a program",
    Outcome.INTERRUPTED: "it was interrupted before there was a program",
}


def _shortened(text: str) -> str:
    """The beginning of a text, for a title."""
    line = "a program" if text.lstrip().startswith("<") else " ".join(text.split())
    return line if len(line) <= 100 else line[:98] + " …"


def _with_plan(item: Input, given: Given, plan: Source, tell: Tell) -> tuple[Source, Source]:
    """Return the domain of a plan, and its problem with the goal stated in the plan; given ones, or else found ones."""
    from clairify_cli.planning.validate.heading import purpose_of

    kinds = Kinds([item], PLAN, lambda _: CheckOptions(), given.domain, given.problem)
    context = kinds.context(item, plan)
    if len(context) < 2:
        missing = "--problem" if given.domain is not None else "--domain and --problem"
        why = f"a plan is carried out for a problem: add {missing}"
        raise RefusedError(Outcome.UNREADABLE, f"{item.name}: {why}", reason=why)
    purpose = purpose_of(plan, *context)
    refuse_errors([plan], purpose.findings)
    for remark in purpose.remarks:
        tell(Said("note", remark))
    return context[0], purpose.problem


def kind_of(item: Input, text: str) -> str:
    """Return `xdl`, `json`, `pddl`, `plan`, `program`, `scene` or `profile`, else the kind for English."""
    suffix = item.path.suffix.lower() if item.path is not None else ""
    begins = text.lstrip("\ufeff \t\r\n")
    if suffix in (".xdl", ".xml") or begins.startswith("<"):
        return "xdl"
    if suffix in (".json", ".jsonl") or _is_json(begins):
        return JSON
    held = replace(item, held=Decoded(text))
    kind = Kinds([held], None, lambda _: CheckOptions()).of(held)
    return kind if kind in (PLAN, PDDL, PROGRAM, SCENE, PROFILE) else ENGLISH


def _is_json(text: str) -> bool:
    """Whether a text is a JSON list or begins with a JSON object. English text may begin with `[1]`."""
    import json

    if not text.startswith(("{", "[")):
        return False
    try:
        found, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) or not text[end:].strip()


def other_kind(source: Source) -> str | None:
    """Return what a text is if it was given as a domain or a problem but is clearly something else."""
    kind = kind_of(Input(source.name), source.text)
    if kind == PLAN and Path(source.name).suffix.lower() != PLAN_SUFFIX:  # probably PDDL with a typo at its beginning
        return None
    return _KINDS.get(kind, ("", ""))[0] or None
