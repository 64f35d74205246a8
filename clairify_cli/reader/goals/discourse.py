"""The discourse so far: the objects that the text mentions, and the one that a noun phrase refers to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.diagnostics.registry import AnyRule
from clairify_cli.reader.goals.entities import Entity, Filled
from clairify_cli.reader.goals.facts import Facts
from clairify_cli.reader.goals.grammar.clause import Adjunct
from clairify_cli.reader.goals.grammar.lookup import Words
from clairify_cli.reader.goals.grammar.nouns import NounPhrase
from clairify_cli.reader.goals.lexicon import Lexicon
from clairify_cli.reader.goals.model import Mention
from clairify_cli.reader.goals.rules import rules
from clairify_cli.records import dataclass, field

T = TypeVar("T")


@dataclass(slots=True)
class Literal:
    """A literal that the text wants, about `subject`, from the tokens `start` to `end`.

    `role` is `place` (where the subject is), `take` (that somebody has it), `state`, `relation`, `where` or `went` for
    a step that brings something somewhere, which a later one may undo, or `said` for one that holds together with all
    others, in any order.
    """

    filled: Filled
    subject: Entity
    start: int
    end: int
    role: str = "state"


Said = list[tuple[Adjunct, list[Entity]]]
"""The adjuncts of a clause with the things that they mention."""


@dataclass(slots=True)
class Choices:
    """Which of several meanings to try: `taken` has the choices of this run, `made` the number of options of each."""

    taken: tuple[int, ...] = ()
    made: list[tuple[int, Span]] = field(default_factory=list)

    def pick(self, options: Sequence[T], at: Span) -> T:
        """Pick one of the meanings of the words at a span."""
        if len(options) == 1:
            return options[0]
        number = len(self.made)
        self.made.append((len(options), at))
        return options[self.taken[number] if number < len(self.taken) else 0]


@dataclass(slots=True)
class Discourse:
    """The state while a text is read. `focus` holds the things that the last clause was about."""

    source: Source
    words: Words
    facts: Facts
    lexicon: Lexicon
    choices: Choices
    entities: list[Entity] = field(default_factory=list)
    focus: list[Entity] = field(default_factory=list)
    literals: list[Literal] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    described: list[tuple[NounPhrase, Entity]] = field(default_factory=list)
    """Noun phrases with adjectives that are not yet understood, and their referents."""
    untold: list[tuple[tuple[int, int, str], Entity]] = field(default_factory=list)
    """Words that may tell a thing from others, and its referent."""
    corrects: int | None = None
    """The number of the token behind which something is taken back."""
    more: bool = False
    """Whether more clauses follow the one being read."""
    left: set[int] = field(default_factory=set)
    """The numbers of things that others are taken from: after `from the desk`, `the table` is not that desk."""

    def span(self, start: int, end: int) -> Span:
        """The span of the tokens from `start` to `end`."""
        tokens = self.words.tokens
        start = min(start, len(tokens) - 1)
        return self.source.span(tokens[start].start, tokens[max(start, min(end, len(tokens)) - 1)].end)

    def text(self, start: int, end: int) -> str:
        at = self.span(start, end)
        return self.source.text[at.start : at.end]

    def say(self, rule: AnyRule, start: int, end: int, /, *details: object) -> None:
        """Report a finding of a rule for the tokens from `start` to `end`."""
        self.findings.append(rule(self.span(start, end), self.text(start, end), *details))

    @property
    def lost(self) -> AnyRule:
        """The rule for words left out that may tell one thing from another, or say how it is to be."""
        return rules.goal_words_left_out if self.lexicon.lenient else rules.not_in_domain

    def note(self, kind: str, start: int, end: int, names: Iterable[str], count: int | None = 1) -> None:
        """Record what the tokens from `start` to `end` mean."""
        self.mentions.append(Mention(kind, self.span(start, end), tuple(names), count))

    @property
    def held(self) -> list[Entity]:
        """The things that were taken one by one, if nothing has been said since: `a cup from … and a mug from …`."""
        found: list[Entity] = []
        for one in self.literals:
            found = [*found, one.subject] if one.role == "take" else []
        return found

    @property
    def failed(self) -> bool:
        """Whether a finding rules out writing a goal."""
        return any(one.is_error for one in self.findings)

    @property
    def changing(self) -> list[str]:
        """The predicates that actions change."""
        return [one.name for one in self.facts.predicates.values() if one.changes]


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Group token numbers into runs, each from its first to the one after its last."""
    found: list[tuple[int, int]] = []
    for at in numbers:
        if found and found[-1][1] == at:
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
    return found


def mention(talk: Discourse, entity: Entity, phrase: NounPhrase) -> None:
    """Record what a noun phrase refers to: the objects, their types and how many."""
    start, end = phrase.head or (phrase.start, phrase.end)
    talk.note("thing", start, end, entity.members, entity.count)
    types = tuple(kind.type for kind in entity.options if kind.type is not None)
    if types:
        talk.note("type", start, end, types, entity.count)
    if phrase.counted is not None:
        talk.note("count", *phrase.counted, (), phrase.count)
