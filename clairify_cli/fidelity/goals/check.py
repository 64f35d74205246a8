"""Compare a goal with the reading of its text, in both directions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clairify_cli.diagnostics.model import Diagnostic, Source, Span, in_source_order
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.fidelity.goals.terms import GoalLiteral, GoalTerms, Term, alternatives
from clairify_cli.fidelity.rules import rules
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import File, Formula
from clairify_cli.reader.goals import GoalReading, Lexicon, Mention, read_goal
from clairify_cli.reader.goals.facts import Facts, facts_of
from clairify_cli.records import dataclass

_ASIDE = ("place", "means", "step")
"""Mentions that are not part of the goal: a current location, a tool, an intermediate state."""

_LEFT_OUT = "PDL690"


def check_goal(
    goal: Source, text: Source, context: Sequence[Source], lexicon: Lexicon | None = None
) -> list[Diagnostic]:
    """Report the differences found between a goal and its text.

    `goal` contains a bare goal or a problem; `context` has the domain and, for a bare goal, the problem. Spans are in
    the goal; missing parts are reported at its head, with the place in the text as related span. There are no findings
    if domain, problem or goal is missing, or if nothing in the text was understood.
    """
    file, _ = read(goal)
    formula = _formula(file)
    files = [file, *(read(source)[0] for source in context)]
    domain = next((one for one in files if one.domain is not None), None)
    problem = next((one for one in files if one.problem is not None), None)
    if formula is None or domain is None or problem is None:
        return []
    reading = read_goal(text, domain, problem, lexicon)
    facts = facts_of(domain, problem)
    if facts is None or not reading.mentions:
        return []
    changing = frozenset(name for name, one in facts.predicates.items() if one.changes)
    ways: list[GoalTerms | None] = [way for one in reading.readings for way in _ways_of(one.goal, facts, changing)]
    found: dict[Diagnostic, None] = {}
    for written in alternatives(formula, facts.task, changing):
        sides = [_Comparison(goal, text, formula, written, way, reading) for way in ways or [None]]
        nearest: list[Diagnostic] = min((list(side.findings()) for side in sides), key=len)
        found.update(dict.fromkeys(nearest))
    return in_source_order(list(found))


def _formula(file: File) -> Formula | None:
    if file.goal is not None:
        return file.goal.condition
    return file.problem.goal if file.problem is not None else None


def _ways_of(goal: str, facts: Facts, changing: frozenset[str]) -> list[GoalTerms]:
    """Return the possible meanings of a goal that was read from the text."""
    formula = _formula(read(Source(goal))[0])
    return alternatives(formula, facts.task, changing) if formula is not None else []


@dataclass(frozen=True)
class _Comparison:
    """A goal and one reading of its text; `read` is None if the text yielded no goal."""

    goal: Source
    text: Source
    formula: Formula
    written: GoalTerms
    read: GoalTerms | None
    reading: GoalReading

    def findings(self) -> Iterator[Diagnostic]:
        missing = list(self._missing_things())
        yield from missing
        if self.read is None:
            return
        miscounted = dict(self._miscounted(self.read))
        yield from miscounted.values()
        unnamed = dict(self._unnamed())
        if not missing:
            yield from self._missing_literals(self.read, unnamed, frozenset().union(*miscounted))
        yield from self._extra(self.read, unnamed)

    # ------------------------------------------------------------------------------------------------- things

    @property
    def _things(self) -> list[Mention]:
        """The things that the text states a goal for."""
        asides = [one.span for one in self.reading.mentions if one.kind in _ASIDE]
        return [
            one
            for one in self.reading.mentions
            if one.kind == "thing" and one.names and not any(_within(one.span, aside) for aside in asides)
        ]

    def _missing_things(self) -> Iterator[Diagnostic]:
        for mention in self._things:
            names = frozenset(mention.names)
            if self.read is not None and not any(term.members & names for term in self.read.used):
                continue  # the reader did not need it either
            if not any(term.members & names for term in self.written.used):
                told = listing(mention.names, most=4)
                yield rules.goal_lacks_thing(self._head, self._words(mention), told, mention.span)

    def _named(self, term: Term) -> bool:
        """Whether the text names the objects of a term: one object, or all values of a variable."""
        together = frozenset(name for one in self._all_things for name in one.names)
        own = [frozenset(one.names) for one in self._all_things if one.names and frozenset(one.names) & term.members]
        if not term.quantifier:
            return term.name in together
        return any(term.members <= names for names in own) or (bool(own) and term.members <= frozenset().union(*own))

    @property
    def _all_things(self) -> list[Mention]:
        return [one for one in self.reading.mentions if one.names and one.kind not in ("state", "relation", "type")]

    def _unnamed(self) -> Iterator[tuple[Term, GoalLiteral]]:
        """Yield the terms of the goal that the text does not name, each with the first literal that uses it."""
        seen: set[Term] = set()
        for literal in self.written.wanted:
            for term in literal.terms:
                if term not in seen:
                    seen.add(term)
                    if not self._named(term) and not self._as_read(term):
                        yield term, literal

    def _as_read(self, term: Term) -> bool:
        """Whether the reading has a term for these objects too, such as a default hand that the text does not name."""
        return self.read is not None and any(term.members <= one.members for one in self.read.used)

    # ------------------------------------------------------------------------------------------------ counts

    def _miscounted(self, read: GoalTerms) -> Iterator[tuple[frozenset[str], Diagnostic]]:
        """Yield sets of objects whose number differs between goal and text, each with its finding."""
        for mention in self._things:
            names = frozenset(mention.names)
            like = [one for one in self._things if frozenset(one.names) & names]
            wanted = [term for term in read.used if term.members <= names]
            found = [term for term in self.written.used if term.members <= names]
            if not wanted or not found or mention is not like[0]:
                continue
            number, others = _counted(wanted, read), _counted(found, self.written)
            by_name = {one.name for one in found if not one.quantifier}
            if number == others or (number is None and names <= by_name):
                continue
            called = {self._words(one).lower().split()[-1] for one in like}
            if number is not None and others is not None and number < others <= len(called):
                continue  # `the cube` and `the brick`, which the reader treats as one object, may be two
            apart = _counted(found, self.written, apart=True)
            yield (
                names,
                rules.goal_counts_otherwise(
                    self._head,
                    self._words(mention),
                    _number_words(number),
                    _number_words(others),
                    mention.span,
                    equal=apart == number and apart is not None,
                ),
            )

    # ---------------------------------------------------------------------------------------------- literals

    def _missing_literals(
        self, read: GoalTerms, unnamed: dict[Term, GoalLiteral], miscounted: frozenset[str]
    ) -> Iterator[Diagnostic]:
        told: set[tuple[str, bool]] = set()
        for literal in read.wanted:
            key = (literal.predicate, literal.positive)
            if key in told or any(literal.says_as_much_as(one) for one in self.written.wanted):
                continue
            same = [one for one in self.written.wanted if (one.predicate, one.positive) == key]
            if any(term in unnamed for one in same for term in one.terms) or self._moved(same):
                continue  # the goal has it for a thing that the text does not name, which is reported there
            if same and any(term.members & miscounted for term in literal.terms):
                continue
            told.add(key)
            mention = self._mention_of(literal)
            words = self._words(mention) if mention is not None else literal.predicate
            place = mention.span if mention is not None else None
            yield rules.goal_lacks_state(self._head, words, _shown(literal), place)

    def _moved(self, same: Sequence[GoalLiteral]) -> bool:
        """Whether the goal states it for other objects named in the text, which is reported there."""
        return any(not self._is_said(one) for one in same)

    def _is_said(self, literal: GoalLiteral) -> bool:
        return self.read is not None and any(literal.says_as_much_as(one) for one in self.read.wanted)

    def _extra(self, read: GoalTerms, unnamed: dict[Term, GoalLiteral]) -> Iterator[Diagnostic]:
        said = self._said()
        for term, literal in unnamed.items():
            if (literal.predicate, literal.positive) in said or not self._unsure:
                at = self.goal.span(term.start, term.end)
                yield rules.goal_names_another_thing(at, term.told, self._text_of(literal), self._names_of_text())
        for literal in self.written.wanted:
            if self._is_said(literal) or any(term in unnamed for term in literal.terms):
                continue
            at = self.goal.span(literal.start, literal.end)
            same = [
                one for one in read.wanted if (one.predicate, one.positive) == (literal.predicate, literal.positive)
            ]
            if same:
                lacking = [one for one in same if not any(one.says_as_much_as(each) for each in self.written.wanted)]
                yield rules.goal_says_it_of_another(at, self._text_of(literal), _shown((lacking or same)[0]))
            elif (literal.predicate, literal.positive) not in said and not self._unsure:
                yield rules.goal_asks_for_more(at, self._text_of(literal))

    def _said(self) -> set[tuple[str, bool]]:
        """Return the predicates that the text mentions, each with whether it should hold."""
        return {
            (name.removeprefix("not "), not name.startswith("not "))
            for one in self.reading.mentions
            if one.kind in ("state", "relation", "step")
            for name in one.names
        }

    @property
    def _unsure(self) -> bool:
        """Whether the reader skipped words that may have stated more goals."""
        return any(one.is_error or one.code == _LEFT_OUT for one in self.reading.findings)

    # ------------------------------------------------------------------------------------------------- words

    @property
    def _head(self) -> Span:
        """The start of the goal: its keyword."""
        at = self.goal.text.rfind("(", 0, self.formula.start + 1)
        opening = self.goal.text.lower().rfind(":goal", 0, self.formula.start)
        if opening >= 0:
            return self.goal.span(opening, opening + len(":goal"))
        return self.goal.span(max(at, 0), self.formula.end)

    def _words(self, mention: Mention) -> str:
        return " ".join(self.text.text[mention.span.start : mention.span.end].split())

    def _text_of(self, literal: GoalLiteral) -> str:
        return " ".join(self.goal.text[literal.start : literal.end].split())

    def _mention_of(self, literal: GoalLiteral) -> Mention | None:
        name = literal.predicate if literal.positive else f"not {literal.predicate}"
        return next((one for one in self.reading.mentions if name in one.names), None)

    def _names_of_text(self) -> str:
        return listing(dict.fromkeys(self._words(one) for one in self._things), most=6)


def _counted(terms: Sequence[Term], goal: GoalTerms, *, apart: bool = False) -> int | None:
    """Return how many objects some terms denote; None means all of a kind.

    With `apart`, every term counts as a different object.
    """
    if any(term.quantifier == "forall" for term in terms):
        return None
    counted: list[Term] = []
    for term in terms:
        if apart or all(_differ(term, other, goal) for other in counted):
            counted.append(term)
    return len(counted)


def _differ(one: Term, other: Term, goal: GoalTerms) -> bool:
    """Whether two terms cannot denote the same object."""
    return not one.members & other.members or frozenset((one.number, other.number)) in goal.unequal


def _number_words(number: int | None) -> str:
    return "all of them" if number is None else str(number)


def _shown(literal: GoalLiteral) -> str:
    atom = f"({' '.join((literal.predicate, *(term.name for term in literal.terms)))})"
    return f"`{atom}`" if literal.positive else f"`(not {atom})`"


def _within(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end
