"""Reads the action in a model's reply: tolerant of how it is laid out, and never more than a line of text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from clairify_cli.agents.policies.spelling import plain

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
    """What a reply says: a command, None where none can be made out, and the thought before it."""

    command: str | None
    thought: str = ""


def spoken(reply: str, fits: Callable[[str], bool]) -> Spoken:
    """The first action of a reply; `fits` says whether a line is a command of the world.

    An action is what is labelled as one, or else the first line that is a command, or else the reply's only line, where
    that is no more than a few words.
    What a model makes up about the turns after its action is not read.
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
