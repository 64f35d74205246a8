"""Perturb the simulated physics a little, by seed: what a test judges must hold on every processor.

The time step, every friction and every pose that something is set to are scaled by up to a millionth. Contacts amplify
that as they amplify the last bit of another processor or library, so a test that depends on one simulated course
changes, and a test of an outcome does not. `pytest --perturb SEED` installs it.
"""

from __future__ import annotations

import importlib.util
import os
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

SEED = "CLAIRIFY_TESTS_PERTURB"
"""The environment variable with the seed, for the processes that a test starts."""
SIZE = 1e-6
"""The largest relative change."""
ENGINE = "clairify_cli.worlds.panda.simulation.engine"

Change = Callable[[Any], Any]


def perturb(seed: int) -> None:
    """Perturb every simulation of this process and of those that it starts."""
    os.environ[SEED] = str(seed)
    folder = str(Path(__file__).parent)
    if folder not in (paths := os.environ.get("PYTHONPATH", "").split(os.pathsep)):
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [folder, *paths]))
    if not any(isinstance(one, _Finder) for one in sys.meta_path):  # a worker of xdist had one from its start
        sys.meta_path.insert(0, _Finder(seed))


class _Finder(MetaPathFinder, Loader):
    """Patches the engine's module when it is imported, so that nothing heavy is imported for it."""

    def __init__(self, seed: int):
        self.seed = seed

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != ENGINE:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        assert spec is not None
        self.real = spec.loader
        spec.loader = self
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        assert self.real is not None
        self.real.exec_module(module)
        _patch(module.Bullet, self.seed)


def _patch(bullet: type[Any], seed: int) -> None:
    """The functions of PyBullet that a client calls get slightly other arguments, the same in each simulation."""
    numbers = random.Random(seed)
    step, friction, joint, *axes = (1.0 + numbers.uniform(-SIZE, SIZE) for _ in range(6))

    def moved(point: Sequence[float]) -> list[float]:
        return [value * factor for value, factor in zip(point, axes, strict=True)]

    def positional(at: int, name: str, change: Change) -> Callable[..., Any]:
        """A wrapper that changes one argument, given by place or by name."""

        def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
            def called(*args: Any, **named: Any) -> Any:
                if len(args) > at:
                    args = (*args[:at], change(args[at]), *args[at + 1 :])
                elif name in named:
                    named[name] = change(named[name])
                return function(*args, **named)

            return called

        return wrap

    wrappers: Mapping[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
        "setPhysicsEngineParameter": positional(0, "fixedTimeStep", lambda value: value * step),
        "changeDynamics": positional(99, "lateralFriction", lambda value: value * friction),
        "resetJointState": positional(2, "targetValue", lambda value: value * joint),
        "resetBasePositionAndOrientation": positional(1, "posObj", moved),
        "createMultiBody": positional(3, "basePosition", moved),
    }
    real: Callable[[Any, str], Any] = bullet.__getattr__

    def found(self: Any, name: str) -> Any:
        value = real(self, name)
        if name in wrappers:
            value = wrappers[name](value)
            setattr(self, name, value)
        return value

    bullet.__getattr__ = found
