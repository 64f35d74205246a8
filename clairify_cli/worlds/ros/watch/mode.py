"""What a robot says that it is in: idle, moved by a controller, stopped by itself, stopped by a person, and so on.

The messages are `franka_msgs/FrankaState` (ROS 1, 30 times a second unless its controller is told otherwise) and
`franka_msgs/msg/FrankaRobotState` (ROS 2, as often as controllers are updated, a thousand times a second); the bridge
is asked for fewer of them. Once one has come they are to go on coming: a driver that is gone says nothing, while others
may go on telling the last joint angles.

How much later than usual messages come, from the stamps that their sender gave them.

The clocks of sender and receiver differ by an amount that nobody knows, but which stays nearly the same: what a message
took beyond the fastest one is what it is late. Messages that pile up on their way, or that are the same ones again and
again, come as often as they should, and are late.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clairify_cli.worlds.ros.link.dialects import stamp
from clairify_cli.worlds.ros.link.messages import Fields, garbled, inside, subscribe
from clairify_cli.worlds.ros.profile.values import FIT, Endpoint, Mode, RobotProfile
from clairify_cli.worlds.ros.robot import TO_DO, HaltError, halt

_CREEP = 1e-3
"""How much of the time that goes by the difference of two clocks may grow: far more than that of any clock."""


class Lateness:
    """Follows the difference of the clocks. `rates` are how fast the sender's clock may run, one of which it does."""

    def __init__(self, rates: Iterable[float]):
        self._least: dict[float, float | None] = dict.fromkeys(rates)
        self._last: float | None = None

    def of(self, stamp: float | None, heard: float) -> float:
        """How late (s) a message is that was sent at `stamp` of the sender's clock; 0 where it has none."""
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
"""The minimum interval in ms between requested messages: few enough for any bridge, and often enough."""
_WHAT = "a state of the robot"
_MEMBER = "robot_mode"


@dataclass(frozen=True, slots=True)
class ModeState:
    """A mode that was told: its number, what that means (None: nobody knows), when it was heard and how
    late it was then (s)."""

    code: int
    mode: Mode | None
    heard: float
    late: float

    @property
    def words(self) -> str:
        """As a sentence has it."""
        return self.mode.words if self.mode is not None else f"{self.code}"

    def age(self, now: float) -> float:
        """How old it is, in s."""
        return now - self.heard + self.late


def subscription(topic: Endpoint) -> Fields:
    """What the bridge is asked for."""
    return subscribe(topic.name, topic.type, THROTTLE)


class ModeWatch:
    """What was heard of the mode. `take` is called by the reading thread; others only look, which takes no lock.

    Once the run has begun, a mode in which it may not go on is not forgotten, however short it was.
    """

    def __init__(self, profile: RobotProfile):
        self.last: ModeState | None = None
        self.message: Fields | None = None
        """The message in which it was told."""
        self._limit = profile.watching.robot_state
        self._dialect = profile.dialect
        self._lateness = Lateness({1.0, profile.rate})
        self._running = False
        self._wrong: ModeState | None = None
        """The first mode since the beginning of the run in which it may not go on."""

    def take(self, message: Fields, at: float) -> None:
        """Take a message in that came at a time (s of our clock). Raises `HaltError` if it has the wrong shape."""
        code = inside(message, _MEMBER)
        if isinstance(code, bool) or not isinstance(code, int):
            garbled(f"{_WHAT} without a whole number in `{_MEMBER}`", code)
        mode = dict(enumerate(Mode)).get(code)
        self.message = message
        sent = stamp(message, self._dialect, _WHAT) if "header" in message else None
        state = self.last = ModeState(code, mode, at, self._lateness.of(sent, at))
        self._judge(state)

    def number(self, member: str) -> object:
        """What was last told in a member of the messages; None if there is none."""
        return None if self.message is None else inside(self.message, member)

    def run(self) -> None:
        """From now on the arm moves, and what is told counts until the end."""
        self._running = True
        if self.last is not None:
            self._judge(self.last)

    def unfit(self) -> HaltError | None:
        """Why nothing can begin in the mode that was last told."""
        state = self.last
        if state is None or state.mode in FIT:
            return None
        return not_in_order(state)

    def amiss(self) -> HaltError | None:
        """What is wrong with the mode, for code that looks for the cause of another fault."""
        state = self._wrong or self.last
        if state is None or state.mode in FIT:
            return None
        return not_in_order(state)

    def fault(self, now: float) -> HaltError | None:
        """Why the run cannot go on: a mode that was told, or that nothing has been told for too long."""
        wrong, last = self._wrong, self.last
        if wrong is not None:
            return not_in_order(wrong)
        if last is None or last.age(now) <= self._limit:
            return None
        return halt("mute-robot", age=last.age(now), limit=self._limit)

    @property
    def in_hands(self) -> bool:
        """Whether only a person moves the arm on: who guides it or has stopped it, or recovers it from a reflex."""
        seen = (self.last, self._wrong)
        return any(one is not None and one.mode in (Mode.GUIDING, Mode.USER_STOPPED, Mode.REFLEX) for one in seen)

    def due(self) -> float | None:
        """When (s of our clock) the last message becomes too old."""
        last = self.last
        return None if last is None else last.heard - last.late + self._limit

    def seen(self, now: float) -> dict[str, object]:
        """What was last told, for the log."""
        last = self.last
        if last is None:
            return {"mode": None}
        return {"mode": last.words, "mode_code": last.code, "mode_age": round(last.age(now), 4)}

    def _judge(self, state: ModeState) -> None:
        if self._running and self._wrong is None and state.mode not in FIT:
            self._wrong = state


def not_in_order(state: ModeState) -> HaltError:
    """The error for a mode in which the arm is not moved, with what a person does about it."""
    said = f"mode {state.code}" if state.mode is None else f"the mode {state.mode.words}"
    to_do = TO_DO["mode"]["unknown" if state.mode is None else state.mode.value]
    words = " or ".join(one.words for one in FIT)
    return halt("mode", said=said, to_do=to_do, allowed=words, words=state.words)
