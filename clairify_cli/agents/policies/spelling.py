"""Commands and actions: how an action is spelt as a command, and which action a command is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, product

from clairify_cli.agents.policies.files.grow import Step
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.text.base import ActionForm
from clairify_cli.worlds.text.templates import PLACE, filled, names_in, pattern_of

LONGEST_COMMAND = 200
_DIGITS = re.compile(r"(?<=[a-z])-?_?(?=\d)")
_NUMBER = re.compile(r"[ _-]?\d+$")
_MOST_SPELLINGS = 81


@dataclass(frozen=True, slots=True)
class Said:
    """A command as an action: its form, and the words for those of its parameters that the command names."""

    form: ActionForm
    words: tuple[tuple[str, str], ...]


def said(command: str, forms: Sequence[ActionForm]) -> tuple[Said, ...]:
    """The actions that a command may be, those with the most literal words first."""
    found = []
    for form in forms:
        match = pattern_of(form.command).fullmatch(plain(command))
        named = dict.fromkeys(zip(names_in(form.command), map(str.strip, match.groups()), strict=True)) if match else {}
        # A word that stands twice in a command has to be the same both times.
        if match is not None and len(named) == len(set(names_in(form.command))):
            found.append(Said(form, tuple(named)))
    return tuple(sorted(found, key=lambda one: -len(PLACE.sub("", one.form.command))))


def step_said(command: str, forms: Sequence[ActionForm]) -> tuple[ActionForm, tuple[str, ...]] | None:
    """The action written as in PDDL, with all its objects: `(go kitchen hall east)`; otherwise None.

    Without brackets, the name of the action is not the first word of a command, such as `go-next-door` where one says
    "go to {to}": "take coin 1" is not an action with the objects `coin` and `1`.
    """
    name, *objects = command.strip("() ").lower().replace(",", " ").split() or [""]
    verbs = {one.command.split(maxsplit=1)[0].lower() for one in forms if one.command.strip()}
    if not command.strip().startswith("(") and name in verbs:
        return None
    found = (one for one in forms if one.name.lower() == name and len(one.parameters) == len(objects) > 0)
    form = next(found, None)
    return (form, tuple(objects)) if form is not None else None


def plain(text: str) -> str:
    """A command without decoration by a model: marks, quotes, list numbers, a full stop."""
    text = "".join(one if one.isprintable() else " " for one in text)
    text = re.sub(r"^\s*(?:\d+[.)]\s+|[-*•>]+\s+|>)", "", text)
    return " ".join(text.strip(" \t`*\"'“”‘’.!;,").split())[:LONGEST_COMMAND]


def folded(text: str) -> str:
    """A name or words in comparable form: `living-room`, "the Living Room" and `living_room` are one."""
    return re.sub(r"^(?:the|an?)(?=[^a-z])", "", text.casefold().strip()).translate(_SEPARATORS)


_SEPARATORS = str.maketrans("", "", " -_\t\n")


@dataclass(slots=True)
class Spelling:
    """The spelling of PDDL names in a world, learnt from its text: `living-room` may be its "living room"."""

    _heard: str = " "
    _known: dict[str, str] = field(default_factory=dict)

    def hear(self, text: str) -> None:
        """Remember the words of an observation."""
        # Only the end of a long game is remembered: the names that matter are there.
        self._heard = (self._heard + _normal(text) + " ")[-400_000:]
        self._known.clear()

    def words(self, name: str) -> str:
        """The words for a name: as the world was heard to write it, otherwise with blanks for hyphens."""
        if name not in self._known:
            ways = _ways(name)
            self._known[name] = next((way for way in ways if f" {_normal(way)} " in self._heard), ways[0])
        return self._known[name]

    def command(self, form: ActionForm, arguments: Sequence[str], offered: Iterable[str] = ()) -> str:
        """The command of an action; of several ways to write its names, one that the world offers."""
        named = {name: value for (name, _), value in zip(form.parameters, arguments, strict=True)}
        used = list(dict.fromkeys(names_in(form.command)))
        known = {_blank(plain(one)): one for one in offered}
        if known:
            ways = product(*(_offered_ways(named.get(name, name)) for name in used))
            for way in islice(ways, _MOST_SPELLINGS):
                made = plain(filled(form.command, dict(zip(used, way, strict=True))))
                if _blank(made) in known:
                    return known[_blank(made)]
        return filled(form.command, {name: self.words(named.get(name, name)) for name in used})

    def command_of(self, step: Step, forms: Sequence[ActionForm], offered: Iterable[str]) -> str:
        """The command of a step of a plan, whose action is one of the forms."""
        form = next(form for form in forms if form.name.lower() == step[0])
        return self.command(form, step[1:], offered)


def _ways(name: str) -> list[str]:
    """The spellings that a world may use for a PDDL name, likeliest first."""
    blanks = name.replace("_", " ").replace("-", " ")
    return list(dict.fromkeys((blanks, name, _DIGITS.sub(" ", blanks), blanks.replace(" ", ""))))


def _offered_ways(name: str) -> list[str]:
    """The same, and at last without a number: the world may offer "coin" alone, of which the name is `coin-1`."""
    ways = _ways(name)
    return list(dict.fromkeys((*ways, _NUMBER.sub("", ways[0]))))


def _blank(text: str) -> str:
    """A command in small letters with blanks for hyphens: `t-shirt` is a "T-shirt" whatever other names are made of."""
    return re.sub(r"[\s_-]+", " ", text.casefold())


def _normal(text: str) -> str:
    """The words of a text in small letters with single blanks between; hyphens within words are kept."""
    return " ".join(re.sub(r"[^\w\s-]", " ", text.casefold()).split())
