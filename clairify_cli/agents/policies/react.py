"""Policies that ask a model for every command: `plangen`, and `react` (Yao et al., "ReAct", 2023), without examples."""

from __future__ import annotations

from clairify_cli.agents.policies.asking import Asker, Bounds
from clairify_cli.agents.policies.base import Choice, GaveUp, Policy, Tally
from clairify_cli.agents.policies.replies import Spoken, meant_of, nearest_forms, spoken
from clairify_cli.agents.policies.spelling import Spelling, plain, said, step_said
from clairify_cli.agents.policies.words import Turn, Turns, fill, forms_told, quoted, sentence
from clairify_cli.records import dataclass, field
from clairify_cli.translate.models.base import Model, ModelOptions
from clairify_cli.worlds.text.base import Observation, TextWorld

_NEAREST = 3


@dataclass
class ByModel(Policy):
    """Common parts of all policies that ask a model: who is asked, the turns so far, and how the world spells."""

    model: Model
    bounds: Bounds = field(default_factory=Bounds)
    options: ModelOptions = field(default_factory=ModelOptions)
    tally: Tally = field(default_factory=Tally)

    def begin(self, world: TextWorld, first: Observation) -> None:
        self._world = world
        self._turns = Turns(first, self.bounds.history)
        self._asker = Asker(self.model, self.bounds, self.tally, self.options)
        self._spelling = Spelling()
        self._spelling.hear(first.text)


@dataclass
class Talking(ByModel):
    """Common parts of policies that ask for a command: the tries for the next one, and the feedback on them.

    A reply without a command of the world is a try, too, and is never sent to the world.
    """

    _faults: list[str] = field(default_factory=list, init=False)
    _thought: str = field(default="", init=False)
    _failed: set[str] = field(default_factory=set, init=False)
    """Commands that were refused since something last changed."""
    _offers: dict[str, str] | None = field(default=None, init=False)

    name = "talking"
    prompt = "talking"
    skips_refused = False
    """Whether a command that has just been refused is held back if it is given again."""

    def begin(self, world: TextWorld, first: Observation) -> None:
        super().begin(world, first)
        self._system = fill(f"{self.prompt}-system", forms=forms_told(world.forms))

    def see(self, command: str, seen: Observation) -> None:
        self._hear(command, seen)
        self.tally.invalid_actions += seen.refused

    def _hear(self, command: str, seen: Observation) -> None:
        """Record the result of a command."""
        self._offers = None
        self._spelling.hear(seen.text)
        self._turns.done.append(Turn(command, seen, self._thought))
        if seen.refused:
            self._failed.add(command.casefold())
        else:
            self._failed.clear()

    def choose(self) -> Choice | GaveUp:
        proposed = self._proposed()
        if isinstance(proposed, GaveUp):
            return proposed
        command, self._thought = proposed
        self.tally.by["model"] += 1
        return Choice(command, "model", self._thought)

    def _proposed(self) -> tuple[str, str] | GaveUp:
        """The next command that the model proposes and that can be tried, with the thought before it."""
        while len(self._faults) < self.bounds.tries:
            if self._asker.spent:
                return GaveUp(self._asker.why_spent)
            found = self._read(self._asker.ask(self._system, self._told()).text)
            if found is not None:
                return found
        return GaveUp(
            f"{len(self._faults)} tries in one place gave no action that can be done; the last: {self._faults[-1]}"
        )

    def _read(self, reply: str) -> tuple[str, str] | None:
        """The command in a reply, as the world spells it, with its thought; None if it has a fault, which is noted."""
        one = self._spelt(spoken(reply, self.fits))
        fault = self._fault(one, reply)
        if fault is None:
            assert one.command is not None
            return self.offered().get(one.command.casefold(), one.command), one.thought
        self._faults.append(fault)
        return None

    def fits(self, command: str) -> bool:
        """Whether a line is a command of the world."""
        return bool(said(command, self._world.forms)) or command.casefold() in self.offered()

    def _spelt(self, one: Spoken) -> Spoken:
        """The same; an action that is named as in PDDL, or in other words than one that is offered, becomes the command
        that it is."""
        if one.command is None or one.command.casefold() in self.offered():
            return one
        other = meant_of(one.command, self.offered().values())
        if other is not None:
            return one._replace(command=other)
        if self.fits(one.command):
            return one
        meant = step_said(one.command, self._world.forms)
        if meant is None:
            return one
        return one._replace(command=self._spelling.command(*meant, self.offered().values()))

    def offered(self) -> dict[str, str]:
        """The currently possible commands, by their lower-case form; the world is asked once between two commands."""
        if self._offers is None:
            self._offers = {one.casefold(): one for one in self._world.commands()}
        return self._offers

    def _fault(self, one: Spoken, reply: str) -> str | None:
        """The error in a reply, in words for the model; None if it has a command that can be tried."""
        if not reply.strip():
            return sentence("fault-empty")
        if one.command is None:
            return sentence("fault-no-action")
        if not self.fits(one.command):
            self.tally.invalid_actions += 1
            near = nearest_forms(one.command, self._world.forms, _NEAREST)
            nearest = ", ".join(f"`{plain(command)}`" for command in near)
            near_told = " " + fill("fault-nearest", nearest=nearest) if near else ""
            return sentence("fault-no-command", command=one.command, nearest=near_told)
        if self.skips_refused and one.command.casefold() in self._failed:
            self.tally.invalid_actions += 1
            return sentence("fault-refused-before", command=one.command)
        return None

    def _told(self) -> str:
        faults = "\n".join(fill("fault", number=number, fault=one) for number, one in enumerate(self._faults, start=1))
        return fill(
            f"{self.prompt}-user",
            task=quoted(self._world.task, "task"),
            turns=self._turns.told(),
            faults=(fill("faults", faults=faults) if faults else "") + self._notes(),
        )

    def _notes(self) -> str:
        """Further text before the question."""
        return ""


@dataclass
class React(Talking):
    """A command that the world refuses is an observation like any other; only replies without a command are tries."""

    name = "react"
    prompt = "react"

    def see(self, command: str, seen: Observation) -> None:
        super().see(command, seen)
        self._faults.clear()


@dataclass
class PlanGen(Talking):
    """A refused command counts as a try; an accepted one starts a new count."""

    name = "plangen"
    prompt = "plangen"
    skips_refused = True

    def see(self, command: str, seen: Observation) -> None:
        super().see(command, seen)
        if seen.refused:
            self._faults.append(sentence("fault-refused", command=command))
        else:
            self._faults.clear()
