"""A small world of text over a task of PDDL: rooms with doors and a coin, of which only the room one is in is seen."""

from __future__ import annotations

from dataclasses import dataclass, field

from case_tables import stored
from planning.tasks import task_of

from clairify_cli.files import data_text
from clairify_cli.languages.pddl.meaning import GroundAction, WorldState, applicable, apply, initial_state
from clairify_cli.languages.pddl.task import Task
from clairify_cli.worlds.text.base import ActionForm, Observation
from clairify_cli.worlds.text.bundled import forms_of_kind

ROOMS = stored(__file__, "ROOMS")
"""East of the kitchen is the living room; north of that, behind a closed door, the pantry with the coin."""

SOLUTION = ("move east", "open door to north", "move north", "take coin")


def hidden_task() -> Task:
    return task_of(data_text("domains", "coin-collector.pddl"), ROOMS)


@dataclass
class Rooms:
    """The world, with the commands of CoinCollector.

    `says` is put in front of every observation; `limit` is the number of steps.
    """

    kind: str = "small"
    says: str = ""
    limit: int = 30
    terse: bool = False
    name: str = "rooms"
    task: str = "Find the coin and take it."
    forms: tuple[ActionForm, ...] = forms_of_kind("textworld-express")
    hidden: Task = field(default_factory=hidden_task)
    steps: int = 0
    resets: int = 0
    given: list[str] = field(default_factory=list)
    """Every command since it was made."""

    def __post_init__(self) -> None:
        self.state: WorldState = initial_state(self.hidden)

    def reset(self) -> Observation:
        self.state = initial_state(self.hidden)
        self.steps = 0
        self.resets += 1
        return Observation(self.says + self._look())

    def act(self, command: str) -> Observation:
        if self.won or self.steps >= self.limit:
            raise ValueError("the game is over")
        self.given.append(command)
        self.steps += 1
        action = self._can().get(command)
        if action is None:
            text = "Nothing happens." if self.terse else self._why(command)
            return Observation(self.says + text, done=self.steps >= self.limit, refused=True, steps=self.steps)
        self.state = apply(action.action, action.arguments, self.state, self.hidden)
        done = self.won or self.steps >= self.limit
        return Observation(self.says + self._look(), self.won, done, steps=self.steps)

    def commands(self) -> tuple[str, ...]:
        return tuple(self._can())

    def close(self) -> None:
        pass

    @property
    def won(self) -> bool:
        return ("have", "coin") in self.state.atoms

    @property
    def room(self) -> str:
        return next(atom[1] for atom in self.state.atoms if atom[0] == "at")

    def _can(self) -> dict[str, GroundAction]:
        made = {}
        for one in applicable(self.hidden, self.state):
            named = dict(
                zip((name.name.text.lstrip("?") for name in one.action.parameters), one.arguments, strict=True)
            )
            form = next(form for form in self.forms if form.name == one.action.name.text)
            made[form.command.format(**named)] = one
        return made

    def _look(self) -> str:
        atoms = self.state.atoms
        lines = [f"You are in the {self.room.replace('-', ' ')}."]
        for atom in sorted(atoms):
            if atom[:2] != ("connected", self.room):
                continue
            closed = ("closed-door", self.room, atom[2]) in atoms
            way = "a closed door" if closed else f"the {atom[2].replace('-', ' ')}"
            lines.append(f"To the {atom[3]} is {way}.")
        lines += [f"You see a {atom[1]}." for atom in sorted(atoms) if atom[0] == "in" and atom[2] == self.room]
        return " ".join(lines)

    def _why(self, command: str) -> str:
        if command.startswith("move "):
            way = command.removeprefix("move ")
            if f"open door to {way}" in self._can():
                return f"The door to the {way} is closed."
            return f"There is no way to the {way}."
        return "That cannot be done."
