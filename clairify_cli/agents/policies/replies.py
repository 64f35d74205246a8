"""Reads the action in a model's reply: tolerant of how it is laid out, and never more than a line of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from clairify_cli.agents.policies.spelling import plain
from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.files.data import toml
from clairify_cli.worlds.text.base import ActionForm
from clairify_cli.worlds.text.templates import PLACE

_ACTION = re.compile(
    r"^[\W_]*(?:next\s+)?(?:action|command|act)[\W_]*?\d*[\s*_`]*[:：>=][\s*_`]*(.*)$", re.IGNORECASE | re.MULTILINE
)
_THOUGHT = re.compile(r"^[\W_]*(?:thought|think|reasoning)[\W_]*?\d*[\s*_`]*[:：>=][\s*_`]*(.*)$", re.IGNORECASE)
_JSON = re.compile(r"[\"']action[\"']\s*:\s*[\"']([^\"'\n]+)[\"']", re.IGNORECASE)
_JSON_THOUGHT = re.compile(r"[\"'](?:thought|reasoning)[\"']\s*:\s*\"((?:[^\"\\\n]|\\.)*)\"", re.IGNORECASE)
_FENCE = re.compile(r"^\s*(?:```|~~~)\S*\s*$")
_LONGEST_THOUGHT = 400
_LONGEST_LINE = 500
_MOST_LINES = 100
_MOST_WORDS = 10


class Spoken(NamedTuple):
    """The content of a reply: a command (None if there is none), and the thought before it."""

    command: str | None
    thought: str = ""


def spoken(reply: str, fits: Callable[[str], bool]) -> Spoken:
    """The first action of a reply; `fits` says whether a line is a command of the world.

    The action is the labelled line, or else the first line that is a command, or else the reply's only line, if it has
    only a few words. Invented turns after a model's action are ignored.
    """
    lines = [line[:_LONGEST_LINE] for line in reply.splitlines() if line.strip() and not _FENCE.match(line[:20])]
    lines = lines[:_MOST_LINES]
    thought = _thought(lines)
    json = _JSON.search(reply)
    if json is not None:
        why = _JSON_THOUGHT.search(reply)
        return Spoken(plain(json[1]) or None, _one_line(why[1].replace('\\"', '"')) if why is not None else thought)
    for at, line in enumerate(lines):
        match = _ACTION.match(line)
        if match is not None:
            said = plain(match[1]) or (plain(lines[at + 1]) if at + 1 < len(lines) else "")
            if said:
                return Spoken(said, thought)
    for line in lines:
        if fits(plain(line)):
            return Spoken(plain(line), thought)
    if len(lines) == 1 and not _THOUGHT.match(lines[0]) and not _ACTION.match(lines[0]) and not _is_prose(lines[0]):
        return Spoken(plain(lines[0]) or None, thought)
    return Spoken(None, thought)


def _is_prose(line: str) -> bool:
    return len(line.split()) > _MOST_WORDS


def _thought(lines: list[str]) -> str:
    for line in lines:
        match = _THOUGHT.match(line)
        if match is not None:
            return _one_line(match[1])
    return ""


def _one_line(thought: str) -> str:
    return " ".join(thought.split())[:_LONGEST_THOUGHT]


_WORD = re.compile(r"[\w-]+")
_WORDS = toml(Path(__file__).with_suffix(".toml"))
_LITTLE, _ARTICLES, _OPENING = (frozenset(_WORDS[one]) for one in ("little", "articles", "opening"))
_SMALL: dict[str, str] = dict.fromkeys(_WORDS["small"], "in")
_GROUP: dict[str, str] = {word: group.split()[0] for group in _WORDS["alike"] for word in group.split()}


def nearest_forms(command: str, forms: Sequence[ActionForm], most: int) -> list[str]:
    """The commands of the forms that share most of their words with what was said, or words that mean the same, each
    once; nothing if none is near."""
    words = _words(command)
    named = [one.command for one in forms if one.name.lower() in command.casefold().split()]
    own = {one.command: _words(PLACE.sub(" ", one.command)) for one in forms}
    shares = {text: len(each & words) / max(1, len(each)) for text, each in own.items()}
    likely = sorted((text for text in own if shares[text]), key=lambda text: -shares[text])
    return list(dict.fromkeys([*named, *likely]))[:most] or near_matches(command, own, cutoff=0.4)[:most]


def _words(text: str) -> set[str]:
    words = _WORD.findall(text.casefold())
    meant = {_GROUP.get(one, one) for one in words if one not in _LITTLE} or set(words)
    return meant | {"open"} if not _OPENING.isdisjoint(words) else meant


def meant_of(command: str, offered: Iterable[str]) -> str | None:
    """The one offered command that says the same in other small words or verbs: "put cup 1 on shelf 1" where it is
    "put cup 1 in shelf 1"; None if there is none, or more than one."""
    wanted = _loosened(command)
    found = [one for one in offered if _loosened(one) == wanted]
    return found[0] if len(found) == 1 else None


def _loosened(command: str) -> tuple[str, ...]:
    words = [one for one in _WORD.findall(command.casefold()) if one not in _ARTICLES]
    if words[1:2] == ["up"]:  # pick up
        del words[1]
    return tuple(_GROUP.get(one, one) if not at else _SMALL.get(one, one) for at, one in enumerate(words))
