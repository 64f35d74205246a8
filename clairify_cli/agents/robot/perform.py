"""Execute a script on a robot, command by command, and stop at the first deviation.

Nothing is resumed and nothing is retried: after a stop, a person must look. A stop is reported only as far as the robot
confirmed it.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from clairify_cli.agents.robot import treating
from clairify_cli.agents.robot.performance import (
    Answer,
    Ask,
    Asked,
    Began,
    Bench,
    Ended,
    Performance,
    Question,
    Tell,
    Weighed,
    question_of,
)
from clairify_cli.agents.robot.words import angles, duration, switched
from clairify_cli.records import asdict, dataclass, field
from clairify_cli.worlds.ros.link.ledger import Journal
from clairify_cli.worlds.ros.profile.values import QUANTITIES, TEMPERATURE
from clairify_cli.worlds.ros.robot import Cause, Found, HaltError, RobotState, halt
from clairify_cli.worlds.ros.script.values import (
    Command,
    Fingers,
    Motion,
    Pause,
    Script,
    Tare,
    Treatment,
    Weighing,
    command_fields,
)

if TYPE_CHECKING:
    from clairify_cli.worlds.ros.arm import RosRobot

TICK = 0.02
"""Polling interval during a pause or a question, in s of wall time."""

APART = 0.005
"""How far (m) the fingers may be from their width at the start of the script."""


class _FailedError(Exception):
    """A check failed; the robot itself is fine, and nothing moves."""


def start_fault(script: Script, state: RobotState, tolerance: float) -> HaltError | None:
    """Return why a script cannot start in the robot's present state: its mode forbids motion, a joint is further than
    `tolerance` (rad) from the start, or the hand is not open as it should be. An unknown hand width is not checked."""
    if state.unfit is not None:
        return state.unfit
    if len(state.joints) != len(script.home) or not all(math.isfinite(one) for one in state.joints):
        return halt("begins-nowhere", expected=angles(script.home), actual=list(state.joints))
    apart = [abs(now - home) for now, home in zip(state.joints, script.home, strict=True)]
    worst = max(range(len(apart)), key=apart.__getitem__)
    if apart[worst] > tolerance:
        both = {"expected": angles(script.home), "actual": angles(state.joints)}
        return halt("begins-elsewhere", joint=worst + 1, off=apart[worst], limit=tolerance, **both)
    if state.width is not None and not abs(state.width - script.width) <= APART:
        return halt("hand-elsewhere", expected=1000 * script.width, actual=1000 * state.width)
    return None


def lack_fault(script: Script, found: Found) -> HaltError | None:
    """Return why a script cannot start: the robot is known to lack something that the script needs."""
    moved = any(isinstance(one, Motion) for one in script.commands)
    used = any(isinstance(one, Fingers) for one in script.commands)
    lacks = [one for one in found.lacks if (moved if one == found.trajectory else used)]
    if not lacks:
        return None
    return halt("lacks", named=", ".join(lacks))


def guard_fault(script: Script, bench: Bench, found: Found) -> HaltError | None:
    """Return why a script cannot start without a guard: it heats, and nothing switches the heater off if this computer
    fails.

    Stirring is allowed: a stirrer left on stores no heat, and its speed is safe for the vessel.
    """
    commands = [(number, one) for number, one in enumerate(script.commands) if isinstance(one, Treatment)]
    acts = [act for number, one in commands for act in treating.acts(number, one, bench)]
    heats = [act.device for act in acts if isinstance(act, treating.Set) and act.setting == TEMPERATURE]
    if found.guard is not None or not heats:
        return None
    return halt("unguarded", device=bench.called(heats[0]))


def perform(
    script: Script,
    robot: RosRobot,
    journal: Journal,
    ask: Ask | None,
    *,
    tell: Tell = lambda told: None,
    stop: Callable[[], bool] = lambda: False,
    bench: Bench | None = None,
    start: float = 0.01,
    rate: float = 1.0,
) -> Performance:
    """Execute a script. If anything goes wrong, the robot is stopped and the result says so; nothing is raised.

    `ask` asks a person, None if there is nobody; if one is needed then, ValueError is raised before anything moves.
    `stop` is called in pauses and between commands. `bench` says which devices of the scene the robot controls and what
    they are called. `start` (rad) is how far from its home the arm may be, `rate` how many times faster the robot's
    clock runs than wall time.
    """
    known = bench or Bench({}, {}, robot.devices.has, robot.devices.shows)
    if ask is None and any(question_of(n, one, known) is not None for n, one in enumerate(script.commands)):
        raise ValueError("a person is needed for what no device does, and there is nobody to ask")
    return _Performer(script, robot, journal, ask, tell, stop, known, start, rate).run()


@dataclass(slots=True)
class _Performer:
    """The state while a script is executed. `tared` has the balance's reading (g) after taring, by vessel."""

    script: Script
    robot: RosRobot
    journal: Journal
    ask: Ask | None
    tell: Tell
    stop: Callable[[], bool]
    bench: Bench
    start: float
    rate: float
    begun: bool = False
    commands: int = 0
    motions: int = 0
    asked: list[Asked] = field(default_factory=list)
    weighings: list[Weighed] = field(default_factory=list)
    tared: dict[str, float] = field(default_factory=dict)

    def run(self) -> Performance:
        halted: HaltError | None = None
        failed: str | None = None
        try:
            self._begin()
            for number, command in enumerate(self.script.commands):
                self._alive()
                self._command(number, command)
        except HaltError as error:
            halted = error
            self._halt(error)
        except _FailedError as error:
            failed = str(error)
        except BaseException as error:  # a bug of ours must not leave an arm in motion
            self._halt(HaltError(Cause.INTERRUPTED, f"the program failed: {type(error).__name__}"))
            raise
        switched = self.robot.devices.switch_off()
        made = Performance(
            self.motions,
            len(self.script.motions),
            self.commands,
            halted,
            failed,
            tuple(self.asked),
            tuple(self.weighings),
            switched,
            self.script.commands[self.commands] if self.commands < len(self.script.commands) else None,
        )
        self._last(made)
        return made

    # The parts of a run

    def _begin(self) -> None:
        """Log the script's header, and refuse to start if the arm is elsewhere."""
        script, state = self.script, self.robot.state()
        self._write(
            "start",
            {
                "scene": script.scene,
                "robot": script.robot,
                "scale": script.scale,
                "rate": self.rate,
                "home": list(script.home),
                "width": script.width,
                "motions": len(script.motions),
                "commands": len(script.commands),
                "joints": list(state.joints),
                "width_now": state.width,
                "age": state.age,
                "mode": state.mode,
            },
        )
        fault = lack_fault(script, self.robot.found) or start_fault(script, state, self.start)
        fault = fault or treating.setting_fault(script, self.robot, self.bench)
        if fault is not None:
            raise fault
        self.begun = True
        self.robot.stand(script.home)
        self.robot.prepare(hand=any(isinstance(one, Fingers) for one in script.commands))

    def _command(self, number: int, command: Command) -> None:
        count = len(self.script.commands)
        self.tell(Began(number + 1, count, command))
        # Before execution, so that the log has the command even if the run ends during it.
        self._write("command", {"number": number + 1, "of": count, "command": command_fields(command)})
        shown = ""
        match command:
            case Motion():
                self.robot.follow(command)
                self.motions += 1
            case Fingers():
                shown = f"{1000 * self.robot.fingers(command):.1f} mm apart"
            case Pause():
                self._wait(command.seconds)
            case Treatment():
                self._treat(number, command)
            case Tare():
                shown = self._tare(number, command)
            case Weighing():
                shown = self._weigh(number, command)
        self.commands += 1
        self._write("done", {"number": number + 1})
        self.tell(Ended(number + 1, count, command, shown))

    def _treat(self, number: int, command: Treatment) -> None:
        for act in treating.acts(number, command, self.bench):
            match act:
                case treating.Set():
                    for value in treating.ramp(self.robot, act):
                        self._write("treatment", {"device": act.device, "setting": act.setting, "value": value})
                        self.robot.set(act.device, act.setting, value)
                        self._wait(treating.RAMP if value != act.value else 0.0)
                case treating.Off():
                    self._write("treatment", {"device": act.device, "setting": act.setting, "value": "off"})
                    self.robot.off(act.device, act.setting)
                case treating.Wait():
                    self._wait(act.seconds)
                case treating.Until():
                    self._until(act)
                case Question():
                    self._question(act)

    def _until(self, act: treating.Until) -> None:
        """Wait until a setting is reached. Raises `_FailedError` if that takes too long."""
        left = most = QUANTITIES[act.setting].slowest
        while not act.reached(shown := self._reading(act.device, act.setting)):
            if left <= 0:
                shows = f"the {act.setting} that {self.bench.called(act.device)} shows is {shown:.1f}"
                raise _FailedError(f"{shows} after {duration(most)}, and {act.value:g} was asked for")
            self._wait(1.0)
            left -= 1.0

    def _tare(self, number: int, command: Tare) -> str:
        device = self.bench.reached(command.device, None)
        if device is None:
            self._question(question_of(number, command, self.bench))
            return ""
        shown = treating.settled(lambda: self._reading(device), self._wait, 0.1)
        self.tared[command.vessel] = shown
        self._write("weighing", {"vessel": command.vessel, "device": device, "tare": shown})
        return f"it shows {shown:.2f} g"

    def _weigh(self, number: int, command: Weighing) -> str:
        device = self.bench.reached(command.device, None)
        if device is not None and command.vessel in self.tared:
            shown = treating.settled(lambda: self._reading(device), self._wait, command.tolerance)
            found: float | None = shown - self.tared[command.vessel]
            good = abs(shown - self.tared[command.vessel] - command.grams) <= command.tolerance
        else:
            answer = self._question(question_of(number, command, self.bench), fails=False)
            found = answer.grams
            good = answer.done and (found is None or abs(found - command.grams) <= command.tolerance)
        weighed = Weighed(command.vessel, command.grams, command.tolerance, found, good)
        self.weighings.append(weighed)
        self._write("weighing", {**asdict(weighed), "device": device})
        if not good:
            observed = "something else, says a person" if found is None else f"{found:.2f} g"
            raise _FailedError(
                f"amount in {self.bench.called(command.vessel)}: expected {command.grams:.2f} g ± "
                f"{command.tolerance:.2f} g, observed {observed}"
            )
        return "" if found is None else f"{found:.2f} g"

    def _reading(self, device: str, setting: str | None = None) -> float:
        shown = self.robot.reading(device, setting)
        if not math.isfinite(shown):
            raise halt("no-number", device=self.bench.called(device), name=setting or "weight")
        return shown

    def _question(self, question: Question | None, *, fails: bool = True) -> Answer:
        """Ask a person, and log question and answer. Fails if the answer is that it cannot be done."""
        assert question is not None
        assert self.ask is not None
        self._write("asked", {"question": question.text})
        answer = self.ask(question, self._alive)
        self._alive()
        self._write("asked", {"question": question.text, "done": answer.done, "grams": answer.grams})
        self.asked.append(Asked(question.text, answer))
        if fails and not answer.done:
            raise _FailedError(f"a person could not do what was asked: {question.text}")
        return answer

    def _wait(self, seconds: float) -> None:
        """Wait for some seconds on the robot's clock, and monitor the robot meanwhile."""
        until = time.monotonic() + seconds / self.rate
        while (left := until - time.monotonic()) > 0:
            self._alive()
            time.sleep(min(TICK, left))

    def _alive(self) -> None:
        """Raise if a stop is requested or the robot no longer sends its state."""
        if self.stop():
            raise HaltError(Cause.INTERRUPTED, "interrupted")
        self.robot.state()

    # Its end

    def _halt(self, error: HaltError) -> None:
        """Stop the robot, unless it stopped before it raised, or execution had not started."""
        if error.stopped is None and (self.begun or error.cause is Cause.INTERRUPTED):
            error.stopped = self.robot.halt(error)

    def _last(self, made: Performance) -> None:
        """Write the last entry; if the log can no longer be written, that is why the run ended."""
        halted = made.halted
        fields: Mapping[str, object] = {
            "motions": made.motions,
            "of": made.of,
            "commands": made.commands,
            "succeeded": made.succeeded,
            "failed": made.failed,
            "halted": None if halted is None else halted.cause.value,
            "unconfirmed": made.unconfirmed,
            "off": [switched(one, self.bench.called(one.device)) for one in made.switched],
        }
        with contextlib.suppress(OSError, ValueError, HaltError):
            self.journal.write("end", fields)

    def _write(self, kind: str, fields: Mapping[str, object]) -> None:
        try:
            self.journal.write(kind, fields)
        except (OSError, ValueError) as error:
            raise HaltError(Cause.UNWRITTEN, f"the log of the run cannot be written: {error}") from error
