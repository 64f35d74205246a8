"""The domain and problem that a program names in a comment: `# clairify: domain household, problem kitchen`."""

from __future__ import annotations

import re

from clairify_cli.records import dataclass

WORDS = ("domain", "problem")
"""The keywords before the names."""

_WORD = "|".join(WORDS)
_HEADING = re.compile(
    rf"^[ \t]*#[ \t]*clairify[ \t]*:[ \t]*(?P<rest>(?:{_WORD})\b[^\n]*)", re.MULTILINE | re.IGNORECASE
)
COMMENT = re.compile(r"#[^\r\n]*")
_PART = re.compile(rf"\b({_WORD})(?:[ \t]*[=:][ \t]*|[ \t]+)[\"'`]?([^\s,;\"'`]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """The names in the comment as written; None for each missing one."""

    domain: str | None = None
    problem: str | None = None


def heading_of(text: str) -> Heading:
    """Return the names in the first such comment."""
    match = _HEADING.search(text) if "clairify" in text else None
    if match is None:
        return Heading()
    found: dict[str, str] = {}
    for word, name in _PART.findall(match["rest"]):
        found.setdefault(word.lower(), name)
    return Heading(found.get("domain"), found.get("problem"))


def place_of_heading(text: str) -> tuple[int, int]:
    """Return where the first such comment begins and ends; an empty place if there is none."""
    match = _HEADING.search(text)
    return match.span() if match is not None else (0, 0)


def has_remarks(text: str) -> bool:
    """Whether a comment other than a heading addresses the tool: one about findings, or a misspelled one."""
    return any("clairify" in one and not is_heading(one[1:]) for one in COMMENT.findall(text))


def is_heading(comment: str) -> bool:
    """Whether the text of a comment is a heading, rather than a remark about findings."""
    return _HEADING.match(f"#{comment}") is not None
