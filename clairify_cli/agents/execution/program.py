"""Turn a program or a plan and an optional scene into an executable task, with findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clairify_cli.agents.execution.domain_text import Atom, Barred, domain_text
from clairify_cli.agents.execution.jobs import lab_problem, tabletop_facts
from clairify_cli.agents.execution.jobs.bind import bound, needed, slug
from clairify_cli.agents.execution.jobs.steps import RPM, SHORT_STIR_S, jobs_of
from clairify_cli.agents.execution.rules import rules
from clairify_cli.agents.execution.stages import Stage, Task, program_task
from clairify_cli.agents.execution.symbolic import Effects
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files import data_text
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.syntax import Problem
from clairify_cli.languages.pddl.task import Task as PddlTask
from clairify_cli.planning.repair.model import fits_word, step_text
from clairify_cli.planning.repair.required import named
from clairify_cli.planning.validate.heading import goal_text
from clairify_cli.records import dataclass, replace
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import AMBIENT, Scene

DOMAINS = ("lab", "tabletop")
"""The domains whose actions have skills."""

MOST_ACTIONS = 2000
"""The most actions in an executable plan; longer plans take hours."""

DOSE_G = 20.0
"""The default dose, since plans give none. It can be poured within a tenth without a balance."""

SETTINGS: Mapping[str, Mapping[str, float]] = {
    "pour": {"mass": DOSE_G},
    "weigh": {"mass": DOSE_G},
    "stir": {"time": SHORT_STIR_S, "rpm": RPM},
    "heat": {"temperature": 60.0, "time": SHORT_STIR_S, "rpm": RPM},
    "cool": {"temperature": 5.0, "time": SHORT_STIR_S},
}
"""Defaults for values that plans do not give: doses, temperatures, times."""

_ABSTRACT = ("reagent", "colour")


def task_in_scene(
    task: PddlTask, domain: Source, problem: Source, scene: Scene, stages: tuple[Stage, ...]
) -> tuple[Task | None, list[Diagnostic]]:
    """Return the task of a problem in a scene: its facts, its objects, and how they are observed.

    None, with findings, if the domain has no skills or the scene lacks an object.
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
    """Report the values that some actions leave open, and the defaults used."""
    assumed = sorted({one for one in actions if one in SETTINGS})
    return [rules.assumed(source.span(0), f"{one}: the plan does not say {_told(SETTINGS[one])}") for one in assumed]


def _told(settings: Mapping[str, float]) -> str:
    return ", ".join(f"{name} ({value:g} is taken)" for name, value in settings.items())


def _declared(problem: Problem) -> dict[str, str]:
    """Return the problem's own objects with their types; the domain's text has its constants."""
    return {one.name.text: one.types[0].text if one.types else "object" for one in problem.objects}


def _substances(objects: Mapping[str, str], scene: Scene) -> dict[str, str]:
    """Map the reagents of the problem to substances of the scene."""
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
    """The input of a run, and its scene. If there is no task, an error in `findings` says why."""

    task: Task | None
    scene: Scene | None
    findings: tuple[Diagnostic, ...]


def set_program(
    source: Source, scene: Scene | None = None, *, skip_unsupported: bool = False, assume: str | None = None
) -> Setting:
    """Return the task of an XDL program without errors; without a scene, a tidy bench is made for it.

    `assume` is the amount to add if the program gives none, such as 10 g; None makes a missing amount an error.
    """
    from clairify_cli.worlds.scene.bench import BenchError, scene_for_program
    from clairify_cli.worlds.scene.layout import NoRoomError

    ambient = scene.ambient if scene is not None else AMBIENT
    jobs, found = jobs_of(source, ambient=ambient, skip_unsupported=skip_unsupported, assume=assume)
    # On a given scene, continue despite errors, to report everything that does not fit the scene as well.
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
    """Return the task of a PDDL plan; without a scene, a bench is made for the problem.

    The plan is validated against its domain and problem before anything else. Steps are numbered from 1. If geometry
    forbids a step, execution looks for another plan for the problem's goal.
    """
    from clairify_cli.agents.formalise.given import Given, check_given
    from clairify_cli.agents.formalise.planner import validate
    from clairify_cli.languages.pddl.task import task_of

    steps = read_plan(plan)[0].steps
    # Check the length before validation, which takes time and would not change the answer.
    if len(steps) > MOST_ACTIONS:
        beyond = steps[MOST_ACTIONS]
        return Setting(None, scene, (rules.plan_too_long(plan.span(beyond.start, beyond.end), MOST_ACTIONS),))
    found = [one for one in check_given(Given(domain, problem), None) if one.is_error]
    task = task_of(domain, problem)
    if found or task is None:
        return Setting(None, scene, tuple(found))
    if scene is None:
        scene, found = bench_for(task, problem)
    if scene is None:
        return Setting(None, None, tuple(found))
    found = list(validate(plan, domain, problem))
    if any(one.is_error for one in found):
        return Setting(None, scene, tuple(found))
    atoms = tuple(one.words for one in steps)
    title = f"plan of {len(atoms)} steps"
    stage = Stage(1, title, plan.span(0), None, (goal_text(problem),), atoms, SETTINGS)
    made, more = task_in_scene(task, domain, problem, scene, (stage,))
    assumed = assumptions(plan, [one[0] for one in atoms]) if made is not None else []
    return Setting(made, scene, (*found, *more, *assumed))


def bench_for(task: PddlTask, problem: Source) -> tuple[Scene | None, list[Diagnostic]]:
    """Return a bench for a problem, or the finding that there can be none."""
    from clairify_cli.worlds.scene.bench import BenchError, scene_for_problem
    from clairify_cli.worlds.scene.layout import NoRoomError

    try:
        return scene_for_problem(task), []
    except (BenchError, NoRoomError) as error:
        return None, [rules.no_bench(problem.span(0), str(error))]


def constrained(setting: Setting, forbid: Iterable[str] = (), require: Iterable[str] = ()) -> Setting:
    """Return a setting whose plans have none of the first steps and all of the others, which may be patterns.

    Raises `StoryError` for what can be no step.
    """
    from clairify_cli.agents.repair.facts import read_pattern

    task = setting.task
    if task is None:
        return setting
    known = Effects.of(task.domain, task.objects).task
    barred = [Barred(read_pattern(one, known)) for one in forbid]
    required = named(known.domain, [read_pattern(one, known) for one in require])
    if not barred and not required:
        return setting
    domain = domain_text(task.domain, task.objects, barred=barred, required=required)
    last = task.stages[-1]
    names = [one.name.text for one in known.domain.actions]
    also = tuple(one for one in names if any(fits_word(pattern[0], one) for pattern in required.values()))
    last = replace(last, formulas=(*last.formulas, *(step_text((one,)) for one in required)), also=also)
    return replace(setting, task=replace(task, domain=domain, stages=(*task.stages[:-1], last), is_constrained=True))
