"""The devices of the bench in a profile: what ROS reaches beside the arm."""

from __future__ import annotations

from clairify_cli.worlds.ros.profile import BenchDevice, Endpoint
from clairify_cli.worlds.ros.profile_fields import Names, member_of
from clairify_cli.worlds.scene import rules
from clairify_cli.worlds.scene.fields import ID, Fields
from clairify_cli.worlds.scene.nodes import Mapping, Node, Text

BALANCE, TEMPERATURE = "balance", "temperature"
SETTINGS = {"hotplate": (TEMPERATURE, "rpm"), "stirrer": ("rpm",)}
"""What can be set, by kind of device: °C and revolutions per minute. What has a temperature may also show one."""

KINDS = (BALANCE, *SETTINGS)


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
    made = _reading(fields, names)
    return None if made is None or fields.failed else BenchDevice(name, BALANCE, made, member=member)


def _reading(fields: Fields, names: Names) -> Endpoint | None:
    """Where a device tells what it shows."""
    inner = fields.within_mapping("reading")
    if inner is None:
        return None
    inner.known(("topic", "type"))
    return names.endpoint(inner, ("topic",), None)


def _settable(fields: Fields, name: str, kind: str, names: Names, member: str) -> BenchDevice | None:
    if "reading" in fields.values and TEMPERATURE not in SETTINGS[kind]:
        fields.wrong(fields.values["reading"], f"`reading` of a {kind}", "nothing, for it shows nothing,")
    thermometer = _reading(fields, names)
    inner = fields.within_mapping("settings")
    if inner is None:
        fields.missing("`settings`")
        return None
    inner.known(SETTINGS[kind])
    made: dict[str, Endpoint] = {}
    services: list[bool] = []
    for setting in SETTINGS[kind]:
        each = inner.within_mapping(setting)
        if each is None:
            continue
        each.known(("topic", "service", "type"))
        endpoint = names.endpoint(each, ("topic", "service"), None)
        if endpoint is not None:
            made[setting] = endpoint
            services.append("service" in each.values)
    if len(set(services)) > 1:
        fields.wrong(fields.values["settings"], fields.what("settings"), "topics alone or services alone")
    if not made and not inner.failed:
        inner.missing(" or ".join(f"`{one}`" for one in SETTINGS[kind]))
    if not made or inner.failed or fields.failed:
        return None
    return BenchDevice(name, kind, thermometer, made, services[0], member)
