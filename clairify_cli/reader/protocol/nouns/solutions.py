"""The facts about a solution in brackets and the words around `of`: its solvent, its concentration, whether it is a
blend."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.quantities import CARRIED
from clairify_cli.english.tokens import Token
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.nouns.lists import RATIO
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.nouns.vessel_phrases import vessel_at

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
    """Whether a mixture is one reagent: `a 1:1 mixture of A and B (20 mL)`, `a mixture of A and B (4:1, 40 mL)`."""
    if parts[0].measured or any(part.contents for part in parts) or parts[0].strong:
        return False
    inner = [one for token in tokens if token.kind == "group" for one in token.inner]
    return any(is_ratio(token) for token in (*name, *tokens, *inner))


def is_ratio(token: Token) -> bool:
    """Whether a token is a ratio: `4:1`."""
    return RATIO.match(token.text) is not None


def strength_in(inner: Sequence[Token]) -> list[Token]:
    """The concentration given in brackets: `2.5 M in hexanes | , 4 mL`, `7:3 | v/v`; or nothing."""
    if (at := next((k for k, one in enumerate(inner[:-1]) if one.low == "ph"), None)) is not None:
        return list(inner[at : at + 2])  # `buffer (pH 7, 10 mL)`
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
    exact = any(is_strength(one) or one.low.startswith(("sat", "conc")) for one in kept)
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
        if said[0] == "containing" and _is_measured(tokens[at + 1 :]) and _is_measured(tokens[:at]):
            return (at, at + 1) if vessel_at(tokens[:at]) is None else (0, 0)
    return 0, 0


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
    if not (solute.strong or (solvent.strong and not inside)):
        return False
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
