"""Find the program in a model's reply.

A reply may be the program alone, the program in a Markdown fence, several programs with prose between them, or a
truncated program. The text is extracted unchanged; errors in it are left to the checks. Models are prompted for steps
alone, so the declarations are derived from the steps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.patterns import late
from clairify_cli.languages.replies import without_fence
from clairify_cli.languages.xdl.checks.references import type_of
from clairify_cli.languages.xdl.format import escape_value, format_xdl
from clairify_cli.languages.xdl.reader import read
from clairify_cli.languages.xdl.schema import Kind, load
from clairify_cli.records import dataclass

_MARK = late(r"<(?P<close>/)?\s*(?P<root>XDL|Synthesis)\b|^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
_ESCAPED = late(r"&lt;\s*(?:XDL|Synthesis)\b")
_MARKUP = late(r"<!--.*?-->|<[^<>]*>", re.DOTALL)
_DECLARES = late(r"<(?:Hardware|Reagents|Parameters|Blueprint)\b")
_DECLARATIONS = late(r"^ *<Hardware>.*?</Reagents>\n", re.DOTALL | re.MULTILINE)
_PROCEDURE = late(r"<Procedure\b")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stretch of a reply that may be its program; `complete` if it has its close tag."""

    text: str
    complete: bool


def extract(reply: str) -> str:
    """Return the program in a reply: the last complete one, else the last incomplete one, else the reply itself.

    The last is used because a model that shows two programs shows the better one last.
    """
    reply = unwrapped(reply)
    found = candidates(reply)
    if not found:
        return without_fence(reply)
    complete = [candidate for candidate in found if candidate.complete]
    return (complete or found)[-1].text + "\n"


def programs(reply: str) -> list[str]:
    """Return every complete program in a reply, in order."""
    return [found.text + "\n" for found in candidates(unwrapped(reply)) if found.complete]


def unwrapped(reply: str) -> str:
    """Return the reply with programs unpacked from JSON (steps or strings) and from escaped angle brackets."""
    inside = without_fence(reply).strip()
    if inside[:1] in ("{", "["):
        from clairify_cli.languages.xdl.constrain import from_steps

        try:
            value = json.loads(inside)
            steps = value.get("steps") if isinstance(value, dict) else value
            if isinstance(steps, str) and not (_MARK.search(steps) or _ESCAPED.search(steps)):
                return steps  # why there is no program
            made = from_steps(steps) if isinstance(steps, list) and steps else None
            found = [one for one in _strings(value) if _MARK.search(one) or _ESCAPED.search(one)]
        except (ValueError, RecursionError):
            made, found = None, []
        if made is not None:
            return made
        if found:
            return unwrapped("\n".join(found))
    if _ESCAPED.search(reply) and not any(mark["root"] for mark in _MARK.finditer(reply)):
        from html import unescape

        return unescape(reply)
    return reply


def _strings(value: object) -> Iterator[str]:
    """Yield all strings in a JSON value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


def candidates(reply: str) -> list[Candidate]:
    """Return the stretches of a reply from a root to its close tag, a fence, another root, or the reply's end.

    Prose may also mention the root tags, so not every stretch is a program.
    """
    marks = list(_MARK.finditer(reply))
    found: list[Candidate] = []
    at = 0
    while at < len(marks):
        if not marks[at]["root"] or marks[at]["close"]:
            at += 1
            continue
        last = _last_mark(reply, marks, at)
        closes = last < len(marks) and bool(marks[last]["close"])
        end = marks[last].start() if last < len(marks) else len(reply)
        if closes:
            end = reply.find(">", end) + 1 or len(reply)
        found.append(Candidate(reply[marks[at].start() : end].rstrip(), closes))
        at = last + 1 if closes else last
    return found


def _last_mark(reply: str, marks: list[re.Match[str]], first: int) -> int:
    """Return the index of the mark that ends the stretch begun at `first`; `len(marks)` for the end of the reply."""
    name = marks[first]["root"]
    child = name == "XDL"  # its first synthesis is part of it
    for index in range(first + 1, len(marks)):
        mark = marks[index]
        if not mark["root"] or (mark["close"] and mark["root"] == name):
            return index
        if mark["close"]:
            continue
        if not (child and mark["root"] == "Synthesis" and _holds_markup_only(reply, marks[first].end(), mark.start())):
            return index
        child = False
    return len(marks)


def _holds_markup_only(reply: str, start: int, end: int) -> bool:
    """Whether only the rest of the root's own tag, other tags and comments precede its synthesis."""
    return _MARKUP.sub("", f"<{reply[start:end]}").strip() == ""


def declared_lines(program: str) -> range:
    """Return the lines of a program in canonical form that declare its vessels and reagents, counted from 1."""
    found = _DECLARATIONS.search(program)
    first = program.count("\n", 0, found.start()) + 1 if found else 1
    return range(first, first + found[0].count("\n")) if found else range(0)


def with_declarations(program: str) -> str:
    """Add declarations of the vessels, reagents and materials in its steps to a program that has none.

    The result is in canonical form, unless the XML is broken. A program with declarations is returned unchanged.
    """
    procedure = _PROCEDURE.search(program)
    document, _ = read(Source(program)) if procedure and not _DECLARES.search(program) else (None, [])
    if procedure is None or document is None:
        return program
    vessels: dict[str, None] = {}
    reagents: dict[str, None] = {}
    elements = load().elements
    for element in document.root.iter():
        known = elements[element.tag].properties if element.tag in elements else {}
        for key, value in element.attrib.items():
            kind = known[key].type.kind if key in known else None
            if kind is Kind.VESSEL:
                vessels[value] = None
            elif kind in (Kind.REAGENT, Kind.MATERIAL):
                reagents[value] = None
    types = {name: f' type="{type_}"' if (type_ := type_of(name)) else "" for name in vessels}
    hardware = "".join(f'<Component id="{escape_value(name)}"{types[name]}/>\n' for name in vessels)
    declared = "".join(f'<Reagent name="{escape_value(name)}"/>\n' for name in reagents)
    sections = f"<Hardware>\n{hardware}</Hardware>\n<Reagents>\n{declared}</Reagents>\n"
    whole = program[: procedure.start()] + sections + program[procedure.start() :]
    try:
        return format_xdl(Source(whole))
    except ValueError:
        return whole
