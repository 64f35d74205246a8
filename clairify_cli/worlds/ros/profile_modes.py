"""The part `robot_state` of a profile: where the robot says which mode it is in, and which modes are good."""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.worlds.ros.profile import ROBOT_MODE, Endpoint, Mode, Modes, RobotProfile
from clairify_cli.worlds.ros.profile_fields import Names, listed, member_of
from clairify_cli.worlds.scene import rules
from clairify_cli.worlds.scene.fields import Fields, Range
from clairify_cli.worlds.scene.nodes import Node, Text
from clairify_cli.worlds.scene.quantities import NUMBER

KEYS = ("topic", "type", "watched", "member", "modes", "begin", "running")
WORDS = tuple(one.value for one in Mode)

MOVABLE = (Mode.IDLE, Mode.MOVE, Mode.OTHER)
"""The modes that a profile may allow: in the others the arm cannot be moved, or a person has it."""
_CODES = Range(0, 255)


def read_robot_state(fields: Fields, names: Names, base: RobotProfile | None) -> tuple[Endpoint | None, Modes | None]:
    """The topic, None where nobody listens to it, and what of its messages is the mode; what is not said is as in the
    profile that is extended."""
    topic, modes = (None, None) if base is None else (base.robot_state, base.modes)
    inner = fields.within_mapping("robot_state")
    if inner is None:
        return topic, modes
    inner.known(KEYS)
    topic = names.endpoint(inner, ("topic",), topic)
    modes = _modes(inner, modes)
    return (topic, modes) if inner.truth("watched", True) else (None, None)


def _modes(inner: Fields, known: Modes | None) -> Modes | None:
    member = member_of(inner, ROBOT_MODE if known is None else known.member)
    codes: Mapping[int, Mode] = known.codes if known is not None else {}
    if "modes" in inner.values:
        codes = _codes(inner)
    if not codes:
        if "modes" not in inner.values and any(name in inner.values for name in ("member", "begin", "running")):
            inner.missing("`modes`")
        return None
    usual = known or Modes(codes)
    begin, running = (_allowed(inner, name, getattr(usual, name), codes) for name in ("begin", "running"))
    if member is None or inner.failed:
        return None
    lacking = [one.value for one in begin if one not in running]
    if lacking:
        node = inner.values.get("running", inner.values.get("begin", inner.node))
        inner.wrong(node, inner.what("running"), f"a list that has `{lacking[0]}` too, in which a run may begin,")
        return None
    return Modes(codes, begin, running, member)


def _codes(inner: Fields) -> dict[int, Mode]:
    """The numbers of `modes`, each with what it means."""
    mapping = inner.within_mapping("modes")
    if mapping is None:
        return {}
    mapping.known(WORDS)
    found: dict[int, Mode] = {}
    for word, node in mapping.values.items():
        value = mapping.quantity_of(node, mapping.what(word), NUMBER, _CODES)
        if value is None or word not in WORDS:
            continue
        if value != int(value):
            mapping.wrong(node, mapping.what(word), "a whole number")
        elif int(value) in found:
            mapping.wrong(node, mapping.what(word), f"another number than `{found[int(value)].value}` has")
        else:
            found[int(value)] = Mode(word)
    if not mapping.values:
        inner.wrong(mapping.node, inner.what("modes"), "a mapping from modes to numbers")
    inner.failed = inner.failed or mapping.failed
    return found


def _allowed(inner: Fields, name: str, usual: tuple[Mode, ...], codes: Mapping[int, Mode]) -> tuple[Mode, ...]:
    """The modes of a list; where there is none, the usual ones of those that have a number."""
    node = inner.values.get(name)
    if node is None:
        return tuple(one for one in usual if one in codes.values())
    read = [_mode(inner, name, one, codes) for one in listed(inner, name, node)]
    if not read and not inner.failed:
        inner.wrong(node, inner.what(name), "a list of modes")
    return tuple(dict.fromkeys(one for one in read if one is not None))


def _mode(inner: Fields, name: str, node: Node, codes: Mapping[int, Mode]) -> Mode | None:
    what = f"a mode in {inner.what(name)}"
    if not isinstance(node, Text):
        inner.wrong(node, what, "a word")
        return None
    if node.text not in WORDS:
        inner.fail(rules.unknown_kind(inner.span(node), what, node.text, WORDS))
        return None
    mode = Mode(node.text)
    if mode not in MOVABLE:
        inner.wrong(node, what, f"one in which an arm can be moved ({', '.join(one.value for one in MOVABLE)})")
        return None
    if mode not in codes.values():
        inner.wrong(node, what, "one of those in `modes`")
        return None
    return mode
