"""Programs on the bench of the simulated Panda."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.outcomes import Outcome
from clairify_cli.services.execute import events
from clairify_cli.services.execute.delivery import Moving, failures
from clairify_cli.services.execute.film import Filming
from clairify_cli.services.execute.programs.given import Given, bounds_of, checked, ended, refuse_context
from clairify_cli.services.execute.results import ProgramRun, Scened
from clairify_cli.services.execute.stop import stopping
from clairify_cli.services.execute.words import names_of
from clairify_cli.services.refused import RefusedError, refuse_errors

if TYPE_CHECKING:
    from clairify_cli.agents.execution.events import Event
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.programs.panda_setting import PandaSetting
    from clairify_cli.worlds.panda.world import PandaWorld


def in_panda(given: Given, options: Options, stop: Callable[[], bool] | None) -> ProgramRun | Scened:
    """The result of a program in simulation, or only the scene if requested. Raises `RefusedError`."""
    from clairify_cli.agents.programs.panda_setting import assumed, domain_for, setting_of_problem
    from clairify_cli.agents.programs.write_scene import problem_of_scene, with_table
    from clairify_cli.diagnostics.render.report import Report
    from clairify_cli.worlds.panda.extra import needed

    source, context, scene = given.source, given.context, given.scene
    if len(context) < 2 and scene is None:
        why = f"{source.name}: a bench is made for a problem: add --problem, or --scene"
        raise RefusedError(Outcome.UNREADABLE, why)
    context = context or (domain_for(given.program),)
    refuse_context(context)
    checked(source, context)  # before a simulation is begun
    if scene is not None:
        scene = with_table(scene)
        context = context if len(context) > 1 else problem_of_scene(scene, context[0])
    setting = setting_of_problem(context[0], context[1], scene)
    refuse_errors(setting.sources, setting.findings)
    assert setting.scene is not None
    if given.request.bench.print_scene:
        return Scened(setting.scene)
    with needed():
        from clairify_cli.worlds.panda.world import PandaWorld
    with ExitStack() as stack:
        with failures():
            world = stack.enter_context(PandaWorld(setting.scene, seed=options.seed, gui=given.request.bench.gui))
        findings = checked(source, setting.sources, given.tell)
        if taken := assumed(setting, given.program, source):
            given.tell(events.Reported((Report(source, taken),)))
        return _run(given, setting, world, options, (*findings, *taken), stop)


def _run(
    given: Given,
    setting: PandaSetting,
    world: PandaWorld,
    options: Options,
    findings: Sequence[Diagnostic],
    stop: Callable[[], bool] | None,
) -> ProgramRun:
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.agents.execution.task_motion import WholePlan
    from clairify_cli.agents.programs.panda_executor import run_in_panda
    from clairify_cli.agents.programs.panda_setting import PlannedWorld

    request, tell = given.request, given.tell
    watched = Moving(tell)
    filming = Filming(world.scene, given.program.name.text) if request.films else None
    film = filming.watch(world) if filming is not None else None

    def told(event: Event) -> None:
        if film is not None:
            film(event)
        watched(event)

    bounds = bounds_of(request, "look")
    tell(events.SimulationBegun(names_of(world.scene)))
    tell(events.ProgramBegun(given.source, shows_actions=False, dry_run=given.dry_run))
    with ExitStack() as stack:
        stack.callback(tell, events.Ended())
        stopped = stack.enter_context(stopping(request.time_limit, tell, lambda: watched.is_moving, stop))
        with failures(watched):
            ran, _ = run_in_panda(
                given.program,
                given.source,
                setting,
                PlannedWorld(world, options.seed) if given.dry_run else world,
                options,
                bounds,
                tell=tell,
                progress=(lambda event: None) if given.dry_run else told,
                tuner=given.model.advice(stopped).tuner,
                stop=stopped,
            )
    made = ended(given, ran, bounds, stopped, setting.sources, findings)
    recording = filming.recording(Run(options, WholePlan((), None), ())) if filming is not None else None
    return replace(made, on_failure=options.on_failure, recording=recording)
