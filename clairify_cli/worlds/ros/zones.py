"""Whether an arm goes where a scene does not let it: out of the workspace, or into a keep-out zone.

The links, the hand and its fingers, wide open, are the convex hulls that the twin plans with. What is held counts where
its pose in the hand is known: a script does not say it, a twin that plays it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clairify_cli.worlds.panda.arm.kinematics import Joints
from clairify_cli.worlds.panda.arm.surroundings import KEPT_IN, WALLS, Body, Surroundings
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.scene.model import Scene

KEEP_OUT, WORKSPACE, KEEP_IN = "keep-out", "workspace", "keep-in"


def guarded(scene: Scene) -> bool:
    """Whether a scene says at all where the arm may go."""
    return bool(scene.keep_out or scene.keep_in) or scene.workspace is not None


def went(kind: str, where: str) -> str:
    """What a part did that entered a zone, in words."""
    said = {WORKSPACE: "leaves the workspace", KEEP_IN: "leaves the keep-in zone of the profile"}
    return said.get(kind, f"enters the keep-out zone {where}")


class Zones:
    """Where the arm of a scene may not go. `attached` is what is in its hand, at its poses in the frame of the tool."""

    def __init__(self, scene: Scene, attached: Sequence[Body] = ()):
        bench = Bench(scene)
        self._names = {one.id for one in bench.kept_away}
        self._around = Surroundings(bench.arm, bench.kept_away, attached)
        # What counts is contact: plans keep a hair more away, which is room for how scripts differ from them.
        self._free = self._around.checker(0.0, dict.fromkeys(range(len(self._around.pairs)), 0.0))

    def entered(self, rows: Joints) -> Iterator[tuple[int, str, str, str]]:
        """Of rows (n, 7) of joint angles the first for each pair: its number, what is there (a link, an id), whether
        `keep-out`, `workspace` or `keep-in`, and the zone's id."""
        told = set()
        for number, q in enumerate(rows):
            if self._free(q):
                continue
            for part, where in self._around.contacts(q):
                if where in self._names and (part, where) not in told:
                    told.add((part, where))
                    yield number, part, {WALLS: WORKSPACE, KEPT_IN: KEEP_IN}.get(where, KEEP_OUT), where
