"""Which of a world's commands may be meant by words that are none of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
