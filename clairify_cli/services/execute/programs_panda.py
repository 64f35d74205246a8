"""Programs on the bench of the simulated Panda, for `clairify execute`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from clairify_cli.cli.shared.narrate import show_reports
from clairify_cli.cli.shared.output import hand_out
from clairify_cli.commands.execute_input import RefusedError, advice_of, model_values, refuse_errors
from clairify_cli.commands.execute_program import (
    Carried,
    bounds_of,
    checked,
    refuse_context,
    told_late,
    without_other_goal,
)
from clairify_cli.commands.execute_program_options import PANDA
from clairify_cli.commands.execute_stop import stopping
from clairify_cli.diagnostics.model import Diagnostic, Source

if TYPE_CHECKING:
    from clairify_cli.agents.execution.events import Event
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.programs.panda_setting import PandaSetting
    from clairify_cli.languages.program.syntax import Program
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene


def in_panda(
    source: Source,
    program: Program,
    context: tuple[Source, ...],
    scene: Scene | None,
    options: Options,
    values: dict[str, Any],
    stop: Callable[[], bool] | None,
) -> Carried | None:
    """What comes of a program in simulation; None where only its scene is printed. Raises `RefusedError`."""
    from clairify_cli.agents.programs.panda_setting import assumed, domain_for, setting_of_problem, setting_of_scene
    from clairify_cli.agents.programs.write_scene import with_table
    from clairify_cli.diagnostics.render.report import Report
    from clairify_cli.worlds.panda.extra import needed

    if len(context) < 2 and scene is None:
        raise RefusedError(2, f"{source.name}: a bench is made for a problem: add --problem, or --scene")
    context = context or (domain_for(program),)
    scene = with_table(scene) if scene is not None else None
    refuse_context(context)
    checked(source, context, quiet=True)  # before a simulation is begun
    setting = setting_of_problem(context[0], context[1], scene) if len(context) > 1 else None
    if setting is not None:
        refuse_errors(setting.sources, setting.findings)
        scene = setting.scene
    assert scene is not None
    if values["print_scene"]:
        from clairify_cli.worlds.scene.printer import print_scene

        hand_out(print_scene(scene))
        return None
    with needed():
        from clairify_cli.worlds.panda.simulation.engine import SceneError
        from clairify_cli.worlds.panda.world import PandaWorld
    with ExitStack() as stack:
        try:
            world = stack.enter_context(PandaWorld(scene, seed=options.seed, gui=values["gui"]))
        except (SceneError, RuntimeError) as error:
            raise RefusedError(3, str(error)) from None
        if setting is None:
            setting = setting_of_scene(context[0], scene, world.observe())
            refuse_errors(setting.sources, setting.findings)
        findings = checked(source, setting.sources, quiet=values["quiet"])
        if (taken := assumed(setting, program, source)) and not values["quiet"]:
            show_reports([Report(source, taken)])
        findings = [*findings, *taken]
        return _run(source, program, setting, world, options, values, findings, stop)


def _run(
    source: Source,
    program: Program,
    setting: PandaSetting,
    world: PandaWorld,
    options: Options,
    values: dict[str, Any],
    findings: list[Diagnostic],
    stop: Callable[[], bool] | None,
) -> Carried:
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.agents.execution.task_motion import WholePlan
    from clairify_cli.agents.programs.panda_run import run_in_panda
    from clairify_cli.agents.programs.planned_world import PlannedWorld
    from clairify_cli.commands.execute_film import Filming
    from clairify_cli.commands.execute_narrate import Progress, names_of
    from clairify_cli.commands.execute_program_tell import Telling
    from clairify_cli.planning.base import SolverError

    progress = Progress(quiet=values["quiet"], names=names_of(world.scene))
    filming = Filming(world.scene, program.name.text) if values["films"] else None
    film = filming.watch(world) if filming is not None else None

    def told(event: Event) -> None:
        if film is not None:
            film(event)
        progress(event)

    bounds = bounds_of(values, after_failure="look")
    with ExitStack() as stack:
        stack.callback(progress.wipe)
        stopped = stack.enter_context(stopping(values["time_limit"], lambda: progress.is_moving, progress.remark, stop))
        tuner = advice_of(stack, options, model_values(values), stopped, progress.remark).tuner
        dry_run = values["dry_run"]
        tell = Telling(source, quiet=values["quiet"], actions=False, dry_run=dry_run, wipe=progress.wipe)
        try:
            ran, _ = run_in_panda(
                program,
                source,
                setting,
                PlannedWorld(world, options.seed) if dry_run else world,
                options,
                bounds,
                tell=tell,
                progress=(lambda event: None) if dry_run else told,
                tuner=tuner,
                stop=stopped,
            )
        except (SolverError, RuntimeError) as error:
            raise RefusedError(3, str(error)) from None
        except KeyboardInterrupt:
            if progress.is_moving:
                raise
            raise RefusedError(130, "interrupted while it was planned; nothing was moved") from None
    ran = told_late(ran, stopped, values)
    ran = without_other_goal(ran, source, program, setting.sources, findings, quiet=values["quiet"])
    recording = filming.recording(Run(options, WholePlan((), None), ())) if filming is not None else None
    interrupted = stopped.is_interrupted
    return Carried(source, ran, bounds, findings, PANDA, options.on_failure, recording, interrupted)
