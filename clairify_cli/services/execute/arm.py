"""The options of `clairify execute` for a real arm, and what of them makes no sense."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_files, complete_profiles
from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from clairify_cli.worlds.ros.profile import RobotProfile

F = TypeVar("F", bound=Callable[..., object])

SLOW = 0.1
"""The share of a robot's velocities that is used unless more is asked for."""

FASTEST = 0.5
"""The largest share that may be asked for."""

_OWN = ("url", "profile", "speed_scale", "yes", "without_guard", "robot_log", "script")
"""The options that only a real arm has."""


def missing_for_robot() -> str | None:
    """What is missing or unsupported for a real arm, in a sentence; None where it can be spoken to."""
    from clairify_cli.worlds.ros.connection import RosMissingError, check_installed

    try:
        check_installed()
    except RosMissingError as error:
        return str(error)
    return None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A real arm, as the options have it. `log` and `script` are files, `shown` is the address without secrets.

    `warnings` are sentences on what the profile allows beyond what is usual, each with its place.
    """

    url: str
    shown: str
    profile: RobotProfile
    scale: float
    yes: bool
    without_guard: bool
    log: str | None
    script: str | None
    warnings: tuple[str, ...] = ()
    unbounded: str | None = None
    """Why the profile moves no arm, and what to write."""


def robot_options(function: F) -> F:
    """The options, in the order of the help."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


_OPTIONS = (
    declare.moves(
        "--robot",
        type=click.Choice(("sim", "ros")),
        default="sim",
        show_default=True,
        help="Who moves: a simulated arm, or a real one behind rosbridge, after the simulated one has done it all.",
    ),
    declare.moves("--url", metavar="URL", help="Where rosbridge listens: ws://HOST:PORT, or wss://."),
    declare.moves(
        "--profile",
        metavar="NAME|FILE",
        shell_complete=complete_profiles,
        help="What the real arm is called and what it may do: franka-ros1, franka-ros2, or a file.",
    ),
    declare.moves(
        "--speed-scale",
        type=float,
        metavar="SHARE",
        help=f"How much of its velocities the real arm uses, at most {FASTEST:g} (default: {SLOW:g}).",
    ),
    declare.moves(
        "--yes",
        is_flag=True,
        help="Do not ask before a real arm moves. Only where its profile says `unattended: true`.",
    ),
    declare.moves(
        "--without-guard",
        is_flag=True,
        help="Let a real hotplate heat without a guard on the robot's computer (robots/guard).",
    ),
    declare.writes(
        "--robot-log",
        metavar="FILE",
        shell_complete=complete_files,
        help="Where the log of the real arm goes, as JSON lines (default: a new file in this folder).",
    ),
    declare.writes(
        "--script",
        metavar="FILE",
        shell_complete=complete_files,
        help="Write all that the real arm is sent as JSON; - for stdout.",
    ),
    declare.reads(
        "--replay-log",
        metavar="FILE",
        shell_complete=complete_files,
        help="Have the simulated arm do what a log of a real one says, and compare. Needs --scene.",
    ),
)


def refuse_for_simulation(values: dict[str, Any]) -> None:
    """Raise `RequestError` for an option that only a real arm has."""
    given = next((one for one in _OWN if values[one] not in (None, False)), None)
    if given is not None:
        raise RequestError(f"--{given.replace('_', '-')} is for a real arm: add --robot ros")


def wanted(values: dict[str, Any], *, is_batch: bool) -> Wanted:
    """The real arm that is asked for. Raises `RequestError`, `RefusedError`."""
    from clairify_cli.files.addresses import hold_back, public
    from clairify_cli.worlds.ros.address import AddressError, checked

    if is_batch:
        raise RequestError("--robot ros carries out one input: leave out -o, -j and --resume")
    for option, why in _SENSELESS:
        if values[option] not in (None, False, (), "stop", "ours"):
            raise RequestError(f"--{option.replace('_', '-')} and --robot ros: {why}".replace("films", "record"))
    if values["url"] is None:
        raise RequestError("--robot ros needs --url: where rosbridge listens, such as ws://arm:9090")
    if values["profile"] is None:
        raise RequestError("--robot ros needs --profile: franka-ros1, franka-ros2, or a file of your own")
    if values["scene"] is None:
        raise RequestError(
            "--robot ros needs --scene: a bench that is made up is not the bench before the arm. --print-scene writes "
            "one; measure, edit it, and give it with --scene"
        )
    if values["robot_log"] == "-":
        raise RequestError("--robot-log wants the name of a file: a log goes to no stream")
    if values["script"] == values["report"] == "-":
        raise RequestError("--script - and --report - both go to stdout: name a file for one of them")
    hold_back(values["url"])
    try:
        url = checked(values["url"])
    except AddressError as error:
        raise RequestError(f"--url {error}: write ws://HOST:PORT or wss://HOST:PORT") from None
    profile, warnings = read_profile_named(values["profile"], values["max_size"])
    if values["yes"] and not profile.unattended:
        raise RequestError(f"--yes needs a profile with `unattended: true`, and {values['profile']} does not say so")
    scale = _scale(values["speed_scale"])
    given = (values["yes"], values["without_guard"], values["robot_log"], values["script"])
    unbounded = None if profile.keep_in else _unbounded(values["profile"], profile.name)
    return Wanted(url, public(url), profile, scale, *given, warnings, unbounded)


def refuse_unasked(values: dict[str, Any], wanted: Wanted) -> None:
    """Raise `RequestError` where an arm would move without a keep-in zone, or without anybody to ask."""
    from clairify_cli.commands.execute_robot_ask import has_person

    if not values["dry_run"] and wanted.unbounded is not None:
        raise RequestError(wanted.unbounded)
    if values["dry_run"] or wanted.yes or has_person():
        return
    raise RequestError(
        "before a real arm moves a person says so at a terminal, and there is none: add --dry-run, or --yes with a "
        "profile that says `unattended: true`"
    )


def _unbounded(given: str, name: str) -> str:
    from clairify_cli.worlds.ros.profile_rules import KEEP_IN
    from clairify_cli.worlds.ros.profile_text import shipped

    lacks = f"an arm moves only inside a keep-in zone, and {given} has none"
    if given not in shipped():
        return f"{lacks}: add the box of your cell in m, such as `{KEEP_IN}`"
    lines = f"{{profile: 1, extends: {name}, {KEEP_IN}}}"
    return f"{lacks}: write the box of your cell in m into a file of your own, `{lines}`, and give it with --profile"


_SENSELESS = (
    ("print_scene", "it moves nothing; leave out --robot ros"),
    ("films", "a film is one of the simulation; film it without --robot ros"),
    ("on_failure", "a real arm is given only what went well at once; leave it out"),
    ("improve", "only a simulated arm does a task again from its beginning; leave it out"),
    ("checks", "what is checked before a real arm moves is not chosen; leave it out"),
    ("time_limit", "a real arm is stopped by its watchdog and by you, not in the middle of a step by the clock"),
)
"""Options that have no meaning for a real arm, and why."""


def _scale(given: float | None) -> float:
    if given is None:
        return SLOW
    if not (math.isfinite(given) and 0.0 < given <= FASTEST):
        raise RequestError(f"--speed-scale {given:g}: it is above 0 and at most {FASTEST:g}")
    return given


def read_profile_named(name: str, most_bytes: int) -> tuple[RobotProfile, tuple[str, ...]]:
    """A profile that comes along, or that of a file, and warnings about it. Raises `RefusedError`."""
    from clairify_cli.commands.execute_input import RefusedError, refuse_errors
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.diagnostics.render.text import place
    from clairify_cli.files.reading import UnreadableError, read_text
    from clairify_cli.worlds.ros.profile_text import profile_named, read_profile, shipped

    if name in shipped():
        return profile_named(name), ()
    try:
        source = Source(read_text(name, most_bytes=most_bytes), name)
    except UnreadableError as error:
        known = ", ".join(shipped())
        hint = "" if _looks_like_file(name) else f"; the profiles that come along are {known}"
        raise RefusedError(2, f"{error}{hint}") from None
    made, found = read_profile(source)
    refuse_errors([source], found)
    assert made is not None
    return made, tuple(f"{place(one.span)}: {one.message}" for one in found)


def _looks_like_file(name: str) -> bool:
    return "/" in name or name.endswith((".yaml", ".yml"))


def robot_targets(values: dict[str, Any]) -> Sequence[tuple[str, str]]:
    """The files of a real arm's run that are written, each with its option."""
    named = (("--script", values["script"]), ("--robot-log", values["robot_log"]))
    return [(option, name) for option, name in named if name not in (None, "-")]


def log_name(chosen: Wanted, *, dry: bool) -> str | None:
    """Where the log goes: as asked for, else a new file in this folder; a dry run has none unless asked for.

    Raises `RefusedError` where it is there already, and `UnwritableError`, before a rehearsal that takes a while.
    """
    from clairify_cli.commands.execute_input import RefusedError
    from clairify_cli.services.places import refuse_places

    if chosen.log is None:
        made = None if dry else f"robot-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.jsonl"
        refuse_places([made] if made is not None else [])
        return made
    if os.path.lexists(chosen.log):  # also a link to nothing
        raise RefusedError(2, f"{chosen.log} is there already, and a log is never written over: name another file")
    return chosen.log
