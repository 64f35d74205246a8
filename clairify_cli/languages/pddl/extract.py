"""Find the PDDL in a model's reply.

A reply may be the PDDL alone, PDDL in a Markdown fence, several definitions with prose between them, or a truncated
definition. The text is extracted unchanged; errors in it are left to the checks.
"""

from __future__ import annotations

import re

from clairify_cli.languages.replies import without_fence
from clairify_cli.records import dataclass

_MARK = re.compile(
    r"(?P<define>\(\s*define\s*(?:;[^\n]*\n\s*)*\(\s*(?P<kind>domain|problem)\b)"
    r"|(?P<goal>\(\s*:goal\b)|(?P<formula>^[ \t]*\(\s*(?:and|or|not|exists|forall|imply)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_BRACKET = re.compile(r";[^\n]*|[()]|^[ \t]*(?:```|~~~)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of PDDL in a reply: a `domain`, `problem`, `goal` or `formula`; `complete` if it is closed."""

    kind: str
    text: str
    complete: bool


def extract(reply: str) -> str:
    """Return the PDDL in a reply: its domain and problem in this order, else its goal, else the content of its fence.

    Of several pieces of one kind, the last complete one is used, because a model that shows two shows the better one
    last. Goals and formulas are used only if there is no definition.
    """
    found = pieces(reply)
    chosen = [one for one in (_last(found, kind) for kind in ("domain", "problem")) if one is not None]
    if not chosen:
        chosen = [one for one in (_last(found, kind) for kind in ("goal", "formula")) if one is not None][:1]
    if not chosen:
        return without_fence(reply)
    return "\n".join(one.text + "\n" for one in chosen)


def _last(found: list[Piece], kind: str) -> Piece | None:
    of_kind = [one for one in found if one.kind == kind]
    complete = [one for one in of_kind if one.complete]
    return next(reversed(complete or of_kind), None)


def pieces(reply: str) -> list[Piece]:
    """Return every stretch of a reply that begins like PDDL, up to its end bracket, a fence, or the next definition."""
    found: list[Piece] = []
    at = 0
    while match := _MARK.search(reply, at):
        kind = (match["kind"] or ("goal" if match["goal"] else "formula")).lower()
        start = match.start() + len(match.group()) - len(match.group().lstrip())
        end, complete = _end(reply, start, match.end())
        text = reply[_with_comments(reply, start, at) : end].rstrip()
        if not complete:
            text = _without_prose_behind(text)
        found.append(Piece(kind, text, complete))
        at = end
    return found


def _without_prose_behind(text: str) -> str:
    """Cut an unclosed definition after its last bracket if a blank line follows, to drop the prose after it."""
    last = text.rfind(")") + 1
    return text[:last] if last and "\n\n" in text[last:] else text


def _with_comments(reply: str, start: int, earliest: int) -> int:
    """Move the start up to include the comment lines directly above, which describe the definition."""
    line_start = reply.rfind("\n", 0, start) + 1
    if reply[line_start:start].strip():
        return start
    while line_start > earliest:
        before = reply.rfind("\n", 0, line_start - 1) + 1
        if before < earliest or not reply[before:line_start].lstrip().startswith(";"):
            break
        line_start = before
        start = line_start
    return start


def _end(reply: str, start: int, inside: int) -> tuple[int, bool]:
    """Return where a definition ends, and whether it ends at its own bracket.

    Brackets may be wrong, so a fence or the next definition also ends it, and text after the bracket that seems to
    close it still belongs to it if it begins with a section.
    """
    depth = 0
    end = -1
    for match in _BRACKET.finditer(reply, start):
        written = match.group()
        if match.start() >= inside and _begins_definition(reply, match.start()):
            return (end, True) if end >= 0 else (match.start(), False)
        if written == "(":
            if depth <= 0 and end >= 0 and not _goes_on(reply, match.start()):
                return end, True
            depth += 1
        elif written == ")":
            if depth <= 0 and reply[end : match.start()].strip():
                return end, True  # a bracket in the prose after it
            depth -= 1
            if depth <= 0:
                end = match.end()
        elif written[0] != ";":
            return (end, True) if end >= 0 else (match.start(), False)
    return (end, True) if end >= 0 else (len(reply), False)


_SECTION = re.compile(r"\(\s*:[a-z]", re.IGNORECASE)
_DEFINITION = re.compile(r"\(\s*define\b", re.IGNORECASE)


def _goes_on(reply: str, at: int) -> bool:
    return _SECTION.match(reply, at) is not None


def _begins_definition(reply: str, at: int) -> bool:
    return _DEFINITION.match(reply, at) is not None
