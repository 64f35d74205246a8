"""The known facts of a world, and the places where unseen things may be."""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.languages.pddl.meaning import GroundAction
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.text.templates import filled

Fact = tuple[bool, GroundAtom]
"""An atom that is true, or one that is false."""

UNSEEN = "?"
"""Stands for a thing that has not been seen, in the facts of a frontier."""


@dataclass(slots=True)
class Knowledge:
    """The known facts: objects with their types, the true atoms, and the explored frontiers.

    A fact stays until an observation contradicts it or an action changes it. Unknown facts count as false, as in PDDL;
    that a place is not closed is known only once it has been looked at.
    """

    objects: dict[str, str] = field(default_factory=dict)
    facts: set[GroundAtom] = field(default_factory=set)
    looked: set[str] = field(default_factory=set)

    def meet(self, name: str, type_name: str) -> None:
        """An object is seen or heard of; its type is noted the first time."""
        self.objects.setdefault(name, type_name)

    def add(self, *atom: str) -> None:
        self.facts.add(atom)

    def rename(self, old: str, new: str) -> None:
        """Two objects turn out to be the same: the facts about `old` become facts about `new`."""
        self.objects.pop(old, None)
        self.facts = {tuple([new if name == old else name for name in one]) for one in self.facts}

    def fingerprint(self) -> int:
        """The same for the same knowledge."""
        return hash((frozenset(self.facts), frozenset(self.looked), frozenset(self.objects.items())))


@dataclass(frozen=True, slots=True)
class Frontier:
    """A place with unknown contents.

    `needs` are the facts that make it visible. Objects of the types `holds` can be there; the facts would then be
    `there`, with `?` for the object. `kind` is the type of the place.
    """

    name: str
    words: str
    kind: str
    needs: tuple[Fact, ...]
    holds: tuple[str, ...]
    there: tuple[GroundAtom, ...]


def spelt(template: str, step: GroundAction, words: Mapping[str, str]) -> str:
    """A template such as `take {item} from {place}` with the words for a step's arguments."""
    pairs = zip(step.action.parameters, step.arguments, strict=True)
    return filled(template, {one.name.text[1:]: words.get(argument, argument) for one, argument in pairs})
