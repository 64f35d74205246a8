"""A tiny world, a corridor with a coin at its end, and a policy that plays a list of commands."""

from __future__ import annotations

from dataclasses import dataclass, field

from clairify_cli.agents.policies.base import Choice, GaveUp, Policy, Tally
from clairify_cli.worlds.text.base import ActionForm, Observation, TextWorld


@dataclass
class Corridor:
    """Rooms in a row; `take coin` wins in the last. `trapped` rooms raise when they are entered."""

    rooms: int = 3
    limit: int = 10
    trapped: frozenset[int] = frozenset()
    name: str = "corridor-3"
    kind: str = "corridor"
    task: str = "Take the coin."
    forms: tuple[ActionForm, ...] = ()
    at: int = 0
    steps: int = 0
    resets: int = 0
    is_closed: bool = False

    def reset(self) -> Observation:
        self.at, self.steps, self.resets = 0, 0, self.resets + 1
        return Observation("You are in room 0.")

    def act(self, command: str) -> Observation:
        self.steps += 1
        refused = won = False
        text = "Nothing happens."
        if command == "go east" and self.at + 1 < self.rooms:
            self.at += 1
            if self.at in self.trapped:
                raise OSError("the server is gone")
            text = f"You are in room {self.at}."
        elif command == "take coin" and self.at + 1 == self.rooms:
            text, won = "You take the coin.", True
        else:
            refused = True
        return Observation(text, won, won or self.steps >= self.limit, refused, self.steps)

    def commands(self) -> tuple[str, ...]:
        return ("go east",) if self.at + 1 < self.rooms else ("take coin",)

    def close(self) -> None:
        self.is_closed = True


@dataclass
class Fixed(Policy):
    """Plays `given`, commands with their components; `rewinds` are asked for after so many commands, once each."""

    given: list[tuple[str, str]]
    rewinds: dict[int, tuple[str, ...]] = field(default_factory=dict)
    error: Exception | None = None
    name: str = "fixed"
    learned: str | None = "(define (domain corridor))"
    tally: Tally = field(default_factory=Tally)
    seen: list[str] = field(default_factory=list)

    def begin(self, world: TextWorld, first: Observation) -> None:
        self.seen.append(first.text)
        self.left = list(self.given)

    def choose(self) -> Choice | GaveUp:
        if not self.left:
            if self.error is not None:
                raise self.error
            return GaveUp("there is nothing left to do")
        command, by = self.left.pop(0)
        return Choice(command, by, "as was said")

    def see(self, command: str, seen: Observation) -> None:
        self.seen.append(seen.text)

    def rewind(self) -> tuple[str, ...] | None:
        return self.rewinds.pop(len(self.seen) - 1, None)
