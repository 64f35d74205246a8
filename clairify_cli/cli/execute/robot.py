"""Output about a real arm: what will move, what is moving, and why it stopped."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from clairify_cli.agents.robot.performance import Began, Ended
from clairify_cli.agents.robot.words import angles, at_work, confirmed, duration, halted, how_to_go_on, switched
from clairify_cli.cli.execute.simulated import show_findings, show_run
from clairify_cli.cli.shared.output import Line, complain, inform
from clairify_cli.diagnostics.counts import counted
from clairify_cli.services.execute import events
from clairify_cli.services.execute.words import names_of
from clairify_cli.worlds.ros.profile.values import SLOW
from clairify_cli.worlds.ros.script.values import Motion, Weighing

if TYPE_CHECKING:
    from clairify_cli.agents.robot.figures import Figures
    from clairify_cli.agents.robot.performance import Performance, Question, Told
    from clairify_cli.agents.robot.played import Played
    from clairify_cli.worlds.ros.profile.values import RobotProfile
    from clairify_cli.worlds.ros.robot import Found, HaltError, RobotState
    from clairify_cli.worlds.ros.script.values import Command, Script
    from clairify_cli.worlds.scene.model import Scene

GUARD = "guard: armed at the start; {:g} s after the last heartbeat it cancels and switches off"
NO_GUARD = (
    "note: there is no guard: if this computer or the network fails, the arm finishes its goal (5 s at most, since "
    "motions are cut), and devices stay on"
)
MOST = 10
"""The most entries printed from a list."""


class RobotTeller:
    """Reports the events of a real arm."""

    def __init__(self, *, quiet: bool, verbose: bool) -> None:
        self._quiet = quiet
        self._verbose = verbose
        self._performing: Performing | None = None

    def __call__(self, event: object) -> None:
        match event:
            case events.Refused():
                self._show_refusal(event)
            case events.AboutToMove():
                self._performing = Performing(quiet=self._quiet, verbose=self._verbose, names=names_of(event.scene))
                if event.is_asked or not self._quiet:  # a person who is asked must see the plan even with --quiet
                    show_plan(event.script, event.figures, event.arm.shown, event.questions)
                    show_bounds(event.scene, event.arm.profile)
                    show_profile(event.arm.warnings, event.arm.profile.rate)
                    if event.found is not None and event.state is not None:
                        show_found(event.found, event.state)
            case events.WouldSend():
                self._show_dry(event)
            case Began() | Ended() if self._performing is not None:
                self._performing(event)
            case events.PerformanceEnded():
                self._show_end(event)
            case _:
                pass

    def wipe(self) -> None:
        """Remove the progress line."""
        if self._performing is not None:
            self._performing.wipe()

    def _show_refusal(self, event: events.Refused) -> None:
        rehearsal = event.rehearsal
        run = rehearsal.run
        if not run.succeeded:
            show_findings(event.source, run)
            show_run(event.name, run, event.scene, event.seconds, quiet=self._quiet, verbose=False)
            if not run.findings:
                complain("nothing was moved: the rehearsal failed, and a real arm does only what went well there")
        elif rehearsal.violations:
            _listed(rehearsal.violations)
            times = counted(len(rehearsal.violations), "time")
            complain(f"nothing was moved: the script leaves what the robot is allowed {times}")
        elif rehearsal.checked is not None:
            show_unlike(rehearsal.checked)
        else:
            complain(f"nothing was moved: {rehearsal.why}")

    def _show_dry(self, event: events.WouldSend) -> None:
        """Show the commands that would be sent, and whether the run could start."""
        if not self._quiet:
            inform("what would be sent:")
            show_script(event.script, event.names)
        if event.arm.unbounded is not None:
            inform(f"it could not begin: {event.arm.unbounded}")
        if event.fault is not None:
            inform(f"it could not begin: {event.fault.message}")
            inform(f"  expected {event.fault.expected}, observed {event.fault.actual}")
        elif not self._quiet:
            unasked = "no bridge was asked, so it is open whether the run could begin: add --url"
            inform("the arm stands where the run begins" if event.arm.url else unasked)

    def _show_end(self, event: events.PerformanceEnded) -> None:
        self.wipe()
        made = event.made
        if made.halted is not None:
            show_halt(made.halted, made.at)
        elif made.failed is not None:
            show_failure(made.failed, made.at)
        elif made.unconfirmed:
            show_unconfirmed(made)
        if not self._quiet or not made.succeeded:
            show_end(event.name, made, event.seconds, event.log, event.names)


class Performing(Line):
    """Progress of the arm: a line that is overwritten on a terminal, otherwise a line for each step of the program."""

    def __init__(self, *, quiet: bool, verbose: bool, names: Mapping[str, str]) -> None:
        super().__init__(quiet=quiet)
        self._quiet = quiet
        self._verbose = verbose
        self._names = names
        self._action = ""

    def __call__(self, told: Told) -> None:
        if not self._quiet:
            with contextlib.suppress(OSError):  # a closed terminal must not stop the arm's run
                self._tell(told)

    def wipe(self) -> None:
        """Remove the line."""
        with contextlib.suppress(OSError):
            super().wipe()

    def _tell(self, told: Told) -> None:
        command = told.command
        if isinstance(told, Ended):
            if isinstance(command, Weighing) or (self._verbose and not self.moving):
                self.wipe()
                inform(f"  {at_work(command, self._names)}: {told.shown or 'ok'}")
            return
        assert isinstance(told, Began)
        step = "" if command.step.number is None else f"step {command.step.number}: "
        if not self.moving and command.step.action != self._action:
            inform(f"{step}{command.step.action}")
        self._action = command.step.action
        self.show(f"{told.number} of {told.count}, {step}{at_work(command, self._names)} …")


def show_plan(script: Script, figures: Figures, shown: str, questions: Sequence[Question]) -> None:
    """Show what will move, how fast and how long, and what people have to do."""
    inform(f"scene: {script.scene}")
    inform(f"robot: {script.robot}{shown and f' at {shown}'}")
    inform(
        f"{counted(figures.motions, 'motion')}, {duration(figures.seconds)} at {100 * script.scale:g} % of its speed; "
        f"at most {_speed(figures.turning)} rad/s (joint {figures.joint}), the hand at most {_speed(figures.hand)} m/s"
    )
    if not questions:
        inform("no person is needed meanwhile")
        return
    inform(f"a person is asked {counted(len(questions), 'time')}:")
    for one in questions:  # all of them, so that the person knows in advance what they will have to do
        inform(f"  - {one.text}")


def _speed(value: float) -> str:
    """Format with two decimal places, or one significant digit if that would be 0.00."""
    return f"{value:.2f}" if value >= 0.01 or value == 0.0 else f"{value:.1g}"


def show_found(found: Found, state: RobotState) -> None:
    """Show what is known about the robot, and where it is."""
    width = "" if state.width is None else f", the hand {1000 * state.width:.0f} mm open"
    mode = "" if state.mode is None else f"; it says that it is in the mode {state.mode}"
    inform(f"the arm stands at {angles(state.joints)}{width}{mode}")
    inform(NO_GUARD if found.guard is None else GUARD.format(found.guard))
    for remark in found.remarks:
        inform(f"note: {remark}")
    if found.stops_at_once is not True and not any("stop" in remark.lower() for remark in found.remarks):
        inform("note: that a motion can be stopped at once cannot be promised")


def show_unlike(checked: Played) -> None:
    """Show what differed when the script was replayed without feedback."""
    _listed([*checked.contacts, *(f"{one} was lost" for one in checked.lost), *checked.faults])
    complain("nothing was moved: played once more without eyes, the script did not do what it did before")


def show_bounds(scene: Scene, profile: RobotProfile) -> None:
    """Show the bounds on the arm's motion and the hand's speed."""
    for box in profile.keep_in:
        ends = zip("xyz", box.low, box.high, strict=True)
        inform(f"the arm stays inside {', '.join(f'{axis} {low:g} to {high:g} m' for axis, low, high in ends)}")
    speed = profile.hand_speed
    why = f" (the profile allows more than {1000 * SLOW:g} mm/s: {speed.reason})" if speed.limit > SLOW else ""
    inform(f"the hand and what it holds may move at {1000 * speed.limit:g} mm/s{why}")
    lacks = [what for what, there in (("workspace", scene.workspace), ("keep-out zone", scene.keep_out)) if not there]
    if lacks:
        inform(f"note: the scene has no {' and no '.join(lacks)}")


def show_profile(warnings: Sequence[str], rate: float) -> None:
    """Show what the profile allows beyond the defaults, and a clock rate other than 1."""
    if rate != 1.0:
        inform(f"note: the profile says that the robot's clock runs {rate:g} times as fast as the wall's")
    if warnings:
        inform("note: the profile allows more than is usual:")
        _listed(warnings)


def _listed(sentences: Sequence[str]) -> None:
    for one in sentences[:MOST]:
        inform(f"  - {one}")
    if len(sentences) > MOST:
        inform(f"  … and {len(sentences) - MOST} more")


def show_halt(error: HaltError, at: Command | None = None) -> None:
    """Show why the robot was stopped or not started, what was expected and observed, and how much of the stop was
    confirmed."""
    complain(halted(error) if at is None else f"stopped {_place(at)}: {halted(error)}")
    inform(f"  cause: {error.cause.value}")
    both = (("expected", error.expected), ("observed", error.actual))
    if any(words for _, words in both):
        inform("  " + ", ".join(f"{what} {words}" for what, words in both if words))
    for sentence in confirmed(error.stopped):
        inform(f"  {sentence}")
    inform(f"  = help: {how_to_go_on(error.cause)}")


def show_failure(failed: str, at: Command | None) -> None:
    """Show which check failed; the arm holds its position."""
    complain(f"stopped {_place(at)}: {failed}" if at is not None else failed)
    inform("  the arm holds where it is, and so does its hand; nothing moves until you start again")


def _place(at: Command) -> str:
    step = "" if at.step.number is None else f"step {at.step.number}, "
    return f"at `{at.name}` ({step}{at.step.action})"


def show_unconfirmed(made: Performance) -> None:
    """Report that everything was done, but some settings are not confirmed to have taken effect or to be off."""
    open_ = [f"{one.device} ({one.setting})" for one in made.switched if not (one.confirmed or one.allowed)]
    complain(f"all was done, and there is no evidence for {', '.join(open_)}")
    inform("  = help: see that it is off; give the setting a `reading` in the profile, or `unconfirmed: allowed`")


def show_end(name: str, made: Performance, seconds: float, log: str, names: Mapping[str, str]) -> None:
    """Show the state of the devices, with their display names, and a line about the run."""
    for one in made.switched:
        inform(f"  {switched(one, names.get(one.device, one.device))}")
    came = "done" if made.succeeded else "interrupted" if made.interrupted else "stopped"
    came = "unconfirmed" if made.unconfirmed else came
    parts = [f"{made.motions} of {counted(made.of, 'motion')}", duration(seconds)]
    good = sum(one.good for one in made.weighings)
    parts += [f"{good} of {counted(len(made.weighings), 'weighing')} good"] if made.weighings else []
    inform(f"{name}: {came} ({', '.join(parts)}; log in {log})")


def show_script(script: Script, names: Mapping[str, str]) -> None:
    """Show the commands that would be sent, one per line."""
    action = None
    for number, one in enumerate(script.commands, 1):
        if one.step.action != action:
            action = one.step.action
            step = "" if one.step.number is None else f"step {one.step.number}: "
            inform(f"{step}{action}")
        extra = f", {counted(len(one.points), 'waypoint')}" if isinstance(one, Motion) else ""
        inform(f"  {number:>3} {at_work(one, names)}{extra}")
