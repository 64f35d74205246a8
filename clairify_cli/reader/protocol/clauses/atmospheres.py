"""The gas under which something is done: take `under an atmosphere of dry nitrogen` out of its sentence."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.tokens import Token
from clairify_cli.records import dataclass

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
