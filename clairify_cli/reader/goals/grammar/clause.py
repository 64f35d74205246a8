"""A clause: a verb with its object and place."""

from __future__ import annotations

from clairify_cli.reader.goals.english import VerbClass
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.grammar.lookup import Words
from clairify_cli.reader.goals.grammar.nouns import NounPhrase
from clairify_cli.records import dataclass, field


@dataclass(slots=True)
class Adjunct:
    """A preposition with its noun phrases; `relation` is the class of the preposition, empty for what has none.

    `located` says that it only tells where the thing before it is now.
    """

    relation: str
    start: int
    end: int
    things: list[NounPhrase]
    located: bool = False


@dataclass(slots=True)
class Clause:
    """A clause, from its first token to the one after its last.

    `verb` has the words of the verb in base form (`pick up`), with its classes; both are empty if there is none.
    `strange_verb` is the number of a token that must be a verb, but is unknown. `said` are the states that `is`
    joins to the subject, with their tokens. `negated` is the number of the word that negates the clause.
    """

    start: int
    end: int
    verb: tuple[str, ...] = ()
    verb_at: tuple[int, int] | None = None
    classes: tuple[VerbClass, ...] = ()
    strange_verb: int | None = None
    copula: bool = False
    objects: list[NounPhrase] = field(default_factory=list)
    adjuncts: list[Adjunct] = field(default_factory=list)
    said: list[tuple[int, int, tuple[Template, ...]]] = field(default_factory=list)
    negated: int | None = None
    refused: int | None = None
    """The number of an `if` or an `or`, which no goal can express."""
    inherits: bool = False

    @property
    def has_verb(self) -> bool:
        return bool(self.verb) or self.strange_verb is not None

    @property
    def is_empty(self) -> bool:
        return not (self.has_verb or self.objects or self.adjuncts or self.said or self.refused)

    @property
    def is_complete(self) -> bool:
        """Whether it names anything yet."""
        return bool(self.objects or self.adjuncts)


@dataclass(slots=True)
class Parse:
    """The state of reading a text: the clauses so far, the current one, and whether a new one may begin."""

    words: Words
    verbs: dict[tuple[str, ...], tuple[str, ...]]
    clauses: list[Clause] = field(default_factory=list)
    clause: Clause = field(default_factory=lambda: Clause(0, 0))
    boundary: bool = True
    joined: bool = False
    unread: list[int] = field(default_factory=list)
    located: int = -1
    """The number of a preposition that says where something is now: `the cup that is on the table`."""

    def finish(self, at: int) -> None:
        """End the current clause and begin another."""
        if not self.clause.is_empty or self.clause.negated is not None:
            self.clause.end = at
            self.clauses.append(self.clause)
        self.clause = Clause(at, at)
        self.boundary = True

    def read(self, end: int) -> int:
        """Go on in the current clause after what was read."""
        self.clause.end = end
        self.boundary = self.joined = False
        return end
