"""The message members known without a bridge: `schemas/ros-messages.toml`, with its sources."""

from __future__ import annotations

import functools
from collections.abc import Container, Mapping
from typing import Any

from clairify_cli.files.data import data_path, toml

Members = Mapping[str, str]
"""Types of members by name; that of a list ends in `[]`."""


@functools.cache
def table() -> Mapping[str, Any]:
    """Return the whole table."""
    return toml(data_path("schemas", "ros-messages.toml"))


def members_of(kind: str, packages: Container[str] = ("std_msgs", "std_srvs", "sensor_msgs")) -> Members | None:
    """Return the member types of a message or service request of some packages; None if unknown."""
    package, *_, name = kind.split("/")
    known: Mapping[str, Mapping[str, Members]] = table()["type"]
    return known.get(package, {}).get(name) if package in packages else None
