"""Omitted verbs: `stirred at 0 °C for 30 min, then | at rt for 2 h`."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.clauses.predicate import Predicate
from clairify_cli.reader.protocol.clauses.surroundings import Surroundings

_GOES_ON = frozenset(("stir", "heat", "cool", "boil", "wait", "place", "irradiate", "distil"))


def gap(around: Surroundings, at: int, found: list[Predicate]) -> Predicate | None:
    """A predicate that continues with a further time or temperature after the separator at `at`, or None.

    There is one if the verb before has a time or temperature already, and another of the same kind follows with
    only prepositions and articles around it.
    """
    tokens = around.tokens
    if not found or found[-1].verb.action not in _GOES_ON or found[-1].kind == "finite":
        return None
    last = found[-1]
    end = at + 1
    while end < len(tokens) and (
        tokens[end].low in WORDS["conjunctions"] or tokens[end].low in ("finally", "afterwards")
    ):
        end += 1
    stop = end
    while stop < len(tokens) and not (tokens[stop].kind == "mark" or tokens[stop].low in WORDS["conjunctions"]):
        stop += 1
    ahead, behind = tokens[end:stop], tokens[last.end : at]
    if not ahead:
        return None
    head = ahead[0].low
    if not (WORDS.has(head, "gaps", "lead") or head in LEXICON.times or ahead[0].kind == "quantity"):
        return None
    if not all(_measures(around, token) for token in ahead):
        return None
    kinds = _kinds(around, ahead)
    if not kinds or not kinds & _kinds(around, behind):
        return None
    return Predicate(at, end, last.verb, last.kind, let=last.let, subject_from=at)


def _measures(around: Surroundings, token: Token) -> bool:
    """Whether a token can belong to a measure: `at rt`, `for another 2 h`."""
    if token.quantity is not None:
        return token.quantity.dimension in ("time", "temp", "stir_speed")
    return (
        token.kind == "group"
        or WORDS.has(token.low, "prepositions", "determiners", "lead", "fillers")
        or token.low in WORDS["place words"]
        or token.low in LEXICON.times
    )


def _kinds(around: Surroundings, tokens: list[Token]) -> set[str]:
    """Whether tokens give a time or a temperature."""
    kinds = {token.quantity.dimension for token in tokens if token.quantity is not None}
    kinds |= {"temp" for token in tokens if token.low in WORDS["place words"]}
    kinds |= {"time" for token in tokens if token.low in LEXICON.times}
    return kinds & {"time", "temp"}
