"""The name of a substance within a noun phrase, and the words that describe it or do not belong to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clairify_cli.chemistry import core_name, find
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.quantities import CARRIED
from clairify_cli.english.tokens import Token
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.nouns.lists import RATIO
from clairify_cli.reader.protocol.nouns.noun import Noun, vessel_at
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
    if "of" in lows[1:]:
        head = lows[lows.index("of", 1) - 1]
    written = any(char.isalpha() for token in words for char in token.text)
    if not written or not WORDS["abstract"].isdisjoint((head, words[-1].low)):
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


_STATED = late(r"(?P<strength>\d+(?:\.\d+)?\s?(?:[mµ]?M|N|%)|saturated) (?P<name>.+?)(?: solution)?")
"""`4 M HCl solution`, `20% piperidine`."""
_SYSTEMATIC = 8
"""A systematic name is longer than this; an abbreviation such as `TMS-4` is not."""


def solvent_at(inner: list[Token]) -> int:
    """Where in brackets a solvent with its amount begins: `3.5 g in | 10 mL of water`; 0 if there is none."""
    for at in range(1, len(inner) - 2):
        following = inner[at + 1].quantity
        if inner[at].low == "in" or inner[at].low.endswith(" in"):
            volume = following is not None and following.dimension == "volume"
            if volume and any(one.dimension == "mass" for one in inner[:at]):
                return at + 1
    return 0


def is_part(group: Token, following: list[Token]) -> bool:
    """Whether a bracketed systematic name is part of a longer one."""
    if len(group.inner) != 3 or not following or following[0].kind != "word":
        return False
    text = group.inner[1].text
    ends = WORDS.has(following[0].low, "prepositions", "conjunctions")
    return not ends and any(c.isdigit() for c in text) and "-" in text and len(text) > _SYSTEMATIC


def begins_name(token: Token) -> bool:
    """Whether a word begins a name, and is not `of` or a label: `to a solution | diisopropylamine (5 g)`."""
    return token.kind == "word" and len(token.text) > 1 and token.low != "of" and token.low not in WORDS["prepositions"]


def is_blend(name: list[Token], parts: list[Noun], tokens: list[Token]) -> bool:
    """Whether a mixture is one reagent: `a 1:1 mixture of A and B (20 mL)`, `a mixture of THF and ether (40 mL)`."""
    if parts[0].measured or any(part.contents for part in parts):
        return False
    if any(is_ratio(token) for token in name):
        return True
    inner = [one for token in tokens if token.kind == "group" for one in token.inner]
    solvents = all((known := find(part.name)) is not None and known.is_a("solvent") for part in parts)
    return not parts[0].strong and (solvents or any(is_ratio(token) for token in (*tokens, *inner)))


def is_ratio(token: Token) -> bool:
    """Whether a token is a ratio: `4:1`."""
    return RATIO.match(token.text) is not None


def strength_in(inner: Sequence[Token]) -> list[Token]:
    """The concentration given in brackets: `2.5 M in hexanes | , 4 mL`, `7:3 | v/v`; or nothing."""
    if (at := next((k for k, one in enumerate(inner[:-1]) if one.low == "ph"), None)) is not None:
        aimed = not inner[at + 1].text[0].isdigit() or (at > 0 and inner[at - 1].low == "to")  # `NaOH (to pH > 11)`
        return [] if aimed else list(inner[at : at + 2])  # `buffer (pH 7, 10 mL)`
    at = next((k for k, one in enumerate(inner) if is_strength(one) or is_ratio(one)), None)
    if at is None or inner[at].text[0] in "≈~":
        return []
    before = [one.low for one in inner[:at] if one.low not in ("a", "an")]
    if before and before[-1] not in (",", ";", "of"):
        return []
    if any(one.low.startswith("by") for one in inner[at + 1 : at + 2]):
        return []  # `20% by weight` is an amount
    first = end = at + 1
    if end < len(inner) and inner[end].low in WORDS["solutions"]:
        first = end = end + 1  # `8 mL of a 2.5 M | solution | in hexanes`
    if end + 1 < len(inner) and inner[end].low == "in" and inner[end + 1].kind == "word":
        end += 1
        while end < len(inner) and inner[end].kind == "word":
            end += 1
    return [inner[at], *inner[first:end]]


def strong_words(ahead: list[Token]) -> str:
    """The concentration given before `solution of A`: `a | saturated aqueous | solution of A`; empty if none."""
    kept = [one for one in ahead if is_strength(one) or one.low in WORDS["strong"]]
    exact = any(is_strength(one) or one.low.startswith(("sat", "conc", "aq")) for one in kept)
    return " ".join(one.text for one in kept) if exact else ""


def is_strength(token: Token, units: tuple[str, ...] = ("M", "N", "%", "mM", "µM")) -> bool:
    """Whether a token is a concentration."""
    return token.quantity is not None and token.quantity.dimension == "strength" and token.quantity.unit in units


def dissolved_at(tokens: list[Token]) -> tuple[int, int]:
    """Where a thing ends that is dissolved in or contains another, and where the other begins; zeros if none.

    `cyclohexene | dissolved in | ether`, `ether (5 mL) | containing | acetic acid (1 mL)`.
    """
    for at in range(1, len(tokens) - 1):
        said = (*tokens[at].low.split(), *(t.low for t in tokens[at + 1 : at + 2]))
        if said[0] in WORDS["dissolved"] and said[1] in ("in", "with", "into"):
            return at, at + (1 if " " in tokens[at].low else 2)
        some = any(token.low in WORDS["measures"] for token in tokens[at + 1 :])  # `a few drops of HCl`
        if said[0] == "containing" and (some or _is_measured(tokens[at + 1 :])) and _is_measured(tokens[:at]):
            return (at, at + 1) if vessel_at(tokens[:at]) is None else (0, 0)
    return 0, 0


def made_from(tokens: list[Token]) -> int:
    """Where what a thing is made from begins, with amounts: `LDA prepared from | amine (1 mL) and n-BuLi (2 mL)`."""
    for at in range(1, len(tokens) - 2):
        if tokens[at].low in WORDS["made"] and tokens[at + 1].low == "from" and _is_measured(tokens[at + 2 :]):
            return at + 2
    return 0


def _is_measured(tokens: list[Token]) -> bool:
    """Whether the tokens include an amount."""
    found = [token.quantity for one in tokens for token in (one, *one.inner)]
    return any(quantity is not None and quantity.dimension in (*CARRIED, "measure") for quantity in found)


def as_one(solute: Noun, solvents: list[Noun]) -> bool:
    """Treat a solution of known concentration as one thing, with the amount on the solute; False if it is two."""
    if solute.contents or len(solvents) != 1 or solvents[0].contents:
        return False
    solvent = solvents[0]
    inside = any(q.dimension in CARRIED and q.unit != "mol%" for q in solute.quantities)
    catalyst = any(q.unit == "mol%" for q in solute.quantities) and solvent.amount("volume") is None
    if not (solute.strong or (solvent.strong and not inside)) or catalyst:
        return False  # `and Sc(OTf)3 (10 mol%) in MeCN (0.2 M)`: that of the reaction
    if not inside:
        solute.quantities = [*solvent.quantities, *solute.quantities]
    elif any(one.dimension != "amount" for one in solvent.quantities):
        return False
    else:  # `330 mL of a 1 M solution of A in B (330 mmol)`: moles refer to the solute
        solute.quantities = [*solute.quantities, *solvent.quantities]
    if solvent.strength and not solute.strength:
        solute.name = f"{solute.name} ({solvent.strength} in {solvent.name})"
    elif (stated := _STATED.fullmatch(solute.name)) is not None and solvent.name.lower() not in ("water", "h2o"):
        solute.name = f"{stated['name']} ({stated['strength']} in {solvent.name})"
    solute.notes.extend(solvent.tokens)
    solute.tokens = [*solute.tokens, *solvent.tokens]
    return True
