"""The name of a substance within a noun phrase, and the words that describe it or do not belong to it."""

from __future__ import annotations

import re

from clairify_cli.chemistry import core_name, find
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.tokens import Token
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass, field

# A label of a compound: `3`, `12a`, `4b'`.
_LABEL = late(r"\d{1,3}[a-z]?['’]?\Z")
_ABBREVIATION = late(r"(?=.*[A-Z].*[A-Z])[A-Za-z0-9(][A-Za-z0-9()₀-₉+-]{1,11}\Z")
_WRITTEN = late(r"\d|[a-z][A-Z]|[A-Z]{2}|.[()\[\]\-,α-ω]", re.DOTALL)
_FOOTNOTE = late(r".*\b[A-Z][A-Za-z]{2,}\d\Z")
_LONGEST = 12
"""The most words in a name."""
_ADJECTIVES = ("ed", "ing", "ous", "ic", "ish", "ly", "less", "ive", "ent", "ant", "coloured", "colored")
_PLAIN = ("resulting", "references", "fillers", "manner", "determiners", "qualities", "portion", "lead", "conjunctions")


@dataclass(slots=True)
class Name:
    """The tokens of a name, the labels and abbreviations set next to it, and the description after it."""

    tokens: list[Token]
    labels: list[Token] = field(default_factory=list)
    rest: list[Token] = field(default_factory=list)


def name_of(tokens: list[Token]) -> Name:
    """The name at the front of a noun phrase, without a description after it and without its label.

    `water added`, `cyclohexene 4` and `the DCC which …` are water, cyclohexene and DCC.
    """
    end = _end(tokens)
    made = Name(tokens[:end], rest=tokens[end:])
    while len(made.tokens) > 1 and _is_label(made.tokens):
        made.labels.append(made.tokens.pop())
    return made


def _end(tokens: list[Token]) -> int:
    """Where the words that belong to a name end."""
    whole = next((at for at, token in enumerate(tokens[:6]) if token.low in WORDS["solutions"]), 0)
    for at, token in enumerate(tokens):
        if at < whole and token.low.endswith("ed"):
            continue  # `a stirred cooled solution of`
        if at and WORDS.has(token.low, "being", "after_name"):
            return at
        told = LEXICON.verb(token.low, "past", "ing") is not None and LEXICON.verb(token.low, "base", "noun") is None
        if at and at + 1 == len(tokens) and told:
            return at
    return len(tokens)


def _is_label(tokens: list[Token]) -> bool:
    """Whether a name's last token is a compound's label: `aldehyde 3`, but `Celite 545`."""
    token, before = tokens[-1], tokens[-2]
    if not _LABEL.match(token.text) or before.kind not in ("word", "number"):
        return False
    plain = before.low != "of" and before.low not in WORDS["prepositions"]
    return plain and before.low not in WORDS["graded"]


def label_in(tokens: list[Token]) -> list[str]:
    """Other names in a bracketed group: its label, or an abbreviation, alone or before an amount; not a supplier."""
    found: list[str] = []
    rest = [token for token in tokens if token.kind != "quantity"]
    for at, token in enumerate(rest):
        if token.kind not in ("word", "number") or (at and rest[at - 1].kind != "mark"):
            continue
        after = rest[at + 1] if at + 1 < len(rest) else None
        if after is not None and after.kind != "mark":
            continue
        if (len(rest) == 1 and _LABEL.match(token.text)) or (
            _ABBREVIATION.match(token.text) and token.low not in WORDS["suppliers"]
        ):
            found.append(token.text)
    return found


def is_label(word: str) -> bool:
    """Whether a word is the label of a compound: `3`, `12a`."""
    return _LABEL.match(word) is not None


def without_footnote(name: str) -> str:
    """A formula without a footnote mark: `1 M HCl3`."""
    cut = _FOOTNOTE.match(name)
    return name[:-1] if cut is not None and find(name) is None and find(name[:-1]) is not None else name


def plain_substance(name: str) -> str | None:
    """The substance of a name without qualifiers, so that `CH2Cl2` and `dichloromethane` are one reagent.

    `dry THF`, `6 N HCl` and `ice water` are reagents of their own.
    """
    if core_name(name).lower() != name.lower() or name.lower().startswith("ice"):
        return None
    found = find(name)
    return found.name if found is not None else None


def is_description(token: Token) -> bool:
    """Whether a word before `mixture` or `solution` only describes it: `rapidly stirred`, `biphasic`, `grey/green`."""
    low = token.low
    if WORDS.has(low, *_PLAIN) or (low in LEXICON.verbs and low.isalpha()):
        return True
    return _WRITTEN.search(token.text) is None and low.endswith(_ADJECTIVES)


def is_thing(tokens: list[Token]) -> bool:
    """Whether the words of a name can name a substance, not a time, place, action or piece of equipment."""
    words = [token for token in tokens if token.kind in ("word", "number")]
    if not words or len(words) > _LONGEST:
        return False
    head = words[-1].low
    lows = [token.low for token in words]
    joined = next((at for at, low in enumerate(lows) if low in WORDS["conjunctions"]), 0)
    if any(low in WORDS["equipment"] for low in lows[:joined]):
        return False  # `a glass stopper fitted and orange mixture`
    if len(lows) == 2 and lows[0] in ("part", "step") and (lows[1] in LEXICON.numbers["small"] or not lows[1][1:]):
        return False  # `in part A`, `in step one`
    if "of" in lows[1:]:
        head = lows[lows.index("of", 1) - 1]
    if (
        head in WORDS["abstract"]
        or words[-1].low in WORDS["abstract"]
        or not any(char.isalpha() for token in words for char in token.text)
    ):
        return False
    nothing = ("resulting", "manner", "fillers", "qualities", "determiners", "conjunctions", "prepositions")
    return not all(WORDS.has(low, *nothing) for low in lows)


def is_equipment(tokens: list[Token]) -> bool:
    """Whether a name is a piece of equipment: `nitrogen inlet needle`, `Friedrich water condenser`."""
    words = [token.low for token in tokens if token.kind in ("word", "number")]
    if not words:
        return False
    equipment = WORDS["equipment"]
    return words[-1] in equipment or " ".join(words[-2:]) in equipment
