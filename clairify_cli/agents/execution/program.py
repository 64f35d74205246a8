"""From a program or a plan and, perhaps, a scene to a task that can be carried out, with all that is to be said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clairify_cli.agents.execution.domain_text import Atom
from clairify_cli.agents.execution.jobs import lab_problem, tabletop_facts
from clairify_cli.agents.execution.jobs.bind import bound, needed, slug
from clairify_cli.agents.execution.jobs.steps import RPM, SHORT_STIR_S, jobs_of
from clairify_cli.agents.execution.rules import rules
from clairify_cli.agents.execution.stages import Stage, Task, program_task
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files import data_text
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.syntax import Problem
from clairify_cli.languages.pddl.task import Task as PddlTask
from clairify_cli.planning.validate.heading import goal_text
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import AMBIENT, Scene

DOMAINS = ("lab", "tabletop")
"""The domains for whose actions there are skills."""

MOST_ACTIONS = 2000
"""Actions of a plan that are carried out: more take hours."""

DOSE_G = 20.0
"""A plan does not say how much is poured: so much, which can be poured to a tenth without a balance."""

SETTINGS: Mapping[str, Mapping[str, float]] = {
    "pour": {"mass": DOSE_G},
    "weigh": {"mass": DOSE_G},
    "stir": {"time": SHORT_STIR_S, "rpm": RPM},
    "heat": {"temperature": 60.0, "time": SHORT_STIR_S, "rpm": RPM},
    "cool": {"temperature": 5.0, "time": SHORT_STIR_S},
}
"""What a plan does not say: doses, temperatures, times."""

_ABSTRACT = ("reagent", "colour")


def faults(plan: Source, domain: Source, problem: Source) -> list[Diagnostic]:
    """Why a plan cannot be validated at all: errors in its domain or problem, or too many actions."""
    from clairify_cli.agents.formalise.given import Given, check_given

    steps = read_plan(plan)[0].steps
    # Before it is validated: that takes time too, and the answer would not matter.
    if len(steps) > MOST_ACTIONS:
        beyond = steps[MOST_ACTIONS]
        return [rules.plan_too_long(plan.span(beyond.start, beyond.end), MOST_ACTIONS)]
    return [one for one in check_given(Given(domain, problem), None) if one.is_error]


def given_task(plan: Source, domain: Source, problem: Source, scene: Scene) -> tuple[Task | None, list[Diagnostic]]:
    """The task of a plan, and every error in it.

    The plan is validated against its domain and problem before anything else. Steps are numbered from 1. Where geometry
    forbids a step, another plan for the problem's goal is looked for.
    """
    from clairify_cli.agents.formalise.planner import validate
    from clairify_cli.languages.pddl.task import task_of

    found = list(validate(plan, domain, problem))
    task = task_of(domain, problem)
    if task is None or any(one.is_error for one in found):
        return None, found
    steps, _ = read_plan(plan)
    atoms = tuple(one.words for one in steps.steps)
    stage = Stage.of_plan(plan.span(0), atoms, goal_text(problem), SETTINGS)
    made, more = task_in_scene(task, domain, problem, scene, (stage,))
    found += more
    if made is not None:
        found += assumptions(plan, [one[0] for one in atoms])
    return made, found


def task_in_scene(
    task: PddlTask, domain: Source, problem: Source, scene: Scene, stages: tuple[Stage, ...]
) -> tuple[Task | None, list[Diagnostic]]:
    """A problem in a scene: its facts, its objects, and how they are observed.

    None if there are no skills for the domain, or if the scene lacks an object, with findings that say so.
    """
    name = task.domain.name.text if task.domain.name is not None else ""
    if name not in DOMAINS:
        return None, [rules.domain_without_skills(domain.span(0), name)]
    objects = {one: kinds[0] if kinds else "object" for one, kinds in task.objects.items()}
    missing = list(_missing(objects, task, problem, scene))
    if any(one.is_error for one in missing):
        return None, missing
    lab = name == "lab"
    view, seen = (lab_problem.observed, lab_problem.SEEN) if lab else (tabletop_facts.observed, tabletop_facts.SEEN)
    known = frozenset(objects)

    def see(scene: Scene, belief: Belief) -> frozenset[Atom]:
        return frozenset(one for one in view(scene, belief) if known.issuperset(one[1:]))

    made = Task(domain.text, stages, _declared(task.problem), _substances(objects, scene), task.init, see, seen)
    return made, missing


def assumptions(source: Source, actions: Iterable[str]) -> list[Diagnostic]:
    """Values that some actions leave open, and the defaults used."""
    assumed = sorted({one for one in actions if one in SETTINGS})
    return [rules.assumed(source.span(0), f"{one}: the plan does not say {_told(SETTINGS[one])}") for one in assumed]


def _told(settings: Mapping[str, float]) -> str:
    return ", ".join(f"{name} ({value:g} is taken)" for name, value in settings.items())


def _declared(problem: Problem) -> dict[str, str]:
    """The problem's own objects with their types; the domain's constants are in its text."""
    return {one.name.text: one.types[0].text if one.types else "object" for one in problem.objects}


def _substances(objects: Mapping[str, str], scene: Scene) -> dict[str, str]:
    """Which substance of the scene a reagent of the problem is."""
    by_slug = {slug(c.substance): c.substance for vessel in scene.vessels for c in vessel.contents}
    return {one: by_slug.get(slug(one), one) for one, kind in objects.items() if kind == "reagent"}


def _missing(objects: Mapping[str, str], task: PddlTask, problem: Source, scene: Scene) -> Iterable[Diagnostic]:
    there = {one.id for one in scene.things} | {one.id for one in scene.places} | {one.id for one in scene.zones}
    declared = {one.name.text: one.name for one in task.problem.objects}
    for name, kind in objects.items():
        if kind not in _ABSTRACT and name not in there and not _is_abstract(task, name):
            at = declared.get(name)
            span = problem.span(at.start, at.end) if at is not None else problem.span(0)
            yield rules.object_not_in_scene(span, name, ", ".join(f"`{one}`" for one in sorted(there)))


def _is_abstract(task: PddlTask, name: str) -> bool:
    return any(name in task.of_type.get(kind, ()) for kind in _ABSTRACT)


@dataclass(frozen=True, slots=True)
class Setting:
    """The input of a run, and its scene. Without a task, `findings` have an error that says why."""

    task: Task | None
    scene: Scene | None
    findings: tuple[Diagnostic, ...]


def set_program(
    source: Source, scene: Scene | None = None, *, skip_unsupported: bool = False, assume: str | None = None
) -> Setting:
    """The task of an XDL program without errors; without a scene, on a tidy bench that is made for it.

    `assume` is the amount to add if none is given, such as 10 g; None makes it an error.
    """
    from clairify_cli.worlds.scene.bench import BenchError, scene_for_program
    from clairify_cli.worlds.scene.layout import NoRoomError

    ambient = scene.ambient if scene is not None else AMBIENT
    jobs, found = jobs_of(source, ambient=ambient, skip_unsupported=skip_unsupported, assume=assume)
    # On a given scene, all that does not fit it is told along with the errors.
    if jobs is None or (scene is None and any(one.is_error for one in found)):
        return Setting(None, scene, tuple(found))
    if scene is None:
        try:
            scene = scene_for_program(needed(jobs))
        except (BenchError, NoRoomError) as error:
            return Setting(None, None, (*found, rules.no_bench(source.span(0), str(error))))
    made, missing = bound(jobs.jobs, scene, jobs.vessels)
    found += missing
    if any(one.is_error for one in found):
        return Setting(None, scene, tuple(found))
    return Setting(program_task(data_text("domains", "lab.pddl"), made, scene), scene, tuple(found))


def set_plan(plan: Source, domain: Source, problem: Source, scene: Scene | None = None) -> Setting:
    """The task of a PDDL plan; without a scene, on a bench that is made for the problem."""
    from clairify_cli.languages.pddl.task import task_of
    from clairify_cli.worlds.scene.bench import BenchError, scene_for_problem
    from clairify_cli.worlds.scene.layout import NoRoomError

    if found := faults(plan, domain, problem):
        return Setting(None, scene, tuple(found))
    if scene is None:
        task = task_of(domain, problem)
        if task is not None:
            try:
                scene = scene_for_problem(task)
            except (BenchError, NoRoomError) as error:
                return Setting(None, None, (rules.no_bench(problem.span(0), str(error)),))
    if scene is None:
        return Setting(None, None, (rules.no_bench(problem.span(0), "the domain or the problem cannot be read"),))
    made, found = given_task(plan, domain, problem, scene)
    return Setting(made, scene, tuple(found))
