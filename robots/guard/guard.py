"""The guard's logic: cancel one run's goals and switch its devices off when its heartbeats stop.

It runs next to the robot, so it still works when the computer that runs `clairify` crashes, loses its network or has
the process killed. This file needs Python 3.8 or newer and its standard library; it imports nothing from ROS. A shell
(`guard_ros1.py`, `guard_ros2.py`) hands it the messages it hears, asks it what to do, and does that.

It is not a safety-rated device. It never sends a motion, a command to the hand, or a message that its own
configuration does not contain: a heartbeat selects what to undo, and the configuration decides what may be undone, and
with which message.

Times are seconds of a monotonic clock, so setting the date or a jump of ROS time changes nothing.
"""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

VERSION = 1
HEARTBEAT = "/clairify/guard/heartbeat"
STATUS = "/clairify/guard/status"
"""The topics, both `std_msgs/String` with a JSON object."""

MOST_BYTES = 16384
"""A longer message is ignored."""
MOST_GOALS = 8
MOST_DEVICES = 32
LONGEST_NAME = 200
LIMIT = 1.0
"""Without a heartbeat for so long (s) the guard acts, unless its configuration says otherwise."""
LEAST, MOST = 0.3, 10.0
"""The limits (s) that a configuration may choose."""
AGAIN = 0.2
"""So often (s) an act is repeated until it is confirmed."""
TRIES = 50
"""So often it is done at most. A message on a topic is never confirmed: it is sent `TOPIC_TRIES` times."""
TOPIC_TRIES = 5
PERIOD = 0.2
"""So often (s) a shell publishes the status, even when nothing is heard."""
TICK = 0.02
"""So often (s) a shell calls `tick`."""
REMEMBERED = 100
"""So many runs that are over are remembered: none of them is armed again."""

IDLE, ARMED, TRIPPED = "idle", "armed", "tripped"
CANCEL, OFF = "cancel", "off"


class ConfigError(ValueError):
    """The configuration cannot be used; the message is a sentence."""


class Config:
    """What this guard may do: cancel goals of `actions`, and send the messages of `off`, by topic or service name."""

    def __init__(self, name: str, limit: float, actions: tuple[str, ...], off: dict[str, dict[str, Any]]):
        self.name = name
        self.limit = limit
        self.actions = actions
        self.off = off


def read_config(text: str) -> Config:
    """The configuration in a JSON text. Raises `ConfigError`."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"the configuration is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ConfigError("the configuration must be a JSON object")
    unknown = sorted(set(value) - {"name", "limit", "actions", "off"})
    if unknown:
        raise ConfigError(f"unknown key `{unknown[0]}`: `name`, `limit`, `actions` and `off` are the keys")
    limit = value.get("limit", LIMIT)
    if not _is_number(limit) or not LEAST <= limit <= MOST:
        raise ConfigError(f"`limit` must be from {LEAST:g} to {MOST:g} s")
    actions = value.get("actions")
    if not isinstance(actions, list) or not actions or not all(_is_name(one) for one in actions):
        raise ConfigError("`actions` must list the names of the arm's trajectory actions")
    listed = value.get("off", [])
    if not isinstance(listed, list) or len(listed) > MOST_DEVICES:
        raise ConfigError(f"`off` must be a list of at most {MOST_DEVICES} entries")
    off: dict[str, dict[str, Any]] = {}
    for number, one in enumerate(listed, 1):
        name = _endpoint(one)
        if name is None:
            raise ConfigError(f"entry {number} of `off` needs `topic` or `service`, `type`, and `message` (an object)")
        if name in off:
            raise ConfigError(f"entry {number} of `off` names {name} a second time")
        off[name] = one
    return Config(str(value.get("name", "guard")), float(limit), tuple(actions), off)


class Act:
    """Something to undo, repeated until it is confirmed: cancel goal `id` of an action, or send `off` of a device.

    `outcome` is `pending`, `confirmed`, `sent` (a topic: nothing confirms it) or `unconfirmed` (given up).
    """

    def __init__(self, kind: str, name: str, goal: str = "", off: dict[str, Any] | None = None):
        self.kind = kind
        self.name = name
        self.goal = goal
        self.off = off or {}
        self.tries = 0
        self.due = 0.0
        self.outcome = "pending"
        self.seconds: float | None = None
        """How long after the last heartbeat the outcome was known."""

    @property
    def by_topic(self) -> bool:
        """Whether nothing will confirm it."""
        return self.kind == OFF and "topic" in self.off

    def shown(self) -> dict[str, Any]:
        """As the status tells it."""
        told = {"what": self.kind, "name": self.name, "outcome": self.outcome, "tries": self.tries}
        if self.kind == CANCEL:
            told["goal"] = self.goal
        if self.seconds is not None:
            told["seconds"] = round(self.seconds, 3)
        return told


class Guard:
    """One guard: armed for one run at a time, and tripped at most once for each. Its methods are called by one thread.

    `hear` takes a message of the heartbeat topic. `tick` gives the acts to do now; `confirm` says that one was done.
    `status` is what to publish after each `hear` and every `PERIOD`.
    """

    def __init__(self, config: Config, clock: Callable[[], float] = time.monotonic):
        self.config = config
        self.clock = clock
        self.state = IDLE
        self.acts: list[Act] = []
        """What was undone after the last lapse."""
        self.ignored: Counter[str] = Counter()
        """How many messages were ignored, by the reason."""
        self.refused: tuple[str, str] | None = None
        """The last run that was not armed, and why."""
        self.run: str | None = None
        self.seq = -1
        self._last = 0.0
        self._goals: list[tuple[str, str]] = []
        self._on: list[str] = []
        self._over: deque[str] = deque(maxlen=REMEMBERED)

    def hear(self, data: object) -> None:
        """A message came."""
        now = self.clock()
        self._lapse(now)  # a heartbeat that comes too late revives nothing, even when it is looked at first
        message = self._parsed(data)
        if message is None:
            return
        say, run, seq = message["say"], message["run"], message["seq"]
        if say == "arm" and not (self.state == ARMED and run == self.run):
            self._arm(run, seq, message, now)
            return
        if self.state != ARMED:
            self.ignored["not armed"] += 1
        elif run != self.run:
            self.ignored["another run"] += 1
        elif seq <= self.seq:
            self.ignored["out of order"] += 1
        else:
            self._beat(say, seq, message, now)

    def tick(self) -> list[Act]:
        """What to do now. Every act is given again until it is confirmed or was tried often enough."""
        now = self.clock()
        self._lapse(now)
        due = []
        for act in self.acts:
            if act.outcome != "pending" or act.due > now:
                continue
            if act.tries >= (TOPIC_TRIES if act.by_topic else TRIES):
                self._end(act, "sent" if act.by_topic else "unconfirmed")
                continue
            act.tries += 1
            act.due = now + AGAIN
            due.append(act)
        return due

    def confirm(self, act: Act) -> None:
        """The robot confirmed an act: a goal has ended, or a service answered that it did what was asked."""
        if act.outcome == "pending":
            self._end(act, "confirmed")

    @property
    def undoing(self) -> bool:
        """Whether acts are still being done."""
        return any(act.outcome == "pending" for act in self.acts)

    def status(self) -> str:
        """What to publish, as JSON."""
        told: dict[str, Any] = {
            "v": VERSION,
            "guard": self.config.name,
            "state": self.state,
            "run": self.run,
            "seq": self.seq,
            "limit": self.config.limit,
            "ignored": dict(self.ignored),
            "acts": [act.shown() for act in self.acts],
        }
        if self.refused is not None:
            told["refused"] = {"run": self.refused[0], "why": self.refused[1]}
        return json.dumps(told)

    def _arm(self, run: str, seq: int, message: dict[str, Any], now: float) -> None:
        why = self._against(run, message)
        if why is not None:
            self.refused = run, why
            self.ignored["refused"] += 1
            return
        self.state, self.run, self.seq, self._last = ARMED, run, seq, now
        self._goals, self._on, self.acts, self.refused = [], [], [], None

    def _against(self, run: str, message: dict[str, Any]) -> str | None:
        """Why a run is not armed; None when it is."""
        if run in self._over:
            return "this run is over; a new run must arm"
        if self.state == ARMED:
            return "another run is armed"
        if self.undoing:
            return "what the last run left is still being undone"
        for action, _ in message["goals"]:
            if action not in self.config.actions:
                return f"{action} is not in `actions` of the guard's configuration"
        for one in message["off"]:
            allowed = self.config.off.get(_endpoint(one) or "")
            if allowed is None:
                return f"{_endpoint(one)} is not in `off` of the guard's configuration"
            if allowed != one:
                return f"`off` of the guard's configuration has another type or message for {_endpoint(one)}"
        return None

    def _beat(self, say: str, seq: int, message: dict[str, Any], now: float) -> None:
        self.seq, self._last = seq, now
        if say == "goodbye":
            self.state = IDLE
            self._forget()
            return
        if say == "arm":  # repeated until its answer was heard
            return
        goals = [one for one in message["goals"] if one[0] in self.config.actions and one[1]]
        names = [_endpoint(one) or "" for one in message["off"]]
        on = [one for one in names if one in self.config.off]
        self.ignored["not allowed"] += len(message["goals"]) - len(goals) + len(names) - len(on)
        self._goals, self._on = goals, list(dict.fromkeys(on))

    def _lapse(self, now: float) -> None:
        """Act where the run that is armed has been silent for too long."""
        if self.state != ARMED or now - self._last <= self.config.limit:
            return
        self.state = TRIPPED
        self.acts = [Act(CANCEL, action, goal) for action, goal in self._goals]
        self.acts += [Act(OFF, name, off=self.config.off[name]) for name in self._on]
        self._forget()

    def _forget(self) -> None:
        assert self.run is not None
        self._over.append(self.run)
        self._goals, self._on = [], []

    def _end(self, act: Act, outcome: str) -> None:
        act.outcome = outcome
        act.seconds = self.clock() - self._last

    def _parsed(self, data: object) -> dict[str, Any] | None:
        """The fields of a message, all of the right kind; None where it is ignored."""
        if not isinstance(data, str):
            self.ignored["malformed"] += 1
            return None
        if len(data) > MOST_BYTES or len(data.encode("utf-8", "replace")) > MOST_BYTES:
            self.ignored["oversized"] += 1
            return None
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            value = None
        found = _message(value)
        if found is None:
            self.ignored["malformed"] += 1
        return found


def _message(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, dict) or value.get("v") != VERSION or value.get("say") not in ("arm", "beat", "goodbye"):
        return None
    run, seq = value.get("run"), value.get("seq")
    goals, off = value.get("goals", []), value.get("off", [])
    if not _is_name(run) or isinstance(seq, bool) or not isinstance(seq, int) or seq < 0:
        return None
    if not isinstance(goals, list) or len(goals) > MOST_GOALS or not isinstance(off, list) or len(off) > MOST_DEVICES:
        return None
    pairs = [(one.get("action"), one.get("id", "")) if isinstance(one, dict) else (None, None) for one in goals]
    if not all(_is_name(action) and isinstance(goal, str) and len(goal) <= LONGEST_NAME for action, goal in pairs):
        return None
    if any(_endpoint(one) is None for one in off):
        return None
    return {"say": value["say"], "run": run, "seq": seq, "goals": pairs, "off": off}


def _endpoint(value: Any) -> str | None:
    """The topic or service of an entry of `off`; None where it is malformed."""
    if not isinstance(value, dict) or not isinstance(value.get("message"), dict) or not _is_name(value.get("type")):
        return None
    names = [value[one] for one in ("topic", "service") if one in value]
    if len(names) != 1 or set(value) - {"topic", "service", "type", "message"}:
        return None
    name = names[0]
    return name if _is_name(name) else None


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
