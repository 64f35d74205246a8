"""The mode that a robot reports: idle, moved by a controller, stopped by itself or by a person, and so on.

The messages are `franka_msgs/FrankaState` (ROS 1, by default 30 times a second) and `franka_msgs/msg/FrankaRobotState`
(ROS 2, at the controllers' rate of 1000 Hz); the bridge is asked for fewer. Once one has come, they must keep coming: a
dead driver is silent, while other nodes may keep publishing the last joint angles.

`Lateness` measures how much later than usual messages come, from their senders' stamps.

The offset between the clocks of sender and receiver is unknown but nearly constant, so a message is late by the time it
took beyond the fastest one. Messages that are queued on the way or repeated arrive at the usual rate, but late.
"""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.link.dialects import stamp
from clairify_cli.worlds.ros.link.messages import Fields, garbled, inside, subscribe
from clairify_cli.worlds.ros.profile.values import FIT, Endpoint, Mode, RobotProfile
from clairify_cli.worlds.ros.robot import TO_DO, HaltError, halt

_CREEP = 1e-3
"""How fast the offset of two clocks may drift (s per s): far more than any clock does."""


class Lateness:
    """Tracks the clock offset. `rates` are the possible rates of the sender's clock; one of them is right."""

    def __init__(self, rates: Iterable[float]):
        self._least: dict[float, float | None] = dict.fromkeys(rates)
        self._last: float | None = None

    def of(self, stamp: float | None, heard: float) -> float:
        """Return how late (s) a message sent at `stamp` of the sender's clock is; 0 if it has no stamp."""
        if stamp is None:
            return 0.0
        gone = heard - self._last if self._last is not None else 0.0
        self._last = heard
        late = []
        for rate, least in self._least.items():
            took = heard - stamp / rate
            fastest = took if least is None else min(took, least + _CREEP * gone)
            self._least[rate] = fastest
            late.append(took - fastest)
        return min(late)


THROTTLE = 30
"""The requested interval in ms between messages: long enough for any bridge, short enough for monitoring."""
_WHAT = "a state of the robot"
_MEMBER = "robot_mode"


@dataclass(frozen=True, slots=True)
class ModeState:
    """A reported mode: its number and meaning (None: unknown), when it was received and how late it was then (s)."""

    code: int
    mode: Mode | None
    heard: float
    late: float

    @property
    def words(self) -> str:
        """The mode as words for a sentence."""
        return self.mode.words if self.mode is not None else f"{self.code}"

    def age(self, now: float) -> float:
        """Its age, in s."""
        return now - self.heard + self.late


def subscription(topic: Endpoint) -> Fields:
    """Return the subscription to the robot state."""
    return subscribe(topic.name, topic.type, THROTTLE)


class ModeWatch:
    """The mode as it was reported. The reading thread calls `take`; others only read, which needs no lock.

    During a run, a mode that forbids it is remembered however short it was.
    """

    def __init__(self, profile: RobotProfile):
        self.last: ModeState | None = None
        self.message: Fields | None = None
        """The last message."""
        self._limit = profile.watching.robot_state
        self._dialect = profile.dialect
        self._lateness = Lateness({1.0, profile.rate})
        self._running = False
        self._wrong: ModeState | None = None
        """The first mode since the run began that forbids it."""

    def take(self, message: Fields, at: float) -> None:
        """Process a message received at a time (s of our clock). Raises `HaltError` if it is malformed."""
        code = inside(message, _MEMBER)
        if isinstance(code, bool) or not isinstance(code, int):
            garbled(f"{_WHAT} without a whole number in `{_MEMBER}`", code)
        mode = dict(enumerate(Mode)).get(code)
        self.message = message
        sent = stamp(message, self._dialect, _WHAT) if "header" in message else None
        state = self.last = ModeState(code, mode, at, self._lateness.of(sent, at))
        self._judge(state)

    def number(self, member: str) -> object:
        """Return the last value of a member of the messages; None if there is none."""
        return None if self.message is None else inside(self.message, member)

    def run(self) -> None:
        """Begin the run: from now on every mode counts."""
        self._running = True
        if self.last is not None:
            self._judge(self.last)

    def unfit(self) -> HaltError | None:
        """Return why nothing can begin in the last mode; None if it can."""
        return not_in_order(self.last)

    def amiss(self) -> HaltError | None:
        """Return what is wrong with the mode, as a possible cause of another fault."""
        return not_in_order(self._wrong or self.last)

    def fault(self, now: float) -> HaltError | None:
        """Return why the run cannot go on: a forbidden mode, or silence for too long."""
        wrong, last = self._wrong, self.last
        if wrong is not None:
            return not_in_order(wrong)
        if last is None or last.age(now) <= self._limit:
            return None
        return halt("mute-robot", age=last.age(now), limit=self._limit)

    @property
    def in_hands(self) -> bool:
        """Whether only a person can move the arm now: it is guided, stopped by a person, or in a reflex."""
        seen = (self.last, self._wrong)
        return any(one is not None and one.mode in (Mode.GUIDING, Mode.USER_STOPPED, Mode.REFLEX) for one in seen)

    def due(self) -> float | None:
        """Return when (s of our clock) the last message becomes too old."""
        last = self.last
        return None if last is None else last.heard - last.late + self._limit

    def seen(self, now: float) -> dict[str, object]:
        """Return the last mode for the log."""
        last = self.last
        if last is None:
            return {"mode": None}
        return {"mode": last.words, "mode_code": last.code, "mode_age": round(last.age(now), 4)}

    def _judge(self, state: ModeState) -> None:
        if self._running and self._wrong is None and state.mode not in FIT:
            self._wrong = state


def not_in_order(state: ModeState | None) -> HaltError | None:
    """Return the error for a mode that forbids motion, with what a person does about it; None if there is none."""
    if state is None or state.mode in FIT:
        return None
    said = f"mode {state.code}" if state.mode is None else f"the mode {state.mode.words}"
    to_do = TO_DO["mode"]["unknown" if state.mode is None else state.mode.value]
    words = " or ".join(one.words for one in FIT)
    return halt("mode", said=said, to_do=to_do, allowed=words, words=state.words)
