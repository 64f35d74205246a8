"""Where a list of things is to be split: `10 g of A, 5 g of B` is two, `lime juice and sugar mixture` is one."""

from __future__ import annotations

from clairify_cli.reader.lexicon import lexicon
from clairify_cli.reader.model import Quantity
from clairify_cli.reader.nouns import CARRIED
from clairify_cli.reader.tokens import Token


def pieces(tokens: list[Token], *, eager: bool) -> list[list[Token]]:
    """The members of a list, each as its tokens. `eager` splits at every `and`, as `mix A and B` wants."""
    words = lexicon().words
    made: list[list[Token]] = [[]]
    for at, token in enumerate(tokens):
        colon = token.low == ":" and not (at + 1 < len(tokens) and tokens[at + 1].kind == "quantity")
        if colon or token.low in (",", ";") or token.low in words["conjunctions"] or token.low == "followed by":
            if _splits(made[-1], token, tokens[at + 1 :], words, eager=eager):
                made.append([])
                continue
            if not made[-1]:
                continue
        made[-1].append(token)
    return [piece for piece in made if piece]


def _splits(
    left: list[Token], mark: Token, rest: list[Token], words: dict[str, frozenset[str]], *, eager: bool
) -> bool:
    """Whether a comma or conjunction separates two things, rather than standing in the name of one."""
    if not left or not rest:
        return True
    right: list[Token] = []
    for token in rest:
        if token.low in (",", ";") or token.low in words["conjunctions"]:
            break
        right.append(token)
    if not right:
        return mark.kind != "mark" or bool(left)
    amount_right = any(t.kind == "quantity" or (t.kind == "group" and amounts(t)) for t in right)
    if is_solution(left, words) and right[0].low not in words["determiners"] and right[0].kind != "quantity":
        return False
    if amount_right or right[0].low in words["determiners"] or right[0].kind == "number" or _counts(right[0]):
        return True
    each = any(t.low == "each" for t in left)
    if each or mark.kind == "mark":
        return True
    amount_left = any(t.kind == "quantity" for t in left) and not (
        left[-1].kind == "group" or left[-1].kind == "quantity"
    )
    compound = right[-1].low in words["compound"] and len(right) > 1
    if amount_left:
        return False
    return eager or not compound


def _counts(token: Token) -> bool:
    return token.low in lexicon().numbers["small"]


def is_solution(tokens: list[Token], words: dict[str, frozenset[str]]) -> bool:
    """Whether the tokens begin as `a solution of` does."""
    lows = [t.low for t in tokens[:5]]
    return any(low in words["solutions"] and lows[at + 1 : at + 2] == ["of"] for at, low in enumerate(lows))


def amounts(group: Token) -> list[Quantity]:
    """The amounts in a bracketed group."""
    return [t.quantity for t in group.inner if t.quantity is not None and t.quantity.dimension in (*CARRIED, "measure")]
