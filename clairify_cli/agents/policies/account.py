"""Keeps track of the known facts of a world, so that actions can be verified before they are executed."""

from __future__ import annotations

from clairify_cli.agents.policies.asking import Asker
from clairify_cli.agents.policies.dialects.base import Knowledge
from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.agents.policies.dialects.library import dialect_of
from clairify_cli.agents.policies.explorer.task import facts_after
from clairify_cli.agents.policies.files.contract import Origin, domain_for
from clairify_cli.agents.policies.files.drafts import Desk, Files
from clairify_cli.agents.policies.files.grow import Known, Step, problem_of, progressed
from clairify_cli.agents.policies.files.grow import text_of as text_of_problem
from clairify_cli.agents.policies.files.writing import Author
from clairify_cli.agents.policies.words import Turns
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import GroundAction
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.languages.pddl.writing.format import format_pddl
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.text.base import Observation, TextWorld


@dataclass(frozen=True, slots=True)
class State:
    """The current knowledge: a domain, and a problem without a goal, neither with errors."""

    domain: Source
    problem: Source


@dataclass
class Account:
    """A model writes the known facts as a problem, which grows like that of `pddlego+`.

    The domain is the one given, or ours for this kind of world, or the model writes it once, and again after the world
    has refused what it allows. If no attempt produces good files, the domain alone updates the state.
    """

    asker: Asker
    domain: str | None = None
    origin: Origin | None = None
    trouble: str = ""
    """Why the game cannot even begin, in a sentence; mostly empty."""
    _known: Known | None = field(default=None, init=False)
    _steps: tuple[Step, ...] = field(default=(), init=False)
    _latest: str = field(default="", init=False)
    """What was observed since the problem was last written."""
    _since: int = field(default=0, init=False)
    """How many turns there were then."""
    _reopened: bool = field(default=False, init=False)
    _source: Source | None = field(default=None, init=False)
    _writes_domain: bool = field(default=False, init=False)

    @property
    def learned(self) -> str | None:
        """The domain, if it was not given."""
        return self._source.text.lstrip("\n") if self._writes_domain and self._source is not None else None

    def begin(self, world: TextWorld, first: Observation) -> None:
        self._world, self._latest = world, first.text
        self._author = Author(self.asker, world, "state")
        start = domain_for(world, self.origin, self.domain, "given")
        self.trouble = start if isinstance(start, str) else ""
        self._source = start if isinstance(start, Source) else None
        self._writes_domain = self._source is None

    def see(self, step: Step | None, seen: Observation) -> None:
        self._latest = f"{self._latest}\n{seen.text}"
        if step is not None and not seen.refused:
            self._steps = (*self._steps, step)
        # The model's own domain allowed what the world does not, so it may be what is wrong.
        if step is not None and seen.refused and self._writes_domain:
            self._reopened = True

    def state(self, turns: Turns, aside: str = "") -> State | None:
        """The known facts, written anew since something was observed; the model is told `aside`, too."""
        self._update(turns, aside)
        if self._source is None or self._known is None:
            return None
        domain = _domain_in(self._source)
        known = progressed(self._known, self._steps, domain)[0] if self._steps else self._known
        return State(self._source, text_of(known, domain))

    def proposed(self) -> str:
        """What the model wrote after the known facts; only once."""
        said, self._author.after = self._author.after, ""
        return said

    def _update(self, turns: Turns, aside: str) -> None:
        """Have the model write the known facts; if it cannot, the old ones stay, and the steps since them."""
        open_domain = self._source is None or self._reopened
        desk = Desk(
            self._world,
            None if open_domain else self._source,
            written=self._source.text if open_domain and self._source is not None else "",
            before=self._known,
            steps=self._steps,
            latest=self._latest,
            seen=turns.seen,
        )
        files = ""
        if self._source is not None and self._known is not None:
            files = f"{self._source.text.strip()}\n\n" if open_domain else ""
            files += text_of(self._known, _domain_in(self._source)).text
        tries = self.asker.bounds.tries
        made = self._author.write(desk, turns, tries=tries, files=files, since=self._since, failed=aside)
        if isinstance(made, Files):
            self._source = Source(made.whole.domain.text.lstrip("\n"), "<domain>") if open_domain else self._source
            self._known, self._steps, self._latest = made.known, (), ""
            self._since = len(turns.done)
            self._reopened = False


@dataclass
class ReadAccount(Account):
    """The known facts as `explorer` has them, from the sentences of the world's description: no model is asked."""

    _dialect: Described = field(init=False)
    _read: Knowledge = field(init=False)

    def begin(self, world: TextWorld, first: Observation) -> None:
        self._author = Author(self.asker, world)
        if (dialect := dialect_of(world)) is None:
            self.trouble = f"how a world of the kind `{world.kind}` talks is not known, so its state cannot be read"
            return
        self._dialect = dialect
        self._source = Source(format_pddl(Source(print_tree(self._dialect.domain))), "<domain>")
        self._read = self._dialect.begin(first.text)

    def see(self, step: Step | None, seen: Observation) -> None:
        actions = {one.name.text: one for one in self._dialect.domain.actions}
        done = None if step is None else GroundAction(actions[step[0]], step[1:])
        if done is not None and seen.refused:
            self._dialect.refused(self._read, done, seen.text)
            return
        if done is not None:
            done = self._dialect.done(self._read, done, seen.text)
            self._read.facts = facts_after(self._dialect.domain, self._read, done)
        self._dialect.read(self._read, done, seen.text)

    def state(self, turns: Turns, aside: str = "") -> State | None:
        """The known facts; whatever the model is told besides, nobody has to write them."""
        assert self._source is not None
        objects = {name: (kind,) for name, kind in self._read.objects.items()}
        return State(self._source, text_of(Known(objects, tuple(sorted(self._read.facts))), self._dialect.domain))


def _domain_in(source: Source) -> Domain:
    """The domain in a text that is known to have one."""
    domain = read_once(source)[0].domain
    assert domain is not None
    return domain


def text_of(known: Known, domain: Domain) -> Source:
    """The known facts as the text of a problem."""
    return Source(text_of_problem(problem_of(known, domain)), "<problem>")
