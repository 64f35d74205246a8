"""What stands around an invocation: the fake model server and the fake rosbridge, by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from benchmarks.compare_versions.invocation import BRIDGE, SERVER, Invocation

Heard = Callable[[], dict[str, str]]


@dataclass
class Served:
    """Addresses by the mark that stands for them, and what was heard, as files."""

    addresses: dict[str, str] = field(default_factory=dict)
    listeners: list[Heard] = field(default_factory=list)

    def heard(self) -> dict[str, str]:
        """What the servers were told, by the names of files that do not exist."""
        return {name: text for listener in self.listeners for name, text in listener().items()}


def serving(invocation: Invocation, stack: ExitStack) -> Served:
    """Start what the invocation needs, until the stack is closed."""
    served = Served()
    if invocation.server:
        _model(invocation.server, stack, served)
    if invocation.bridge:
        _bridge(invocation, stack, served)
    return served


def _model(replies: tuple[str, ...], stack: ExitStack, served: Served) -> None:
    from fakes.openai_server import fails, says, serve

    import benchmarks.tests_path  # noqa: F401

    script = [fails(int(one[1:])) if one.startswith("!") else says(one) for one in replies]
    server = stack.enter_context(serve(*script))
    served.addresses[SERVER] = server.address
    served.listeners.append(
        lambda: {"(asked of the model)": json.dumps([one.body for one in server.requests], indent=1) + "\n"}
    )


BRIDGES: Mapping[str, Mapping[str, Any]] = {
    "ready": {},
    "elsewhere": {"home": (0.5, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854)},
    "one-thread": {"one_thread": True},
    "one-connection": {"most": 1},
    "without-rosapi": {"with_rosapi": False},
}
"""Settings of the fake rosbridge by name; its arm begins where the scenes' arm does, unless they say otherwise."""
HOME = (0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854)


def _bridge(invocation: Invocation, stack: ExitStack, served: Served) -> None:
    from ros_bridge.bridge import Bridge

    import benchmarks.tests_path  # noqa: F401
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.worlds.ros.profile.text import read_profile

    profile, found = read_profile(Source(invocation.files["robot.yaml"].decode(), "robot.yaml"))
    if profile is None:
        raise ValueError(f"{invocation.id}: the profile cannot be read: {found}")
    bridge = stack.enter_context(Bridge(profile, **{"home": HOME, **BRIDGES[invocation.bridge]}))
    served.addresses[BRIDGE] = bridge.url
    served.listeners.append(
        lambda: {"(asked of the arm)": f"{len(bridge.motions)} motions, {len(bridge.stops)} stops\n"}
    )
