"""Run in the simulated twin, record a script, and prove what can be proved about it before an arm gets it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.program import Setting
from clairify_cli.agents.execution.results import STOPPED, Options, Run
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.stages import Stage
from clairify_cli.agents.robot.played import Played
from clairify_cli.records import dataclass, replace
from clairify_cli.worlds.ros.profile.values import JointLimits, RobotProfile
from clairify_cli.worlds.ros.script.values import Script, ScriptError, Step

if TYPE_CHECKING:
    from clairify_cli.worlds.ros.script.recorder import Recorder

INSIDE = 0.01
"""Distance (rad) of plans from the ends of the joints' ranges; more where the speed limit falls to 0 before the end."""

STIFF = 1.5
"""Near an end of its range, an FR3 joint may not move at all; plans stay this many times that distance away."""

ATTEMPTS = 5
"""The most rehearsals of a run."""

WAITING = ("wait", "rest")
"""The kinds of jobs that only let time pass, without an action."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A run and its script; `why` is a sentence that says why there is no script, or why it must not go to an arm.

    `violations` are the violations of the limits, in words; `checked` is the result of playing the script open loop,
    None if it was not played. `tried` says why earlier rehearsals failed; `run.options.seed` is the seed of this one.
    """

    run: Run
    script: Script | None
    violations: tuple[str, ...] = ()
    checked: Played | None = None
    why: str | None = None
    tried: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether there is a script that passed all checks."""
        return self.script is not None and self.why is None


def rehearse(
    setting: Setting,
    options: Options,
    profile: RobotProfile,
    scale: float,
    *,
    progress: events.Progress = lambda event: None,
    stop: Callable[[], bool] | None = None,
    longest: float | None = None,
) -> Rehearsal:
    """Execute a setup without errors in the twin, and record a script for a robot at a speed scale.

    The twin keeps to the robot's joint ranges and its keep-in zone. A failed or dry run gives no script. If an action
    fails in the twin or the script has a fault, everything is rehearsed again with the next seed, at most `ATTEMPTS`
    times in all: a dropped vessel costs nothing in simulation. Motions longer than `longest` s are split. Raises what
    `execute`, the solver and the world raise, and ValueError for a scale not above 0 and at most 0.5.
    """
    from clairify_cli.worlds.panda.extra import needed

    with needed():
        from clairify_cli.worlds.ros.script.pace import check_scale

    check_scale(scale)
    assert setting.scene is not None
    setting = replace(setting, scene=replace(setting.scene, keep_in=profile.keep_in))
    tried: list[str] = []
    while True:
        seeded = replace(options, seed=options.seed + len(tried))
        found = _once(setting, seeded, profile, scale, progress, stop, longest)
        found = replace(found, tried=tuple(tried))
        final = found.why is None or options.dry_run or not _by_chance(found) or len(tried) + 1 >= ATTEMPTS
        if final or (stop is not None and stop()):
            return found
        tried.append(f"with seed {seeded.seed}: {found.why}")


def _by_chance(found: Rehearsal) -> bool:
    """Whether another seed may help: something failed after the twin started to move."""
    failure = found.run.failure
    return not found.run.findings and (failure is None or failure.message != STOPPED)


def _once(
    setting: Setting,
    options: Options,
    profile: RobotProfile,
    scale: float,
    progress: events.Progress,
    stop: Callable[[], bool] | None,
    longest: float | None,
) -> Rehearsal:
    from clairify_cli.agents.robot.play import play
    from clairify_cli.planning.solvers.registry import get
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.ros.script.limits import violations
    from clairify_cli.worlds.ros.script.pace import cut
    from clairify_cli.worlds.ros.script.recorder import Recorder

    assert setting.scene is not None
    assert setting.task is not None
    solver = get("auto", optimal=setting.task.optimal)
    joints = _range(profile.limits)
    with (
        PandaWorld(setting.scene, seed=options.seed, joints=joints) as world,
        Recorder(world) as recorder,
    ):
        waits = _Waits(recorder)

        def tell(event: events.Event) -> None:
            progress(event)
            waits.tell(event)

        run = execute(setting.task, world, solver, options, progress=tell, stop=stop)
        waits.end()
    if options.dry_run or not run.succeeded:
        return Rehearsal(run, None, why=None if run.succeeded else _failed(run))
    try:
        script = recorder.script(setting.scene, profile, scale)
    except ScriptError as error:
        return Rehearsal(run, None, why=str(error))
    if longest is not None:
        script = cut(script, profile.limits, longest)
    wrong = tuple(violations(script, profile, setting.scene))
    if wrong:
        return Rehearsal(run, script, wrong, why=f"the script is beyond the limits: {wrong[0]}")
    expected = run.last.poses if run.last is not None else {}
    checked = play(script, setting.scene, seed=options.seed, expected=expected, stop=stop)
    return Rehearsal(run, script, wrong, checked, None if checked.succeeded else _faults(checked))


def _range(limits: JointLimits) -> tuple[list[float], list[float]]:
    """Return the lowest and the highest angle of each joint that plans may use."""
    stiff = [0.0] * len(limits.lower)
    if limits.offset is not None and limits.deceleration is not None:
        stiff = [one * one / (2.0 * brake) for one, brake in zip(limits.offset, limits.deceleration, strict=True)]
    left = [INSIDE + STIFF * one for one in stiff]
    return (
        [low + margin for low, margin in zip(limits.lower, left, strict=True)],
        [high - margin for high, margin in zip(limits.upper, left, strict=True)],
    )


def _failed(run: Run) -> str:
    if run.failure is None:
        return "the run in the twin failed"
    action = f"{run.failure.action.text}: " if run.failure.action is not None else ""
    return f"the run in the twin failed: {action}{run.failure.message}"


def _faults(checked: Played) -> str:
    lost = [f"{one} was lost" for one in checked.lost]
    return f"the script fails when it is played without eyes: {'; '.join((*checked.contacts, *lost, *checked.faults))}"


class _Waits:
    """Records the time that passes in waiting stages."""

    def __init__(self, recorder: Recorder):
        self._recorder = recorder
        self._stage: Stage | None = None

    def tell(self, event: events.Event) -> None:
        """Handle an event; the start of a stage ends the previous one."""
        if isinstance(event, events.StageStarted):
            self.end()
            self._stage = event.stage

    def end(self) -> None:
        """End the current stage and record its wait."""
        stage, self._stage = self._stage, None
        job = stage.job if stage is not None else None
        if stage is not None and job is not None and job.kind in WAITING and job.seconds > 0.0:
            self._recorder.wait(job.seconds, Step(f"({job.kind})", stage.number))
