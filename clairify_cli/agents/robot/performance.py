"""The result of executing a script on a robot, and the events meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from clairify_cli.agents.robot.words import duration
from clairify_cli.worlds.ros.profile.values import CHILLER, RPM, TEMPERATURE, VOLUME
from clairify_cli.worlds.ros.robot import Cause, HaltError, Switched
from clairify_cli.worlds.ros.script.values import Command, Script, Tare, Treatment, Weighing

Has = Callable[[str, str | None], bool]
"""Whether a device, by its id or its kind, can be set so, or its weight read (None)."""

WORKS = {"stir": (RPM,), "heat": (RPM, TEMPERATURE), "cool": (TEMPERATURE,), "dose": (VOLUME,)}
"""What devices set for a treatment, in order."""
THERMOMETER = "thermometer"
_ALSO = {"ice-bath": CHILLER}
"""What a profile may have instead of a kind of device of the scene."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a person at a command of the script, by its index. `text` is a sentence without its end.

    Where `grams` is there the answer may be what a balance shows, which must be that within `tolerance`.
    """

    command: int
    text: str
    grams: float | None = None
    tolerance: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person answered: that it is done (or as it should be), or not; and what a balance shows (g)."""

    done: bool
    grams: float | None = None


class Ask(Protocol):
    """Asks a person, and calls `meanwhile` often until there is an answer; what that raises ends the question."""

    def __call__(self, question: Question, meanwhile: Callable[[], None]) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Bench:
    """The devices of a bench: their kinds and what people call things, by id, and what the robot reaches of them."""

    kinds: Mapping[str, str]
    names: Mapping[str, str]
    has: Has
    shows: Callable[[str, str], bool] = lambda device, setting: False
    """Whether a setting of a device can be read back."""

    def reached(self, device: str | None, setting: str | None) -> str | None:
        """What the robot calls a device that can be set so, or read: its id, or its kind if there is one of it."""
        if device is None:
            return None
        if self.has(device, setting):
            return device
        kind = self.kinds.get(device, "")
        names = (kind, _ALSO.get(kind, kind)) if list(self.kinds.values()).count(kind) == 1 else ()
        return next((one for one in names if self.has(one, setting)), None)

    @property
    def thermometer(self) -> str | None:
        """What measures the temperature of whatever is heated or cools, if there is one."""
        return THERMOMETER if self.has(THERMOMETER, TEMPERATURE) else None

    def called(self, thing: str | None) -> str:
        """What people call a thing."""
        return "" if thing is None else self.names.get(thing, thing)


def questions(script: Script, bench: Bench) -> tuple[Question, ...]:
    """All that a person is asked in the course of a script, in order."""
    found = (question_of(number, one, bench) for number, one in enumerate(script.commands))
    return tuple(one for one in found if one is not None)


def question_of(number: int, command: Command, bench: Bench) -> Question | None:
    """What a person is asked at a command; None if the robot does it itself."""
    if isinstance(command, Treatment):
        text = _treatment(command, bench)
        return None if text is None else Question(number, text)
    if isinstance(command, Tare) and bench.reached(command.device, None) is None:
        return Question(number, f"Set the balance below {bench.called(command.vessel)} to zero")
    if isinstance(command, Weighing) and bench.reached(command.device, None) is None:
        text = (
            f"Weigh {bench.called(command.vessel)}: since the balance was set to zero {command.grams:.2f} g must have "
            f"been added, within {command.tolerance:.2f} g"
        )
        return Question(number, text, command.grams, command.tolerance)
    return None


def _treatment(one: Treatment, bench: Bench) -> str | None:
    """What a person does, or sees to; None if a device does all of it."""
    vessel, device = bench.called(one.vessel), bench.called(one.device)
    on = f" on {device}" if device else ""
    time = one.settings.get("time", 0.0)
    long = f" for {duration(time)}" if time else ""
    rpm, celsius = one.settings.get(RPM, 0.0), one.settings.get(TEMPERATURE, 0.0)
    used = {name: bench.reached(one.device, name) for name in WORKS.get(one.kind, ()) if name in one.settings}
    if (heater := used.get(TEMPERATURE)) is not None:
        sets = "the hotplate" if one.kind == "heat" else "the chiller"
        asked = [] if used.get(RPM, heater) else [f"Stir {vessel}{on} at {rpm:.0f} rpm meanwhile, and stop afterwards"]
        if not (bench.thermometer or bench.shows(heater, TEMPERATURE)):
            asked.append(f"See that {vessel}{on} is at {celsius:g} °C; {sets} is set to it already")
        return "; ".join(asked) or None
    if used and all(used.values()):
        return None
    if one.kind == "stir":
        return f"Stir {vessel}{on}{long} at {rpm:.0f} rpm, and turn the stirrer off"
    if one.kind == "heat":
        stirred = f", stirred at {rpm:.0f} rpm" if rpm else ""
        return f"Heat {vessel}{on} to {celsius:g} °C, keep it there{long}{stirred}, and turn the hotplate off"
    if one.kind == "wash":
        return f"Wash {vessel}{on}{long}, and put it back where it stood, empty"
    if one.kind == "cool":
        return f"See that {vessel}{on} has come down to {celsius:g} °C, and keep it there{long}"
    if one.kind == "let-cool":
        return None if bench.thermometer else f"Wait until {vessel} has cooled to {celsius:g} °C"
    if one.kind == "dose":
        return f"Have {device} dose {one.settings.get(VOLUME, 0.0):.3g} mL into {vessel}"
    return f"See to {vessel}{on}: {one.kind}{long}"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A weighing: the requested and the measured mass, in g; None if a person said that it is good, or not."""

    vessel: str
    grams: float
    tolerance: float
    found: float | None
    good: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person was asked, and what the answer was."""

    question: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Performance:
    """How far it came: motions done of so many, and commands. `halted` is why the robot was stopped.

    `failed` says which check failed: then the arm holds and stays. `switched` is what is known at the end of all that
    was set of devices, each of which was switched off.
    """

    motions: int
    of: int
    commands: int
    halted: HaltError | None = None
    failed: str | None = None
    asked: tuple[Asked, ...] = ()
    weighings: tuple[Weighed, ...] = ()
    switched: tuple[Switched, ...] = ()
    at: Command | None = None
    """The command at which it ended, if it did not come to its end."""

    @property
    def unconfirmed(self) -> bool:
        """Whether all was done, but there is no evidence of a setting for which the profile wants some."""
        is_open = any(not (one.confirmed or one.allowed) for one in self.switched)
        return is_open and self.halted is None and self.failed is None

    @property
    def succeeded(self) -> bool:
        """Whether all was done, with evidence where it is needed."""
        return self.halted is None and self.failed is None and not self.unconfirmed

    @property
    def interrupted(self) -> bool:
        """Whether a person stopped it."""
        return self.halted is not None and self.halted.cause is Cause.INTERRUPTED


@dataclass(frozen=True, slots=True)
class Began:
    """A command begins: its number from 1 of so many."""

    number: int
    count: int
    command: Command


@dataclass(frozen=True, slots=True)
class Ended:
    """A command is done; `shown` is what was measured, in words."""

    number: int
    count: int
    command: Command
    shown: str = ""


Told = Began | Ended
Tell = Callable[[Told], None]
