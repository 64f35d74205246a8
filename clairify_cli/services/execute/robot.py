"""Run a task on a real arm: rehearse it with the simulated arm, let a person confirm it, then execute it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, field, replace
from clairify_cli.services.execute import events
from clairify_cli.services.execute.arm import Person, RealArm, log_name
from clairify_cli.services.execute.delivery import deliver, failures
from clairify_cli.services.execute.events import Tell
from clairify_cli.services.execute.inputs import Prepared
from clairify_cli.services.execute.lock import Aftermath, alone_on
from clairify_cli.services.execute.request import ExecuteRequest
from clairify_cli.services.execute.results import RobotRun
from clairify_cli.services.execute.words import names_of
from clairify_cli.services.interrupts import endings, interrupts
from clairify_cli.services.refused import RefusedError
from clairify_cli.worlds.ros.robot import Cause, HaltError

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.robot.performance import Bench, Performance
    from clairify_cli.agents.robot.rehearse import Rehearsal
    from clairify_cli.worlds.ros.arm import RosRobot
    from clairify_cli.worlds.ros.link.ledger import Journal, Ledger
    from clairify_cli.worlds.ros.robot import Found
    from clairify_cli.worlds.ros.script.values import Script
    from clairify_cli.worlds.scene.model import Scene

NOTHING = "nothing was moved"
SAFETY = "keep the enabling device or the emergency stop in your hand: what stops here is no safety-rated stop"


class _Interrupted(BaseException):
    """A stop before anything has moved. A `BaseException`, so that handlers of errors do not catch it."""


def run_robot(
    task: Prepared, name: str, options: Options, request: ExecuteRequest, arm: RealArm, tell: Tell, person: Person
) -> RobotRun:
    """Rehearse, ask, and execute. Raises `RefusedError`, `UnwritableError`."""
    from clairify_cli.worlds.ros.link.connection import RosMissingError
    from clairify_cli.worlds.ros.profile.values import ProfileError

    run = _RobotRun(task, name, options, request, arm, tell, person)
    try:
        return RobotRun(name, run.run(), is_dry=run.dry)
    except HaltError as error:  # before anything moved
        outcome = Outcome.INTERRUPTED if error.cause is Cause.INTERRUPTED else Outcome.WORLD_FAILED
        return RobotRun(name, outcome, halted=error)
    except (ProfileError, RosMissingError) as error:
        raise RefusedError(Outcome.WORLD_FAILED, str(error)) from None
    except (_Interrupted, KeyboardInterrupt):
        raise RefusedError(Outcome.INTERRUPTED, f"interrupted; {NOTHING}") from None


@dataclass
class _RobotRun:
    """One run on a real arm, from the request to the result."""

    task: Prepared
    name: str
    options: Options
    request: ExecuteRequest
    wanted: RealArm
    tell: Tell
    person: Person
    stopping: threading.Event = field(default_factory=threading.Event)
    aborting: bool = False
    """Whether a signal also raises `_Interrupted`: only while we cannot have moved anything."""
    robot: RosRobot | None = None
    guard: float | None = None
    """The reaction time (s) of the guard found before the rehearsal; None if there was none."""
    begun: float = field(default_factory=time.monotonic)
    aftermath: Aftermath = field(default_factory=Aftermath)

    def __post_init__(self) -> None:
        self.scene: Scene = self.task.scene
        self.dry: bool = self.options.dry_run
        self.log = log_name(self.wanted.options.robot_log, dry=self.dry)

    def run(self) -> Outcome:
        with interrupts(self._interrupt):
            self.aborting = True
            if not self.wanted.url:
                return self._without_bridge()
            action = self._look()
            alone = contextlib.nullcontext(Aftermath()) if self.dry else alone_on(self.wanted.url, action, self.tell)
            with alone as self.aftermath:
                return self._run()

    def _run(self) -> Outcome:
        from clairify_cli.worlds.ros.link.ledger import Ledger

        if self.wanted.options.yes and (left := self.aftermath.left) is not None:
            self._not_moved(f"the last run ended so: {left} A person looks at the arm, and begins the next run")
            return Outcome.REFUSED
        rehearsal = self._rehearse()
        script = self._accepted(rehearsal)
        if script is None:
            return Outcome.REFUSED
        with endings(self._interrupt), self._journal() as journal, self._connected(journal) as robot:
            self.aborting = self.dry
            ledger = Ledger(journal)
            try:
                return self._with_robot(robot, ledger, rehearsal, script)
            except (_Interrupted, HaltError) as error:
                _note_why(ledger, error)
                raise

    # Before anything moves

    def _without_bridge(self) -> Outcome:
        """Rehearse, and show what would be sent to the devices of the profile, if all of them are there."""
        from clairify_cli.agents.robot.figures import figures
        from clairify_cli.agents.robot.performance import Bench, questions
        from clairify_cli.worlds.ros.profile.values import MASS

        rehearsal = self._rehearse()
        script = self._accepted(rehearsal)
        if script is None:
            return Outcome.REFUSED
        profile = self.wanted.profile
        readable = {
            (one.id, name): of.reading is not None for one in profile.devices for name, of in one.settings.items()
        }
        bench = Bench(
            {one.id: one.kind for one in self.scene.devices},
            names_of(self.scene),
            lambda device, setting: (device, setting or MASS) in readable,
            lambda device, setting: readable.get((device, setting), False),
        )
        asked = questions(script, bench)
        self.tell(events.AboutToMove(script, figures(script, profile), self.wanted, asked, self.scene, is_asked=False))
        return self._dry(script, None, rehearsal, bench)

    def _interrupt(self) -> None:
        """Handle a signal: stop whatever is running. The flag is needed because an exception raised while an object is
        deleted is lost."""
        self.stopping.set()
        if self.robot is not None and not self.dry:  # a dry run may be watching an arm that somebody else moves
            self.robot.interrupt()
        if self.aborting:
            raise _Interrupted

    def _not_moved(self, why: str) -> None:
        self.tell(events.Said("failure", f"{NOTHING}: {why}"))

    def _meanwhile(self) -> None:
        """Called while a person thinks: raise if a stop is requested or the robot no longer sends its state."""
        if self.stopping.is_set():
            raise _Interrupted
        if self.robot is not None:
            self.robot.state()

    def _look(self) -> str:
        """Return the arm's action, before a lengthy rehearsal. Raises `HaltError` if the arm is taken."""
        from clairify_cli.worlds.ros.link.ledger import NoJournal

        with self._connected(NoJournal()) as robot:
            unfit, self.guard = robot.state().unfit, robot.found.guard
            if unfit is not None and unfit.cause is Cause.TAKEN and not self.dry:
                raise unfit
            self._meanwhile()
            return robot.found.trajectory

    @contextlib.contextmanager
    def _connected(self, journal: Journal) -> Iterator[RosRobot]:
        from clairify_cli.worlds.ros.arm import RosRobot

        robot = RosRobot.connect(self.wanted.url, self.wanted.profile, journal)
        self.robot = robot
        try:
            yield robot
        finally:
            self.robot = None
            robot.close()

    @contextlib.contextmanager
    def _journal(self) -> Iterator[Journal]:
        from clairify_cli.worlds.ros.link.ledger import JournalFile, NoJournal

        if self.log is None:
            yield NoJournal()
            return
        with JournalFile(self.log) as journal:
            yield journal

    def _rehearse(self) -> Rehearsal:
        """Rehearse the task with the simulated arm. Raises `RefusedError`, `ScriptError`."""
        from clairify_cli.agents.execution.task_motion import StoppedError
        from clairify_cli.agents.robot.rehearse import rehearse
        from clairify_cli.worlds.ros.script.values import ScriptError
        from clairify_cli.worlds.ros.watch.guard import LONGEST

        self.tell(events.SimulationBegun(names_of(self.scene), rehearses=True))
        try:
            with failures():
                found = rehearse(
                    self.task.setting,
                    replace(self.options, dry_run=False),
                    self.wanted.profile,
                    self.wanted.scale,
                    progress=self.tell,
                    stop=self.stopping.is_set,
                    longest=LONGEST * max(self.wanted.profile.rate, 1.0) if self.guard is None else None,
                )
            self._meanwhile()
            return found
        except ScriptError as error:
            raise RefusedError(Outcome.REFUSED, f"{NOTHING}: {error}") from None
        except StoppedError:
            raise _Interrupted from None
        finally:
            self.tell(events.Ended())

    def _accepted(self, rehearsal: Rehearsal) -> Script | None:
        """Return the script, written if requested; if the rehearsal failed or a limit was exceeded, report the reason.

        Raises `UnwritableError`.
        """
        from clairify_cli.files.writing import write_text
        from clairify_cli.worlds.ros.script.values import script_json

        for why in rehearsal.tried:
            self.tell(events.Said("note", f"it was rehearsed again: {why}"))
        script = rehearsal.script
        if script is None or not rehearsal.good:
            seconds = time.monotonic() - self.begun
            self.tell(events.Refused(self.task.source, f"{self.name} (rehearsal)", rehearsal, self.scene, seconds))
            self._report(rehearsal, None, None, "refused")
            return None
        if self.wanted.options.script == "-":
            self.tell(events.Said("artefact", script_json(script)))
        elif self.wanted.options.script is not None:
            write_text(self.wanted.options.script, script_json(script))
        return script

    # With the robot

    def _with_robot(self, robot: RosRobot, journal: Ledger, rehearsal: Rehearsal, script: Script) -> Outcome:
        from clairify_cli.agents.robot.figures import figures
        from clairify_cli.agents.robot.perform import guard_fault, lack_fault, perform, start_fault
        from clairify_cli.agents.robot.performance import questions
        from clairify_cli.agents.robot.treating import setting_fault

        self._meanwhile()
        bench = self._bench(robot)
        asked = questions(script, bench)
        state = robot.state()
        figured = figures(script, self.wanted.profile)
        is_asked = not (self.dry or self.wanted.options.yes)
        self.tell(
            events.AboutToMove(script, figured, self.wanted, tuple(asked), self.scene, is_asked, robot.found, state)
        )
        fault = lack_fault(script, robot.found) or start_fault(script, state, self.wanted.profile.watching.start)
        fault = fault or setting_fault(script, robot, bench)
        if not self.wanted.options.without_guard:
            fault = fault or guard_fault(script, bench, robot.found)
        if self.guard is not None and robot.found.guard is None:
            fault = HaltError(Cause.GUARD, "the guard has gone since the rehearsal, and no motion was cut")
        if self.dry:
            return self._dry(script, fault, rehearsal, bench)
        if fault is not None:
            self._report(rehearsal, script, None, "refused")
            raise fault
        if asked and not self.person.is_there:
            self._report(rehearsal, script, None, "refused")
            why = f"a person is needed {len(asked)} times, and nobody is at the terminal; {asked[0].text}"
            raise RefusedError(Outcome.REFUSED, f"{NOTHING}: {why}")
        if not (self._confirm(journal) and self._can_be_stopped(robot, journal)):
            self._report(rehearsal, script, None, "refused")
            return Outcome.REFUSED

        begun = time.monotonic()
        with contextlib.nullcontext() if self.wanted.options.yes else self.person.watched(self._interrupt):
            made = perform(
                script,
                robot,
                journal,
                self.person.ask if self.person.is_there else None,
                tell=self.tell,
                stop=self.stopping.is_set,
                bench=bench,
                start=self.wanted.profile.watching.start,
                rate=self.wanted.profile.rate,
            )
        return self._done(rehearsal, script, made, time.monotonic() - begun)

    def _bench(self, robot: RosRobot) -> Bench:
        from clairify_cli.agents.robot.performance import Bench

        kinds, devices = {one.id: one.kind for one in self.scene.devices}, robot.devices
        return Bench(kinds, names_of(self.scene), devices.has, devices.shows)

    def _dry(self, script: Script, fault: HaltError | None, rehearsal: Rehearsal, bench: Bench) -> Outcome:
        """Report what would be sent, and whether the run could start."""
        self.tell(events.WouldSend(script, bench.names, self.wanted, fault))
        self._report(rehearsal, script, None, "dry-run")
        return Outcome.DONE

    def _confirm(self, journal: Ledger) -> bool:
        """Whether a person, or --yes with the profile, allows the arm to move. Raises `RefusedError`."""
        self.tell(events.Said("warning", SAFETY))
        if self.wanted.options.yes:
            journal.write("confirmed", {"by": "--yes and the profile"})
            return True
        may = self.person.confirms(self._meanwhile)
        journal.write("confirmed" if may else "refused", {"by": "a person"})
        if may:
            self.aftermath.clear()
        else:
            self._not_moved("it was not confirmed")
        return may

    def _can_be_stopped(self, robot: RosRobot, journal: Ledger) -> bool:
        """Arm the guard; test whether a motion can be stopped, if unknown; ask again if it cannot.

        The test sends a goal to stay in place and cancels it, so it runs only after a person has allowed motion.
        """
        robot.arm_guard()
        if self.wanted.options.yes and (why := self._alone(robot.found)) is not None:
            journal.write("refused", {"why": why})
            self._not_moved(f"{why}, and --yes says that nobody looks")
            return False
        if robot.found.stops_at_once is not None:
            known, at_once = True, robot.found.stops_at_once
        else:
            known, found = False, robot.probe_cancel()
            at_once = found.stops_at_once is True
            if not at_once:
                for remark in found.remarks:
                    self.tell(events.Said("warning", f"note: {remark}"))
        if at_once or (known and not self.wanted.options.yes):
            return True  # the person was told before confirming
        if self.wanted.options.yes:
            journal.write("refused", {"why": "a motion cannot be stopped, and nobody is there"})
            self._not_moved("a motion could not be stopped at once, and --yes says that nobody looks")
            return False
        return self._confirm(journal)

    def _alone(self, found: Found) -> str | None:
        """Return why the arm must not start without a person; None if it may."""
        if found.unset:
            return found.unset[0].rstrip(".")
        return None if found.stop_line else "there is no second connection to send a stop on"

    # Afterwards

    def _done(self, rehearsal: Rehearsal, script: Script, made: Performance, seconds: float) -> Outcome:
        from clairify_cli.agents.robot.account import outcome_of
        from clairify_cli.files.writing import UnwritableError

        assert self.log is not None
        self.tell(events.PerformanceEnded(self.name, made, seconds, self.log, names_of(self.scene)))
        outcome = Outcome.DONE if made.succeeded else Outcome.CHECK_FAILED
        self.aftermath.leave(made.halted)
        if made.halted is not None:
            outcome = Outcome.INTERRUPTED if made.interrupted else Outcome.WORLD_FAILED
        try:
            self._report(rehearsal, script, made, outcome_of(made))
        except UnwritableError as error:
            if made.succeeded:
                raise
            self.tell(events.Said("failure", str(error)))  # keep the outcome of the run, which matters more
        return outcome

    def _report(self, rehearsal: Rehearsal, script: Script | None, made: Performance | None, outcome: str) -> None:
        """Write the report if requested. Raises `UnwritableError`."""
        from clairify_cli.agents.execution.report import report, report_text
        from clairify_cli.agents.robot.account import account
        from clairify_cli.files.addresses import cleaned

        if not self.request.wants_report:
            return
        task = self.task
        whole = report(
            rehearsal.run, self.scene, source=task.source.name, text=task.source.text, findings=task.setting.findings
        )
        log = self.log if made is not None else None
        wanted = self.wanted
        part = account(script, wanted.shown, wanted.profile, log=log, performance=made, outcome=outcome)
        deliver(self.request, report_text({**whole, "robot": cleaned(part)}), self.tell)


def _note_why(journal: Ledger, error: BaseException) -> None:
    """Record why the run ended before the script was started, if possible."""
    fields: dict[str, object] = {"why": "interrupted before anything moved"}
    if isinstance(error, HaltError):
        fields = {"why": error.message, "cause": error.cause.value}
        fields |= {"expected": error.expected, "actual": error.actual}
    with contextlib.suppress(HaltError):
        journal.write("refused", fields)
