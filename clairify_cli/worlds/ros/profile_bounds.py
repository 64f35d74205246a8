"""The parts `keep_in` and `hand_speed` of a profile: where the arm stays, and how fast its hand may be."""

from __future__ import annotations

from clairify_cli.worlds.ros import profile_rules as own
from clairify_cli.worlds.ros.profile import SLOW, HandSpeed, RobotProfile
from clairify_cli.worlds.ros.profile_fields import HAND
from clairify_cli.worlds.scene.fields import Fields
from clairify_cli.worlds.scene.model import Workspace
from clairify_cli.worlds.scene.nodes import Mapping, Sequence
from clairify_cli.worlds.scene.readers import read_workspace

_MOST = 10
"""More boxes than this are not read: the space around them is cut into pieces."""


def read_keep_in(fields: Fields, base: RobotProfile | None, *, bundled: bool) -> tuple[Workspace, ...]:
    """The box or boxes inside which the arm stays, written like the `workspace` of a scene. No bundled profile has one:
    nobody but the user knows the cell."""
    node, what = fields.values.get("keep_in"), fields.what("keep_in")
    if node is None:
        if not bundled and (base is None or not base.keep_in):
            fields.findings.add(own.no_keep_in(fields.span(fields.values["profile"])))
        return base.keep_in if base is not None else ()
    items = node.items if isinstance(node, Sequence) else [node]
    boxes = []
    for number, one in enumerate(items, 1):
        if not isinstance(one, Mapping):
            fields.wrong(one, what, "a box {low: [x, y, z], high: [x, y, z]}, or a list of boxes")
            continue
        owner = what if one is node else f"box {number} in {what}"
        boxes.append(read_workspace(Fields(fields.findings, owner, one, fields.keys["keep_in"])))
    if not 1 <= len(items) <= _MOST:
        fields.wrong(node, what, f"a list of 1 to {_MOST} boxes")
    return tuple(one for one in boxes if one is not None)


def read_hand_speed(fields: Fields, base: RobotProfile | None) -> HandSpeed:
    """The limit of the hand's speed; one above the usual needs a reason."""
    known = base.hand_speed if base is not None else HandSpeed()
    inner = fields.within_mapping("hand_speed")
    if inner is None:
        return known
    inner.known(("limit", "reason"))
    limit = inner.quantity("limit", *HAND)
    reason = inner.text("reason", "")
    if limit is None:
        if "limit" not in inner.values:
            inner.missing("`limit`")
        return known
    if limit > SLOW and not reason and "reason" not in inner.values:
        inner.missing("`reason`", f"say why the hand may be faster than {1000 * SLOW:g} mm/s")
    return HandSpeed(limit, reason)
