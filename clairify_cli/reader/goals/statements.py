"""Prepare statements about the present state for the goal reader: what is asserted, and what is denied.

"The cup is in the sink now" reads like the goal that it describes. This module splits a text into statements, drops
words of time, turns a denial into what it denies, and replaces "it" with the subject of the statement before.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from clairify_cli.records import dataclass, replace

_END = re.compile(r"(?<=[.!;])\s+|[.!;]+\s*$|\n+")
_AND = re.compile(
    r",?\s+(?:and|but)\s+(?=(?:the|a|an|there|it|no)\s[^,]*?\s(?:is|are|was|were|has|have)\b)", re.IGNORECASE
)
_TIME = re.compile(
    r"\s*,?\s*\b(?:right now|now|currently|at the moment|meanwhile|already|in the meantime|by now|instead)\b,?",
    re.IGNORECASE,
)
_FRONT = re.compile(
    r"^(?:(?:I|we|the robot|the camera|it)\s+(?:can\s+)?(?:sees?|saw|notice[sd]?|observe[sd]?)\s+"
    r"(?:that\s+)?|(?:it turned out|it turns out|apparently|actually),?\s+(?:that\s+)?)",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?P<verb>is|are|was|were|does|do|has|have)(?:\s+(?:not|no longer)\b|n['’]t\b)|\b(?P<bare>no longer)\b",
    re.IGNORECASE,
)
_MORE = re.compile(r"\s+(?:any\s?more|any\s+longer)\b", re.IGNORECASE)
_MOVED = re.compile(
    r"\b(?:has\s+|have\s+)?(?:(?:was|were|been|is|are)\s+(?:moved|put|placed|dropped|left|found|pushed|taken)"
    r"|(?:fell|fallen|dropped|rolled|slid|slipped|tipped|moved|went|landed))"
    r"(?:\s+(?:over|down|back))?\s+(?P<where>into|in|inside|onto|on|to|at|under)\b",
    re.IGNORECASE,
)
_REST = {"into": "in", "onto": "on", "to": "at"}
_THERE = re.compile(r"^there\s+(?:is|are)\s+(?P<no>no\s+)?(?P<rest>.+)$", re.IGNORECASE)
_PLACE = re.compile(r"^(?P<what>.+?)\s+(?P<where>(?:in|on|at|under|inside|onto|near|beside)\s.+)$", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|one)\s", re.IGNORECASE)
_IT = re.compile(r"^(?:it|they)(?=\s|['’]s\b)", re.IGNORECASE)
_IS = re.compile(r"^['’]s\b")
_SUBJECT = re.compile(
    r"^(?P<what>(?!(?:it|they|there)\b)\S.*?)\s+"
    r"(?:is|are|was|were|has|have|does|do|lies|stands|sits|fell|dropped|rolled|slid|slipped|tipped|moved|went|landed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement worded for the goal reader, whether it is `denied`, and the original words (`said`).

    `is_open` means that it is about "it", and no earlier statement says what that is.
    """

    text: str
    denied: bool
    said: str
    is_open: bool = False


def statements(text: str) -> tuple[Statement, ...]:
    """The statements of a text, in order."""
    sentences = (part.strip() for part in _END.split(text))
    clauses = (clause.strip(" .,;!") for sentence in sentences for clause in _AND.split(sentence))
    found: list[Statement] = []
    about: str | None = None
    for said in clauses:
        if said:
            text = _FRONT.sub("", _TIME.sub("", said)).strip()
            is_it = _IT.match(text) is not None
            about = about if is_it else _subject(text)
            is_open = is_it and about is None
            found.append(replace(_statement(said, _named(text, about)), is_open=is_open))
    return tuple(found)


class _There(NamedTuple):
    """`There is no cup on the table`: a thing, its place, and whether this is denied."""

    what: str
    where: str
    denied: bool


def _there(text: str) -> _There | None:
    there = _THERE.match(text)
    place = _PLACE.match(there["rest"]) if there is not None else None
    if there is None or place is None:
        return None
    return _There(place["what"], place["where"], there["no"] is not None)


def _subject(text: str) -> str | None:
    """The subject of a clause, if named; "there is a cup in the sink" is about the cup."""
    there = _there(text)
    if there is not None:
        return None if there.denied else _ARTICLE.sub("the ", there.what)
    subject = _SUBJECT.match(text)
    return subject["what"] if subject is not None else None


def _named(text: str, about: str | None) -> str:
    """Replace a leading "it" in a clause with what it refers to."""
    it = _IT.match(text)
    if it is None or about is None:
        return text
    return about + _IS.sub(" is", text[it.end() :])


def _statement(said: str, text: str) -> Statement:
    text = _MOVED.sub(lambda found: f"is {_REST.get(found['where'].lower(), found['where'])}", text)
    there = _there(text)
    if there is not None:
        return Statement(f"{there.what} is {there.where}", there.denied, said)
    denied = _DENIED.search(text)
    if denied is None:
        return Statement(text, False, said)
    verb = denied["verb"] or ""
    kept = "" if verb.lower() in ("does", "do") else verb
    text = f"{text[: denied.start()]}{kept}{text[denied.end() :]}"
    return Statement(" ".join(_MORE.sub("", text).split()), True, said)
