"""Find headings of a text or its parts: the title, headings on separate lines or before a colon, list markers."""

from __future__ import annotations

from itertools import pairwise

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.quantities import CARRIED
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.files.patterns import late

BULLETS = frozenset(("-", "*", "•", "–", "—", "·", "◦", "▪", "‣", "+", ">"))
_LONGEST_TITLE = 15
_LONGEST_HEADING = 30
_LONGEST_REPORT = 25
_LONGEST_ENTRY = 24
_LABEL, _FEW = 4, 2
_REMARKS = ("yield", "spectrum", "point", "monitoring", "safety", "reference", "remark")
_NUMBERED = late(r"\d{1,2}(?:\.\d{1,2}){1,3}\Z")
_LETTERS = frozenset(("a", "b", "c", "d", "e", "f", "i", "ii", "iii", "iv", "v", "vi", "vii"))


def marker(rest: list[Token], at: int) -> tuple[int, int | None]:
    """Return the length of a list marker in tokens, and its number: `1.`, `(3)`, `a)`, `4.1`, `Step 4:`, `-`."""
    token = rest[at]
    following = rest[at + 1] if at + 1 < len(rest) else None
    if following is None or following.breaks:
        return 0, None
    if is_bullet(token) or (_NUMBERED.match(token.text) and LEXICON.verb(following.low, "base") is not None):
        return 1, None
    if token.low == "step":
        number = LEXICON.numbers["small"].get(following.low) or (int(following.low) if _is_count(following) else None)
        after = rest[at + 2].low if at + 2 < len(rest) else ""
        if number is not None:
            return (3 if after in (".", ":", ")", "-", "–") else 2), number
    if token.kind == "number" and token.low.isdigit() and len(token.low) < 4 and following.low in (".", ")", ":"):
        return 2, int(token.low)
    if token.kind == "group" and len(token.inner) == 3 and following.kind == "word":
        inner = token.inner[1].low
        if inner.isdigit():
            return 1, int(inner) if len(inner) < 4 else None
        opens = following.text[:1].isupper() or following.low in LEXICON.verbs
        return (1, None) if inner in _LETTERS and opens else (0, None)
    if token.kind == "word" and (len(token.low) == 1 or token.low in _LETTERS) and following.low == ")":
        return 2, None
    return 0, None


def inner_marker(rest: list[Token], at: int) -> tuple[int, int | None]:
    """Find a list marker within a line, after the end of a sentence: `… was added. 2. Cleavage of the resin.`"""
    if _NUMBERED.match(rest[at].text):
        return marker(rest, at)
    if at + 2 >= len(rest) or rest[at + 1].low not in (".", ")") or not rest[at + 2].text[:1].isupper():
        return 0, None
    token = rest[at]
    numbered = token.kind == "number" and token.low.isdigit() and len(token.low) < 3
    return marker(rest, at) if numbered or (token.low in _LETTERS and rest[at + 1].low == ")") else (0, None)


def is_bullet(token: Token) -> bool:
    """Whether a token is a bullet before a list entry."""
    return token.kind == "mark" and token.low in BULLETS


def _is_count(token: Token) -> bool:
    return token.kind == "number" and token.low.isdigit() and len(token.low) < 4


def part(rest: list[Token], at: int) -> tuple[int, str]:
    """Return the length in tokens of a heading (`Method:`, `Ingredients` alone on its line), and the part it opens."""
    size = 0
    while at + size < len(rest) and size < 5 and (size == 0 or rest[at + size].breaks == 0):
        size += 1
        if rest[at + size - 1].low in (":", "."):
            break
    words = [token.low for token in rest[at : at + size] if token.low not in ("#", "*")]
    alone = at + size == len(rest) or rest[at + size].breaks > 0
    mark = words.pop() if words and words[-1] in (":", ".") else ""
    name = " ".join(words)
    for one in ("ingredients", "method", "notes"):
        # `Notes. 1. The acid was distilled`: this heading may also end in a full stop.
        if (alone or mark == ":" or (mark and one == "notes")) and name in WORDS[f"headings.{one}"]:
            return size, one
    return 0, ""


def ingredient_lines(rest: list[Token]) -> set[int]:
    """Return where lines of ingredients without a heading begin: `80 g NaCl` above `2.0 g KCl`.

    A single such line is an instruction without its verb, unless it has several entries: `1 kg of A · 2 L of B`.
    """
    starts = [at for at, token in enumerate(rest) if at == 0 or token.breaks]
    lines = [rest[start:end] for start, end in pairwise([*starts, len(rest)])]
    lists = [_lists(line) for line in lines]
    # Whether each line continues the list of the line before, without a blank line between.
    tied = [number > 0 and lists[number - 1] and line[0].breaks < 2 for number, line in enumerate(lines)]
    return {
        start
        for number, start in enumerate(starts)
        if lists[number]
        and (tied[number] or any(tied[number + 1 : number + 2]) & any(lists[number + 1 : number + 2])
             or sum(is_bullet(token) for token in lines[number][1:]) > 1
             or (lines[number][0].kind == "word" and sum(t.dimension in CARRIED for t in lines[number]) > _FEW))
    }  # fmt: skip


def _lists(line: list[Token]) -> bool:
    """Whether a line is a list entry: an amount, then a name, and no action."""
    words = [token for token in line if not is_bullet(token)]
    if len(words) < 2 or len(words) > _LONGEST_ENTRY:
        return False
    label = next((at for at, token in enumerate(words[:_LABEL]) if token.low == ":"), None)
    if label is not None and not any(token.quantity for token in words[:label]):
        words = words[label + 1 :]  # `Oil phase: 18 g almond oil, 6 g wax`
    if len(words) < 2:
        return False
    first, last = words[0], words[-1]
    measured = first.dimension in (*CARRIED, "measure")
    # `Sodium sulfite, anhydrous ...... 100 g`
    named = last.dimension in CARRIED and first.kind == "word" and first.low not in LEXICON.verbs
    if not measured and not named and not (first.kind == "number" and words[1].kind == "word"):
        return False
    ended = last.low in (".", ":", "!") or any(token.low == "." for token in words[:-1])
    done = any(WORDS.has(token.low, "being", "modals") for token in words)
    return not ended and not done


def heading(rest: list[Token], at: int, *, step: bool = False) -> int:
    """Return the length of a heading in tokens at the start of a sentence; 0 if there is none.

    `Preparation of the catalyst:`, `General procedure.`, `2.3 Alternative synthesis of 23;`, `[Example 16]`, or a line
    without a verb between blank ones; after `Step 2:` the rest of a line without a verb (`step`).
    """
    first = rest[at]
    if first.kind == "group":
        alone = any(token.low in WORDS["headings.heads"] for token in first.inner)
        return 1 if alone and (at + 1 == len(rest) or rest[at + 1].breaks) else 0
    if WORDS.has(first.low, "prepositions", "definite") or _announces(first):
        return 0
    size = 0
    while at + size < len(rest):
        token = rest[at + size]
        broken = size > 0 and token.breaks > 0
        if broken or token.low in (":", ".", ";") or size == _LONGEST_HEADING:
            break
        if token.kind == "quantity" or WORDS.has(token.low, "being", "headings.no"):
            return 0
        size += 1
    return _ended(rest, at, size, step=step) if size else 0


def _announces(first: Token) -> bool:
    """Whether a word begins a remark: `Yield:`, `HPLC-MS:`."""
    low = first.low.rstrip(".")
    return low in WORDS["remarks"] or any(low in WORDS[f"remarks.starts {kind}"] for kind in _REMARKS)


def _ended(rest: list[Token], at: int, size: int, *, step: bool) -> int:
    """Return the length of a heading of `size` tokens with its end mark; 0 if they are not a heading."""
    held = rest[at : at + size]
    words = [token for token in held if token.kind == "word"]
    if not words or size == _LONGEST_HEADING:
        return 0
    end = rest[at + size] if at + size < len(rest) else None
    following = rest[at + size + 1] if at + size + 1 < len(rest) else None
    headed = any(word.low in WORDS["headings.heads"] for word in (*words[:3], words[-1]))
    numbered = _NUMBERED.match(held[0].low) is not None
    nominal = not any(token.low in LEXICON.verbs for token in words)
    if end is None or end.breaks:
        last = held[-1].low
        apart = held[0].breaks > 1 or at == 0 or (end is not None and end.breaks > 1)
        line = nominal and apart and len(words) <= _LONGEST_TITLE and held[0].breaks > 0 and end is not None
        capital = end is not None and not end.text[:1].islower() and last not in (",", "-")
        return size if capital and (headed or (step and nominal) or (line and held[0].text[:1] != "-")) else 0
    if end.low == ":":
        opens = following is not None and (following.text[:1].isupper() or following.breaks > 0)
        opens = opens or (following is not None and headed and following.kind in ("group", "number", "quantity"))
        # `Polyaniline: aniline hydrochloride (2.59 g) was dissolved in …`, at the beginning of a text
        opens = opens or (at == 0 and any(WORDS.has(t.low, "being") for t in rest[size + 1 : size + _LONGEST_REPORT]))
        label = len(held) == 1 and len(held[0].text) == 1
        return size + 1 if opens and following is not None and (headed or nominal or label) else 0
    if end.low == ";":
        return size + 1 if numbered and headed else 0
    opens = following is None or following.text[:1].isupper() or following.kind in ("number", "quantity", "group")
    close = words[0].low in WORDS["headings.heads"] or (numbered and headed)
    close = close or (len(words) > 1 and words[1].low in WORDS["headings.heads"])
    return size + 1 if close and opens and end.low == "." and words[0].text[:1].isupper() else 0


def title(made: list[Token]) -> tuple[list[Token], list[Token], int]:
    """Return the title's tokens, its marks, and their total number; empty if the first line is not a title."""
    nothing: tuple[list[Token], list[Token], int] = ([], [], 0)
    if not made:
        return nothing
    size = 1
    while size < len(made) and made[size].breaks == 0 and size <= _LONGEST_TITLE + 4:
        size += 1
    line = made[:size]
    ended = size == len(made) or made[size].breaks > 0
    if not line or not ended or not _is_title(line, made[size:]):
        return nothing
    marks = []
    while line and line[0].low in ("#", "*"):
        marks.append(line.pop(0))
    while line and line[-1].low in (":", "*", "#"):
        marks.append(line.pop())
    return line, marks, size


def _is_title(line: list[Token], rest: list[Token]) -> bool:
    """Whether the line above a text is its title: short, without amounts, neither a sentence nor an instruction."""
    words = [token for token in line if token.kind == "word"]
    last = line[-1]
    if not words or len(words) > _LONGEST_TITLE or last.low in (".", "!", ",", ";"):
        return False
    named = line[:-2] if rest and _is_sized(line) else line  # `PBS buffer, 1 L`: the amount that is made
    made = bool(rest) and len(line) > 2 and line[1].low == "of" and line[0].low in WORDS["makings"]
    if (
        any((t.kind == "quantity" and not made) or t.low in WORDS["being"] for t in (named if rest else leaves(line)))
        or part(line, 0)[0]
    ):
        return False
    if marker(line, 0)[0] or (rest and rest[0].breaks == 1 and _goes_on(line, rest)):
        return False
    titled = len(words) > 1 and all(w.text[:1].isupper() or len(w.text) < 4 for w in words)
    return (titled and not any(w.low in ("to", "into") for w in words)) or not (
        _verb(words[0]) or any(_verb(w) and w.low in ("add", "stir", "pour") for w in words)
    )


def _goes_on(line: list[Token], rest: list[Token]) -> bool:
    """Whether the first line is wrapped, and not a title above the next: `… and acetic acid | (0.31 mL) were added`."""
    if sum(any(one.kind == "quantity" for one in leaves([token])) for token in line) > 1:
        return True
    if rest[0].kind == "group":
        return marker(rest, 0)[0] == 0
    return rest[0].text[:1].islower() and not _verb(rest[0])


def _is_sized(line: list[Token]) -> bool:
    """Whether a line names a product, such as a buffer, followed by its volume."""
    return len(line) > 2 and line[-1].dimension == "volume" and line[-2].low == "," and line[-3].low in WORDS["buffers"]


def _verb(token: Token) -> bool:
    return LEXICON.verb(token.low, "base") is not None
