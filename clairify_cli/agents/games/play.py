"""One game: a policy chooses commands and a world answers, until it is won, over or given up."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence

from clairify_cli.agents.games.constraints import NONE, Constraints
from clairify_cli.agents.policies.base import Choice, GaveUp, Policy, Tally
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.repair.model import GroundStep
from clairify_cli.planning.repair.required import listed
from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.text.base import GameError, Observation, TextWorld, WorldError

MOST_REWINDS = 100
"""So often a policy may take back what it did, in one game; its own limits are lower."""


@dataclass(frozen=True, slots=True)
class Move:
    """A command, the component that chose it and why, and the world's reply. `undone`: a rewind took it back later."""

    command: str
    by: str
    why: str
    text: str
    refused: bool
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """The result of one game.

    `steps` and `tally.by` count the commands of the final trajectory, as the papers do: refused commands count, but
    commands undone by a rewind and those repeated after it do not. `trace` has every command of the policy in order,
    including those taken back, after `first`, the first observation. `reason` is one sentence, `seconds` are by the
    clock, `learned` is the domain that the policy would keep.
    """

    world: str
    kind: str
    task: str
    seed: int | None
    policy: str
    ending: Outcome
    reason: str
    steps: int
    tally: Tally
    first: str
    trace: tuple[Move, ...]
    rewinds: int
    seconds: float
    learned: str | None = None
    goal: str | None = None
    """What the policy read in the task, in PDDL; None if it reads none."""
    findings: tuple[str, ...] = ()

    @property
    def won(self) -> bool:
        return self.ending is Outcome.WON

    @property
    def counts(self) -> bool:
        """Whether it counts in shares and means: not if a recording was too short for it to be played to its end."""
        return self.ending is not Outcome.NO_REPLY

    @property
    def failed(self) -> bool:
        """Whether something outside the game failed, so that it says nothing about the policy."""
        return self.ending.exit_code > 1


@dataclass(frozen=True, slots=True)
class Began:
    """A game has started: its world's name and task, and the first observation."""

    world: str
    task: str
    text: str


@dataclass(frozen=True, slots=True)
class Rewound:
    """The world was reset, and `kept` commands were repeated."""

    kept: int


Tell = Callable[[object], None]
"""Who is told what goes on in a game: `Began`, `Understood`, `Move`, `Rewound`."""


def play(
    world: TextWorld,
    policy: Policy,
    *,
    seed: int | None = None,
    progress: Tell | None = None,
    stop: Callable[[], bool] | None = None,
    seconds: float | None = None,
    most_rewinds: int = MOST_REWINDS,
    constraints: Constraints = NONE,
) -> Game:
    """Plays one game to its end; whatever the world, a model or a solver does wrong is an ending, too.

    When the policy rewinds, the world is reset and the commands that it names are repeated. `seed` is only noted.
    `stop` and `seconds` (by the clock) are heeded between two commands. A forbidden command is refused before the world
    hears of it, and a game in which a required one was not given is not won. The world is not closed. Exceptions of the
    policy itself, and `KeyboardInterrupt`, are passed through.
    """
    return _Play(world, policy, seed, progress or (lambda event: None), stop, seconds, most_rewinds, constraints).run()


@dataclass(slots=True)
class _Play:
    world: TextWorld
    policy: Policy
    seed: int | None
    tell: Tell
    stop: Callable[[], bool] | None
    limit: float | None
    most_rewinds: int
    constraints: Constraints
    left: tuple[GroundStep, ...] = ()
    """The required steps that have not been done since the last reset."""
    steps: dict[str, GroundStep] = field(default_factory=dict)
    """The actions that commands were, as the policy says."""

    trace: list[Move] = field(default_factory=list)
    live: list[int] = field(default_factory=list)
    """Places in the trace of the commands since the last reset, without those that it took back."""

    first: str = ""
    rewinds: int = 0
    begun: float = field(default_factory=time.monotonic)

    def run(self) -> Game:
        from clairify_cli.planning.solvers.base import SolverError
        from clairify_cli.translate.models.errors import ModelError

        try:
            ending, reason = self._play()
        except _WorldFailedError as error:
            ending = Outcome.UNREADABLE if isinstance(error.__cause__, GameError) else Outcome.WORLD_FAILED
            reason = str(error)
        except ModelError as error:
            ending, reason = error.outcome, str(error)
        except SolverError as error:
            ending, reason = Outcome.SOLVER_FAILED, str(error)
        # Commands that a rewind took back are not counted, as in the papers.
        tally = replace(self.policy.tally, by=Counter(self.trace[place].by for place in self.live))
        return Game(
            self.world.name,
            self.world.kind,
            self.world.task,
            self.seed,
            self.policy.name,
            ending,
            reason,
            len(self.live),
            tally,
            self.first,
            tuple(self.trace),
            self.rewinds,
            time.monotonic() - self.begun,
            self.policy.learned if ending is Outcome.WON else None,
            None if (found := self.policy.understood) is None else found.goal,
            () if found is None else found.findings,
        )

    def _play(self) -> tuple[Outcome, str]:
        seen = self._reset()
        self.first = seen.text
        self.tell(Began(self.world.name, self.world.task, seen.text))
        # A world may be done before anything was said, and then there is nothing to begin.
        if not seen.done:
            self.policy.begin(self.world, seen)
            if self.policy.understood is not None:
                self.tell(self.policy.understood)
        while not (seen.won or seen.done or len(self.live) >= self.world.limit):
            if self.stop is not None and self.stop():
                return Outcome.INTERRUPTED, "it was stopped"
            if self.limit is not None and time.monotonic() - self.begun > self.limit:
                return Outcome.TIMEOUT, f"it was not over within {self.limit:g} s"
            choice = self.policy.choose()
            if isinstance(choice, GaveUp):
                return Outcome.GAVE_UP, choice.reason
            seen = self._act(choice)
            self.policy.see(choice.command, seen)
            # A game that is won is over, whatever the policy would have taken back.
            kept = None if seen.won else self.policy.rewind()
            if kept is not None:
                if self.rewinds == self.most_rewinds:
                    return Outcome.GAVE_UP, f"commands were taken back more than {self.most_rewinds} times"
                seen = self._rewind(kept)
        if seen.won and self.left:
            return Outcome.LOST, f"the task is done, but not {listed(self.left)}, which must be done"
        if seen.won:
            return Outcome.WON, "the task is done"
        refused = [self.trace[place].command for place in self.live if self.trace[place].refused]
        said = f"; the world refused {len(refused)} of them, such as `{refused[-1]}`" if refused else ""
        is_over = seen.done and seen.steps < self.world.limit
        return Outcome.LOST, f"{'the world says that it is lost' if is_over else 'no steps were left'}{said}"

    def _act(self, choice: Choice) -> Observation:
        self.steps[choice.command] = choice.step
        seen = self._give(choice.command)
        move = Move(choice.command, choice.by, choice.why, seen.text, seen.refused)
        self.live.append(len(self.trace))
        self.trace.append(move)
        self.tell(move)
        return seen

    def _rewind(self, kept: Sequence[str]) -> Observation:
        """Resets the world and repeats `kept`, which are commands of the trajectory in its order."""
        self.rewinds += 1
        seen = self._reset()
        before, self.live = self.live, []
        repeated = 0
        for command in kept:
            if seen.done:
                break
            seen = self._give(command)
            repeated += 1
            place = next((place for place in before if self.trace[place].command == command), None)
            if place is None:  # a command that was never given is one more of the policy
                place = len(self.trace)
                self.trace.append(Move(command, "rewind", "", seen.text, seen.refused))
            else:
                before = before[before.index(place) + 1 :]
            self.live.append(place)
        alive = set(self.live)
        self.trace = [replace(move, undone=place not in alive) for place, move in enumerate(self.trace)]
        self.tell(Rewound(repeated))
        return seen

    def _reset(self) -> Observation:
        self.left = self.constraints.required
        try:
            return self.world.reset()
        except Exception as error:
            raise _WorldFailedError(_sentence(error)) from error

    def _give(self, command: str) -> Observation:
        step, forms = self.steps.get(command, ()), self.world.forms
        barring = self.constraints.barring(command, step, forms)
        if barring is not None:
            return Observation(f"That must not be done: {listed([barring])} is forbidden.", refused=True)
        try:
            seen = self.world.act(command)
        except Exception as error:
            raise _WorldFailedError(f"at `{command}`: {_sentence(error)}") from error
        if not seen.refused:
            self.left = self.constraints.left(self.left, command, step, forms)
        return seen


class _WorldFailedError(Exception):
    """The world raised something; the message is a sentence."""


def _sentence(error: Exception) -> str:
    text = " ".join(str(error).split())[:500]
    return text if isinstance(error, WorldError) and text else f"the world failed: {type(error).__name__}: {text}"
