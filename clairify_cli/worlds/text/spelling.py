"""Typed commands: which actions, on which objects, a command can mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from clairify_cli.languages.pddl.meaning.index import index_of
from clairify_cli.languages.pddl.syntax import Action
from clairify_cli.languages.pddl.task import Task
from clairify_cli.records import dataclass
from clairify_cli.worlds.text.describe import Names
from clairify_cli.worlds.text.description import Description
from clairify_cli.worlds.text.templates import names_in, pattern_of

LONGEST = 300
"""Longer commands (characters) are not understood."""
_ARTICLES = ("the ", "a ", "an ")


@dataclass(frozen=True, slots=True)
class Meant:
    """An action, and the objects for those parameters (with question marks) that a command names."""

    action: Action
    named: dict[str, str]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Words in a command that name nothing known, several objects (`meant`), or one of the wrong kind (`kind`)."""

    words: str
    meant: tuple[str, ...] = ()
    kind: bool = False


@dataclass(frozen=True, slots=True)
class _Spelling:
    action: Action
    places: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]


class Spellings:
    """The commands of a description for the actions of a task, compiled for matching."""

    def __init__(self, task: Task, description: Description, names: Names) -> None:
        self.task = task
        self.names = names
        self._spellings = [
            _spelling(action, text)
            for action in task.domain.actions
            for text in (description.deeds[action.name.text].command, *description.deeds[action.name.text].also)
        ]

    def meanings(self, command: str, known: Collection[str]) -> Iterator[Meant | Unknown]:
        """Yield everything a plain command can mean, in the order of the domain; only known objects can be named."""
        for one in self._spellings:
            seen: set[tuple[str, ...]] = set()
            for pattern in one.patterns:
                match = pattern.fullmatch(command)
                if match is not None and match.groups() not in seen:
                    seen.add(match.groups())
                    yield self._meaning(one, match.groups(), known)

    def object_in(self, words: str, known: Collection[str]) -> str | Unknown:
        """Return the known object that some words name."""
        found = self.names.objects(words, known)
        for article in _ARTICLES:
            if not found and words.startswith(article):
                found = self.names.objects(words.removeprefix(article), known)
        return found[0] if len(found) == 1 else Unknown(words, tuple(self.names.words[one] for one in found))

    def _meaning(self, one: _Spelling, groups: tuple[str, ...], known: Collection[str]) -> Meant | Unknown:
        named: dict[str, str] = {}
        types = {parameter.name.text: parameter.types for parameter in one.action.parameters}
        for place, words in zip(one.places, groups, strict=True):
            found = self.object_in(words, known)
            if isinstance(found, Unknown):
                return found
            if found not in index_of(self.task).members(types[place])[1]:
                return Unknown(self.names.words[found], kind=True)
            if named.setdefault(place, found) != found:
                return Unknown(words)
        return Meant(one.action, named)


def plain(command: str) -> str:
    """Normalise a command: ignore case, white space and a full stop."""
    return " ".join(command.lower().split()).rstrip(".!").rstrip()


def _spelling(action: Action, template: str) -> _Spelling:
    """Compile a template to patterns: one whose places match as little as possible, one as much."""
    template = " ".join(template.lower().split())
    places = tuple(f"?{name}" for name in names_in(template))
    greedy = ("(.+?)", "(.+)") if len(places) > 1 else ("(.+)",)
    return _Spelling(action, places, tuple(pattern_of(template, one) for one in greedy))
