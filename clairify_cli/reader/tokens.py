"""From characters to tokens: words, numbers, quantities, punctuation and bracketed groups, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from clairify_cli.reader.lexicon import Lexicon, lexicon
from clairify_cli.reader.model import Quantity
from clairify_cli.reader.names import systematic_names
from clairify_cli.reader.numbers import begins_number, quantity_of_words
from clairify_cli.reader.quantities import DIGITS, added, from_match, pattern

_OPEN, _CLOSE = "([{", ")]}"
_STOPS = frozenset((".", "!", "?", ":", "(", "-"))
_MOST_IN_GROUP = 120
_DEEPEST = 3


@dataclass(slots=True)
class Token:
    """A token. `kind` is `word number quantity group` or `mark` (punctuation).

    `low` is what the token acts as: lower case, and for a multi-word expression what the lexicon says. `breaks` counts
    the line breaks before it. `index` numbers the tokens of the text; a group holds its tokens in `inner`.
    """

    kind: str
    text: str
    low: str
    start: int
    end: int
    breaks: int = 0
    index: int = 0
    quantity: Quantity | None = None
    inner: tuple[Token, ...] = ()


# A name may hold locants, primes, brackets and hyphens: 1,2-dichloroethane, tris(2-aminoethyl)amine, (R)-BINAP.
# The bracketed part must not be an amount, as in `salt(5g)`.
_BRACKET = r"[(\[](?:[^\s()\[\]]|\([^\s()\[\]]{1,40}\)){1,60}[)\]]"
_NO_AMOUNT = r"(?![(\[]\s?\d[\d.,]{0,9}\s?[a-zA-Zµ%°]{1,5}[)\],;])"
_WORD = (
    rf"(?:{_BRACKET}[-‐–])?\w(?:\w|(?<=\d)\.(?=\d)|['’′″](?=[\w,-])|(?<=[\dNOSPC'’′]),(?=[\dNOSPC]['’′]?[,-])|(?<=\d),(?=\d)"
    rf"|[\u200b-\u200d\u00ad\ufeff](?=[\w(\[-])|[-‐–−/·•@=+](?=[\u200b-\u200d]?[\w(\[])|(?<=\d):(?=\d)|{_BRACKET}(?=-)|{_NO_AMOUNT}{_BRACKET}(?=\w)|\((?=[IVX]{{1,4}}\))[IVX]{{1,4}}\))*"
)


@lru_cache(maxsize=1)
def _scanner() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<quantity>{pattern()})|(?P<abbreviation>\b(?:[A-Za-z]\.){{2,4}}(?!\w))|(?P<word>{_WORD})|(?P<mark>\S)"
    )


@lru_cache(maxsize=1)
def _quantity() -> re.Pattern[str]:
    return re.compile(pattern())


_NUMBER = re.compile(DIGITS + r"\Z")


def tokens(text: str) -> list[Token]:
    """The tokens of a text, in order, with quantities, multi-word expressions and bracketed groups put together."""
    table = lexicon()
    made = _grouped(_merged(_scanned(text, table), text, table))
    for number, token in enumerate(leaves(made)):
        token.index = number
    return made


def leaves(made: Iterable[Token]) -> list[Token]:
    """The tokens with every group opened: its brackets and what they hold (the group itself is left out)."""
    flat: list[Token] = []
    for token in made:
        if token.kind == "group":
            flat.extend(leaves(token.inner))
        else:
            flat.append(token)
    return flat


def _scanned(text: str, table: Lexicon) -> list[Token]:
    found: list[Token] = []
    at = last = 0
    for start, end in systematic_names(text):
        if _quantity().match(text, start):
            continue  # `10-mL`
        last = _scan(text, at, start, last, found)
        found.append(Token("word", text[start:end], text[start:end].lower(), start, end, text.count("\n", last, start)))
        at = last = end
    _scan(text, at, len(text), last, found)
    return found


def _scan(text: str, at: int, stop: int, last: int, found: list[Token]) -> int:
    """Append the tokens of a stretch without systematic names; `last` and what is returned are ends of tokens."""
    for match in _scanner().finditer(text, at, stop):
        kind = match.lastgroup or ""
        start, end = match.span()
        quantity = None
        if match["quantity"] is not None:
            groups = {
                name: match[name]
                for name in ("times", "sign", "number", "upper", "minus", "degrees", "letter_o", "bare", "unit", "per")
            }
            quantity = from_match(groups, start, end, match.start("number"))
        breaks = text.count("\n", last, start)
        last = end
        if quantity is not None:
            if quantity.start > start and quantity.start - start < 3:
                found.append(Token("mark", text[start], text[start], start, start + 1, breaks))
                start, breaks = quantity.start, 0
            found.append(
                Token("quantity", text[start:end], text[start:end].lower(), start, end, breaks, quantity=quantity)
            )
            continue
        if match["quantity"] is not None:
            kind = "word"
        words = text[start:end]
        if kind == "word" and words[0] in "0123456789½¼¾⅓⅔⅛⅕" and _NUMBER.match(words):
            kind = "number"
        kind = "word" if kind == "abbreviation" else kind
        low = words.lower()
        if words == "A" and found and not breaks and found[-1].low not in _STOPS:
            low = words  # a label or a substance, and not the article
        found.append(Token(kind, words, low, start, end, breaks))
    return last


def _merged(found: list[Token], text: str, table: Lexicon) -> list[Token]:
    """Multi-word expressions and quantities in words, each made one token."""
    made: list[Token] = []
    at = 0
    while at < len(found):
        token = found[at]
        if token.kind in ("word", "number"):
            size, quantity = 0, None
            if token.kind == "number" or begins_number(token.low):
                size, quantity = quantity_of_words([(t.kind, t.low) for t in found[at : at + 8]], token.start)
            if quantity is not None:
                end = found[at + size - 1].end
                quantity = Quantity(
                    quantity.number, quantity.unit, quantity.dimension, token.start, end, quantity.upper
                )
                made.append(
                    Token(
                        "quantity",
                        text[token.start : end],
                        text[token.start : end].lower(),
                        token.start,
                        end,
                        token.breaks,
                        quantity=quantity,
                    )
                )
                at += size
                _add_times(made)
                continue
            size, acts_as = _expression(found, at, table)
            if size:
                end = found[at + size - 1].end
                made.append(Token("word", text[token.start : end], acts_as, token.start, end, token.breaks))
                at += size
                continue
        made.append(token)
        at += 1
        if token.kind == "quantity":
            _add_times(made)
    return made


def _add_times(made: list[Token]) -> None:
    """Put `1 h` and `30 min` together, with or without `and` between, where they have just been met."""
    back = 2 if len(made) > 1 and made[-2].kind == "quantity" else 3
    if len(made) < back or (back == 3 and made[-2].low != "and"):
        return
    one, other = made[-back], made[-1]
    if one.quantity is None or other.quantity is None:
        return
    total = added(one.quantity, other.quantity)
    if total is not None:
        del made[-back:]
        made.append(
            Token(
                "quantity",
                f"{one.text} {other.text}",
                f"{one.low} {other.low}",
                one.start,
                other.end,
                one.breaks,
                quantity=total,
            )
        )


def _expression(found: list[Token], at: int, table: Lexicon) -> tuple[int, str]:
    """How many tokens from `at` make a multi-word expression of the lexicon, and what it acts as."""
    for words, acts_as in table.phrases.get(found[at].low, ()):
        size = len(words)
        if at + size <= len(found) and all(
            found[at + k].low == words[k] and found[at + k].breaks < 2 for k in range(1, size)
        ):
            use = table.verbs.get(acts_as)
            if use is not None and use.verb.particle and not _adds(found, at + size, table):
                continue
            return size, acts_as
    return 0, ""


def _adds(found: list[Token], at: int, table: Lexicon) -> bool:
    """Whether something to be added follows, rather than a place: `pour in 5 g`, and not `put in a beaker`."""
    for token in found[at : at + 4]:
        if token.kind == "quantity":
            return True
        if token.kind == "mark":
            return False
        if token.low in table.vessels or token.low in table.places or token.low in ("bath", "ice", "portions"):
            return False
    return at < len(found) and found[at].kind != "mark"


def _grouped(made: list[Token]) -> list[Token]:
    """Bracketed stretches as groups; a bracket without its partner stays a mark."""
    stack: list[tuple[int, list[Token]]] = []
    current: list[Token] = []
    for token in made:
        if token.breaks > 1 or (stack and len(current) > _MOST_IN_GROUP):
            while stack:
                _, outer = stack.pop()
                outer.extend(current)
                current = outer
        if token.kind == "mark" and token.low in _OPEN and len(stack) < _DEEPEST:
            stack.append((token.start, current))
            current = [token]
        elif token.kind == "mark" and token.low in _CLOSE and stack:
            current.append(token)
            start, outer = stack.pop()
            outer.append(Token("group", "", "(", start, token.end, current[0].breaks, inner=tuple(current)))
            current = outer
        else:
            current.append(token)
    while stack:
        _, outer = stack.pop()
        outer.extend(current)
        current = outer
    return current
