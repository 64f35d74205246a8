"""Split text into tokens: words, numbers, quantities, punctuation and bracketed groups, each with its position."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from clairify_cli.english.lexicon import LEXICON
from clairify_cli.english.names import systematic_names
from clairify_cli.english.numbers import begins_number, quantity_of_words
from clairify_cli.english.quantities import DIGITS, GROUPS, Quantity, added, as_pressure, between, from_match, pattern
from clairify_cli.files.patterns import compiled, late
from clairify_cli.records import dataclass, replace

_OPEN, _CLOSE = "([{", ")]}"
_STOPS = frozenset((".", "!", "?", ":", "(", "-"))
_MOST_IN_GROUP = 120
_DEEPEST = 3
_ABOUT = frozenset(("~", "≈", "≃", "∼"))
_PORTIONS = frozenset(("portion", "portions", "aliquot", "aliquots", "volumes"))
_SIGNS = frozenset(("-", "−", "–"))
_THEN = frozenset(("and", "then", "by", "followed by", "another", "further", "for", ","))
_WARMTH = frozenset(("rt", "r.t.", "room", "ambient", "reflux"))
"""Words that begin a temperature: `and four at | room temperature`."""


@dataclass(slots=True)
class Token:
    """A token. `kind` is `word number quantity group` or `mark` (punctuation).

    `low` is the form used for look-up: lower case or, for a multi-word expression, its role in the lexicon. `breaks`
    counts the line breaks before it. `index` numbers the tokens of the text; a group has its tokens in `inner`.
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

    @property
    def dimension(self) -> str:
        """The dimension of its quantity; empty if it is not a quantity."""
        return self.quantity.dimension if self.quantity is not None else ""


# A name may contain locants, primes, brackets and hyphens: 1,2-dichloroethane, tris(2-aminoethyl)amine, (R)-BINAP.
# The bracketed part must not be an amount, as in `salt(5g)`.
_BRACKET = r"[(\[](?:[^\s()\[\]]|\([^\s()\[\]]{1,40}\)){1,60}[)\]]"
_POLYMER = r"\b[Pp]oly\((?!\d)[^()\n]{3,50}\)(?:-\w+\b)*"
_COMPLEX = r"\[(?=[^\s\]]{0,60}[A-Z])(?:[^\s\[\]()]|\([^\s()\[\]]{1,40}\)){2,60}\]"
_COMPLEX = (
    rf"(?:(?<!\w)(?:(?:[A-Z][a-z]?\d{{0,2}}){{1,3}}|\([A-Z]\w{{1,4}}\)\d){_COMPLEX}|{_COMPLEX}(?=[\d·•]))"
    r"\d{0,2}(?:[·•]\w{1,20})*"
)
"""A formula in square brackets with its parts outside them: `[(C5H5)Fe(CO)2]2`, `[Ru(bpy)2Cl2]·2H2O`."""
_NO_AMOUNT = r"(?![(\[]\s?\d[\d.,]{0,9}\s?[a-zA-Zµ%°]{1,5}[)\],;])"
_WORD = (
    rf"(?:{_BRACKET}[-‐–])?\w(?:\w|(?<=\d)\.(?=\d)|['’′″](?=[\w,-])|(?<=[\dNOSPC'’′]),(?=[\dNOSPC]['’′]?[,-])|(?<=\d),(?=\d)"
    rf"|[\u200b-\u200d\u00ad\ufeff](?=[\w(\[-])|[-‐–−/·•@=+](?=[\u200b-\u200d]?[\w(\[])|(?<=\d):(?=\d)|{_BRACKET}(?=-)|{_NO_AMOUNT}{_BRACKET}(?=\w|\([A-Z]\w{{0,8}}\)\w)|\((?=[IVX]{{1,4}}\))[IVX]{{1,4}}\))*"
)


@lru_cache(maxsize=1)
def _scanner() -> re.Pattern[str]:
    return compiled(
        rf"(?P<quantity>{pattern()})|(?P<abbreviation>\b(?:[A-Za-z]\.){{2,4}}(?!\w))|(?P<word>{_COMPLEX}|{_POLYMER}|{_WORD})|(?P<mark>\S)"
    )


@lru_cache(maxsize=1)
def _quantity() -> re.Pattern[str]:
    return compiled(pattern())


_NUMBER = late(DIGITS + r"\Z")


_LEADERS = late(r"\.{4,}")
"""Dots that lead to an amount at the end of a line: `Metol ......... 2.0 g`."""


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text, in order, with quantities, multi-word expressions and bracketed groups combined."""
    text = _LEADERS.sub(lambda dots: " " * len(dots[0]), text)
    made = _grouped(_merged(_scanned(text), text))
    for number, token in enumerate(leaves(made)):
        token.index = number
    return made


def leaves(made: Iterable[Token]) -> list[Token]:
    """Return the tokens with every group replaced by its brackets and contents."""
    flat: list[Token] = []
    for token in made:
        if token.kind == "group":
            flat.extend(leaves(token.inner))
        else:
            flat.append(token)
    return flat


def quantities(made: Iterable[Token], *dimensions: str) -> list[Quantity]:
    """Return the quantities with one of some dimensions among tokens."""
    return [token.quantity for token in made if token.quantity is not None and token.quantity.dimension in dimensions]


def first_quantity(made: Iterable[Token], *dimensions: str) -> Quantity | None:
    """Return the first quantity with one of some dimensions among tokens; None if there is none."""
    return next(iter(quantities(made, *dimensions)), None)


def _scanned(text: str) -> list[Token]:
    """Return words, numbers, quantities and marks, with each systematic name as one word."""
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
    """Append the tokens of a stretch without systematic names.

    `last` is the end of the token before it; the end of its last token is returned.
    """
    for match in _scanner().finditer(text, at, stop):
        kind = match.lastgroup or ""
        start, end = match.span()
        quantity = None
        if match["quantity"] is not None:
            groups = {name: match[name] for name in GROUPS}
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
        if words in ("LED", "LEDs"):
            low = "lamp"  # not the past tense of `lead`
        if words == "&":
            kind, low = "word", "and"
        if words == "A" and found and not breaks and found[-1].low not in _STOPS:
            low = words  # a label or a substance, not the article
        found.append(Token(kind, words, low, start, end, breaks))
    return last


def _merged(found: list[Token], text: str) -> list[Token]:
    """Combine multi-word expressions and quantities in words into single tokens."""
    made: list[Token] = []
    at = 0
    while at < len(found):
        token = found[at]
        if token.kind in ("word", "number"):
            size, quantity = 0, None
            if token.kind == "number" or begins_number(token.low):
                size, quantity = quantity_of_words([(t.kind, t.low) for t in found[at : at + 8]], token.start)
            if quantity is not None:
                made += found[at : at + size]
                _join(made, size, quantity, text)
                _joined(made, text)
                at += size
                continue
            meant = _in_unit_before(made, found, at)
            if meant is not None:
                made.append(token)
                _join(made, 1, meant, text)
                at += 1
                continue
            size, acts_as = _expression(found, at)
            if size:
                end = found[at + size - 1].end
                made.append(Token("word", text[token.start : end], acts_as, token.start, end, token.breaks))
                at += size
                continue
        made.append(token)
        at += 1
        if token.kind == "quantity" or token.low in _PORTIONS:
            _joined(made, text)
    return made


def _in_unit_before(made: list[Token], found: list[Token], at: int) -> Quantity | None:
    """Return the time that a number means in the unit of the one before it: `1 h at 0 °C, then | four | at rt`."""
    count = _count(found[at])
    behind = [token.low for token in found[at + 1 : at + 3]]
    if count is None or not made or made[-1].low not in _THEN or behind[:1] not in (["at"], ["under"]):
        return None
    for token in reversed(made):
        if token.dimension == "time":
            heated = found[at + 2].dimension == "temp" or behind[1] in _WARMTH
            number = str(count)
            return replace(token.quantity, number=number, upper=None, times=1) if heated and token.quantity else None
        if token.low == ".":
            break
    return None


def _joined(made: list[Token], text: str) -> None:
    """Combine the latest token, a quantity or a word, with the tokens before it if they form one quantity.

    `1 h and 30 min`, `between 0 and 2 °C`, `three 25 mL portions`, `three portions of 25 mL`, `80 °C/0.1 mm`.
    """
    last = made[-1]
    if last.low in _PORTIONS:
        _join_portions(made, text)
        return
    quantity = last.quantity
    if quantity is None:
        return
    if len(made) > 1 and made[-2].low in _ABOUT:
        _join(made, 2, quantity, text)
    back, total = _sum(made)
    if not back and len(made) > 3 and made[-2].low == "and":
        back, total = _range(made)
    if not back and len(made) > 2 and made[-2].low in ("to", "or") and quantity.number.isdigit():
        low = _count(made[-3])  # `two | to three hours`
        below = low is not None and low < int(quantity.number) and quantity.upper is None
        back, total = (3, between(str(low), quantity, made[-3].start)) if below else (0, None)
    if not back and quantity.dimension in ("mass", "volume") and len(made) > 3 and made[-2].low == "of":
        count = _count(made[-4]) if made[-3].low in _PORTIONS else None
        back, total = (4, replace(quantity, times=count)) if count else (0, None)
    if not back and quantity.dimension == "length" and last.text.endswith("mm"):
        near = any(token.dimension == "temp" for token in made[-4:-1])
        near = near or (made[-2].low in ("at", "@") if len(made) > 1 else False)
        back, total = (1, as_pressure(quantity)) if near else (0, None)
    if not back and quantity.dimension in ("mass", "volume") and len(made) > 2 and made[-2].low == "of":
        portions = made[-3].quantity  # `3 portions | of 20 mL`
        if portions is not None and portions.unit in _PORTIONS and portions.number.isdigit():
            back, total = 3, replace(quantity, times=int(portions.number))
    if back and total is not None:
        _join(made, back, total, text)


def _sum(made: list[Token]) -> tuple[int, Quantity | None]:
    """Return how many tokens `1 h 30 min` takes, with or without `and` between, and its total."""
    back = 2 if len(made) > 1 and made[-2].kind == "quantity" else 3
    if len(made) < back or (back == 3 and made[-2].low != "and"):
        return 0, None
    one, other = made[-back].quantity, made[-1].quantity
    total = added(one, other) if one is not None and other is not None else None
    return (back, total) if total is not None else (0, None)


def _range(made: list[Token]) -> tuple[int, Quantity | None]:
    """Return how many tokens after `between` form a range in `between 30 and 40 °C`, and the range."""
    number, high = made[-3], made[-1].quantity
    if high is None:
        return 0, None
    if made[-4].low == "between" and (number.kind == "number" or number.quantity is not None):
        low = number.low if number.quantity is None else number.quantity.number
        same = number.quantity is None or number.quantity.unit == high.unit
        return (3, between(low, high, number.start)) if same else (0, None)
    sign = made[-4].text
    if len(made) > 4 and sign in _SIGNS and made[-5].low == "between" and number.kind == "number":
        return 4, between(sign + number.low, high, made[-4].start)
    return 0, None


def _join_portions(made: list[Token], text: str) -> None:
    """Combine `two 50 mL portions` to 2 x 50 mL, and drop the redundant word in `2 x 50 mL portions`."""
    if len(made) > 2 and made[-2].low == "." and made[-3].dimension in ("mass", "volume") and made[-1].text.islower():
        del made[-2]  # `two 50-ml. portions`
    quantity = made[-2].quantity if len(made) > 1 else None
    if quantity is None or quantity.dimension not in ("mass", "volume"):
        return
    count = _count(made[-3]) if len(made) > 2 and quantity.times == 1 else None
    if count is not None:
        _join(made, 3, replace(quantity, times=count), text)
    elif quantity.times > 1:
        _join(made, 2, quantity, text)


def _count(token: Token) -> int | None:
    """Return a small number in digits or words; None for any other token."""
    if token.kind == "number" and token.low.isdigit() and len(token.low) < 3:
        return int(token.low)
    small: dict[str, int] = LEXICON.numbers["small"]
    return small.get(token.low)


def _join(made: list[Token], back: int, quantity: Quantity, text: str) -> None:
    """Combine the last `back` tokens into one."""
    first, last = made[-back], made[-1]
    del made[-back:]
    words = text[first.start : last.end]
    place = replace(quantity, start=first.start, end=last.end)
    made.append(Token("quantity", words, words.lower(), first.start, last.end, first.breaks, quantity=place))


def _expression(found: list[Token], at: int) -> tuple[int, str]:
    """Return the length in tokens of the lexicon's multi-word expression at `at`, and its role."""
    for words, acts_as in LEXICON.phrases.get(found[at].low, ()):
        size = len(words)
        if at + size <= len(found) and all(
            _is_word(found[at + k].low, words[k]) and found[at + k].breaks < 2 for k in range(1, size)
        ):
            use = LEXICON.verbs.get(acts_as)
            if (
                use is not None
                and use.verb.particle
                and (_is_manner(found, at) or not _adds(found, at + size) or _expression(found, at + size - 1)[0])
            ):
                continue  # `added | in one go`
            if acts_as == "in vacuo" and at + size < len(found) and found[at + size].low == "oven":
                continue  # `in a vacuum oven`
            return size, acts_as
    return 0, ""


def _is_word(low: str, wanted: str) -> bool:
    """Whether a word matches a word of a multi-word expression; `~ly` matches any adverb."""
    return low == wanted or (wanted == "~ly" and low.endswith("ly"))


def _is_manner(found: list[Token], at: int) -> bool:
    """Whether a verb is not phrasal here: `dissolved with stirring | in a mixture of …`, `A is stirred | in ether`."""
    if found[at].low == "stirred":
        return True
    return at > 0 and found[at].low.endswith("ing") and found[at - 1].low in ("with", "under", "of", "vigorous")


def _adds(found: list[Token], at: int) -> bool:
    """Whether something to add follows, rather than a place: `pour in 5 g`, not `put in a beaker`."""
    for place, token in enumerate(found[at : at + 4], at):
        if token.kind == "quantity":
            return not any(t.low in LEXICON.vessels for t in found[place + 1 : place + 4])  # `in a 50 mL flask`
        if token.kind == "mark":
            return token.low in _OPEN and place > at  # `pour in the water (20 mL)`
        if token.low in LEXICON.vessels or token.low in LEXICON.places or token.low in ("bath", "ice", "portions"):
            return False
    return at < len(found) and found[at].kind != "mark"


def _grouped(made: list[Token]) -> list[Token]:
    """Combine bracketed stretches into groups; an unmatched bracket stays a mark."""
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
