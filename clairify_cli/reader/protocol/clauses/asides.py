"""What is taken out of a sentence before it is split: remarks and gases.

Asides can occur anywhere (`(TLC)`, `in 78 % yield`), tails at the end (`to give oil`), and so can a gas under which
something is done: `under an atmosphere of dry nitrogen`.
"""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.records import dataclass

_LOOKS_REACH = 9
"""How far after `as` a word for looks can be: `as a pale yellow oil`."""
_ENDS = frozenset(("until", "till"))


@dataclass(frozen=True, slots=True)
class Aside:
    """Tokens of a sentence that are a remark, with its kind."""

    tokens: list[Token]
    kind: str


def without_asides(tokens: list[Token]) -> tuple[list[Token], list[Aside]]:
    """Split a sentence into its other tokens and the asides that can occur anywhere in it."""
    kept: list[Token] = []
    found: list[Aside] = []
    at = 0
    while at < len(tokens):
        size, kind = _aside(tokens, at)
        if size:
            found.append(Aside(tokens[at : at + size], kind))
            at += size
        else:
            kept.append(tokens[at])
            at += 1
    return (kept, found) if found else (tokens, found)


def _aside(tokens: list[Token], at: int) -> tuple[int, str]:
    """The length in tokens of an aside at `at`, and its kind."""
    token = tokens[at]
    if token.kind == "group":
        added = any(before.low == "added" for before in tokens[max(0, at - 3) : at])  # `was added NaH (60%, 0.5 g)`
        kind = _group_kind(token, last=at + 1 == len(tokens) and not added)
        return (1, kind) if kind else (0, "")
    if token.low in ("equipped", "fitted") or (token.low in ("carrying", "bearing") and at):
        told = any(before.low in WORDS["being"] for before in tokens[max(0, at - 2) : at])
        return (0, "") if told else (_equipment(tokens, at), "equipment")
    if token.low == "page" and at + 1 < len(tokens) and tokens[at + 1].kind == "number":
        return 2, "reference"
    return 0, ""


def _group_kind(group: Token, *, last: bool) -> str:
    """The kind of a bracketed remark, or an empty string: `(TLC)`, `(see notes)`, `(CAUTION: toxic)`."""
    inner = [token for token in leaves(group.inner[1:-1]) if token.kind != "mark"]
    if not inner:
        return ""
    first = inner[0].low.rstrip(".:")
    lows = {token.low.rstrip(".") for token in inner}
    measured = {token.quantity.dimension for token in inner if token.quantity is not None}
    if any(token.dimension == "time" for token in inner):
        return ""  # `(TLC, about 1 h)` gives a duration
    if first in ("tlc", "monitored", "t.l.c", "checked") or (lows & WORDS["remarks.monitoring"] and not measured):
        return "monitoring"
    if first in ("see", "note", "notes", "ref", "cf", "page", "lit", "literature", "http") or "et" in lows & {"et"}:
        return "reference"
    if first in ("rf", "nmr", "ir") and not measured & {"mass", "volume", "amount"}:
        return "spectrum"
    if lows & WORDS["remarks.safety"] and not measured & {"mass", "volume", "amount", "temp"}:
        return "safety"
    if lows & {"yield", "yields"}:
        return "yield"
    # `(200 g, 20% by weight)` and `(100 mg, 20 wt%)` give a share of another substance.
    share = any(token.quantity is not None and token.quantity.unit == "%" and "w" not in token.low for token in inner)
    share = share and not lows & {"by weight", "weight", "w/w"}
    if last and share and measured <= {"mass", "strength"} and len(inner) < 5 and "volume" not in measured:
        return "yield" if "mass" in measured and inner[0].quantity is not None else ""
    return ""


def _equipment(tokens: list[Token], at: int) -> int:
    """The length in tokens of `equipped with a stirrer and a nitrogen inlet`; 0 if there is no such phrase."""
    last = 0
    for place in range(at + 1, min(len(tokens), at + 40)):
        token = tokens[place]
        low = token.low
        if low in WORDS["being"] or low in ("containing", "under", "to", "into", ".", ":", ";", "which", "charged"):
            break
        head = low in WORDS["remarks.equipment"] or low.rpartition("-")[2] in WORDS["remarks.equipment"]
        if head:
            last = place + 1
    return last - at if last else 0


# -------------------------------------------------------------------- tails of clauses


def tails(clause: Clause) -> list[Aside]:
    """Take the remarks off the end and the front of a clause that is an instruction."""
    found = []
    for start, end, kind in _openers(clause.after, clause):
        if kind:
            found.append(Aside(clause.after[start:end], kind))
            del clause.after[start:end]
            break
    front = _front(clause.before)
    if front:
        found.append(Aside(clause.before[:front], "monitoring"))
        del clause.before[:front]
    return found


def _openers(after: list[Token], clause: Clause) -> Iterator[tuple[int, int, str]]:
    """Where tails begin and end after a verb, and their kinds; the caller takes the first with a kind."""
    for at, token in enumerate(after):
        low = token.low
        following = after[at + 1].low if at + 1 < len(after) else ""
        comma = at - 1 if at and after[at - 1].kind == "mark" else at
        gives = low == "to" and following in WORDS["remarks.to give"]
        seen = low in WORDS["remarks.showing"] and comma < at
        if gives or (low in WORDS["remarks.giving"] and (following == "in" or low != "resulting")):
            yield comma, len(after), "yield"
        elif seen or low in ("during which", "whereupon", "at which", "upon which"):
            yield comma, len(after), "observation"
        elif low in WORDS["remarks.conditions"]:
            yield comma, _comma(after, at), _condition(after[at : _comma(after, at)])
        elif low in ("as", "was") and following in WORDS["remarks.as judged"]:
            yield comma, len(after), "monitoring"
        elif low == "as":
            put = clause.verb.action in ("add", "pour", "place", "fill")
            yield comma, len(after), "yield" if _looks(after, at) and not put else ""
        elif low in WORDS["remarks.results"] and comma < at and clause.verb.base != "distil":
            yield comma, len(after), "yield" if low == "yield" else "point"
        elif low in WORDS["remarks.by"] and following in WORDS["remarks.monitoring"]:
            yield comma, _comma(after, at), "monitoring"


def _comma(tokens: list[Token], at: int) -> int:
    return next((place for place in range(at, len(tokens)) if tokens[place].low in (",", ";")), len(tokens))


def _condition(tokens: list[Token]) -> str:
    """`when TLC showed that …`, `once the reaction was complete` are monitoring; other conditions are kept.

    `until …` is kept too: it says when a step ends, even if a time is given as well.
    """
    if tokens[0].low in _ENDS or any(token.dimension == "time" for token in leaves(tokens)):
        return ""  # a time in brackets is the time of the step
    lows = {token.low for token in leaves(tokens)}
    process = bool(
        lows & {"reaction", "material", "materials", "conversion", "completion", "uptake", "complete", "consumed"}
    )
    watched = bool(lows & WORDS["remarks.monitoring"])
    return "monitoring" if watched or (process and lows & WORDS["remarks.completion"]) else ""


def _looks(after: list[Token], at: int) -> bool:
    """`as a pale yellow oil`: the looks of the product."""
    for token in after[at + 1 : at + 1 + _LOOKS_REACH]:
        if token.low in WORDS["remarks.looks"]:
            return True
        if token.low in WORDS["prepositions"]:
            return False
    return False


def _front(before: list[Token]) -> int:
    """How many tokens in front of a clause only report completion: `After completion of the reaction (TLC),`."""
    if not before:
        return 0
    first = next((at for at, token in enumerate(before) if token.kind != "mark"), None)
    if first is None or before[first].low not in WORDS["remarks.at the end"] or first > 1:
        return 0
    end = _comma(before, first)
    held = [token.low for token in leaves(before[first:end])]
    timed = any(token.quantity is not None for token in leaves(before[first:end]))
    over = any(WORDS.has(low, "remarks.completion", "remarks.monitoring") for low in held[:6])
    return end if over and not timed and end < len(before) else 0


_LONGEST = 9
"""The most words in a phrase for a gas."""
_EVAPORATES = frozenset(("evaporate", "dry", "remove", "distil"))


@dataclass(frozen=True, slots=True)
class Atmosphere:
    """One mention of a gas: its usual name, empty if the text only says `inert`, and its words."""

    gas: str
    tokens: list[Token]
    drives_off: bool = False
    """Whether it is a stream that carries a solvent away."""


def gas_name(words: str) -> str:
    """The usual name of a gas, or an empty string if the words name none."""
    return LEXICON.gases.get(words.lower().removesuffix(" gas").removeprefix("dry ").removeprefix("gaseous "), "")


def atmospheres(tokens: list[Token]) -> tuple[list[Token], list[Atmosphere]]:
    """Split a sentence into its other tokens and its mentions of an atmosphere."""
    rest: list[Token] = []
    found: list[Atmosphere] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "group":
            inner, inside = token.inner[1:-1], _mention(list(token.inner[1:-1]), 0, rest)
            if inside is not None and inside[0] >= len(inner):
                found.append(Atmosphere(inside[1].gas, [token], inside[1].drives_off))
                at += 1
                continue
        elif token.low in WORDS["workup.gas_under"]:
            made = _mention(tokens, at, rest)
            if made is not None:
                at, one = made
                found.append(one)
                continue
        elif token.low in WORDS["degassed"] and at + 1 < len(tokens) and tokens[at + 1].low in WORDS["solutions"]:
            found.append(Atmosphere("", [token]))  # `to a degassed solution of A`
            at += 1
            continue
        rest.append(token)
        at += 1
    return rest, found


def inlets(tokens: list[Token]) -> list[Atmosphere]:
    """The gases that equipment brings: `a flask equipped with a nitrogen inlet`."""
    return [
        Atmosphere(LEXICON.gases[one.low], [one, following])
        for before, one, following in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if one.low in LEXICON.atmospheres and following.low in WORDS["workup.gas_inlets"] and before.low in ("a", "an")
    ]


def _mention(tokens: list[Token], at: int, before: list[Token]) -> tuple[int, Atmosphere] | None:
    """A mention that begins at a token, with where it ends."""
    if at >= len(tokens) or tokens[at].low not in WORDS["workup.gas_under"]:
        return None
    place, gas, lows = at + 1, "", []
    while place < len(tokens) and place - at < _LONGEST:
        token = tokens[place]
        if token.low in LEXICON.atmospheres:
            gas = LEXICON.gases[token.low]
            break
        pressure = token.dimension == "pressure"
        if token.low not in WORDS["workup.gas_lead"] and not pressure:
            break
        lows.append(token.low)
        place += 1
    inert = "inert" in lows and ("atmosphere" in lows or "gas" in lows or "conditions" in lows)
    if not gas and not inert:
        return None
    place += bool(gas)
    while place < len(tokens) and tokens[place].low in WORDS["workup.gas_tail"]:
        lows.append(tokens[place].low)
        place += 1
    if tokens[at].low != "under" and not any(low in WORDS["workup.gas_frame"] for low in lows):
        return None
    if place < len(tokens) and tokens[place].kind == "group":
        named = [t for t in tokens[place].inner[1:-1] if t.kind != "mark"]
        inside = next((LEXICON.gases[t.low] for t in named if t.low in LEXICON.atmospheres), "")
        if inside or all(t.dimension == "pressure" for t in named):
            gas = gas or inside
            place += 1
    stream = any(low in WORDS["workup.gas_stream"] for low in lows)
    return place, Atmosphere(gas, tokens[at:place], stream and _drives_off(before))


def _drives_off(before: list[Token]) -> bool:
    """Whether the last verb before a stream of gas removes a solvent."""
    for token in reversed(before):
        verb = LEXICON.verb(token.low)
        if verb is not None and verb.action != "none":
            return verb.action in _EVAPORATES
    return False
