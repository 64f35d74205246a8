"""A run in the simulated twin, a script of it, and what can be proved about that script before an arm gets it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.program import Setting
from clairify_cli.agents.execution.results import STOPPED, Options, Run
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.stages import Stage
from clairify_cli.agents.robot.played import Played
from clairify_cli.worlds.ros.profile.values import JointLimits, RobotProfile
from clairify_cli.worlds.ros.script.values import Script, ScriptError, Step

if TYPE_CHECKING:
    from clairify_cli.worlds.ros.script.limits import Violation
    from clairify_cli.worlds.ros.script.recorder import Recorder

INSIDE = 0.01
"""Plans keep so far (rad) from the ends of the joints' ranges, and further where a joint may hardly move there."""

STIFF = 1.5
"""So many times as far as a joint of an FR3 may not move at all before an end of its range, it keeps from there too."""

ATTEMPTS = 5
"""How often it is rehearsed at most."""

WAITING = ("wait", "rest")
"""The kinds of jobs for which time passes that no action has."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A run and its script; `why` says in a sentence why there is none, or why it must not be given to an arm.

    `violations` are of the limits, `checked` is the script played open loop: None if it never came to that. `tried`
    says why rehearsals before this one were no good; `run.options.seed` is the seed of this one.
    """

    run: Run
    script: Script | None
    violations: tuple[Violation, ...] = ()
    checked: Played | None = None
    why: str | None = None
    tried: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether there is a script, and it passed everything."""
        return self.script is not None and self.why is None


def rehearse(
    setting: Setting,
    options: Options,
    profile: RobotProfile,
    scale: float,
    *,
    progress: events.Progress = lambda event: None,
    stop: Callable[[], bool] | None = None,
    gui: bool = False,
    longest: float | None = None,
) -> Rehearsal:
    """Carry out in the twin what is set up, without errors, and make of it a script for a robot at a speed scale.

    The twin keeps to the joints' ranges of the robot, and inside its keep-in zone. There is no script of a run that
    failed or was dry. Where something fails while the twin acts, or is wrong with the script, all of it is rehearsed
    again with the next seed, `ATTEMPTS` times in all: in thought a vessel may be dropped. Motions longer than `longest`
    s are cut into several. Raises what `execute`, the solver and the world raise, and ValueError for a scale that is
    not above 0 and at most 0.5.
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
        found = _once(setting, seeded, profile, scale, progress, stop, gui, longest)
        found = replace(found, tried=tuple(tried))
        final = found.why is None or options.dry_run or not _by_chance(found) or len(tried) + 1 >= ATTEMPTS
        if final or (stop is not None and stop()):
            return found
        tried.append(f"with seed {seeded.seed}: {found.why}")


def _by_chance(found: Rehearsal) -> bool:
    """Whether another seed may help: something moved, and went wrong."""
    failure = found.run.failure
    return not found.run.findings and (failure is None or failure.message != STOPPED)


def _once(
    setting: Setting,
    options: Options,
    profile: RobotProfile,
    scale: float,
    progress: events.Progress,
    stop: Callable[[], bool] | None,
    gui: bool,
    longest: float | None,
) -> Rehearsal:
    from clairify_cli.agents.robot.play import play
    from clairify_cli.planning.solvers.registry import get
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.ros.script.cutting import cut
    from clairify_cli.worlds.ros.script.limits import violations
    from clairify_cli.worlds.ros.script.recorder import Recorder

    assert setting.scene is not None
    assert setting.task is not None
    solver = get("auto", optimal=setting.task.optimal)
    joints = _range(profile.limits)
    with (
        PandaWorld(setting.scene, seed=options.seed, gui=gui, joints=joints) as world,
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
        return Rehearsal(run, script, wrong, why=f"the script is beyond the limits: {wrong[0].text}")
    expected = run.last.poses if run.last is not None else {}
    checked = play(script, setting.scene, seed=options.seed, expected=expected, stop=stop)
    return Rehearsal(run, script, wrong, checked, None if checked.succeeded else _faults(checked))


def _range(limits: JointLimits) -> tuple[list[float], list[float]]:
    """The lowest and the highest angle of each joint that plans have."""
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
    """Notes the time that passes at stages of waiting."""

    def __init__(self, recorder: Recorder):
        self._recorder = recorder
        self._stage: Stage | None = None

    def tell(self, event: events.Event) -> None:
        """Once another stage begins, the one before has ended."""
        if isinstance(event, events.StageStarted):
            self.end()
            self._stage = event.stage

    def end(self) -> None:
        """The last stage has ended."""
        stage, self._stage = self._stage, None
        job = stage.job if stage is not None else None
        if stage is not None and job is not None and job.kind in WAITING and job.seconds > 0.0:
            self._recorder.wait(job.seconds, Step(f"({job.kind})", stage.number))
