"""Reading what is in a vessel: substances with their amounts, as a mapping or as a list."""

from __future__ import annotations

from clairify_cli.worlds.scene import rules
from clairify_cli.worlds.scene.fields import Fields, Range
from clairify_cli.worlds.scene.model import Content
from clairify_cli.worlds.scene.nodes import Mapping, Node, Sequence, Text, is_empty
from clairify_cli.worlds.scene.quantities import DENSITY, MASS, VOLUME, QuantityError, parse_either

AMOUNTS = Range(0.0, 20_000.0)
DENSITIES = Range(0.01, 25.0)
_MOST = 50


def read_contents(fields: Fields) -> tuple[Content, ...]:
    """The contents of a vessel. `{water: 100 g}`, `{water: {amount: 100 mL, density: 1}}`, or a list with `substance`.

    A volume is made a mass by the density, which is 1 g/mL unless said.
    """
    node = fields.values.get("contents")
    if node is None or is_empty(node):
        return ()
    entries: list[tuple[str, Node, Node]] = []
    if isinstance(node, Mapping):
        inner = Fields(fields.findings, fields.what("contents"), node, fields.keys["contents"])
        fields.failed |= inner.failed
        entries = [(name, inner.keys[name], value) for name, value in inner.values.items()]
    elif isinstance(node, Sequence):
        entries = [("", one, one) for one in node.items]
    else:
        fields.wrong(node, fields.what("contents"), "a mapping from substances to amounts, `{water: 100 g}`,")
        return ()
    if len(entries) > _MOST:
        fields.wrong(node, fields.what("contents"), f"at most {_MOST} substances")
        return ()
    read = [_content(fields, name, key, value) for name, key, value in entries]
    return tuple(one for one in read if one is not None)


def _content(fields: Fields, name: str, key: Node, value: Node) -> Content | None:
    if isinstance(value, Mapping):
        owner = f"`{name}` in {fields.owner}" if name else f"a substance in {fields.owner}"
        inner = Fields(fields.findings, owner, value, key)
        inner.known(("amount", "density", "solid", *(() if name else ("substance",))))
        if not name and "substance" not in inner.values:
            inner.missing("substance", "write what it is, such as `substance: water`")
        substance = name or inner.text("substance", "?")
        density = inner.quantity("density", DENSITY, DENSITIES)
        if "density" not in inner.values:
            density = 1.0
        solid = inner.truth("solid", False)
        if "amount" not in inner.values:
            inner.missing("amount", "write how much, such as `amount: 100 g`")
        grams = _grams(inner, inner.values.get("amount"), substance, density or 1.0)
    elif name:
        inner, substance, density, solid = fields, name, 1.0, False
        grams = _grams(fields, value, substance, density)
    else:
        fields.wrong(value, f"a substance in {fields.owner}", "a mapping with `substance` and `amount`")
        return None
    if not substance.strip() or not substance.isprintable() or len(substance) > 200:
        fields.wrong(key, f"a substance in {fields.owner}", "a text of one line")
        return None
    fields.failed |= inner.failed
    return None if inner.failed or grams is None or density is None else Content(substance, grams, density, solid)


def _grams(fields: Fields, node: Node | None, substance: str, density: float) -> float | None:
    what = f"the amount of `{substance}`"
    if node is None:
        return None
    if not isinstance(node, Text):
        fields.wrong(node, what, "a mass or a volume")
        return None
    try:
        value, kind = parse_either(node.text, (MASS, VOLUME))
    except QuantityError:
        reason = "is neither a mass nor a volume"
        fields.fail(rules.bad_quantity(fields.span(node), what, node.text, reason, (*MASS.units, "mL", "L")))
        return None
    value = value * density if kind is VOLUME else value
    return value if fields.within(node, what, value, AMOUNTS, MASS) else None
