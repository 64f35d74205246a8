"""The result of executing a script on a robot, and the events during execution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from clairify_cli.agents.robot.words import duration
from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.profile.values import CHILLER, RPM, TEMPERATURE, VOLUME
from clairify_cli.worlds.ros.robot import Cause, HaltError, Switched
from clairify_cli.worlds.ros.script.values import Command, Script, Tare, Treatment, Weighing

Has = Callable[[str, str | None], bool]
"""Whether a device, by its id or its kind, has a setting, or (with None) a readable weight."""

WORKS = {"stir": (RPM,), "heat": (RPM, TEMPERATURE), "cool": (TEMPERATURE,), "dose": (VOLUME,)}
"""The settings of devices for each kind of treatment, in order."""
THERMOMETER = "thermometer"
_ALSO = {"ice-bath": CHILLER}
"""What a profile may have in place of a kind of device in the scene."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a person at a command of the script, given by its index. `text` is a sentence without a full stop.

    If `grams` is set, the answer may be the balance's reading, which must equal it within `tolerance`.
    """

    command: int
    text: str
    grams: float | None = None
    tolerance: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A person's answer: whether it is done (or as it should be), and what the balance shows (g)."""

    done: bool
    grams: float | None = None


class Ask(Protocol):
    """Asks a person, and calls `meanwhile` often until there is an answer; an exception it raises ends the question."""

    def __call__(self, question: Question, meanwhile: Callable[[], None]) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Bench:
    """The devices of a bench: their kinds and people's names for things, by id, and which the robot controls."""

    kinds: Mapping[str, str]
    names: Mapping[str, str]
    has: Has
    shows: Callable[[str, str], bool] = lambda device, setting: False
    """Whether a setting of a device can be read back."""

    def reached(self, device: str | None, setting: str | None) -> str | None:
        """Return the robot's name for a device with this setting (None: its weight): its id, or its kind if unique."""
        if device is None:
            return None
        if self.has(device, setting):
            return device
        kind = self.kinds.get(device, "")
        names = (kind, _ALSO.get(kind, kind)) if list(self.kinds.values()).count(kind) == 1 else ()
        return next((one for one in names if self.has(one, setting)), None)

    @property
    def thermometer(self) -> str | None:
        """The device that measures the temperature of whatever is heated or cooled; None if there is none."""
        return THERMOMETER if self.has(THERMOMETER, TEMPERATURE) else None

    def called(self, thing: str | None) -> str:
        """Return the name of a thing for people."""
        return "" if thing is None else self.names.get(thing, thing)


def questions(script: Script, bench: Bench) -> tuple[Question, ...]:
    """Return all questions that a script asks a person, in order."""
    found = (question_of(number, one, bench) for number, one in enumerate(script.commands))
    return tuple(one for one in found if one is not None)


def question_of(number: int, command: Command, bench: Bench) -> Question | None:
    """Return the question to a person at a command; None if the robot does it itself."""
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


LETS = {"let-cool": "cooled", "let-warm": "warmed up"}
"""The treatments in which a vessel only stands, with what it has done at their end."""


def _treatment(one: Treatment, bench: Bench) -> str | None:
    """Describe what a person does or watches; None if a device does everything."""
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
    if one.kind in LETS:
        return None if bench.thermometer else f"Wait until {vessel} has {LETS[one.kind]} to {celsius:g} °C"
    if one.kind == "dose":
        return f"Have {device} dose {one.settings.get(VOLUME, 0.0):.3g} mL into {vessel}"
    return f"See to {vessel}{on}: {one.kind}{long}"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A weighing: requested and measured mass in g; `found` is None if a person only said whether it is right."""

    vessel: str
    grams: float
    tolerance: float
    found: float | None
    good: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a person, and the answer."""

    question: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Performance:
    """How far the script got: motions done out of `of`, and commands. `halted` is why the robot was stopped.

    `failed` says which check failed: the arm then holds its position. `switched` is the final state of each device
    setting that was used; all of them were switched off.
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
    """The command at which the script ended early; None if it was completed."""

    @property
    def unconfirmed(self) -> bool:
        """Whether everything was done, but a setting lacks the confirmation that the profile requires."""
        is_open = any(not (one.confirmed or one.allowed) for one in self.switched)
        return is_open and self.halted is None and self.failed is None

    @property
    def succeeded(self) -> bool:
        """Whether everything was done, with confirmation where it is required."""
        return self.halted is None and self.failed is None and not self.unconfirmed

    @property
    def interrupted(self) -> bool:
        """Whether a person stopped the script."""
        return self.halted is not None and self.halted.cause is Cause.INTERRUPTED


@dataclass(frozen=True, slots=True)
class Began:
    """A command begins: `number` of `count`, from 1."""

    number: int
    count: int
    command: Command


@dataclass(frozen=True, slots=True)
class Ended:
    """A command has ended; `shown` is what was measured, in words."""

    number: int
    count: int
    command: Command
    shown: str = ""


Told = Began | Ended
Tell = Callable[[Told], None]
