"""How the games of ALFWorld talk, in the terms of `alfworld.pddl`.

    You arrive at drawer 7. On the drawer 7, you see a cd 2, and a keychain 4.

A thing's name tells its type: "keychain 4" is `key-chain4`. Some places are so near to each other that who is at one is
at the other, too, which only the list of what may be done tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from clairify_cli.agents.policies.dialects.base import UNSEEN, Commands, Dialect, Frontier, Knowledge, spelt
from clairify_cli.agents.policies.dialects.domains import domain_file, lexicon_of
from clairify_cli.languages.pddl.hierarchy import hierarchy_of
from clairify_cli.languages.pddl.meaning import GroundAction

_THING = re.compile(r"\b(?:an?|the) ([a-z]+) (\d+)", re.IGNORECASE)
_ROOM = re.compile(r"Looking quickly around you, you see ([^.]*)\.", re.IGNORECASE)
_ON = re.compile(r"On the ([a-z]+) (\d+), you see ([^.]*)\.", re.IGNORECASE)
_OPEN = re.compile(r"The ([a-z]+) (\d+) is open\. In it, you see ([^.]*)\.", re.IGNORECASE)
_CLOSED = re.compile(r"The ([a-z]+) (\d+) is closed\.", re.IGNORECASE)
_MAY = re.compile(r"(examine|open|close|use) ([a-z]+) (\d+)", re.IGNORECASE)
_MAY_TAKE = re.compile(r"take ([a-z]+) (\d+) from ([a-z]+) (\d+)", re.IGNORECASE)
_PREFACE = re.compile(r"^\s*Your task is to\b:?\s*", re.IGNORECASE)
_FIND_TWO = re.compile(r"^find (two [a-z]+) and put them ", re.IGNORECASE)

_COMMANDS = {
    "go": "go to {place}",
    "look-over": "examine {place}",
    "open": "open {place}",
    "close": "close {place}",
    "take": "take {item} from {place}",
    "put": "move {item} to {place}",
    "clean": "clean {item} with {sink}",
    "heat": "heat {item} with {microwave}",
    "cool": "cool {item} with {fridge}",
    "slice": "slice {item} with {knife}",
    "switch-on": "use {lamp}",
    "examine": "use {lamp}",
}


class Alfworld(Dialect):
    """The dialect of the original games."""

    clutter = frozenset({"thing"})

    def __init__(self) -> None:
        self.file = domain_file("alfworld")
        assert self.file.domain is not None
        self.domain = self.file.domain
        self._above = hierarchy_of(self.domain).supertypes
        self._types = {one.replace("-", ""): one for one in self._above}
        self._words: dict[str, str] = {}
        self.lexicon = lexicon_of("alfworld")

    def begin(self, text: str, commands: Commands) -> Knowledge:
        known = Knowledge()
        known.add("hand-empty")
        for room in _ROOM.finditer(text):
            for thing in _THING.finditer(room[1]):
                self._place(known, thing[1], thing[2])
        return known

    def read(self, known: Knowledge, command: str, text: str, commands: Commands) -> None:
        for pattern in (_ON, _OPEN):
            for seen in pattern.finditer(text):
                place = self._place(known, seen[1], seen[2])
                known.drop("closed", place)
                self._contents(known, place, seen[3])
        for seen in _CLOSED.finditer(text):
            known.add("closed", self._place(known, seen[1], seen[2]))
        self._nearby(known, commands())

    def refused(self, known: Knowledge, step: GroundAction, text: str, commands: Commands) -> None:
        if step.action.name.text == "go":
            # One cannot go where one is, which is how the games say that two places are one.
            known.add("at", step.arguments[0])
        self._nearby(known, commands())

    def spell(self, step: GroundAction) -> str:
        return spelt(_COMMANDS[step.action.name.text], step, self._words)

    def frontiers(self, known: Knowledge) -> Iterator[Frontier]:
        for name, kind in known.objects.items():
            if name in known.looked or "place" not in self._above.get(kind, ()):
                continue
            here, shut = ("at", name) in known.facts, ("closed", name) in known.facts
            needs = (
                ((True, ("seen", name)),) if here and not shut else ((True, ("at", name)), (False, ("closed", name)))
            )
            yield Frontier(name, self._words[name], kind, needs, ("thing",), (("in", UNSEEN, name),))

    def goal(self, task: str) -> str:
        words = lexicon_of("alfworld")  # a person who says `cup` may mean a mug, a game does not
        self.lexicon = replace(words, groups={}) if _PREFACE.match(task) else words
        return _FIND_TWO.sub(r"put \1 ", _PREFACE.sub("", task).strip())

    def _contents(self, known: Knowledge, place: str, text: str) -> None:
        """What is in or on a place, all of it."""
        there = {self._object(known, one[1], one[2], "item") for one in _THING.finditer(text)}
        for fact in [one for one in known.facts if one[0] == "in" and one[2] == place and one[1] not in there]:
            known.facts.discard(fact)
        for name in there:
            known.forget("in", 0, name)
            known.add("in", name, place)
        known.looked.add(place)

    def _nearby(self, known: Knowledge, commands: Sequence[str]) -> None:
        """What the list of what may be done tells of places that are where another is."""
        may = [one for one in map(_MAY.fullmatch, commands) if one is not None]
        named = {one[0].lower() for one in may}
        for one in may:
            kind = self._types.get(one[2].lower(), "")
            if one[1].lower() != "examine" or "place" not in self._above.get(kind, ()):
                continue
            words = f"{one[2]} {one[3]}".lower()
            place = self._place(known, one[2], one[3])
            known.add("at", place)
            if f"open {words}" in named:
                known.add("closed", place)
            else:
                known.drop("closed", place)
        for taking in filter(None, map(_MAY_TAKE.fullmatch, commands)):
            item = self._object(known, taking[1], taking[2], "item")
            place = self._place(known, taking[3], taking[4])
            known.add("in", item, place)

    def _place(self, known: Knowledge, word: str, number: str) -> str:
        new = self._object(known, word, number, "place", meet=False)
        if new not in known.objects:
            self._object(known, word, number, "place")
            if "openable" in self._above.get(known.objects[new], ()):
                known.add("closed", new)
        return new

    def _object(self, known: Knowledge, word: str, number: str, otherwise: str, *, meet: bool = True) -> str:
        """The object of a name; of a type that the domain does not have it is of the type `otherwise`."""
        kind = self._types.get(word.lower())
        name = f"{kind or word.lower()}{number}"
        self._words[name] = f"{word.lower()} {number}"
        if meet:
            known.meet(name, kind or otherwise)
        return name
