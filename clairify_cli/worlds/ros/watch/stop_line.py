"""The stop line: a second connection to the same bridge that sends only stops and tested cancels.

The connection that moves the arm may be closed or frozen or, on a bridge with one thread per connection, busy with the
very goal to cancel. The stop line is opened before anything moves and kept alive by pings. Apart from stops it sends
only what they need: it advertises topics and subscribes to them. What it receives counts only after a stop or during a
tested cancel, so a run is judged by one connection. If it is gone when needed, one new connection is attempted for the
stops. This is not a safety-rated stop either.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from clairify_cli.worlds.ros.link.connection import Connection, Outgoing
from clairify_cli.worlds.ros.link.ledger import Ledger
from clairify_cli.worlds.ros.link.messages import Fields, encode, subscribe
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import HaltError
from clairify_cli.worlds.ros.watch.hearing import Hearing

_LIMIT = 1.0
"""How long (s) opening it and the answer to a ping may take."""
_LOOKS = 0.01
"""How often (s) it is checked whether the line is gone, after a stop was requested."""
_REOPENED = 5.0
"""The shortest interval (s) between attempts to reopen it while nothing has to be stopped."""
_STATES = 50
"""The interval (ms) of requested joint states: short enough to see whether an arm stands still."""
_NEEDED: dict[str, str | tuple[str, ...]] = {"advertise": "/cancel", "subscribe": ("/status", "/result")}
"""The topics of a ROS 1 action that cancel goals and report their end."""


class StopLine:
    """The second connection. Sending returns at once, even in a signal handler; a thread does the reopening."""

    def __init__(
        self,
        url: str,
        profile: RobotProfile,
        ledger: Ledger,
        hearing: Hearing,
        clock: Callable[[], float] = time.monotonic,
    ):
        self._url = url
        self._ledger = ledger
        self._hearing = hearing
        self._clock = clock
        self._hand_stop = f"{profile.gripper.stop.name}/goal"
        self._limit = min(profile.watching.answer, _LIMIT)
        states = profile.joint_states
        self._opening: tuple[Fields, ...] = (subscribe(states.name, states.type, _STATES),)
        self._connection: Connection | None = None
        self._former: list[Connection] = []
        """Replaced connections; what was given to them may still arrive."""
        self._stopping = False
        """Whether a stop was requested."""
        self._probing = False
        self._failed = False
        """Whether a stop was requested while the line was lost and could not be reopened."""
        self._tried = 0.0
        self._closed = False
        self._asked: queue.SimpleQueue[tuple[Outgoing, ...] | None] = queue.SimpleQueue()
        self._open()
        self._keeper = threading.Thread(target=self._keep, name="stop line", daemon=True)
        self._keeper.start()

    @property
    def open(self) -> bool:
        """Whether it is open, as far as is known."""
        connection = self._connection
        return connection is not None and connection.error is None

    @property
    def gone(self) -> bool:
        """Whether it is gone for good: the new connection for a stop failed too."""
        return not self.open and self._failed

    def prepare(self, messages: Sequence[Fields], *, anyway: bool = False) -> None:
        """Add messages to send on opening: those of an action's that a stop needs, or with `anyway` all."""
        kept = tuple(one for one in messages if anyway or self._is_needed(str(one["op"]), str(one["topic"])))
        self._opening += kept
        if self._connection is not None:
            for message in kept:
                self._connection.send(Outgoing(encode(message)))

    def stop(self, messages: Sequence[Outgoing]) -> None:
        """Send stops, if need be on a new connection; without any, only listen.

        May be called by a signal handler: it never blocks.
        """
        self._stopping = True
        stops = tuple(_noted(one) for one in messages)
        self.send(stops)
        self._asked.put(stops)

    def send(self, messages: Sequence[Outgoing]) -> None:
        """Send stops or cancels on the existing connection."""
        connection = self._connection
        if connection is not None:
            for one in messages:
                connection.send(_noted(one))

    def mend(self) -> None:
        """Reopen it in the background if it is gone and nothing has to be stopped."""
        if not self.open and not self._stopping and self._clock() - self._tried > _REOPENED:
            self._asked.put(())

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Let its messages count for a while, although there is no stop."""
        self._probing = True
        try:
            yield
        finally:
            self._probing = False

    def close(self) -> None:
        """Close it; a second time does nothing."""
        self._closed = True
        self._asked.put(None)
        for one in (self._connection, *self._former):
            if one is not None:
                one.close()

    def _is_needed(self, op: str, topic: str) -> bool:
        return topic.endswith(_NEEDED.get(op, ())) or (op == "advertise" and topic == self._hand_stop)

    def _open(self) -> bool:
        """Open it and subscribe. A failure is logged, and shown by `open`."""
        self._tried = self._clock()
        try:
            made = Connection(self._url, self._ledger, self._limit, self._take, self._lost, self._clock)
        except HaltError as error:
            self._lost(error)
            return False
        for message in self._opening:
            made.send(Outgoing(encode(message)))
        if self._connection is not None:
            self._former.append(self._connection)
        self._connection = made
        if self._closed:
            made.close()
        return True

    def _keep(self) -> None:
        """Reopen it on request. A connection that dies unnoticed is detected within its time limit."""
        while (stops := self._asked.get()) is not None:
            if self._closed:
                return
            if not stops:
                if not self.open and self._open():
                    self._give_up()
                continue
            self._see_to(stops)

    def _give_up(self) -> None:
        """Close connections that have been replaced, while nothing has to be stopped."""
        while self._former and not self._stopping:
            self._former.pop().close()

    def _see_to(self, stops: tuple[Outgoing, ...]) -> None:
        """After stops were sent: if the line is gone, or goes soon after, send them on one new connection."""
        end = self._clock() + 2 * self._limit
        while self.open:
            if self._closed or self._clock() > end:
                return
            time.sleep(_LOOKS)
        if self._closed or self._failed:
            return
        if self._open():
            self.send(stops)
        else:
            self._failed = True
        self._hearing.wake()

    def _take(self, text: str | bytes, at: float) -> None:
        if self._stopping or self._probing:
            self._hearing.overhear(text, at, answers_only=not self._stopping)

    def _lost(self, error: HaltError) -> None:
        self._ledger.noise("the stop line is gone", {"why": error.message})
        self._hearing.wake()


def _noted(message: Outgoing) -> Outgoing:
    """Return the message with the line's name added to its log entry."""
    if message.entry is None or "line" in message.entry[1]:
        return message
    kind, fields = message.entry
    return replace(message, entry=(kind, {**fields, "line": "stop"}))
