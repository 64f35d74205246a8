"""Find systematic names in a text, with their locants, primes, brackets and broken hyphenation.

A name such as `4-([1,1'-biphenyl]-3-yl)-N- (2’, 6’-dichlorophenyl)acetamide` is one word, despite the commas, brackets
and spaces in it.
"""

from __future__ import annotations

import re
from itertools import accumulate

from clairify_cli.files.patterns import late

HYPHENS = "-‐‑–−"
_HYPHEN = r"\-‐‑–−"

_PRIMES = "'’′´`"
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_LOCANT = rf"(?:\d{{1,2}}[a-zA-Z]?|[NOSPCHopmtils]|[aα-ω]N?|\d?[a-z]?[RSEZ]{{1,2}})[{_PRIMES}]{{0,3}}\*?"
_CHUNK = late(r"[^\s<>]{1,400}")
_LETTERS = late(r"[A-Za-zα-ω]{3}")
# The mark of a systematic name in a stretch without spaces: a locant with its hyphen, or a bracket inside a word.
_MARK = late(
    rf"(?:^|[({{\[,:{_HYPHEN}]){_LOCANT}[{_HYPHEN}][A-Za-zα-ω(\[{{]|[)\]}}][{_HYPHEN}]\w|[a-z][(\[{{][^\s]+[)\]}}][a-z{_HYPHEN}]|is\([a-z]"
)
_ENDS_LOCANT = late(rf"(?:^|[({{\[,:{_HYPHEN}]){_LOCANT}\Z")
_LOCANTS = late(rf"{_LOCANT}(?:[,{_HYPHEN})\]:]|\Z)")
_ONLY_LOCANTS = late(rf"[(\[{{]?{_LOCANT}(?:,{_LOCANT})*,\Z")
_NO_PART = frozenset(("and", "or", "to", "in", "with", "for"))
_AMOUNT = late(r"[(\[{]\s?[\d.,]+\s?(?:[a-zµμ%°]{1,5}\b|%)", re.IGNORECASE)
_OXIDATION = late(r"\((?:[IVX]{1,4}|0|\d?[+-])\)\Z")
_COMPLEX = late(r"\[[A-Z](?:[A-Za-z0-9()·.,+-]*\d[A-Za-z0-9()·.,+-]*\]\d?|[A-Za-z0-9()·.,+-]+\]\d)\Z")
# `(TMS)3SiH`, `(Ph3P)4Pd`
_FORMULA = late(r"(?:\([A-Z][A-Za-z0-9]{0,12}\)\d?){1,4}[A-Z][A-Za-z0-9()]*")
# `NaH(CO3)`, but not `THF(HPLC)`
_SALT = late(r"(?:[A-Z][a-z]?\d?){1,3}\([A-Z][A-Za-z]*\d[A-Za-z0-9]*\)\d?")
_MOST_PIECES = 5
_LONGEST = 600
"""Limit on the characters of a name in several stretches."""
_MOST_MARKS = 40
"""Limit on the marks and brackets removed from a stretch, one at a time; with more around it, it is not a name."""
_LONGEST_LOCANT = 12
"""Number of characters searched for a locant and the text before it."""
_SHORTEST = 5
"""A lower-case word of at least this length in brackets belongs to the name: `tetrakis(triphenylphosphine)`."""

_SPACES = late(r"\s+")
_BROKEN = late(rf"(?<=\w)\s(?=[{_HYPHEN}][a-z])|(?<=[,({{\[{_HYPHEN}])\s")

Span = tuple[int, int]


def mended(text: str) -> str:
    """Remove the spaces next to hyphens, brackets and commas in a systematic name."""
    return _BROKEN.sub("", _SPACES.sub(" ", text).replace(" - ", "-"))


def systematic_names(text: str) -> list[Span]:
    """Return the systematic names in a text, in order, as start and end offsets (end exclusive)."""
    found: list[Span] = []
    chunks = [match.span() for match in _CHUNK.finditer(text)]
    at = 0
    while at < len(chunks):
        start, end = chunks[at]
        if not (_joined(text, start, end) if end - start > 3 else _opens(text, chunks, at)):
            at += 1
            continue
        size, span = _name(text, chunks, at)
        if span is not None:
            found.append(span)
        at += size
    return found


def _joined(text: str, start: int, end: int) -> bool:
    """Whether a stretch has a sign of a systematic name: a hyphen, an inner bracket, a formula, a final comma."""
    piece = text[start:end]
    return (
        any(char in piece for char in HYPHENS + "[{")
        or piece.find("(", 1) > 0
        or _FORMULA.match(piece) is not None
        or (piece[-1] == "," and piece[0].isdigit())
    )


def _opens(text: str, chunks: list[Span], at: int) -> bool:
    """Whether a short stretch begins a name whose locants have spaces between: `1, 2-dichloroethane`."""
    return _ONLY_LOCANTS.match(text, *chunks[at]) is not None and at + 1 < len(chunks)


def _name(text: str, chunks: list[Span], at: int) -> tuple[int, Span | None]:
    """Return how many stretches the name beginning at one takes, and its span; 1 and None if there is none."""
    start, end = chunks[at]
    size = 1
    while at + size < len(chunks) and size < _MOST_PIECES and chunks[at + size][1] - start <= _LONGEST:
        if not _goes_on(text, start, end, chunks[at + size]):
            break
        end = chunks[at + size][1]
        size += 1
    while size:
        span = _trimmed(text, start, end)
        if span is not None:
            return size, span
        size -= 1
        end = chunks[at + size - 1][1]
    return 1, None


def _goes_on(text: str, start: int, end: int, following: Span) -> bool:
    """Whether a name continues after a space: broken hyphenation, spaces between locants, an open bracket."""
    if following[0] - end > 1 and "\n\n" in text[end : following[0]]:
        return False
    left, right = text[start:end], text[following[0] : following[1]]
    if right.strip(".,;:()").lower() in _NO_PART:
        return False
    if left[-1] in HYPHENS:
        return _LETTERS.search(left) is not None and (right[0].islower() or right[0].isdigit() or right[0] in "([{N")
    if left[-1] == ",":
        before = mended(left[:-1])
        inside = _unclosed(left) is not None or len(before) > 2
        if not _ENDS_LOCANT.search(before) or not _LOCANTS.match(right):
            return False
        return inside or right[-1] == "," or _MARK.search(right) is not None
    open_at = _unclosed(left)
    if open_at is not None and open_at > 0 and left[open_at - 1] in HYPHENS + _PRIMES + "([{":
        return _AMOUNT.match(left[open_at:] + " " + right) is None
    if right[0] in HYPHENS:
        ends = left[-1].isdigit() and _MARK.search(left) is not None and _LETTERS.search(left) is not None
        return ends and (len(right) == 1 or right[1].islower())
    return False


def _unclosed(piece: str) -> int | None:
    """Return the index of the first unclosed bracket; None if there is none."""
    stack: list[int] = []
    for at, char in enumerate(piece):
        if char in _CLOSING:
            stack.append(at)
        elif stack and char == _CLOSING[piece[stack[-1]]]:
            stack.pop()
    return stack[0] if stack else None


def _trimmed(text: str, start: int, end: int) -> Span | None:
    """Return the name within a stretch, without punctuation and brackets around it; None if there is none."""
    start, end = _balanced(text, start, end)
    end = _before_comma(text, start, end)
    if _SALT.fullmatch(text, start, end):
        return start, end
    start, end = _balanced(text, start, _before_note(text, start, end))
    piece = text[start:end]
    if _COMPLEX.match(piece) or _FORMULA.fullmatch(piece):
        return start, end
    if not _LETTERS.search(piece) or not _MARK.search(mended(piece)) or _UNIT_WORD.match(piece):
        return None
    return start, end


_UNIT_WORD = late(rf"\d+[{_HYPHEN}](?:neck|fold|step|dram|pot|point|way|inch|hour|minute|liter|litre)", re.IGNORECASE)


def _balanced(text: str, start: int, end: int) -> Span:
    """Return a stretch without the brackets and marks around it that are not part of a name."""
    for _ in range(_MOST_MARKS):
        if start >= end:
            break
        piece = text[start:end]
        open_at = _unclosed(piece)
        if piece[0] in "\"“”,;:.'" or open_at == 0:
            start += 1
        elif piece[-1] in '.,;:"“”?!' + HYPHENS or (piece[-1] in ")]}" and _first_at(piece, -1) is not None):
            end -= 1
        elif open_at is not None:
            end = start + open_at
        elif piece[0] in _CLOSING and _first_at(piece, 0) == len(piece) - 1 and not _COMPLEX.match(piece):
            start, end = start + 1, end - 1
        elif (close := _first_at(piece, -1)) is not None:
            end = start + close
        else:
            return start, end
    return start, start


def _before_comma(text: str, start: int, end: int) -> int:
    """Return where a name ends at a comma that is not between locants: `2-MeTHF,10 mL`."""
    depth = 0
    for at in range(start, end):
        depth += (text[at] in _CLOSING) - (text[at] in _CLOSING.values())
        if text[at] in ",;" and depth == 0:
            right = text[at + 1 : end].lstrip()
            if (
                text[at] == ";"
                or not _ENDS_LOCANT.search(text[max(start, at - _LONGEST_LOCANT) : at])
                or not _LOCANTS.match(right)
            ):
                return at
    return end


def _first_at(piece: str, depth: int) -> int | None:
    """Return where the brackets that are open come to a number: 0 where the first closes, -1 at a surplus one."""
    open_ones = accumulate((char in _CLOSING) - (char in _CLOSING.values()) for char in piece)
    return next((at for at, number in enumerate(open_ones) if number == depth), None)


def _before_note(text: str, start: int, end: int) -> int:
    """Return where a name ends that is directly followed by a label or an amount: `benzene(24.5 mg)`, `acid(3)`."""
    piece = text[start:end]
    if piece[-1:] not in (")", "]") or _OXIDATION.search(piece):
        return end
    depth = 0
    for at in range(len(piece) - 1, 0, -1):
        depth += (piece[at] in _CLOSING.values()) - (piece[at] in _CLOSING)
        if not depth:
            inner = piece[at + 1 : -1]
            label = inner.isdigit() or len(inner) < 3 or _AMOUNT.match(piece[at:]) is not None
            word = piece[at - 1].islower() and inner.isalpha() and len(inner) > 2
            word = word and (not inner.islower() or len(inner) < _SHORTEST)
            return start + at if label or word else end
    return end
