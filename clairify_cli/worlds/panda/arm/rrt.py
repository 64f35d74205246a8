"""RRT-Connect (Kuffner and LaValle 2000) and shortcuts in joint space, by OMPL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from ompl import base, geometric, util

from clairify_cli.worlds.panda.arm.dense import Path
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Arm, Joints

RESOLUTION = 0.05
"""The largest motion (rad) of a joint between two checks during a search."""

RANGE = 0.8
"""The longest step of the trees, in rad (Euclidean)."""

_JOINTS = range(7)
Free = Callable[[Joints], bool]
_FAR = 0.9
"""The share of a path that one shortcut may replace."""


def order(count: int) -> list[int]:
    """Return 1 to count by bisection: a blocked motion is then mostly detected after a few checks."""
    found: list[int] = []
    spans = [(1, count)]
    for low, high in spans:
        if low <= high:
            middle = (low + high) // 2
            found.append(middle)
            spans.extend(((low, middle - 1), (middle + 1, high)))
    return found


_ORDERS: list[Any] = []


def shares(count: int) -> Any:
    """Return the shares (count, 1) of a motion to check, including its end, in the order of `order`."""
    while len(_ORDERS) <= count:
        number = len(_ORDERS)
        _ORDERS.append(np.array(order(number), dtype=np.float64)[:, None] / max(1, number))
    return _ORDERS[count]


def motion_free(free: Free, start: Joints, goal: Joints) -> bool:
    """Whether the whole straight motion is free, except for its start, which is not checked."""
    difference = goal - start
    count = int(np.ceil(np.abs(difference).max() / RESOLUTION))
    return all(free(q) for q in start + shares(max(1, count)) * difference)


def connect(arm: Arm, free: Free, start: Joints, goals: Sequence[Joints], *, seed: int, looks: int) -> Path | None:
    """Return a path of free straight motions from `start` to one of the goals, or None after `looks` checks.

    All joint angles on it are within the arm's limits. The search is bounded by the number of checks and not by
    time, so it ends the same way on every machine.
    """
    done = 0

    def counted(q: Joints) -> bool:
        nonlocal done
        done += 1
        return free(q)

    information, _motions = _information(counted, arm.lower, arm.upper, seed)
    problem = base.ProblemDefinition(information)
    # Rounding may have put them outside the bounds.
    problem.addStartState(_state(information, np.clip(start, arm.lower, arm.upper)))
    wanted = base.GoalStates(information)
    for goal in goals:
        wanted.addState(_state(information, np.clip(goal, arm.lower, arm.upper)))
    problem.setGoal(wanted)
    planner = geometric.RRTConnect(information)
    planner.setProblemDefinition(problem)
    planner.setRange(RANGE)
    planner.setup()

    def enough() -> bool:
        # Calls count too: OMPL calls this repeatedly while it waits for a free goal.
        nonlocal done
        done += 1
        return done >= looks

    planner.solve(base.PlannerTerminationCondition(enough))
    if not problem.hasExactSolution():
        return None
    return _rows(problem.getSolutionPath())


def shortened(free: Free, path: Path, seed: int) -> Path:
    """Shorten a path by free straight motions between random points of it, as long as they help."""
    information, _motions = _information(free, LOWER, UPPER, seed)
    found = geometric.PathGeometric(information, [_state(information, q) for q in path])
    simplifier = geometric.PathSimplifier(information)
    simplifier.reduceVertices(found, 20, 10, _FAR)
    simplifier.partialShortcutPath(found, 80, 20, _FAR, 0.05)
    return _rows(found)


def _information(free: Free, lower: Joints, upper: Joints, seed: int) -> tuple[Any, Any]:
    """Return OMPL's view of the joint space, and its test of motions, which must live as long."""
    util.setLogLevel(util.LOG_NONE)
    # OMPL has one random generator per process, so it is seeded for every search.
    util.RNG.setSeed(seed)
    space = base.RealVectorStateSpace(7)
    bounds = base.RealVectorBounds(7)
    for joint in _JOINTS:
        bounds.setLow(joint, float(lower[joint]))
        bounds.setHigh(joint, float(upper[joint]))
    space.setBounds(bounds)
    information = base.SpaceInformation(space)

    class Motions(base.MotionValidator):  # type: ignore[misc, unused-ignore]
        """Checks a motion, halves first."""

        def checkMotion(self, one: Any, other: Any) -> bool:  # noqa: N802  OMPL's name
            return motion_free(free, _joints(one), _joints(other))

    information.setStateValidityChecker(lambda state: free(_joints(state)))
    motions = Motions(information)
    information.setMotionValidator(motions)
    information.setup()
    return information, motions


def _joints(state: Any) -> Joints:
    """Return the joint angles of an OMPL state."""
    return np.array([state[joint] for joint in _JOINTS])


def _state(information: Any, q: Joints) -> Any:
    """Return joint angles as an OMPL state."""
    made = information.allocState()
    for joint in _JOINTS:
        made[joint] = float(q[joint])
    return made


def _rows(path: Any) -> Path:
    """Return the joint angles of an OMPL path."""
    return np.stack([_joints(one) for one in path.getStates()])
