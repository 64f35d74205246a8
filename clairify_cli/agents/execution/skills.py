"""What each kind of job needs: actions of the domain `lab`, and a device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clairify_cli.agents.execution.jobs import Kind


@dataclass(frozen=True, slots=True)
class Skill:
    """The actions that a job may take, and the devices one of which it needs, the usual one first.

    `use` says in words what the device is for.
    """

    actions: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    use: str = ""


_MOVES = ("take", "put", "uncap")

SKILLS: Mapping[Kind, Skill] = {
    "add": Skill((*_MOVES, "pour", "weigh")),
    "move": Skill((*_MOVES, "let-cool", "pour", "weigh", "transfer")),
    "stir": Skill((*_MOVES, "let-cool", "stir"), ("stirrer", "hotplate"), "stir"),
    "heat": Skill((*_MOVES, "let-cool", "heat"), ("hotplate",), "heat"),
    "cool": Skill((*_MOVES, "let-cool", "cool"), ("ice-bath",), "cool"),
    "rest": Skill(("let-cool",)),
    "wait": Skill(),
    "wash": Skill((*_MOVES, "let-cool", "wash"), ("sink",), "clean a vessel"),
}
"""What is needed by kind of job; a job of any kind that is `weighed` needs `WEIGHING` as well."""

WEIGHING = Skill((), ("balance",), "weigh")
