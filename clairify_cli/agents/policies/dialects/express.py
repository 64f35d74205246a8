"""How TextWorldExpress's CoinCollector talks, in the terms of `coin-collector.pddl`.

A room says what lies in its directions: another room by its name, or a closed door. What is behind a door has a name of
its own until it is seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.agents.policies.dialects.base import UNSEEN, Commands, Dialect, Frontier, Knowledge
from clairify_cli.agents.policies.dialects.domains import domain_file, lexicon_of
from clairify_cli.languages.pddl.meaning import GroundAction

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}

_WAY = "north|south|east|west"
_HERE = re.compile(r"You are in the ([a-z][a-z' -]*?)\s*\.", re.IGNORECASE)
_PASSAGE = re.compile(rf"to the ({_WAY}),? you see the ([a-z][a-z' -]*?)\s*\.", re.IGNORECASE)
_DOOR = re.compile(rf"to the ({_WAY}),? you see a closed [^.]*?door\s*\.", re.IGNORECASE)
_OPENED = re.compile(r"You open the [^.]*?, revealing the ([a-z][a-z' -]*?)\s*\.", re.IGNORECASE)
_COIN = re.compile(r"\b(?:a|the) coin\b", re.IGNORECASE)
_TAKEN = re.compile(r"You take the coin", re.IGNORECASE)
_OPEN_DOOR = re.compile(rf"open door to ({_WAY})", re.IGNORECASE)
_COMMANDS = {"open-door": "open door to {direction}", "go": "move {direction}", "take": "take coin"}
_PREFACE = re.compile(r"^Your task is to (?:search the environment and )?", re.IGNORECASE)
_COIN_NAME = "coin1"
_BEHIND = "behind-"


class Express(Dialect):
    """The dialect of the original game."""

    def __init__(self) -> None:
        self.file = domain_file("coin-collector")
        assert self.file.domain is not None
        self.domain = self.file.domain
        self.lexicon = lexicon_of("coin-collector")

    def begin(self, text: str, commands: Commands) -> Knowledge:
        known = Knowledge()
        for way in OPPOSITE:
            known.meet(way, "direction")
        self.read(known, "", text, commands)
        return known

    def read(self, known: Knowledge, command: str, text: str, commands: Commands) -> None:
        opened = _OPENED.search(text)
        way = _OPEN_DOOR.search(command)
        here = _here(known)
        if opened is not None and way is not None and here is not None:
            self._lies(known, here, way[1].lower(), _object(opened[1]), closed=False)
        if _TAKEN.search(text):
            known.meet(_COIN_NAME, "coin")
            known.forget("in", 0, _COIN_NAME)
            known.add("have", _COIN_NAME)
            return
        found = _HERE.search(text)
        if found is None:
            return
        here = _arrive(known, _object(found[1]))
        for passage in _PASSAGE.finditer(text):
            self._lies(known, here, passage[1].lower(), _object(passage[2]), closed=False)
        for door in _DOOR.finditer(text):
            self._lies(known, here, door[1].lower(), None, closed=True)
        if _COIN.search(text):
            known.meet(_COIN_NAME, "coin")
            known.add("in", _COIN_NAME, here)
        known.looked.add(here)

    def refused(self, known: Knowledge, step: GroundAction, text: str, commands: Commands) -> None:
        here, there, *_ = step.arguments
        if step.action.name.text == "go" and "closed" in text:
            known.add("closed-door", here, there)
            known.add("closed-door", there, here)
        if step.action.name.text == "open-door" and "already open" in text:
            known.drop("closed-door", here, there)
            known.drop("closed-door", there, here)

    def spell(self, step: GroundAction) -> str:
        way = step.arguments[-1]
        return _COMMANDS[step.action.name.text].replace("{direction}", way)

    def frontiers(self, known: Knowledge) -> Iterator[Frontier]:
        for name, kind in known.objects.items():
            if kind == "room" and name not in known.looked:
                words = name.replace("-", " ")
                needs = ((True, ("at", name)),)
                yield Frontier(name, words, kind, needs, ("coin",), (("in", UNSEEN, name),))

    def goal(self, task: str) -> str:
        return _PREFACE.sub("", task)

    def _lies(self, known: Knowledge, here: str, way: str, there: str | None, *, closed: bool) -> None:
        """In a direction of `here` lies `there`; None where a closed door hides which room it is."""
        if there is None:
            # A room that is known comes before one that is not: "behind-" before it has a name.
            there = min(_towards(known, here, way), key=lambda one: (one.startswith(_BEHIND), one), default=None)
            there = there or f"{_BEHIND}{here}-{way}"
        for one, other, its_way in ((here, there, way), (there, here, OPPOSITE[way])):
            for before in _towards(known, one, its_way):
                if before != other and before.startswith(_BEHIND):
                    known.rename(before, other)
                elif before != other:
                    known.drop("connected", one, before, its_way)
        known.meet(there, "room")
        known.add("connected", here, there, way)
        known.add("connected", there, here, OPPOSITE[way])
        for one, other in ((here, there), (there, here)):
            if closed:
                known.add("closed-door", one, other)
            else:
                known.drop("closed-door", one, other)


def _towards(known: Knowledge, here: str, way: str) -> list[str]:
    """What is known to lie in a direction of a room."""
    return sorted(one[2] for one in known.facts if one[0] == "connected" and one[1] == here and one[3] == way)


def _here(known: Knowledge) -> str | None:
    return next((one[1] for one in known.facts if one[0] == "at"), None)


def _arrive(known: Knowledge, here: str) -> str:
    """The walker is `here`; where a room without a name was expected, this is it."""
    expected = _here(known)
    if expected is not None and expected != here and expected.startswith(_BEHIND):
        known.rename(expected, here)
    known.forget("at")
    known.meet(here, "room")
    known.add("at", here)
    return here


def _object(words: str) -> str:
    return "-".join(re.findall(r"[a-z]+", words.lower()))
