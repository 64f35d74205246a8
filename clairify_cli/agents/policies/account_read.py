"""Keeps account of what is known by reading observations by template, where it is known how a world talks."""

from __future__ import annotations

from dataclasses import dataclass, field

from clairify_cli.agents.policies.account import State, text_of
from clairify_cli.agents.policies.dialects.base import Commands, Dialect, Knowledge
from clairify_cli.agents.policies.dialects.library import dialect_of
from clairify_cli.agents.policies.explorer.task import facts_after
from clairify_cli.agents.policies.files.contract import misfits_of
from clairify_cli.agents.policies.files.grow import Known, Step
from clairify_cli.agents.policies.words import Turns
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import GroundAction
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.worlds.text.base import Observation, TextWorld


@dataclass
class ReadAccount:
    """What a dialect reads, in the dialect's own domain. No model is asked for it."""

    trouble: str = ""
    _known: Knowledge = field(default_factory=Knowledge, init=False)

    @property
    def learned(self) -> str | None:
        return None

    def begin(self, world: TextWorld, first: Observation) -> None:
        self._world = world
        found = dialect_of(world)
        if found is None:
            self.trouble = f"how a world of the kind `{world.kind}` talks is not known, so it cannot be read"
            return
        self._dialect: Dialect = found
        self._domain = Source(print_tree(found.domain), "<domain>")
        wrong = misfits_of(found.domain, world.forms, self._domain)
        if wrong:
            self.trouble = (
                f"the domain by which worlds like `{world.kind}` are read is not this one's: {wrong[0].message}"
            )
            return
        self._known = found.begin(first.text, world.commands)

    def see(self, step: Step | None, command: str, seen: Observation) -> None:
        commands: Commands = tuple if seen.done else self._world.commands
        action = self._action(step) if step is not None else None
        if seen.refused:
            if action is not None:
                self._dialect.refused(self._known, action, seen.text, commands)
            return
        if action is not None:
            self._known.facts = facts_after(self._dialect.domain, self._known, action)
        self._dialect.read(self._known, command, seen.text, commands)

    def state(self, turns: Turns) -> State | None:
        objects = {name: (kind,) for name, kind in self._known.objects.items()}
        known = Known(objects, tuple(sorted(self._known.facts)))
        return State(self._domain, text_of(known, self._dialect.domain))

    def _action(self, step: Step) -> GroundAction | None:
        action = next((one for one in self._dialect.domain.actions if one.name.text == step[0]), None)
        return GroundAction(action, step[1:]) if action is not None else None
