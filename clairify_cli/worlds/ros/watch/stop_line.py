"""The stop line: a second connection to the same bridge, on which nothing is ever sent but stops and tried cancels.

The connection that moves the arm may be closed or frozen, or, on a bridge with one thread for each connection, may be
busy with the very goal that is to be cancelled. The stop line is opened before anything moves and kept alive by pings.
Besides stops only what they need is sent on it: topics are advertised, and listened to. What comes on it counts only
once a stop was asked for or while a cancel is tried, so that a run is judged by one connection. If it is gone when
it is needed, one new connection is tried, to send the stops on. This is not a safety-rated stop either.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from clairify_cli.worlds.ros.link.connection import Connection, Outgoing, connect
from clairify_cli.worlds.ros.link.ledger import Ledger
from clairify_cli.worlds.ros.link.messages import Fields, encode, subscribe
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import HaltError
from clairify_cli.worlds.ros.watch.hearing import Hearing

_LIMIT = 1.0
"""How long (s) opening it, and the answer to a ping, may take at most."""
_LOOKS = 0.01
"""How often (s) it is looked whether it is gone, once a stop was asked for."""
_REOPENED = 5.0
"""How often (s) at most it is opened again while nothing has to be stopped."""
_STATES = 50
"""The joint states that are asked for are so many ms apart: enough to see whether an arm stands still."""
_NEEDED: dict[str, str | tuple[str, ...]] = {"advertise": "/cancel", "subscribe": ("/status", "/result")}
"""The topics of an action (ROS 1) by which goals are cancelled, and which tell how they ended."""

NO_LINE = (
    "There is no second connection to send a stop on: where the first one is closed or frozen, the arm goes on to the "
    "end of its motion."
)


class StopLine:
    """The second connection. Sending comes back at once, also from a signal handler; opening is done by a thread."""

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
        """Those that were given up for a new one; what was given to them may still arrive."""
        self._stopping = False
        """Whether a stop was asked for."""
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
        """Whether it is gone for good: also the new connection, for a stop, could not be had."""
        return not self.open and self._failed

    def prepare(self, messages: Sequence[Fields], *, anyway: bool = False) -> None:
        """What is sent as it is opened: of what an action is listened to with, that which a stop needs; or all."""
        kept = tuple(one for one in messages if anyway or self._is_needed(str(one["op"]), str(one["topic"])))
        self._opening += kept
        if self._connection is not None:
            for message in kept:
                self._connection.send(Outgoing(encode(message)))

    def stop(self, messages: Sequence[Outgoing]) -> None:
        """Send stops, if need be on a new connection; with none of them it is only listened to.

        May be called by a signal handler: it waits for nothing.
        """
        self._stopping = True
        stops = tuple(_noted(one) for one in messages)
        self.send(stops)
        self._asked.put(stops)

    def send(self, messages: Sequence[Outgoing]) -> None:
        """Send stops or cancels on the connection that there is."""
        connection = self._connection
        if connection is not None:
            for one in messages:
                connection.send(_noted(one))

    def mend(self) -> None:
        """Where it is gone, open it again meanwhile; nothing has to be stopped."""
        if not self.open and not self._stopping and self._clock() - self._tried > _REOPENED:
            self._asked.put(())

    @contextmanager
    def listening(self) -> Iterator[None]:
        """For a while, what comes on it counts, though there is no stop."""
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
        """Open it, and listen. It is written down where that fails, and known by `open`."""
        self._tried = self._clock()
        try:
            made = connect(self._url, self._ledger, self._limit, self._take, self._lost, self._clock)
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
        """Open it again where that is asked for. A connection that is there but gone is seen within its limit."""
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
        """Stops were sent; where the line is gone, or is seen to be soon after, they are sent on one new connection."""
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
    """The same message, with the line in what is written down about it."""
    if message.entry is None or "line" in message.entry[1]:
        return message
    kind, fields = message.entry
    return replace(message, entry=(kind, {**fields, "line": "stop"}))
