"""Check that a text is English and holds a procedure at all; if not, that is the only report."""

from __future__ import annotations

import re
from collections import Counter

from clairify_cli.chemistry import find
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.english.lexicon import LEXICON
from clairify_cli.reader.protocol.model import Reading, Step, walk
from clairify_cli.reader.protocol.rules import rules

_WORD = re.compile(r"[^\W\d_]+")
_LEAST, _MOST = 3, 0.5
"""The least function words that show a language, and the most English ones as a share of their number."""
_LATIN = 0x250
_FEW = 0.4
_UNTOLD = 0.5
"""If at least this share of a text is unread, its steps may be chance."""


def foreign(text: str) -> str:
    """The language of a text that is not English, judging by its function words; empty for English.

    >>> foreign("Das Gemisch wird unter Rühren auf 60 °C erhitzt und mit Wasser verdünnt.")
    'German'
    """
    # The start of a text is enough to tell its language.
    words = Counter(_WORD.findall(text[:20_000].lower()))
    letters = "" if text.isascii() else "".join(words)
    if sum(ord(letter) > _LATIN for letter in letters) > _FEW * len(letters):
        return "a language with letters of its own"
    counts = {name: sum(words[word] for word in known) for name, known in LEXICON.languages.items()}
    english = counts.pop("English")
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= _LEAST and english < _MOST * counts[best] else ""


def no_procedure(source: Source, reading: Reading) -> Diagnostic | None:
    """The report that a text holds no procedure; None if it does.

    A few steps without any amount, time, temperature or known substance, in a text that is otherwise about something
    else, are words that only look like instructions.
    """
    text = source.text
    language = foreign(text)
    if not text.strip():
        return None
    if language:
        return rules.no_procedure(source.span(0, len(text.rstrip())), f"it is not English, but {language}")
    if not reading.steps:
        return rules.no_procedure(source.span(0, len(text.rstrip())), "none of its words is an instruction with a step")
    unread = sum(span.end - span.start for span in reading.unread)
    if unread < _UNTOLD * len(text) or any(_is_evidence(step) for step in walk(reading.steps)):
        return None
    return rules.no_procedure(source.span(0, len(text.rstrip())), "its few words for actions have no amount or time")


def _is_evidence(step: Step) -> bool:
    named = step.get("reagent") or step.get("solvent") or ""
    measured = any(value[:1].isdigit() for key, value in step.properties if key != "comment")
    return measured or find(named) is not None
