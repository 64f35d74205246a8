"""The part `limits` of a profile: what each joint may do, held to what is known of such arms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clairify_cli.worlds.ros import profile_rules as own
from clairify_cli.worlds.ros.profile import JointLimits, RobotProfile
from clairify_cli.worlds.ros.profile_fields import NEAR_ENDS, PER_JOINT, per_joint
from clairify_cli.worlds.scene.fields import Fields
from clairify_cli.worlds.scene.nodes import Sequence as SequenceNode

_LEAST = ("lower", "offset")
"""The lists of which a smaller number is the wider limit."""


def read_limits(
    fields: Fields, extended: RobotProfile | None, compared: Callable[[], Sequence[JointLimits]]
) -> JointLimits | None:
    """The limits of a profile; what is not said is as in the one that is extended.

    It is remarked on what is wider than there, or, where none is extended, wider than in all that are `compared`.
    """
    base = extended.limits if extended is not None else None
    inner = fields.within_mapping("limits")
    if inner is None:
        if base is None:
            fields.missing("`limits`")
        return base
    inner.known((*PER_JOINT, *NEAR_ENDS))
    read: dict[str, tuple[float, ...]] = {}
    for name, (kind, within) in PER_JOINT.items():
        values = per_joint(inner, name, kind, within)
        if values is None and name not in inner.values:
            if base is None:
                inner.missing(f"`{name}`")
            else:
                values = getattr(base, name)
        if values is not None:
            read[name] = values
    near = {name: per_joint(inner, name, *NEAR_ENDS[name]) for name in NEAR_ENDS}
    for name in NEAR_ENDS:
        if name not in inner.values and base is not None:
            near[name] = getattr(base, name)
    lacking = [name for name in NEAR_ENDS if near[name] is None and name not in inner.values]
    if len(lacking) == 1:
        inner.missing(f"`{lacking[0]}`")
    if len(read) < len(PER_JOINT):
        return None
    made = JointLimits(**read, offset=near["offset"], deceleration=near["deceleration"])
    _refuse_empty(inner, made)
    known, whose = ([base], extended.name) if base is not None and extended is not None else (compared(), None)
    for name in (*PER_JOINT, *(NEAR_ENDS if base is not None else ())):
        _remark(inner, name, made, known, whose)
    return made


def _refuse_empty(inner: Fields, made: JointLimits) -> None:
    """A range without angles is an error."""
    at = inner.values.get("lower", inner.values.get("upper", inner.node))
    for joint, (low, high) in enumerate(zip(made.lower, made.upper, strict=True), 1):
        if not low < high:
            inner.fail(own.limits_empty(inner.span(at), joint, low, high))


def _remark(inner: Fields, name: str, made: JointLimits, known: Sequence[JointLimits], whose: str | None) -> None:
    """Remark on the numbers of a list that are beyond all of those that are known."""
    node, values = inner.values.get(name), getattr(made, name)
    rows = [row for row in (getattr(one, name) for one in known) if row is not None]
    if not isinstance(node, SequenceNode) or values is None or not rows:
        return
    widest = min if name in _LEAST else max
    for joint, value in enumerate(values):
        limit = widest(row[joint] for row in rows)
        if widest(value, limit) != limit:
            span = inner.span(node.items[joint])
            inner.findings.add(own.limits_raised(span, f"`{name}`", joint + 1, value, limit, whose))
