"""`pddlego` and `pddlego+`: a model writes domain and problem from observations, and a solver plans.

After Zhang et al., "PDDLego: Iterative Planning in Textual Environments" (2024), and its successor with two loops. The
inner loop fixes files using diagnostics and the solver's answer. The outer loop fixes them using the world's replies:
the world is reset to the state before the plan, and the model is given the plan, its result, and both files.
"""

from __future__ import annotations

from clairify_cli.agents.formalise.planner import Planner
from clairify_cli.agents.policies.base import Choice, GaveUp
from clairify_cli.agents.policies.files.contract import Origin, Style, domain_for
from clairify_cli.agents.policies.files.drafts import Desk, Files
from clairify_cli.agents.policies.files.grow import Known, Step
from clairify_cli.agents.policies.files.writing import WHAT, Author, Unwritten, part_of
from clairify_cli.agents.policies.react import ByModel
from clairify_cli.agents.policies.solving import Counted
from clairify_cli.agents.policies.words import Turn, Turns, fill, quoted
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import words_of_atom
from clairify_cli.planning.solvers.base import Solver
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.text.base import Observation, TextWorld


@dataclass
class Pddlego(ByModel):
    """`repairs` makes it `pddlego+`: loops, files that grow, and goals that lead somewhere new.

    A stage is a plan that is carried out whole; `bounds.tries` is how often files are written in each loop of it.
    `domain` is one to start from, which then stays as it is.
    """

    solver: Solver | None = None
    domain: str | None = None
    origin: Origin | None = None
    repairs: bool = False
    style: Style = "simple"
    _files: Files | None = field(default=None, init=False)
    _known: Known | None = field(default=None, init=False)
    """What was known when the stage before this one was planned."""
    _carried_out: tuple[Step, ...] = field(default=(), init=False)
    """The steps since then."""
    _done: list[str] = field(default_factory=list, init=False)
    """The commands of the stages before."""
    _queue: list[Step] = field(default_factory=list, init=False)
    _taken: list[Turn] = field(default_factory=list, init=False)
    """The turns of this stage."""
    _latest: str = field(default="", init=False)
    _since: int = field(default=0, init=False)
    """How many turns there were when the files of the stage before this one were written."""
    _failed: str = field(default="", init=False)
    """What is told about a plan that failed, until one is carried out."""
    _undone: str = field(default="", init=False)
    """What was observed in steps that were taken back."""
    _failures: int = field(default=0, init=False)
    _back: bool = field(default=False, init=False)
    _over: str = field(default="", init=False)
    _learned: str | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        return "pddlego+" if self.repairs else "pddlego"

    @property
    def learned(self) -> str | None:
        if self.domain is not None or self.origin == "given":
            return None
        return self._learned or (self._files.whole.domain.text.lstrip("\n") if self._files is not None else None)

    def begin(self, world: TextWorld, first: Observation) -> None:
        super().begin(world, first)
        assert self.solver is not None
        self._latest = first.text
        self._author = Author(self._asker, world, style=self.style)
        self._planner = Planner(Counted(self.solver, self.tally), self.bounds.limits, self.options.stop)
        start = domain_for(world, self.origin, self.domain, "model")
        self._over = start if isinstance(start, str) else ""
        self._given = start if isinstance(start, Source) else None

    def choose(self) -> Choice | GaveUp:
        if not self._over and not self._queue:
            self._over = self._plan()
        if self._over:
            return GaveUp(self._over)
        step = self._queue[0]
        command = self._spelling.command_of(step, self._world.forms, self._world.commands())
        self.tally.by["planner"] += 1
        assert self._files is not None
        return Choice(command, "planner", f"goal {self._files.goal}, step {words_of_atom(step)}", step)

    def see(self, command: str, seen: Observation) -> None:
        self._spelling.hear(seen.text)
        self._taken.append(Turn(command, seen))
        self._latest += "\n" + seen.text
        if seen.refused:
            self._fail()
            return
        if self._queue:
            self._carried_out = (*self._carried_out, self._queue.pop(0))
        if not self._queue or seen.won:
            self._end_stage()

    def rewind(self) -> tuple[str, ...] | None:
        if not self._back:
            return None
        self._back = False
        return tuple(self._done)

    def _plan(self) -> str:
        """Have files written and use their plan; returns why there is none, or nothing."""
        desk = Desk(
            self._world,
            self._given,
            self._planner,
            self.repairs,
            before=self._known,
            steps=self._carried_out,
            latest=self._latest,
            seen=f"{self._turns.seen}\n{self._undone}",
            written=self._files.whole.domain.text if self.repairs and self._files is not None else "",
        )
        made = self._author.write(
            desk,
            self._turns,
            # The published baseline asks once; only its successor repairs.
            tries=self.bounds.tries if self.repairs else 1,
            files=self._written(self._files) if self._files is not None and not self._failed else "",
            since=self._since,
            failed=self._failed,
        )
        if isinstance(made, Unwritten):
            return made.reason
        if not made.steps:
            return f"the goal {made.goal} is true already, and the task is not done"
        self.tally.plans += 1
        self._files = made
        self._queue = list(made.steps)
        self._before = (self._known, self._carried_out, self._latest)
        self._carried_out = ()
        self._taken = []
        return ""

    def _end_stage(self) -> None:
        """The plan has been executed: the rest builds on it."""
        assert self._files is not None
        self.tally.simulation_fixed += bool(self._failed)
        self._known = self._files.known
        self._learned = self._files.whole.domain.text.lstrip("\n")
        self._done += [turn.command for turn in self._taken]
        self._since = len(self._turns.done)
        self._turns.done += self._taken
        self._latest = "\n".join(turn.seen.text for turn in self._taken)
        self._taken, self._queue = [], []
        self._failed, self._failures = "", 0

    def _fail(self) -> None:
        """The world refused a step: return to the state before the plan, if that is done at all."""
        self.tally.simulation_errors += 1
        self._failures += 1
        failed = self._taken[-1]
        if not self.repairs or self._failures >= self.bounds.tries:
            times = f" {self._failures} times in one state" if self._failures > 1 else ""
            self._over = f"the world refused a step of a plan{times}, the last: `{failed.command}`"
            return
        assert self._files is not None
        trajectory = Turns(Observation(""), self.bounds.history, list(self._taken), len(self._turns.done))
        part = part_of(self._given)
        self._failed = fill(
            "files-failed",
            what=WHAT[part],
            plan="\n".join(words_of_atom(step) for step in self._files.steps),
            step=len(self._taken),
            command=failed.command,
            turns=trajectory.told(),
            files=quoted("".join(f"{line}\n" for line in self._files.lines) + self._written(self._files), WHAT[part]),
            cause=" ".join((fill(f"files-cause-{part}"), *([fill("files-cause-lines")] if self._files.lines else []))),
        )
        self._known, self._carried_out, before = self._before
        self._latest = "\n".join((before, *(turn.seen.text for turn in self._taken)))
        self._undone += "".join(f"\n{turn.seen.text}" for turn in self._taken if not turn.seen.refused)
        self._queue, self._taken = [], []
        # The world goes back to where the plan began, so that what is known of it holds again.
        self._back = True

    def _written(self, files: Files) -> str:
        """The files that the model wrote, without a given domain."""
        return files.text if self._given is None else files.whole.problem.text.strip() + "\n"
