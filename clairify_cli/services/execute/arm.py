"""The requested arm: simulated, or real with everything that needs."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass
from clairify_cli.services.errors import RequestError
from clairify_cli.services.execute.request import SLOW, ExecuteRequest, OfRealArm
from clairify_cli.services.refused import RefusedError, refuse_errors

if TYPE_CHECKING:
    from clairify_cli.agents.robot.performance import Answer, Question
    from clairify_cli.worlds.ros.profile.values import RobotProfile


class Person(Protocol):
    """The person who allows a real arm to move, and does what no device can do."""

    @property
    def is_there(self) -> bool:
        """Whether somebody can be asked."""
        ...

    def confirms(self, meanwhile: Callable[[], None]) -> bool:
        """Whether the arm may move. Raises what `meanwhile` raises."""
        ...

    def ask(self, question: Question, meanwhile: Callable[[], None]) -> Answer:
        """Ask until there is an answer. Raises what `meanwhile` raises, and `HaltError`."""
        ...

    def watched(self, gone: Callable[[], None]) -> AbstractContextManager[None]:
        """Inside the context, call `gone` if the person can no longer be asked."""
        ...


class Nobody:
    """Nobody is there, so no arm moves that a person must watch."""

    is_there = False

    def confirms(self, meanwhile: Callable[[], None]) -> bool:
        return False

    def ask(self, question: Question, meanwhile: Callable[[], None]) -> Answer:
        from clairify_cli.agents.robot.performance import Answer

        return Answer(done=False)

    def watched(self, gone: Callable[[], None]) -> AbstractContextManager[None]:
        return nullcontext()


@dataclass(frozen=True, slots=True)
class RealArm:
    """A real arm with its `options`; `shown` is the address without secrets. Both addresses are "" for a dry run that
    asks no bridge.

    `warnings` are sentences about what the profile allows beyond the defaults, each with its position in the file.
    """

    url: str
    shown: str
    profile: RobotProfile
    scale: float
    options: OfRealArm
    warnings: tuple[str, ...] = ()
    unbounded: str | None = None
    """Why the profile forbids motion, and what to add to it."""

    def refuse_unasked(self, request: ExecuteRequest, person: Person) -> None:
        """Raise `RequestError` if an arm would move without a keep-in zone or without a person to ask."""
        if not request.running.dry_run and self.unbounded is not None:
            raise RequestError(self.unbounded)
        if request.running.dry_run or self.options.yes or person.is_there:
            return
        raise RequestError(
            "before a real arm moves a person says so at a terminal, and there is none: add --dry-run, or --yes with a "
            "profile that says `unattended: true`"
        )


def arm_of(request: ExecuteRequest) -> RealArm | None:
    """Return the requested real arm; None for the simulated one.

    Raises `RequestError`, and `RefusedError` for a profile with errors.
    """
    if request.arm.robot == "sim":
        return None
    from clairify_cli.files.addresses import hold_back, public
    from clairify_cli.worlds.ros.link.connection import AddressError, RosMissingError, check_installed, checked

    real = request.arm.real
    assert real.profile is not None  # as `COMBINATIONS` requires
    hold_back(real.url)
    try:
        url = "" if real.url is None else checked(real.url)
    except AddressError as error:
        raise RequestError(f"--url {error}: write ws://HOST:PORT or wss://HOST:PORT") from None
    profile, warnings = read_profile_named(real.profile, request.most_bytes)
    if real.yes and not profile.unattended:
        raise RequestError(f"--yes needs a profile with `unattended: true`, and {real.profile} does not say so")
    try:
        if url:
            check_installed()
    except RosMissingError as error:
        raise RefusedError(Outcome.WORLD_FAILED, str(error)) from None
    return RealArm(
        url,
        url and public(url),
        profile,
        SLOW if real.speed_scale is None else real.speed_scale,
        real,
        warnings,
        None if profile.keep_in else _unbounded(real.profile, profile.name),
    )


def _unbounded(given: str, name: str) -> str:
    from clairify_cli.worlds.ros.profile.rules import KEEP_IN
    from clairify_cli.worlds.ros.profile.text import shipped

    lacks = f"an arm moves only inside a keep-in zone, and {given} has none"
    if given not in shipped():
        return f"{lacks}: add the box of your cell in m, such as `{KEEP_IN}`"
    lines = f"{{profile: 1, extends: {name}, {KEEP_IN}}}"
    return f"{lacks}: write the box of your cell in m into a file of your own, `{lines}`, and give it with --profile"


def read_profile_named(name: str, most_bytes: int) -> tuple[RobotProfile, tuple[str, ...]]:
    """Read a profile, bundled or from a file; also return warnings about it. Raises `RefusedError`."""
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.diagnostics.render.text import place
    from clairify_cli.files.reading import UnreadableError, read_text
    from clairify_cli.worlds.ros.profile.text import profile_named, read_profile, shipped

    if name in shipped():
        return profile_named(name), ()
    try:
        source = Source(read_text(name, most_bytes=most_bytes), name)
    except UnreadableError as error:
        known = ", ".join(shipped())
        hint = "" if _looks_like_file(name) else f"; the profiles that come along are {known}"
        raise RefusedError(Outcome.UNREADABLE, f"{error}{hint}") from None
    made, found = read_profile(source)
    refuse_errors([source], found)
    assert made is not None
    return made, tuple(f"{place(one.span)}: {one.message}" for one in found)


def _looks_like_file(name: str) -> bool:
    return "/" in name or name.endswith((".yaml", ".yml"))


def log_name(given: str | None, *, dry: bool) -> str | None:
    """Return the log file: the requested one, else a new file in this folder; a dry run has none unless requested.

    Raises `RefusedError` if it exists, and `UnwritableError`: before the rehearsal, which takes a while.
    """
    from clairify_cli.services.places import refuse_places
    from clairify_cli.worlds.ros.mcap_file import SUFFIX

    if given is None:
        made = None if dry else f"robot-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.jsonl"
        refuse_places([made] if made is not None else [])
        return made
    for path in (given, str(Path(given).with_suffix(SUFFIX))):
        if os.path.lexists(path):  # also true for a dangling link
            why = f"{path} is there already, and a log is never written over: name another file"
            raise RefusedError(Outcome.UNREADABLE, why)
    return given
