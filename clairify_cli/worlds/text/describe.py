"""The texts of a text world by its description: which sentences, and the names of its objects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clairify_cli.languages.pddl.meaning import WorldState
from clairify_cli.languages.pddl.meaning.conditions import is_true
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.task import Task
from clairify_cli.records import dataclass
from clairify_cli.worlds.text import templates
from clairify_cli.worlds.text.conditions import Condition
from clairify_cli.worlds.text.description import Description, Include, Sentence
from clairify_cli.worlds.text.templates import PLACE, names_in


@dataclass(frozen=True, slots=True)
class Said:
    """A text, and the objects that it names."""

    text: str
    objects: frozenset[str] = frozenset()


class Names:
    """The names of a task's objects, and the objects that a name can mean.

    `fridge1` is the "fridge 1" and `living-room` the "living room", unless `own` has another name. Objects whose names
    would be equal keep their PDDL names.
    """

    def __init__(self, task: Task, own: Mapping[str, str]) -> None:
        words = {name: own.get(name) or plain_words(name) for name in task.objects}
        many: dict[str, int] = {}
        for one in words.values():
            many[one] = many.get(one, 0) + 1
        self.words = {name: one if many[one] == 1 else name for name, one in words.items()}
        self._objects = {one.lower(): name for name, one in self.words.items()}
        self.order = {name: at for at, name in enumerate(task.objects)}

    def objects(self, text: str, among: Iterable[str]) -> list[str]:
        """Return the objects that a text can mean: the one of that name, or else those of that name with a number."""
        exact = self._objects.get(text)
        among = set(among)
        if exact in among:
            return [exact] if exact is not None else []
        if text in among:
            return [text]
        alike = [one for one in among if re.fullmatch(re.escape(text) + r" \d+", self.words[one].lower())]
        return sorted(alike, key=self.order.__getitem__)

    def sorted(self, objects: Iterable[str]) -> list[str]:
        """Return the objects in the order of the problem."""
        return sorted(objects, key=self.order.__getitem__)


def plain_words(name: str) -> str:
    """Return a PDDL name as words: `counter-top2` is "counter top 2"."""
    spaced = re.sub(r"[-_]+", " ", name).strip()
    return re.sub(r"(?<=[^\W\d])(?=\d+$)", " ", spaced) or name


def listed(names: Sequence[str]) -> str:
    """Join names for a sentence: `a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def bindings(
    condition: Condition, task: Task, state: WorldState, bound: Mapping[str, str] | None = None
) -> Iterator[dict[str, str]]:
    """Yield bindings that make a condition true, by variables without question marks; they extend `bound`."""
    view = view_of(task, state)
    given = {f"?{name}": one for name, one in (bound or {}).items()}
    for variable in condition.variables:
        known = given.get(variable.name.text)
        if known is not None and known not in view.index.members(variable.types)[1]:
            return
    free = tuple(one for one in condition.variables if one.name.text not in given)
    for found in solutions(free, condition.formula, True, given, view, is_true):
        yield {name[1:]: one for name, one in {**given, **found}.items()}


def filled(template: str, binding: Mapping[str, str], names: Names) -> Said | None:
    """Fill a template with objects; None if a place has no object."""
    named = names_in(template)
    if not binding.keys() >= set(named):
        return None
    words = {name: names.words[one] for name, one in binding.items()}
    return Said(templates.filled(template, words), frozenset(binding[name] for name in named))


def told(
    sentence: Sentence, task: Task, state: WorldState, names: Names, bound: Mapping[str, str] | None = None
) -> Iterator[Said]:
    """Yield a sentence for every binding that makes its condition true, in the order of the problem's objects."""
    places = [(match[1], bool(match[2])) for match in PLACE.finditer(sentence.say)]
    single = tuple(dict.fromkeys(name for name, many in places if not many))
    several = tuple(dict.fromkeys(name for name, many in places if many))
    found = [dict(bound or {})] if sentence.when is None else list(bindings(sentence.when, task, state, bound))
    groups: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for binding in found:
        groups.setdefault(tuple(binding[name] for name in single), []).append(binding)
    for key in sorted(groups, key=lambda one: [names.order[name] for name in one]):
        group = groups[key]
        things = {name: names.sorted({binding[name] for binding in group}) for name in several}
        words = {name: names.words[one] for name, one in zip(single, key, strict=True)}
        words.update({name: listed([names.words[one] for one in ones]) for name, ones in things.items()})
        objects = frozenset((*key, *(one for ones in things.values() for one in ones)))
        yield Said(templates.filled(sentence.say, words), objects)


def view_told(
    description: Description, views: Sequence[str], task: Task, state: WorldState, names: Names
) -> list[Said]:
    """Return the texts of some views, one line for each that is not empty."""
    lines: list[Said] = []
    for view in views:
        said = list(_sentences(description, view, task, state, names))
        if said:
            lines.append(together(said, " "))
    return lines


def together(said: Iterable[Said], between: str) -> Said:
    """Join several texts."""
    parts = [one for one in said if one.text]
    return Said(between.join(one.text for one in parts), frozenset().union(*(one.objects for one in parts)))


def _sentences(description: Description, view: str, task: Task, state: WorldState, names: Names) -> Iterator[Said]:
    for one in description.views[view]:
        if isinstance(one, Include):
            yield from _sentences(description, one.view, task, state, names)
        else:
            yield from told(one, task, state, names)
