"""What can go wrong behind a rosbridge, on demand."""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass


class Kind(enum.Enum):
    """What goes wrong."""

    NOTHING = "nothing"
    """Only a mark: those who listen hear that the moment has come."""
    FREEZE = "freeze"
    """Nothing is answered or sent any more; pings of the websocket still are. What comes in is noted."""
    FREEZE_HARD = "freeze hard"
    """As of a process that hangs: not even pings are answered, and nothing is read."""
    CLOSE = "close"
    """The websocket is closed as it should be."""
    RESET = "reset"
    """The TCP connection is reset."""
    VANISH = "vanish"
    """The connection is reset, and nobody listens any more."""
    DROP = "drop"
    """A `share` of the messages of `messages` is not sent."""
    DELAY = "delay"
    """The messages of `messages` are sent `seconds` later."""
    ABORT = "abort"
    """The goal is aborted, and the arm holds."""
    ABORT_AND_MOVE = "abort and move"
    """The goal is aborted, but the arm goes on until anything is cancelled."""
    IGNORE_CANCEL = "ignore cancel"
    """Cancels are neither obeyed nor answered."""
    LATE_CANCEL = "late cancel"
    """While a goal goes on nothing else of its connection is processed, as by a bridge of ROS 2 with one thread."""
    DRIFT = "drift"
    """The arm leaves its path at `speed` rad/s, to `size` rad."""
    BLOCKED = "blocked"
    """The arm stands still, while the goal goes on."""
    ELSEWHERE = "elsewhere"
    """The arm is `size` rad from where it should be, at once."""
    NAN = "nan"
    """A joint state is not a number."""
    MISSING_JOINT = "missing joint"
    """A joint is no longer among the joint states."""
    SHORT = "short"
    """The joint states have fewer positions than names."""
    LOSE = "lose"
    """What is in the hand falls."""
    SHUFFLE = "shuffle"
    """Feedback, statuses and results are held back for `seconds` and then sent the last first."""
    LATE_RESULT = "late result"
    """The result is sent `seconds` too late."""
    OTHER_RESULT = "other result"
    """A result of some other goal arrives: it succeeded."""
    TWICE = "twice"
    """Each result is sent twice."""
    DEAD_SERVER = "dead server"
    """The action server of the arm is gone: the arm holds, and there is no status, feedback or result."""
    SILENT = "silent"
    """Goals of the arm are taken for messages of a wrong type: nothing happens."""
    NO_FEEDBACK = "no feedback"
    """Everything goes on, but there is no feedback of the arm."""
    STALE = "stale"
    """There are no more joint states."""
    FROZEN_STATE = "frozen state"
    """The joint states go on, with the stamps and angles of the last good one."""
    FROZEN_STAMPS = "frozen stamps"
    """The joint states go on, but for their stamps."""
    NO_STAMPS = "no stamps"
    """All states go on with stamps that are 0, as those have them who give none."""
    REPEATED_STATE = "repeated state"
    """The joint states go on, with new stamps, and the angles of the last good one."""
    DEAD_DRIVER = "dead driver"
    """The driver is gone: the arm holds, the robot says nothing, no action does, and the last angles are repeated."""
    REFLEX = "reflex"
    """The robot says that it is in a reflex, and the arm stands still, while the goal goes on."""
    USER_STOP = "user stop"
    """The same, stopped by a person."""
    GUIDING = "guiding"
    """The same, guided by hand."""
    ODD_MODE = "odd mode"
    """The robot says that it is in a mode that nobody knows; the arm goes on."""
    BLINK = "blink"
    """The robot says for a moment that it is in a reflex; the arm goes on."""
    MUTE_ROBOT = "mute robot"
    """The robot says nothing more of its state."""
    FROZEN_ROBOT = "frozen robot"
    """The robot says again and again what it last said, with the same stamp."""
    SHORT_ROBOT = "short robot"
    """What the robot says of its state has no mode."""
    GARBLED = "garbled"
    """What is sent is no JSON."""
    NO_OBJECT = "no object"
    """What is sent is JSON, but no object with an `op`."""
    OVERSIZED = "oversized"
    """A message is `size` million characters long."""
    CANCELLED = "cancelled"
    """Somebody else cancelled the goal: its error_code is 0."""
    ODD_SUCCESS = "odd success"
    """The goal ends as succeeded where the arm then is, with an error_code."""
    MUTE_GRIPPER = "mute gripper"
    """The fingers neither move nor answer."""
    UNCONFIRMED_STOP = "unconfirmed stop"
    """The gripper's stop is not answered."""
    STUBBORN_HAND = "stubborn hand"
    """The gripper's stop says that it is done, and a move goes on."""
    LATENCY = "latency"
    """Each message takes from `seconds` to `size` s, at random, in either direction and in order."""
    SLOWER = "slower"
    """The messages of `messages` are later by `seconds` more each second."""
    REJECTED = "rejected"
    """Goals of the arm are rejected."""
    REJECTED_UNSAID = "rejected unsaid"
    """The same, and the bridge says nothing of it, as those of Humble."""
    OTHER_NAMES = "other names"
    """The joint states go on, for joints with other names."""
    BACKWARD = "backward"
    """The stamps of joint states are `seconds` earlier than they should be."""
    DEGREES = "degrees"
    """The joint states are in degrees."""
    TWO_PUBLISHERS = "two publishers"
    """Every other joint state is that of where the arm was in the beginning."""
    SHORT_FEEDBACK = "short feedback"
    """Feedback lacks where the controller wants the arm."""
    SHORT_RESULT = "short result"
    """Results lack the status."""
    EMPTY_HAND = "empty hand"
    """There is nothing where the fingers close."""


STANDS = (Kind.BLOCKED, Kind.DEAD_DRIVER, Kind.REFLEX, Kind.USER_STOP, Kind.GUIDING)
"""Those by which the arm stands still at once, whatever goes on."""
FREEZES = (Kind.FREEZE, Kind.FREEZE_HARD)


class Moment(enum.Enum):
    """When it goes wrong: as the arm begins the motion, in its middle, or as it has come to its end."""

    ALWAYS = "always"
    BEFORE = "before"
    START = "start"
    MIDDLE = "middle"
    END = "end"


class Who(enum.Enum):
    """Whose connection is closed, reset or frozen. Those that are opened later are not meant."""

    ALL = "all"
    MOVER = "mover"
    """That of the client that has sent the arm a goal."""
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong: at a moment of the `motion`-th motion, from 1 (`BEFORE`: as the last has ended).

    With `after`, so many s (of the wall) after the bridge was begun. `messages` are some of `state`, `status`,
    `feedback`, `result`, `response`; none of them are all. `who` are the connections that `CLOSE`, `RESET`, `FREEZE`
    and `FREEZE_HARD` concern; a bridge that is frozen as a whole (`ALL`) is so for new ones too.
    """

    kind: Kind
    moment: Moment = Moment.ALWAYS
    motion: int = 1
    after: float | None = None
    share: float = 1.0
    seconds: float = 1.0
    size: float = 0.2
    speed: float = 1.0
    messages: tuple[str, ...] = ()
    who: Who = Who.ALL


class Mischief:
    """The faults that have begun, in order; `tell` is called for each as it begins."""

    def __init__(self, faults: Iterable[Fault], clock: Callable[[], float]):
        self._waiting = list(faults)
        self._clock = clock
        self._random = random.Random(7)
        self.active: list[Fault] = []
        self.begun: list[tuple[float, Fault]] = []
        """When each began (s of the wall)."""
        self.listeners: list[Callable[[Fault], None]] = []

    def timed(self) -> list[Fault]:
        """Those that begin at a time."""
        return [one for one in self._waiting if one.after is not None]

    def reach(self, moment: Moment, motion: int) -> None:
        """A moment of a motion has come."""
        for one in list(self._waiting):
            if one.after is None and one.moment is moment and (one.motion == motion or moment is Moment.ALWAYS):
                self.begin(one)

    def begin(self, fault: Fault) -> None:
        """It begins now."""
        if fault in self._waiting:
            self._waiting.remove(fault)
        self.active.append(fault)
        self.begun.append((self._clock(), fault))
        for tell in self.listeners:
            tell(fault)

    def on(self, kind: Kind) -> Fault | None:
        """The fault of that kind, where it has begun."""
        return next((one for one in self.active if one.kind is kind), None)

    def once(self, kind: Kind) -> Fault | None:
        """The same; the next time it is over."""
        found = self.on(kind)
        if found is not None:
            self.active.remove(found)
        return found

    def frozen(self) -> bool:
        """Whether the whole bridge is frozen."""
        return any(one.kind in FREEZES and one.who is Who.ALL for one in self.active)

    def dropped(self, label: str) -> bool:
        """Whether a message that is labelled so is lost."""
        return any(
            one.kind is Kind.DROP
            and (not one.messages or label in one.messages)
            and (one.share >= 1 or self._random.random() < one.share)
            for one in self.active
        )

    def delay(self, label: str) -> float:
        """How much later (s) a message that is labelled so is sent."""
        meant = [one for one in self.active if not one.messages or label in one.messages]
        late = [one.seconds for one in meant if one.kind is Kind.DELAY]
        begun = {id(fault): at for at, fault in self.begun}
        late += [one.seconds * (self._clock() - begun[id(one)]) for one in meant if one.kind is Kind.SLOWER]
        return max(late, default=0.0)
