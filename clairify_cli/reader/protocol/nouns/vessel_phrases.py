"""Phrases that name a vessel: where its noun is, and what distinguishes the vessel from others."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.numbers import number_of_words
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.nouns.noun import Mention, spelled

_MOST_VESSELS = 97


def vessel_at(tokens: list[Token]) -> tuple[int, int] | None:
    """The start and end of a vessel's noun, if the phrase is about a vessel."""
    lows = [t.low for t in tokens]
    for at in range(len(tokens)):
        if lows[at] in WORDS["contain"] and at and lows[at] != "of":
            return None
        for size in (3, 2, 1):
            name = " ".join(lows[at : at + size])
            if len(lows[at : at + size]) < size or (name not in LEXICON.vessels and not _is_hyphened(name)):
                continue
            if name in WORDS["workup.surely_solid"]:
                continue  # `the yellow plates` are crystals
            if at and lows[at - 1] in WORDS["heaters"]:
                return None  # `on an open stir plate`
            following = lows[at + size] if at + size < len(lows) else ""
            if (following and not _ends_vessel(tokens[at + size])) or _of_named(tokens[:at]):
                break
            return at, at + size
    return None


def _is_hyphened(name: str) -> bool:
    """Whether a word ends in the noun of a vessel: `2-neck-flask`."""
    ahead, _, last = name.rpartition("-")
    return "-" in ahead and " " not in name and last in LEXICON.vessels


def _of_named(ahead: list[Token]) -> bool:
    """Whether a name precedes `of the …`: `side of the beaker` is not the beaker, `contents of the beaker` is."""
    lows = [t.low for t in ahead]
    if "of" not in lows:
        return False
    head = [low for low in lows[: lows.index("of")] if low not in WORDS["determiners"]]
    return not all(WORDS.has(low, "references", "portion", "lead") for low in head)


def _ends_vessel(token: Token) -> bool:
    """Whether the words after a vessel's noun still allow it to be a vessel: a label, its contents, or no further part
    of a name."""
    if token.kind in ("group", "mark", "quantity", "number") or token.low.endswith(("ed", "ing")):
        return True
    if WORDS.has(token.low, "contain", "prepositions", "conjunctions", "fillers", "portion"):
        return True
    return len(token.text) == 1 and token.text.isalnum() and token.low != "a"


def mentioned(tokens: list[Token], start: int, end: int) -> tuple[Mention, int, int]:
    """The vessel whose noun spans `start` to `end`, with where its description begins and its label ends."""
    lows = [t.low for t in tokens]
    name = " ".join(lows[start:end])
    mention = Mention(LEXICON.vessels.get(name) or LEXICON.vessels[name.rpartition("-")[2]], "", tokens[:end])
    marks: set[str] = set()
    first = start
    while first > 0 and (
        _describes(tokens[first - 1]) or (first > 1 and lows[first - 1] == "," and _describes(tokens[first - 2]))
    ):
        first -= 1
    for at in range(first, start):
        if not lows[at + 1].startswith("neck"):  # `4 necked flask`
            _modify(mention, tokens[at], marks)
    mention.every = mention.every or "each" in lows[:first] or "every" in lows[:first]
    end = _label(mention, tokens, end)
    mention.marks = frozenset(marks)
    mention.tokens = tokens[first:end]
    mention.words = spelled([t for t in tokens[first:end] if t.low not in WORDS["determiners"]])
    return mention, first, end


def _describes(token: Token) -> bool:
    """Whether a word before a vessel's noun can describe it: `a clean 250 mL` beaker."""
    if token.kind == "quantity":
        return token.dimension in ("volume", "length", "temp")
    stops = ("prepositions", "conjunctions", "references", "pronouns", "subordinators", "auxiliaries", "manner")
    return token.kind in ("word", "number") and token.low != "of" and not WORDS.has(token.low, *stops)


def _modify(mention: Mention, token: Token, marks: set[str]) -> None:
    """Record what a preceding word says: number, identity or size."""
    low = token.low
    _, number = number_of_words([(token.kind, low)])
    if number is not None and number.denominator == 1 and 1 < number < _MOST_VESSELS:
        mention.count = int(number)
    if low in ("each", "every", "both"):
        mention.every = True
    elif low in WORDS["definite"]:
        mention.definite = True
    elif low in ("a", "an"):
        mention.indefinite = True
    elif (low in WORDS["modifiers.another"] and not mention.definite) or low == "other":
        mention.another = True
    elif low in LEXICON.numbers["ordinals"]:
        mention.ordinal = LEXICON.numbers["ordinals"][low]
    elif low in WORDS["modifiers.distinct"]:
        marks.add(low)
    elif token.quantity is not None and token.dimension == "volume":
        marks.add(token.quantity.xdl)


def _label(mention: Mention, tokens: list[Token], at: int) -> int:
    """Read a label after the noun: `beaker A`, `cup 2`."""
    inner = tokens[at].inner[1:-1] if at < len(tokens) else ()
    text = inner[0].text if len(inner) == 1 else tokens[at].text if at < len(tokens) else ""  # `a tube (A)`
    if len(text) != 1 or not (text.isdigit() or text.isupper()):
        return at
    mention.label = text
    return at + 1
