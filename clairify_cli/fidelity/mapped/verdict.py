"""The verdict on a program and its text: what was understood, guessed or left out, and what to decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.english.plain import PlainSource
from clairify_cli.fidelity.check import MOST_CHARACTERS
from clairify_cli.fidelity.comparison.evidence import text_facts
from clairify_cli.fidelity.mapped.source_map import Origin, SourceMap
from clairify_cli.fidelity.mapped.wording import Stretch, merged, touches
from clairify_cli.languages.outline import Role
from clairify_cli.reader.protocol.rules import GUESSES

_NOT_DONE = "XDL608"
_MISSED = (_NOT_DONE, "XDL601", "XDL607", "XDL611", "XDL615", "XDL617", "XDL626")
"""Rules with findings that point to words of the text that the program lacks."""
_IN_COMMENT, _HOW_MUCH, _UNCLEAR, _CHOSEN = "XDL691", "XDL310", ("XDL692", "XDL642"), "XDL627"
_LONGEST, _MOST = 50, 6
"""Maximum characters per quotation, and quotations per sentence. The findings have the rest."""


def verdict(found: SourceMap) -> tuple[str, ...]:
    """Return the verdict as sentences, with quotations in backticks; empty categories are omitted."""
    instructions = _instructions(found)
    missed = {code: [_place(other.span) for one in _of(found, code) for other in one.related] for code in _MISSED}
    steps = merged([_place(span) for step in found.walk() for span in step.source])
    done = [one for one in instructions if touches(one, steps) and not touches(one, missed[_NOT_DONE])]
    without = [one for one in instructions if one not in done]
    unread = map(_place, found.unread if found.origin is Origin.READING else ())
    left_out = merged([*without, *unread, *(place for places in missed.values() for place in places)])
    said = {
        "Words for actions": f"{len(instructions)} found, {len(done)} with a step" if instructions else "",
        "Guessed": _listed(_guess(found, one) for one in found.findings if one.code in (*GUESSES, _CHOSEN)),
        "Left out": _listed(_quoted(found, place) for place in left_out),
        "Only in comments": _listed(
            (*(_quoted(found, _place(one.span)) for one in _of(found, _IN_COMMENT)), *_qualified(found))
        ),
        "To decide": "; ".join(_questions(found)),
    }
    return tuple(f"{key}: {words}." for key, words in said.items() if words)


def is_short(text: str) -> bool:
    """Whether a text is short enough to compare with a program."""
    return len(text) <= MOST_CHARACTERS


def _of(found: SourceMap, code: str) -> list[Diagnostic]:
    return [one for one in found.findings if one.code == code]


def _instructions(found: SourceMap) -> list[Stretch]:
    """Return the words of the text for actions, in order; empty if the text is too long to compare."""
    if not is_short(found.text.text):
        return []
    text = PlainSource(found.text.text, found.text.name)
    facts = text_facts(text.text)
    known = [text.original(cue.start, cue.end) for cue in facts.cues if cue.required]
    return merged([*known, *(text.original(verb.start, verb.end) for verb in facts.unknown)])


def _place(span: Span) -> Stretch:
    return span.start, span.end


def _guess(found: SourceMap, finding: Diagnostic) -> str:
    """Return the guess and the words it is for: `flask` for `TsF (1.91 mmol)`."""
    chosen = finding.message.removeprefix("the text does not give ").partition(": it is ")
    if finding.code == _CHOSEN:
        return chosen[0]
    said = finding.message.rpartition(", so ")[2]
    taken = said.removesuffix(" is taken")
    return f"{taken} for {_quoted(found, _place(finding.span))}" if taken != said else finding.message


def _qualified(found: SourceMap) -> Iterator[str]:
    """Yield names with a quality that only the comment has: `ice-cold water` for `water`."""
    for step in found.walk():
        names = [one.value.casefold() for one in step.properties if one.role is Role.SUBSTANCE]
        notes = (note for one in step.properties if one.role is Role.NOTE for note in one.value.split("; "))
        yield from (f"`{note}`" for note in notes if any(note.casefold().endswith(f" {name}") for name in names))


def _questions(found: SourceMap) -> Iterator[str]:
    """Yield questions that only a person can answer: missing amounts, words with two meanings or an impossible one."""
    starts = {one.span.start for one in _of(found, _HOW_MUCH)}
    names = [
        next((f"`{one.value}`" for one in step.properties if one.role is Role.SUBSTANCE), f"`{step.name}`")
        for step in found.walk()
        if any(step.span.start <= start < step.span.end for start in starts) and not step.children
    ]
    if names:
        yield f"how much {_listed(names)}"
    yield from (one.message for one in found.findings if one.code in _UNCLEAR)


def _quoted(found: SourceMap, place: Stretch) -> str:
    words = " ".join(found.text.text[slice(*place)].split()).strip(",;:. ")
    return f"`{words if len(words) <= _LONGEST else words[:_LONGEST].rsplit(' ', 1)[0] + ' …'}`"


def _listed(words: Iterable[str]) -> str:
    """Join words as `a`, `b`, `c` and 2 more; duplicates appear once."""
    named = list(dict.fromkeys(words))
    more = f" and {len(named) - _MOST} more" if len(named) > _MOST else ""
    return ", ".join(named[:_MOST]) + more
