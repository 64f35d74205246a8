"""What a mutation operator is: it breaks a well-made program in one place and says where that must be reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from markup import Attribute, Element, Markup, read
from xsd_tables import Property, entries


@dataclass(frozen=True, slots=True)
class Mutant:
    """A broken text; an error with one of `codes` (prefixes) has to be reported on one of `lines` (from 1)."""

    text: str
    lines: frozenset[int]
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """One break: the cuts `(start, end, new text)`, and the lines of the broken text on which it may be reported."""

    cuts: tuple[tuple[int, int, str], ...]
    lines: tuple[int, ...]


Places = Callable[[Markup], Iterable[Slip]]


@dataclass(frozen=True, slots=True)
class Operator:
    """A way of breaking a program; `codes` are the prefixes of the codes that name the break rightly."""

    name: str
    codes: tuple[str, ...]
    places: Places

    def __call__(self, text: str, rng: Random, most: int | None = None) -> list[Mutant]:
        """A mutant for every place, or for `most` places that `rng` picks; none where the operator does not apply."""
        slips = list(self.places(read(text)))
        if most is not None and len(slips) > most:
            slips = rng.sample(slips, most)
        return [Mutant(cut(text, slip.cuts), frozenset(slip.lines), self.codes) for slip in slips]


def cut(text: str, cuts: Iterable[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(cuts, reverse=True):
        text = text[:start] + new + text[end:]
    return text


_OPERATORS: dict[str, Operator] = {}


def operator(*codes: str, name: str = "") -> Callable[[Places], Places]:
    """Register a function that names the places as a mutation operator, of its own name or another one."""

    def register(places: Places) -> Places:
        called = name or places.__name__
        assert called not in _OPERATORS, called
        _OPERATORS[called] = Operator(called, codes, places)
        return places

    return register


def registered() -> tuple[Operator, ...]:
    return tuple(_OPERATORS.values())


# What many operators look for.


def typed(markup: Markup) -> Iterator[tuple[Element, Attribute, Property]]:
    """Every property that the schema knows, with its entry; arguments of blueprints are left out."""
    table = entries()
    for element in markup.elements:
        entry = table.get(element.name)
        for attribute in element.attributes if entry else ():
            known = entry.properties.get(attribute.name) if entry else None
            if known:
                yield element, attribute, known


def revalued(markup: Markup, names: Iterable[str], new: str) -> Iterator[Slip]:
    """For every property of one of the kinds, `new` in the place of its value."""
    for _, attribute, known in typed(markup):
        if known.kind in names:
            yield value_becomes(markup, attribute, new)


def value_becomes(markup: Markup, attribute: Attribute, new: str) -> Slip:
    at = attribute.value_start
    return Slip(((at, attribute.value_end, new),), (markup.line(at),))


def blueprint_calls(markup: Markup) -> list[Element]:
    """The steps that are blueprints of this text."""
    names = {b.value("id") for b in markup.named("Blueprint")}
    return [e for e in markup.elements if e.name in names]


def indent(markup: Markup, offset: int) -> str:
    """The white space before the text of the line in which an offset stands."""
    start = markup.line_starts[markup.line(offset) - 1]
    line = markup.text[start:offset]
    return line if not line.strip() else " " * (len(line) - len(line.lstrip()))
