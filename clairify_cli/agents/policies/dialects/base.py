"""What a dialect is, what is known of a world, and where something can be that has not been seen yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from clairify_cli.languages.pddl.meaning import GroundAction
from clairify_cli.languages.pddl.syntax import Domain, File
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.reader.goals import Lexicon

Fact = tuple[bool, GroundAtom]
"""An atom that is true, or one that is false."""

Commands = Callable[[], Sequence[str]]
"""What may be done now, for who asks: finding it out can take a while."""

UNSEEN = "?"
"""Stands for a thing that has not been seen, in the facts of a frontier."""


@dataclass(slots=True)
class Knowledge:
    """What is known: objects with their types, the atoms that are true, and which frontiers have been looked at.

    A fact stays until an observation contradicts it or an action changes it. What is not known is taken to be false, as
    in PDDL; that a place is not closed is known only once it has been looked at.
    """

    objects: dict[str, str] = field(default_factory=dict)
    facts: set[GroundAtom] = field(default_factory=set)
    looked: set[str] = field(default_factory=set)

    def meet(self, name: str, type_name: str) -> None:
        """An object is seen or heard of; its type is noted the first time."""
        self.objects.setdefault(name, type_name)

    def add(self, *atom: str) -> None:
        self.facts.add(atom)

    def drop(self, *atom: str) -> None:
        self.facts.discard(atom)

    def forget(self, predicate: str, at: int | None = None, value: str | None = None) -> None:
        """Takes back the facts of a predicate, or those that have `value` as argument `at` (from 0)."""
        gone = [
            one
            for one in self.facts
            if one[0] == predicate and (at is None or (len(one) > at + 1 and one[at + 1] == value))
        ]
        self.facts.difference_update(gone)

    def rename(self, old: str, new: str) -> None:
        """Two objects turn out to be one: what was known of `old` is known of `new`."""
        self.objects.pop(old, None)
        self.facts = {tuple([new if name == old else name for name in one]) for one in self.facts}

    def fingerprint(self) -> int:
        """The same for the same knowledge."""
        return hash((frozenset(self.facts), frozenset(self.looked), frozenset(self.objects.items())))


@dataclass(frozen=True, slots=True)
class Frontier:
    """A place of which it is not known what is there.

    `needs` are the facts by which it will be seen. Things of the types `holds` can be there, which would be the facts
    `there`, where `?` is the thing. `kind` is the type of the place.
    """

    name: str
    words: str
    kind: str
    needs: tuple[Fact, ...]
    holds: tuple[str, ...]
    there: tuple[GroundAtom, ...]


class Dialect(Protocol):
    """How a family of worlds talks. What it cannot read changes nothing; it never raises for what a world says."""

    file: File
    """The domain's file, whose comments the goal reader reads, too."""
    domain: Domain
    lexicon: Lexicon
    heard: tuple[str, ...] = ()
    """The types of what a task may name before it is seen, the likeliest first; none where names tell types."""
    untold: frozenset[str] = frozenset()
    """The predicates that no sentence ever tells."""
    clutter: frozenset[str] = frozenset()
    """Types of things that matter only where the goal, or what is carried, is about them."""

    def begin(self, text: str, commands: Commands) -> Knowledge:
        """What the first observation tells."""

    def read(self, known: Knowledge, command: str, text: str, commands: Commands) -> None:
        """Adds what an observation tells after a command; what the command's action does is in `known` already."""

    def refused(self, known: Knowledge, step: GroundAction, text: str, commands: Commands) -> None:
        """Adds what a refusal tells."""

    def spell(self, step: GroundAction) -> str:
        """The command of a step of a plan."""

    def frontiers(self, known: Knowledge) -> Iterable[Frontier]:
        """What has not been seen yet."""

    def goal(self, task: str) -> str:
        """The part of the task's text that says what is to be reached."""
        return task


def spelt(template: str, step: GroundAction, words: Mapping[str, str]) -> str:
    """A template such as `take {item} from {place}` with the words for a step's arguments."""
    found = template
    for parameter, argument in zip(step.action.parameters, step.arguments, strict=True):
        found = found.replace(f"{{{parameter.name.text[1:]}}}", words.get(argument, argument))
    return found
