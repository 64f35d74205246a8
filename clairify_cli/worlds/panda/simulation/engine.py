"""PyBullet bound to one client, with its own output suppressed; the only module that imports it."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import functools
import os
import sys
from collections.abc import Iterator
from typing import Any

from clairify_cli.worlds.panda.extra import need

STEP = 1 / 240
"""The simulation step in s."""

GRAVITY = 9.81
"""m/s²"""

GRIP_ITERATIONS = 70
"""The largest number of solver iterations per step while the fingers press; the solver stops earlier once it has
converged. With fewer, light objects creep out of the hand."""

FREE_ITERATIONS = 25
"""The same while the hand is open, when the accuracy of friction does not matter."""


class SceneError(ValueError):
    """A scene cannot be simulated; the message is one sentence for people."""


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Suppress stdout and stderr, including output of C code. The streams may be closed, and remain so."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()
    ctypes.CDLL(None).fflush(None)
    kept = {number: _copied(number) for number in (1, 2)}
    with open(os.devnull, "wb") as null:  # noqa: PTH123 - whose number may be that of a closed one
        nowhere = _copied(null.fileno())
    assert nowhere is not None
    try:
        for number in kept:
            os.dup2(nowhere, number)
        yield
    finally:
        # C buffers its output, which would otherwise appear later.
        ctypes.CDLL(None).fflush(None)
        for number, copy in kept.items():
            if copy is None:
                os.close(number)
            else:
                os.dup2(copy, number)
                os.close(copy)
        os.close(nowhere)


def _copied(descriptor: int) -> int | None:
    """Copy a file descriptor to a number above the standard ones; None if it is closed."""
    try:
        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 3)
    except OSError:
        return None


_APART = 0.004
"""How far (m) a contact may move before it is found anew. Bullet's 2 cm keeps the normals of contacts with small things
when fingers open, which then press against nothing."""


class Bullet:
    """PyBullet's functions for one client; constants are as in the module.

    Every function gets `physicsClientId`, so several simulations in one process stay separate.
    """

    def __init__(self) -> None:
        with quiet():
            self._module = need("pybullet")
            self.client = int(self._module.connect(self._module.DIRECT))
        self.tilted: dict[int, tuple[float, ...]] = {}
        """What bodies show contents of a tilted vessel, with their shape: the client returns no corners of meshes."""
        self.setGravity(0.0, 0.0, -GRAVITY)
        self.setPhysicsEngineParameter(
            fixedTimeStep=STEP,
            numSolverIterations=FREE_ITERATIONS,
            solverResidualThreshold=1e-7,
            deterministicOverlappingPairs=1,
            contactBreakingThreshold=_APART,
        )

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if callable(value):
            value = functools.partial(value, physicsClientId=self.client)
        setattr(self, name, value)
        return value

    def close(self) -> None:
        """End the client; a second time does nothing."""
        if self.client >= 0:
            self._module.disconnect(physicsClientId=self.client)
            self.client = -1
