"""`react+pv`: think, act, observe, and every action is verified before it is done (precondition verification).

After SCLPlan: a model's proposals are checked against the domain and the known facts. Where its preconditions do not
hold, a planner looks for the steps that make them hold, and they are done first.
"""

from __future__ import annotations

from clairify_cli.agents.policies.account import Account, ReadAccount, State
from clairify_cli.agents.policies.base import Choice, GaveUp
from clairify_cli.agents.policies.files.contract import Origin
from clairify_cli.agents.policies.files.grow import Step
from clairify_cli.agents.policies.react import Talking
from clairify_cli.agents.policies.solving import Counted, Ways
from clairify_cli.agents.policies.verifying import Verified, verify
from clairify_cli.agents.policies.words import fill, sentence
from clairify_cli.languages.pddl.meaning import words_of_atom
from clairify_cli.planning.solvers.base import Solver
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.text.base import Observation, TextWorld

_MOST_DONE = 200
"""So many of the latest commands are named beside the known facts."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A command that waits to be given; `fixes` says that it is the action that the preceding steps made possible."""

    step: Step
    by: str
    why: str
    command: str | None = None
    fixes: bool = False


@dataclass
class ReactPV(Talking):
    """An action that is impossible according to the known facts, and cannot be made possible, is reported to the model
    with the reasons.

    The known facts may be incomplete: if the model proposes the same again, it is tried once. `domain` is one to start
    from.
    """

    solver: Solver | None = None
    domain: str | None = None
    origin: Origin | None = None
    reads_state: bool = False
    """Whether the known facts are read from the world's sentences instead of written by the model."""
    _queue: list[Waiting] = field(default_factory=list, init=False)
    _given: Waiting | None = field(default=None, init=False)
    _counted: set[str] = field(default_factory=set, init=False)
    """Commands that were told to be impossible since something last changed."""
    _mending: bool = field(default=False, init=False)
    """Whether the world refused a step of a plan, and none has gone on since."""

    _refused: dict[Step, dict[int, str]] = field(default_factory=dict, init=False)
    """The steps that the world refused, with what was known (as a problem) when it did, by the turn."""
    _new: list[tuple[Step, int]] = field(default_factory=list, init=False)
    """Steps that were refused since what is known was last made out, with their turns."""
    _state: str = field(default="", init=False)

    name = "react+pv"
    prompt = "react"
    skips_refused = True

    @property
    def learned(self) -> str | None:
        return self._account.learned if hasattr(self, "_account") else None

    def begin(self, world: TextWorld, first: Observation) -> None:
        super().begin(world, first)
        assert self.solver is not None
        self._ways = Ways(Counted(self.solver, self.tally), self.bounds.limits, self.options.stop)
        self._account = (ReadAccount if self.reads_state else Account)(self._asker, self.domain, self.origin)
        self._account.begin(world, first)

    def choose(self) -> Choice | GaveUp:
        if self._account.trouble:
            return GaveUp(self._account.trouble)
        if not self._queue:
            stuck = self._decide(self._known())
            if stuck is not None:
                return stuck
        one = self._queue.pop(0)
        self._given = one
        self._thought = one.why if one.by == "model" else ""
        self.tally.by[one.by] += 1
        self.tally.invalid_fixed += one.fixes
        return Choice(one.command or self._command(one.step), one.by, one.why, one.step)

    def _known(self) -> State | None:
        """The known facts, in which the last refusals are noted."""
        done = "; ".join(one.command for one in self._turns.done[-_MOST_DONE:])
        state = self._account.state(self._turns, (fill("files-done", done=done) if done else "") + self._notes())
        self._state = "" if state is None else state.problem.text
        for step, turn in self._new:
            self._refused.setdefault(step, {})[turn] = self._state
        self._new.clear()
        return state

    def see(self, command: str, seen: Observation) -> None:
        one, self._given = self._given, None
        self._hear(command, seen)
        self._account.see(one.step if one is not None and one.step else None, seen)
        self._faults.clear()
        planned = one is not None and one.by == "planner"
        if not seen.refused:
            self._counted.clear()
            self.tally.simulation_fixed += planned and self._mending
            self._mending = self._mending and not planned
            return
        # The steps that are left were planned for a state that is not the world's.
        self._queue.clear()
        if one is not None and one.step:
            self._new.append((one.step, len(self._turns.done)))
        if planned:
            self.tally.simulation_errors += 1
            self._mending = True
        elif command.casefold() not in self._counted:
            self.tally.invalid_actions += 1

    def _decide(self, state: State | None) -> GaveUp | None:
        """Queue the next command, with the steps needed before it."""
        while True:
            proposed = self._proposed()
            if isinstance(proposed, GaveUp):
                return proposed
            command, thought = proposed
            found = verify(command, self._world.forms, state, self._ways) if state is not None else None
            fault = self._accept(command, thought, found)
            if fault is None:
                return None
            self._faults.append(fault)

    def _proposed(self) -> tuple[str, str] | GaveUp:
        """The next command: the one after the known facts if it can be tried, or else one that is asked for."""
        said = self._account.proposed()
        return (self._read(said) if said else None) or super()._proposed()

    def _accept(self, command: str, thought: str, found: Verified | None) -> str | None:
        """Queue an action; returns its error if that is reported to the model first."""
        step = found.step if found is not None and found.step is not None else ()
        again = command.casefold() in self._counted
        if found is not None and found.unmet:
            if not again:
                self.tally.invalid_actions += 1
                self._counted.add(command.casefold())
            # A way that begins with what was just refused would be refused again.
            if found.before and not self._banned.intersection(found.before) and self._is_new(found.before[0]):
                self.tally.plans += 1
                why = sentence("why-before", step=words_of_atom(step))
                self._queue += [Waiting(one, "planner", why) for one in found.before]
                self._queue.append(Waiting(step, "model", thought, command, fixes=not again))
                return None
            if not again:
                fault = "fault-unmet" if found.step is not None else "fault-unmet-thing"
                return sentence(fault, command=command, unmet="; ".join(found.unmet))
            step = ()  # it is tried against what is known, so its effects are not taken for granted
        self._queue.append(Waiting(step, "model", thought, command))
        return None

    @property
    def _banned(self) -> set[Step]:
        """Steps that the world refused in the current known state, or in more than one state."""
        states = {step: set(of.values()) for step, of in self._refused.items()}
        return {step for step, of in states.items() if self._state in of or len(of) > 1}

    def _notes(self) -> str:
        """The steps that are not planned again, where they were refused, even if that is no longer in the history."""
        told = []
        for one in sorted(self._banned):
            turns = " and ".join(map(str, self._refused[one]))
            told.append(sentence("refused-step", command=self._command(one), step=words_of_atom(one), turns=turns))
        return f"\n{sentence('refused-here', commands='; '.join(told))}" if told else ""

    def _is_new(self, step: Step) -> bool:
        """Whether a step was not refused since something last changed."""
        return self._command(step).casefold() not in self._failed

    def _command(self, step: Step) -> str:
        return self._spelling.command_of(step, self._world.forms, self.offered().values())
