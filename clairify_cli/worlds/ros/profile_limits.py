"""The part `limits` of a profile: what each joint may do, which is no more than the maker of the arm allows."""

from __future__ import annotations

from clairify_cli.worlds.ros import profile_rules as own
from clairify_cli.worlds.ros.profile import JointLimits, RobotProfile
from clairify_cli.worlds.ros.profile_fields import NEAR_ENDS, PER_JOINT, per_joint
from clairify_cli.worlds.scene.fields import Fields
from clairify_cli.worlds.scene.nodes import Sequence

_LEAST = ("lower", "offset")
"""The lists of which a smaller number is the wider limit."""


def read_limits(fields: Fields, usual: RobotProfile | None, published: RobotProfile | None) -> JointLimits | None:
    """The limits of a profile; what it does not say is as in the `usual` one. None may be wider than the `published`
    ones of its model: the geometry and the arm's own controller are judged by the model."""
    base = usual.limits if usual is not None else None
    inner = fields.within_mapping("limits")
    if inner is None:
        if base is None:
            fields.missing("`limits`")
        return base
    inner.known((*PER_JOINT, *NEAR_ENDS))
    read: dict[str, tuple[float, ...] | None] = {}
    for name, (kind, within) in (PER_JOINT | NEAR_ENDS).items():
        read[name] = per_joint(inner, name, kind, within)
        if name not in inner.values and base is not None:
            read[name] = getattr(base, name)
    slowed = published is not None and published.limits.offset is not None
    needed = [*PER_JOINT, *(NEAR_ENDS if slowed or any(read[name] is not None for name in NEAR_ENDS) else ())]
    for name in needed:
        if read[name] is None and name not in inner.values:
            inner.missing(f"`{name}`")
    lists = {name: values for name, values in read.items() if values is not None}
    if any(name not in lists for name in needed):
        return None
    made = JointLimits(**lists)
    _refuse_empty(inner, made)
    if published is not None:
        for name, values in lists.items():
            _refuse_wider(inner, name, values, published)
    return made


def _refuse_empty(inner: Fields, made: JointLimits) -> None:
    """A range without angles is an error."""
    at = inner.values.get("lower", inner.values.get("upper", inner.node))
    for joint, (low, high) in enumerate(zip(made.lower, made.upper, strict=True), 1):
        if not low < high:
            inner.fail(own.limits_empty(inner.span(at), joint, low, high))


def _refuse_wider(inner: Fields, name: str, values: tuple[float, ...], published: RobotProfile) -> None:
    """So is a number of a list that is beyond what is published; what is not written here is not."""
    node, most = inner.values.get(name), getattr(published.limits, name)
    if not isinstance(node, Sequence) or most is None:
        return
    widest = min if name in _LEAST else max
    for joint, (value, limit) in enumerate(zip(values, most, strict=True)):
        if widest(value, limit) != limit:
            span = inner.span(node.items[joint])
            inner.fail(own.limits_raised(span, f"`{name}`", joint + 1, value, limit, published.model.value))
