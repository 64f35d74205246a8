"""From a program or a plan and, perhaps, a scene to a task that can be carried out, with all that is to be said."""

from __future__ import annotations

from dataclasses import dataclass

from clairify_cli.agents.execution import rules
from clairify_cli.agents.execution.bind import bound
from clairify_cli.agents.execution.given_plan import faults, given_task
from clairify_cli.agents.execution.needed import needed
from clairify_cli.agents.execution.stages import Task, program_task
from clairify_cli.agents.execution.steps import jobs_of
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files import data_text
from clairify_cli.worlds.scene.model import AMBIENT, Scene


@dataclass(frozen=True, slots=True)
class Setting:
    """What is to be carried out, and where. Without a task, `findings` have an error that says why."""

    task: Task | None
    scene: Scene | None
    findings: tuple[Diagnostic, ...]


def set_program(source: Source, scene: Scene | None = None, *, skip_unsupported: bool = False) -> Setting:
    """The task of an XDL program without errors; without a scene, on a tidy bench that is made for it."""
    from clairify_cli.worlds.scene.bench import BenchError, scene_for_program
    from clairify_cli.worlds.scene.layout import NoRoomError

    ambient = scene.ambient if scene is not None else AMBIENT
    jobs, found = jobs_of(source, ambient=ambient, skip_unsupported=skip_unsupported)
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
    from clairify_cli.agents.formalise.planner import task_of
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
