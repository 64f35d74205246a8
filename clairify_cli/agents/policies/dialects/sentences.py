"""The sentences of a description, read in reverse: the words in their placeholders, inserted into their conditions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from clairify_cli.agents.policies.dialects.base import Fact
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.syntax import And, Atom, Formula, Name, Not, Or, Quantified
from clairify_cli.languages.pddl.task import GroundAtom, ground
from clairify_cli.records import dataclass
from clairify_cli.worlds.text.description import Description, Include, Sentence
from clairify_cli.worlds.text.templates import PLACE, names_in, pattern_of

_NAME, _NAMES = r"([^\s.,:;!?][^.,:;!?]*?)", r"([^.:;!?]+?)"
_BREAK = re.compile(r"(?<=[.!?])\s+|\n+")
_AND = re.compile(r",\s*(?:and\s+)?|\s+and\s+")


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence that can be recognised.

    `places` are its variables in their order, `lists` the one that lists all there is. `facts` are the literals of its
    condition over variables, `nothing` the atoms that it says do not exist, with their variable. `types` are those of
    all variables.
    """

    pattern: re.Pattern[str]
    plain: int
    places: tuple[str, ...]
    lists: str | None
    facts: tuple[Fact, ...]
    nothing: tuple[tuple[str, GroundAtom], ...]
    types: Mapping[str, tuple[str, ...]]


def sentences_of(description: Description, among: Collection[str] | None = None) -> tuple[Told, ...]:
    """All sentences of the views that say something about the world, those with the most words first.

    With `among`, of these views and those within them only.
    """
    views = dict.fromkeys(description.views if among is None else among)
    for name in (waiting := list(views)):
        within = [one.view for one in description.views[name] if isinstance(one, Include) and one.view not in views]
        views.update(dict.fromkeys(within))
        waiting += within
    found = [
        made
        for name in views
        for one in description.views[name]
        if isinstance(one, Sentence) and one.when is not None
        for made in [told_by(one)]
        if made is not None
    ]
    return tuple(sorted(found, key=lambda one: -one.plain))


def pieces(text: str) -> Iterator[str]:
    """The sentences of an observation."""
    yield from filter(None, (one.strip() for one in _BREAK.split(text)))


def names_told(told: Told, piece: str) -> dict[str, list[str]] | None:
    """The names in the places of a sentence; None if the piece is another."""
    match = told.pattern.fullmatch(piece)
    if match is None:
        return None
    found: dict[str, list[str]] = {}
    for variable, words in zip(told.places, match.groups(), strict=True):
        names = [one.strip() for one in _AND.split(words)] if variable == told.lists else [words.strip()]
        if variable in found and found[variable] != names:
            return None
        found[variable] = [one for one in names if one]
    return found


def told_by(sentence: Sentence) -> Told | None:
    """A sentence so that it can be recognised; None if its condition is more than literals."""
    assert sentence.when is not None
    facts: list[Fact] = []
    nothing: list[tuple[str, GroundAtom]] = []
    try:
        _collect(sentence.when.formula, facts, nothing)
    except ValueError:
        return None
    types = {one.name.text: type_names(one.types) for one in sentence.when.variables}
    return recognised(sentence.say, tuple(facts), tuple(nothing), types)


def recognised(
    say: str, facts: tuple[Fact, ...], nothing: tuple[tuple[str, GroundAtom], ...], types: Mapping[str, tuple[str, ...]]
) -> Told:
    """A template as a pattern that recognises its texts."""
    places = tuple(f"?{name.lower()}" for name in names_in(say))
    listed = [f"?{name.lower()}" for name, star in PLACE.findall(say) if star]
    pattern = pattern_of(say, _NAME, _NAMES)
    return Told(pattern, len(PLACE.sub("", say)), places, listed[-1] if listed else None, facts, nothing, types)


def _collect(formula: Formula, facts: list[Fact], nothing: list[tuple[str, GroundAtom]]) -> None:
    """The literals of a conjunction; raises `ValueError` for what is more than that."""
    match formula:
        case Atom(predicate=Name(text="=")):
            pass  # it says what a place stands for, and nothing of the world
        case Atom():
            facts.append((True, ground(formula)))
        case Not(operand=Atom() as atom):
            facts.append((False, ground(atom)))
        case Not(operand=Quantified(quantifier="exists", variables=(one,), body=Atom() as atom)):
            nothing.append((one.name.text, ground(atom)))
        case And():
            for part in formula.operands:
                _collect(part, facts, nothing)
        case Or(operands=(Atom() as first, Atom() as other)) if set(ground(first)) == set(ground(other)):
            facts.append((True, ground(first)))  # a way in either direction
        case _:
            raise ValueError


def filled(atom: GroundAtom, binding: Mapping[str, str]) -> GroundAtom:
    """An atom with variables replaced."""
    return tuple([binding.get(one, one) for one in atom])


def is_filled(atom: GroundAtom) -> bool:
    """Whether no variable is left."""
    return not any(one.startswith("?") for one in atom[1:])


def matches(atom: GroundAtom, facts: Iterable[GroundAtom]) -> Iterator[dict[str, str]]:
    """The bindings of an atom's variables for each fact that it matches."""
    for fact in facts:
        if fact[0] != atom[0] or len(fact) != len(atom):
            continue
        binding: dict[str, str] = {}
        for term, value in zip(atom[1:], fact[1:], strict=True):
            if term.startswith("?"):
                if binding.setdefault(term, value) != value:
                    break
            elif term != value:
                break
        else:
            yield binding


def fits(kind: str, types: Collection[str], supertypes: Mapping[str, Collection[str]]) -> bool:
    """Whether an object of a type can be in the place of a variable."""
    above = supertypes.get(kind, (kind,))
    return any(one in above for one in types)
