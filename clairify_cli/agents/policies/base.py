"""The interface of policies, and the counts of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from clairify_cli.reader.goals.model import Reading
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.text.base import Observation, TextWorld


@dataclass(frozen=True, slots=True)
class Choice:
    """The next command, and which component chose it: `model`, `planner` (a plan of a solver) or `explorer`.

    `why` is one line for the trace: the goal that is pursued, the thought of a model. `step` is the action with all its
    objects, where the policy knows them; commands may leave some out.
    """

    command: str
    by: str
    why: str = ""
    step: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GaveUp:
    """There is no next command; `reason` is one sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Understood:
    """The goal (PDDL) that a policy read in the task, and its findings about the words, one sentence each."""

    goal: str
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """A task that a person is to settle: why it is not understood, and the goals that it may mean."""

    task: str
    why: tuple[str, ...]
    goals: tuple[Reading, ...]


@dataclass(slots=True)
class Tally:
    """What is counted in a game, by the columns of the papers.

    `solver_errors` and `simulation_errors` count files that did not parse or had no plan, and plan actions that the
    world refused; `..._fixed` those after which the next attempt went on. `invalid_actions` were refused by the world
    or by verification before they were tried, `invalid_fixed` those whose preconditions were then made true. `plans`
    are those that were begun, as PDDLego+ counts its rounds. `by` counts commands by component.
    """

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    solver_calls: int = 0
    solver_errors: int = 0
    solver_fixed: int = 0
    simulation_errors: int = 0
    simulation_fixed: int = 0
    invalid_actions: int = 0
    invalid_fixed: int = 0
    plans: int = 0
    by: Counter[str] = field(default_factory=Counter)


class Policy(Protocol):
    """Chooses commands in one game. `begin` is called once, then `choose` and `see` by turns."""

    tally: Tally
    understood: Understood | None = None
    """Of a policy that reads the task itself; None before it starts, and if there is no goal."""
    ask: Callable[[Doubt], object] | None = None
    """Settles a doubt: returns the place of a goal, the task in other words, or None; None if nobody can be asked."""

    @property
    def name(self) -> str: ...
    def begin(self, world: TextWorld, first: Observation) -> None:
        """The game has begun; `first` is the first observation. The world is asked for its task, forms and commands
        only."""

    def choose(self) -> Choice | GaveUp:
        """What to do next."""

    def see(self, command: str, seen: Observation) -> None:
        """The result of the chosen command."""

    def rewind(self) -> tuple[str, ...] | None:
        """Commands after a `reset` of the world that restore the state before an error, or None to continue.

        Asked after each `see`: the outer loop of PDDLego+ resets the world and repeats what went well.
        """
        return None

    @property
    def learned(self) -> str | None:
        """The domain (PDDL) to keep after a success, if the policy writes one."""
        return None
