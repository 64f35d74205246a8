"""The words before the name in a noun phrase: articles, amounts, counts, portions and shares."""

from __future__ import annotations

from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.numbers import number_of_words
from clairify_cli.english.quantities import CARRIED
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.nouns.noun import Noun, spelled


def take_front(made: Noun, tokens: list[Token]) -> list[Token]:
    """Move amounts, counts and leading words from the front into `made`, and return the remaining tokens."""
    rest = list(tokens)
    while rest:
        token = rest[0]
        if token.quantity is not None and token.dimension in (*CARRIED, "measure"):
            made.quantities.append(token.quantity)
        elif token.low in WORDS["determiners"]:
            made.definite = token.low in WORDS["definite"]
            if len(rest) == 1 and token.low in WORDS["pronouns"]:
                break
        elif made.definite and token.low in WORDS["resulting"] and _is_yield(rest):
            rest = rest[2:]
        elif (size := _share(rest)) > 0:
            made.portion = spelled([t for t in rest[:size] if t.low != "of"])
            rest = rest[size - 1 :]
        elif token.low in WORDS["portion"] and _is_portion(rest):
            made.portion = token.text
        elif token.low in WORDS["lead"]:
            made.each = made.each or token.low == "each"
        else:
            size, number = number_of_words([(t.kind, t.low) for t in rest[:4]])
            if number is None or len(rest) == size or made.count:
                break
            made.count = spelled(rest[:size])
            rest = rest[size - 1 :]
        rest = rest[1:]
    return rest


def _is_yield(rest: list[Token]) -> bool:
    """Whether an amount only reports a yield: `the resulting | 2.58 g of crystals`."""
    if len(rest) < 4 or rest[1].quantity is None or rest[2].low != "of":
        return False
    return rest[1].quantity.dimension == "mass" and rest[-1].low in WORDS["references"]


def _share(rest: list[Token]) -> int:
    """The number of tokens that give an amount without a number: `a small amount of`, `the minimum of`, `portions
    of`."""
    for at in range(min(4, len(rest) - 1)):
        low = rest[at].low
        if low in WORDS["measures"] and rest[at + 1].low == "of":
            return at + 2
        if low == "volume" and at and rest[at - 1].low == "equal":
            return at + 1
        if low in WORDS["shares"]:
            more = rest[at + 1].low in WORDS["measures"] and at + 2 < len(rest)
            behind = rest[at + 1 + more].low
            return at + 1 + more + (behind == "of")
        if rest[at].kind != "word" or not (low in WORDS["sizes"] or low.endswith(("ly", "cut"))):
            return 0
    return 0


def _is_portion(rest: list[Token]) -> bool:
    """Whether a word that can mean a share does so here: `half of`, `all the`, `sufficient water`."""
    following = rest[1].low if len(rest) > 1 else ""
    return following in ("of", "the") or rest[0].low in WORDS["always shares"]
