"""What an injected fault is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A program and a text that no longer agree, with one sentence that says why."""

    kind: str
    program: str
    text: str
    what: str
