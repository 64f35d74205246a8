"""Which of a world's commands may be meant by words that are none of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.worlds.text.base import ActionForm

_BRACES = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[\w-]+")
_LITTLE = frozenset(
    ["a", "an", "at", "from", "in", "into", "it", "of", "on", "or", "the", "then", "to", "towards", "up", "with"]
)
_ALIKE = (
    "take get grab pick collect fetch lift",
    "go walk move travel head enter run proceed",
    "put place set drop lay insert",
    "examine inspect look check view",
    "find search seek locate",
    "open unlock",
    "close shut",
    "clean wash rinse wipe",
    "heat warm microwave",
    "cook boil fry",
    "cool chill refrigerate",
    "slice cut chop",
    "switch turn toggle",
)
"""Verbs that a model writes for each other."""

_ARTICLES = ("a", "an", "the")
_SMALL = dict.fromkeys(("in", "on", "into", "onto", "inside"), "in")
_GROUP = {word: group.split()[0] for group in _ALIKE for word in group.split()}


def nearest_forms(command: str, forms: Sequence[ActionForm], most: int) -> list[str]:
    """The commands of the forms that share most of their words with what was said, or words that mean the same, each
    once; nothing where none is near."""
    words = _words(command)
    named = [one.command for one in forms if one.name.lower() in command.casefold().split()]
    own = {one.command: _words(_BRACES.sub(" ", one.command)) for one in forms}
    shares = {text: len(each & words) / max(1, len(each)) for text, each in own.items()}
    likely = sorted((text for text in own if shares[text]), key=lambda text: -shares[text])
    return list(dict.fromkeys([*named, *likely]))[:most] or near_matches(command, own, cutoff=0.4)[:most]


def _words(text: str) -> set[str]:
    words = _WORD.findall(text.casefold())
    return {_GROUP.get(one, one) for one in words if one not in _LITTLE} or set(words)


def meant_of(command: str, offered: Iterable[str]) -> str | None:
    """The one offered command that says the same in other small words or verbs: "put cup 1 on shelf 1" where it is
    "put cup 1 in shelf 1"; None where there is none, or more than one."""
    wanted = _loosened(command)
    found = [one for one in offered if _loosened(one) == wanted]
    return found[0] if len(found) == 1 else None


def _loosened(command: str) -> tuple[str, ...]:
    words = [one for one in _WORD.findall(command.casefold()) if one not in _ARTICLES]
    if words[1:2] == ["up"]:  # pick up
        del words[1]
    return tuple(_GROUP.get(one, one) if not at else _SMALL.get(one, one) for at, one in enumerate(words))
