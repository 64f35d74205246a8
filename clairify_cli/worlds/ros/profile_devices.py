"""The devices of the bench in a profile: what ROS reaches in addition to the arm."""

from __future__ import annotations

from clairify_cli.worlds.ros import profile_rules as own
from clairify_cli.worlds.ros.profile import STALE, BenchDevice, Endpoint, Order, Reading, Setting, nested
from clairify_cli.worlds.ros.profile_fields import SECONDS, Names, member_of
from clairify_cli.worlds.scene import rules
from clairify_cli.worlds.scene.fields import FALSE, ID, TRUE, Fields, Range
from clairify_cli.worlds.scene.nodes import Mapping, Node, Text
from clairify_cli.worlds.scene.quantities import NUMBER, TURNS, QuantityError, parse
from clairify_cli.worlds.scene.quantities import TEMPERATURE as CELSIUS

BALANCE, TEMPERATURE, RPM = "balance", "temperature", "rpm"
SETTINGS = {"hotplate": (TEMPERATURE, RPM), "stirrer": (RPM,)}
"""What can be set, by kind of device: °C and revolutions per minute."""

KINDS = (BALANCE, *SETTINGS)
SETTING_KEYS = ("topic", "service", "type", "member", "off", "reading", "limit", "band", "unconfirmed")
OFF_KEYS = ("topic", "service", "type", "args", "reading")

_QUANTITIES = {TEMPERATURE: (CELSIUS, Range(-100, 1500)), RPM: (TURNS, Range(0, 50_000))}
BANDS = {TEMPERATURE: 10.0, RPM: 30.0}
"""How far (°C, rpm) a reading may be from what was set, once it was there, unless the profile says otherwise."""
_STALE = Range(0.1, 60)


def read_device(parent: Fields, key: Node, value: Node, names: Names) -> BenchDevice | None:
    """A device from its id and what is written of it."""
    if not isinstance(key, Text) or not ID.fullmatch(key.text):
        parent.fail(rules.bad_id(parent.span(key), key.text if isinstance(key, Text) else "this"))
        return None
    if not isinstance(value, Mapping):
        parent.wrong(value, f"device `{key.text}`", "a mapping")
        return None
    fields = Fields(parent.findings, f"device `{key.text}`", value, key)
    fields.known(("kind", "reading", "settings", "member"))
    kind = fields.choice("kind", KINDS, key.text if key.text in KINDS else None)
    member = member_of(fields, "data")
    if kind is None or member is None:
        return None
    if kind == BALANCE:
        return _balance(fields, key.text, names, member)
    return _settable(fields, key.text, kind, names, member)


def _balance(fields: Fields, name: str, names: Names, member: str) -> BenchDevice | None:
    if "settings" in fields.values:
        fields.wrong(fields.values["settings"], f"`settings` of a {BALANCE}", "nothing, for it is read and not set,")
    if "reading" not in fields.values:
        fields.missing("`reading`")
    made = _reading(fields, names, member)
    return None if made is None or fields.failed else BenchDevice(name, BALANCE, made)


def _reading(fields: Fields, names: Names, member: str = "data") -> Reading | None:
    """Where a device shows a number."""
    inner = fields.within_mapping("reading")
    if inner is None:
        return None
    inner.known(("topic", "type", "member", "stale"))
    endpoint, found = names.endpoint(inner, ("topic",), None), member_of(inner, member)
    stale = inner.quantity("stale", SECONDS, _STALE) or STALE
    fields.failed = fields.failed or inner.failed
    return None if endpoint is None or found is None else Reading(endpoint, found, stale)


def _settable(fields: Fields, name: str, kind: str, names: Names, member: str) -> BenchDevice | None:
    if "reading" in fields.values:
        fields.wrong(fields.values["reading"], f"`reading` of a {kind}", "nothing, for each setting has its own,")
    inner = fields.within_mapping("settings")
    if inner is None:
        fields.missing("`settings`")
        return None
    inner.known(SETTINGS[kind])
    made: dict[str, Setting] = {}
    for setting in SETTINGS[kind]:
        each = inner.within_mapping(setting)
        read = None if each is None else _setting(each, setting, names, member)
        inner.failed = inner.failed or (each is not None and (read is None or each.failed))
        if read is not None:
            made[setting] = read
    if not made and not inner.failed:
        inner.missing(" or ".join(f"`{one}`" for one in SETTINGS[kind]))
    if inner.failed or fields.failed:
        return None
    for setting, one in made.items():
        if one.reading is None and not one.may_be_unconfirmed:
            fields.findings.add(own.not_read_back(fields.span(inner.keys[setting]), inner.what(setting)))
    return BenchDevice(name, kind, None, made)


def _setting(fields: Fields, name: str, names: Names, known: str) -> Setting | None:
    fields.known(SETTING_KEYS)
    endpoint, member = names.endpoint(fields, ("topic", "service"), None), member_of(fields, known)
    if endpoint is None or member is None:
        return None
    is_service = "service" in fields.values
    off, heater = _off(fields, name, names, endpoint, member)
    reading = _reading(fields, names)
    kind, within = _QUANTITIES[name]
    limit, band = fields.quantity("limit", kind, within), fields.quantity("band", kind, Range(0.1, within.high))
    allowed = fields.choice("unconfirmed", ("allowed",), "") == "allowed"
    if off is None:
        return None
    return Setting(endpoint, off, band or BANDS[name], is_service, member, reading, heater, limit, allowed)


def _off(
    fields: Fields, name: str, names: Names, endpoint: Endpoint, member: str
) -> tuple[Order | None, Reading | None]:
    """What switches a setting off, and what shows that it is."""
    node = fields.values.get("off")
    if isinstance(node, Mapping):
        inner = Fields(fields.findings, fields.what("off"), node, fields.keys["off"])
        inner.known(OFF_KEYS)
        other, content = names.endpoint(inner, ("topic", "service"), None), _content(inner, inner.mapping("args"))
        heater = _reading(inner, names)
        fields.failed = fields.failed or inner.failed
        return (None if other is None else Order(other, "service" in inner.values, content)), heater
    if node is None and name == TEMPERATURE:
        fields.fail(own.no_off(fields.span(fields.key), fields.owner))
        return None, None
    value = 0.0 if node is None else fields.quantity("off", *_QUANTITIES[name])
    if value is None:
        return None, None
    return Order(endpoint, "service" in fields.values, nested(member, value)), None


def _content(fields: Fields, node: Mapping | None) -> dict[str, object]:
    """A message as it is written: mappings, numbers, `true`, `false`, text."""
    made: dict[str, object] = {}
    for key, value in () if node is None else node.pairs:
        if not isinstance(key, Text) or not isinstance(value, Text | Mapping):
            fields.wrong(value, fields.what("args"), "made of mappings, numbers, `true`, `false` and text")
        else:
            made[key.text] = _content(fields, value) if isinstance(value, Mapping) else _scalar(value)
    return made


def _scalar(node: Text) -> object:
    if node.plain and node.text.lower() in (*TRUE, *FALSE):
        return node.text.lower() in TRUE
    try:
        value = parse(node.text, NUMBER) if node.plain else None
    except QuantityError:
        value = None
    return node.text if value is None else int(value) if value.is_integer() else value
