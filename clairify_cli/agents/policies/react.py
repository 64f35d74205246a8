"""`react`: think, act, observe (Yao et al., "ReAct", 2023), without examples."""

from __future__ import annotations

from dataclasses import dataclass

from clairify_cli.agents.policies.talking import Talking
from clairify_cli.worlds.text.base import Observation


@dataclass
class React(Talking):
    """A command that the world refuses is an observation like any other; only replies without a command are tries."""

    name = "react"
    prompt = "react"

    def see(self, command: str, seen: Observation) -> None:
        super().see(command, seen)
        self._faults.clear()
