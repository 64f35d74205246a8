"""`plangen`: the model says the next action; what is wrong with it comes back, so many tries in one place."""

from __future__ import annotations

from dataclasses import dataclass

from clairify_cli.agents.policies.talking import Talking
from clairify_cli.agents.policies.words import sentence
from clairify_cli.worlds.text.base import Observation


@dataclass
class PlanGen(Talking):
    """A command that the world refuses is one of the tries; one that it takes begins a new count."""

    name = "plangen"
    prompt = "plangen"
    skips_refused = True

    def see(self, command: str, seen: Observation) -> None:
        super().see(command, seen)
        if seen.refused:
            self._faults.append(sentence("fault-refused", command=command))
        else:
            self._faults.clear()
