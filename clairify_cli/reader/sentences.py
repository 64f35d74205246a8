"""From tokens to sentences: full stops that end one and those that do not, lines, lists, headings and a title."""

from __future__ import annotations

from dataclasses import dataclass, field

from clairify_cli.reader.lexicon import Lexicon, lexicon
from clairify_cli.reader.tokens import Token, leaves

_STOPS = frozenset((".", "!", "?", "…"))
_BULLETS = frozenset(("-", "*", "•", "–", "—", "·", "◦", "▪", "‣", "+", ">"))
_LONGEST_TITLE = 15
# What goes on longer than this is no sentence, and is cut at its next mark, so that the cost of a text stays linear.
_LONGEST = 200


@dataclass(slots=True)
class Sentence:
    """The tokens of a sentence, without its list marker; `number` is that marker's, `heading` the part it stands in."""

    tokens: list[Token]
    paragraph: int = 0
    number: int | None = None
    listed: bool = False
    heading: str = ""


@dataclass(slots=True)
class Document:
    """A text in sentences, with its title's tokens; `marks` are the tokens of headings and list markers."""

    title: list[Token] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    marks: list[Token] = field(default_factory=list)


def document(made: list[Token]) -> Document:
    """Split tokens into sentences."""
    table = lexicon()
    found = Document()
    rest = _take_title(made, found, table)
    current = Sentence([])
    heading, paragraph, at = "", 0, 0
    lower_case = bool(made) and made[0].text[:1].islower()
    while at < len(rest):
        token = rest[at]
        starts_line = token.breaks > 0 or at == 0
        if current.tokens and _breaks(rest[at - 1], token, current, lower_case, table):
            current = _close(current, found)
        paragraph += token.breaks > 1
        size, name = _heading(rest, at, table) if starts_line and not current.tokens else (0, "")
        if size:
            heading = name
            current = Sentence([])
        elif (starts_line or token.low == "step") and not current.tokens and not current.listed:
            size, current.number = _marker(rest, at)
            current.listed = size > 0
        if size:
            found.marks.extend(rest[at : at + size])
            at += size
            continue
        if token.kind == "mark" and token.low in _STOPS and _ends(rest, at, lower_case, table):
            found.marks.append(token)
            current = _close(current, found)
        elif token.low == "." and at and rest[at - 1].kind == "quantity":
            found.marks.append(token)
        else:
            if len(current.tokens) >= _LONGEST and (token.kind == "mark" or len(current.tokens) >= 2 * _LONGEST):
                current = _close(current, found)
            if not current.tokens:
                current.paragraph, current.heading = paragraph, heading
            current.tokens.append(token)
        at += 1
    _close(current, found)
    return found


def _close(current: Sentence, found: Document) -> Sentence:
    if current.tokens:
        found.sentences.append(current)
    return Sentence([])


def _ends(rest: list[Token], at: int, lower_case: bool, table: Lexicon) -> bool:
    """Whether the stop at `at` ends its sentence, rather than belonging to an abbreviation."""
    if rest[at].low != ".":
        return True
    if at + 1 == len(rest):
        return True
    previous, following = rest[at - 1] if at else None, rest[at + 1]
    if previous is None or following.breaks > 1:
        return True
    if following.start == rest[at].end and following.kind not in ("mark", "group"):
        return previous.text[-1:].islower() and following.text[:1].isupper()
    if previous.end == rest[at].start:
        if previous.low in table.words["abbreviations.never"]:
            return False
        abbreviated = previous.kind == "quantity" or previous.low.rstrip(".") in table.words["abbreviations.maybe"]
        if abbreviated and following.text[:1].islower():
            use = table.verbs.get(following.low)
            return lower_case and use is not None and "base" in use.kinds
        if abbreviated and following.kind in ("group", "mark"):
            return False
    return True


def _breaks(previous: Token, token: Token, current: Sentence, lower_case: bool, table: Lexicon) -> bool:
    """Whether a line break before `token` ends the sentence."""
    if token.breaks == 0:
        return False
    if token.breaks > 1 or current.heading == "ingredients" or _is_bullet(token):
        return True
    if token.kind == "number" and current.listed and current.number is not None:
        return True
    if previous.low == "," or previous.low in table.words["prepositions"] or previous.low in table.words["determiners"]:
        return False
    use = table.verbs.get(token.low)
    opens = use is not None and "base" in use.kinds and (token.text[:1].isupper() or lower_case)
    fronted = token.text[:1].isupper() and token.low in table.words["openers"]
    return opens or fronted or previous.low == ":"


def _is_bullet(token: Token) -> bool:
    return token.kind == "mark" and token.low in _BULLETS


def _marker(rest: list[Token], at: int) -> tuple[int, int | None]:
    """How many tokens a list marker takes, and its number: `1.`, `2)`, `(3)`, `a)`, `Step 4:`, `-`."""
    token = rest[at]
    following = rest[at + 1] if at + 1 < len(rest) else None
    if following is None or following.breaks:
        return 0, None
    if _is_bullet(token):
        return 1, None
    if token.low == "step":
        number = lexicon().numbers["small"].get(following.low) or (int(following.low) if _is_count(following) else None)
        after = rest[at + 2].low if at + 2 < len(rest) else ""
        if number is not None:
            return (3 if after in (".", ":", ")", "-", "–") else 2), number
    if token.kind == "number" and token.low.isdigit() and len(token.low) < 4 and following.low in (".", ")", ":"):
        return 2, int(token.low)
    if token.kind == "group" and len(token.inner) == 3 and token.inner[1].low.isdigit() and following.kind == "word":
        return 1, int(token.inner[1].low) if len(token.inner[1].low) < 4 else None
    if token.kind == "word" and len(token.low) == 1 and following.low == ")":
        return 2, None
    return 0, None


def _is_count(token: Token) -> bool:
    return token.kind == "number" and token.low.isdigit() and len(token.low) < 4


def _heading(rest: list[Token], at: int, table: Lexicon) -> tuple[int, str]:
    """How many tokens a heading takes (`Method:`, or `Ingredients` alone on its line), and which part it opens."""
    size = 0
    while at + size < len(rest) and size < 5 and (size == 0 or rest[at + size].breaks == 0):
        size += 1
        if rest[at + size - 1].low == ":":
            break
    words = [token.low for token in rest[at : at + size] if token.low not in ("#", "*")]
    alone = at + size == len(rest) or rest[at + size].breaks > 0
    if words and words[-1] == ":":
        words.pop()
    elif not alone:
        return 0, ""
    name = " ".join(words)
    for part in ("ingredients", "method"):
        if name in table.words[f"headings.{part}"]:
            return size, part
    return 0, ""


def _take_title(made: list[Token], found: Document, table: Lexicon) -> list[Token]:
    """Take the title off the front, where the first line is one."""
    if not made:
        return made
    size = 1
    while size < len(made) and made[size].breaks == 0 and size <= _LONGEST_TITLE + 4:
        size += 1
    line = made[:size]
    ended = size == len(made) or made[size].breaks > 0
    if not line or not ended or not _is_title(line, made[size:], table):
        return made
    while line and line[0].low in ("#", "*"):
        found.marks.append(line.pop(0))
    while line and line[-1].low in (":", "*", "#"):
        found.marks.append(line.pop())
    found.title = line
    return made[size:]


def _is_title(line: list[Token], rest: list[Token], table: Lexicon) -> bool:
    words = [token for token in line if token.kind == "word"]
    last = line[-1]
    if not words or len(words) > _LONGEST_TITLE or last.low in (".", "!", ",", ";"):
        return False
    if (
        any(token.kind == "quantity" or token.low in table.words["being"] for token in leaves(line))
        or _heading(line, 0, table)[0]
    ):
        return False
    if _marker(line, 0)[0] or (
        rest and rest[0].breaks == 1 and rest[0].text[:1].islower() and not _verb(rest[0], table)
    ):
        return False
    titled = len(words) > 1 and all(w.text[:1].isupper() or len(w.text) < 4 for w in words)
    return (titled and not any(w.low in ("to", "into") for w in words)) or not (
        _verb(words[0], table) or any(_verb(w, table) and w.low in ("add", "stir", "pour") for w in words)
    )


def _verb(token: Token, table: Lexicon) -> bool:
    use = table.verbs.get(token.low)
    return use is not None and "base" in use.kinds
