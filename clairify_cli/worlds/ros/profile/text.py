"""Read a profile (YAML) as a `RobotProfile`, with everything wrong in it reported in one pass."""

from __future__ import annotations

import functools
from dataclasses import replace

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.documents.fields import Findings
from clairify_cli.documents.records import compose, laid_over, opened, read_record
from clairify_cli.documents.yaml_tree import Mapping, Node, Text
from clairify_cli.files.data import data_path
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.yaml_language import YamlLanguage
from clairify_cli.worlds.ros.profile.file import (
    FOLDER,
    SHIPPED,
    SUFFIX,
    DeviceFile,
    Off,
    ProfileFile,
    ReadingFile,
    SettingFile,
    SetupFile,
    scale_of,
)
from clairify_cli.worlds.ros.profile.rules import KEEP_IN, rules
from clairify_cli.worlds.ros.profile.values import (
    CHILLER,
    QUANTITIES,
    READ,
    BenchDevice,
    Dialect,
    Given,
    Gripper,
    Model,
    Order,
    ProfileError,
    Reading,
    RobotProfile,
    Setting,
    Setup,
)

_OF_MODEL = {Model.PANDA: "franka-ros1", Model.FR3: "franka-ros2"}
"""The bundled profile with the manufacturer's limits for a model."""


def shipped() -> tuple[str, ...]:
    """The names of the bundled profiles."""
    return SHIPPED


def profile_named(name: str) -> RobotProfile:
    """Return a bundled profile. Raises `ProfileError` if there is none of that name."""
    if name not in SHIPPED:
        raise ProfileError(f"there is no profile `{name}`: those that come along are {', '.join(SHIPPED)}")
    made, found = _read(_source(name), bundled=True)
    if made is None:
        raise ProfileError(f"the profile {name} is broken: {found[0].message}")
    return made


def read_profile(source: Source) -> tuple[RobotProfile | None, list[Diagnostic]]:
    """Return the profile in a text and its findings, in source order; no profile if there is an error.

    Never raises.
    """
    return _read(source)


@functools.cache
def published(model: Model) -> RobotProfile:
    """Return the bundled profile with the manufacturer's joints and limits for a model."""
    return profile_named(_OF_MODEL[model])


def _source(name: str) -> Source:
    path = data_path(FOLDER, name + SUFFIX)
    return Source(path.read_text(encoding="utf-8"), str(path))


def _read(source: Source, *, bundled: bool = False) -> tuple[RobotProfile | None, list[Diagnostic]]:
    root, found = opened(source, "profile", "1", rules.not_a_profile)
    if root is None:
        return None, found
    extends, dialect = _value(root, "extends"), _value(root, "dialect")
    base = _base(extends.text if isinstance(extends, Text) else "", _word(root, "model"))
    inherited = Mapping(0, 0, [pair for pair in base.pairs if _key(pair) not in ("profile", "unattended")])
    whole = root if extends is None else laid_over(ProfileFile, root, inherited, extends)
    model = next((one for one in Model if one.value == _word(whole, "model")), None)
    spoken = next((one for one in Dialect if one.value == _word(whole, "dialect")), None)
    extended = _word(base, "dialect")
    other = isinstance(extends, Text) and extends.text in SHIPPED and spoken is not None and spoken.value != extended
    known = extends is None or (isinstance(extends, Text) and extends.text in SHIPPED)
    # Bundled profiles are the published ones themselves, so checking them would recurse.
    of_model = published(model) if model is not None and not bundled else None
    given = Given(spoken if known and not other else None, of_model)
    findings = Findings(source, given)
    if other and isinstance(extends, Text) and spoken is not None and dialect is not None:
        findings.add(rules.other_dialect(findings.span(dialect), spoken.value, extended, extends.text))
    file = read_record(ProfileFile, findings, whole, "the profile")
    version = _value(root, "profile")
    if known and not bundled and version is not None and _value(root, "keep_in") is None:
        findings.add(rules.no_keep_in(findings.span(version), KEEP_IN))
    made = None if file is None or findings.failed else _profile(file)
    return made, findings.ordered


def _base(name: str, model: str) -> Mapping:
    """Return a profile's YAML, with the joints and limits of `model` if it is another one."""
    base, _ = compose(_source(name if name in SHIPPED else SHIPPED[0]))
    assert isinstance(base, Mapping)
    other = next((one for one in Model if one.value == model and model != _word(base, "model")), None)
    if other is None:
        return base
    of_model, _ = compose(_source(_OF_MODEL[other]))
    assert isinstance(of_model, Mapping)
    taken = ("joints", "limits")
    kept = [pair for pair in base.pairs if _key(pair) not in taken]
    return Mapping(0, 0, [*kept, *(pair for pair in of_model.pairs if _key(pair) in taken)])


def _key(pair: tuple[Node, Node]) -> str:
    return getattr(pair[0], "text", "")


def _value(mapping: Mapping, key: str) -> Node | None:
    return next((pair[1] for pair in mapping.pairs if _key(pair) == key), None)


def _word(mapping: Mapping, key: str) -> str:
    return getattr(_value(mapping, key), "text", "")


_OF_HAND = ("joints", "speed", "widest", "others", "other_joints")
_OF_ARM = ("name", "namespace", "joints", "other_joints", "limits", "hand_speed", "keep_in")
_OF_RUN = ("watching", "unattended", "rate")
"""What a profile has as its file has it: of the hand, of the arm, and of a run."""


def _profile(file: ProfileFile) -> RobotProfile:
    hand, state = file.gripper, file.robot_state
    ends = {name: getattr(hand, name).endpoint for name in ("homing", "move", "grasp", "stop")}
    rest = {name: getattr(hand, name) for name in _OF_HAND}
    kept = {name: getattr(file, name) for name in (*_OF_ARM, *_OF_RUN)}
    return RobotProfile(
        dialect=Dialect(file.dialect),
        model=Model(file.model),
        trajectory=file.trajectory.endpoint,
        joint_states=file.joint_states.endpoint,
        gripper=Gripper(**ends, **rest, stop_is_service=hand.stop.service is not None),
        other_trajectories=file.trajectory.others,
        robot_state=state.endpoint if state is not None and state.watched else None,
        devices=tuple(_device(name, one) for name, one in file.devices.items()),
        description=file.robot_description,
        setup=tuple(Setup(name, _order(one), one.member, one.value) for name, one in file.setup.items()),
        **kept,
    )


def _device(name: str, file: DeviceFile) -> BenchDevice:
    kind, usual = file.kind_of or "", file.member
    if kind in READ:
        return BenchDevice(name, kind, {READ[kind]: Setting(reading=_reading(file.reading, READ[kind], usual))})
    settings = {} if file.settings is None else file.settings.each()
    return BenchDevice(name, kind, {key: _setting(one, key, usual, kind) for key, one in settings.items()})


def _order(file: Off | SettingFile | SetupFile | ReadingFile) -> Order:
    return Order(file.endpoint, file.service is not None, file.args)


def _reading(file: ReadingFile | None, quantity: str = "", member: str = "data") -> Reading | None:
    if file is None:
        return None
    scale = (scale_of(file.unit, quantity) if quantity else None) or (1.0, 0.0)
    rest = scale, file.service is not None, file.args, file.every
    return Reading(file.endpoint, file.member or member, file.stale, file.stamp, *rest)


def _setting(file: SettingFile, name: str, usual: str, kind: str) -> Setting:
    made = Setting(
        _order(file),
        band=file.band or QUANTITIES[name].band,
        member=file.member or usual,
        reading=_reading(file.reading, name),
        heater=_reading(file.off.reading) if isinstance(file.off, Off) else None,
        limit=file.limit,
        may_be_unconfirmed=file.unconfirmed is not None,
        scale=scale_of(file.unit, name) or (1.0, 0.0),
        rate=None if file.rate is None else file.rate / 60.0,
        cools=kind == CHILLER,
    )
    return replace(made, off=_order(file.off) if isinstance(file.off, Off) else made.to(file.off or 0.0))


class ProfileLanguage(YamlLanguage):
    """Robot profiles."""

    name = "profile"
    dialects = ("1",)
    key = "profile"
    value = r"\d"
    no_such_file = ("RUN001", "RUN301")

    def findings(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        return read_profile(source)[1]
