"""Split tokens into sentences: full stops that end one or do not, lines, lists, headings and a title."""

from __future__ import annotations

from clairify_cli.english.headings import heading, ingredient_lines, inner_marker, is_bullet, marker, part, title
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.tokens import Token
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass, field

_OF_SIZE = late(r"\d-m?[lL]\Z")
# A name such as `t-BuLi` may begin a sentence in lower case.
_PREFIXED = late(r"(?!(?:round|flat|open|ice|oven|flame|water|wide|half|one|two|three|four)-)[a-z]{1,5}-[A-Za-z(]{3}")
_ENTRY = "ingredients"
_STOPS = frozenset((".", "!", "?", "…"))
# A longer sentence is cut at its next mark, so that the cost of a text stays linear.
_LONGEST = 200


@dataclass(slots=True)
class Sentence:
    """The tokens of a sentence without its list marker; `number` is that of the marker, `heading` the part it is in."""

    tokens: list[Token]
    paragraph: int = 0
    number: int | None = None
    listed: bool = False
    heading: str = ""


@dataclass(slots=True)
class Document:
    """A text as sentences, with the tokens of its title.

    `marks` are the tokens of list markers, stops and headings of parts; `headings` are the other headings in the text.
    """

    title: list[Token] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    marks: list[Token] = field(default_factory=list)
    headings: list[list[Token]] = field(default_factory=list)


# Units that are not abbreviations.
_WHOLE = ("minute", "minutes", "hour", "hours", "day", "days", "second", "seconds", "grams", "degrees")


_LINE = 160
"""In characters: a longer line is not wrapped, so that its end is that of a paragraph."""


def document(made: list[Token]) -> Document:
    """Split tokens into sentences."""
    found = Document()
    found.title, found.marks, size = title(made)
    rest = made[size:]
    current = Sentence([])
    name, paragraph, at, line = "", 0, 0, 0
    entries = ingredient_lines(rest)
    lower_case = bool(made) and made[0].text[:1].islower()
    while at < len(rest):
        token = rest[at]
        long = token.breaks == 1 and at > 0 and rest[at - 1].end - line > _LINE and token.text[:1].isupper()
        line = token.start if token.breaks else line
        if current.tokens and (long or _breaks(rest[at - 1], token, current, lower_case)):
            current = _close(current, found)
        if current.tokens and _opens_yield(rest, at):
            current = _close(current, found)
        if current.tokens and _opens_procedure(rest, at, current):
            current = _name_in_front(current, found)
        if _is_paragraph_number(token):
            found.marks.append(token)
            current = _name_in_front(current, found) if current.tokens else current
            paragraph, at = paragraph + 1, at + 1
            continue
        paragraph += token.breaks > 1 or long
        headings = len(found.headings)
        size, opened = _opening(rest, at, current, found) if not current.tokens else (0, "")
        paragraph += len(found.headings) > headings
        if size:
            name = opened or name
            at += size
            continue
        if not current.tokens and token.low == ";":
            found.marks.append(token)
        elif token.kind == "mark" and token.low in _STOPS and _ends(rest, at, lower_case):
            found.marks.append(token)
            current = _close(current, found)
        elif token.low == "." and at and rest[at - 1].kind == "quantity":
            found.marks.append(token)
        else:
            if len(current.tokens) >= _LONGEST and (token.kind == "mark" or len(current.tokens) >= 2 * _LONGEST):
                current = _close(current, found)
            if not current.tokens:
                current.paragraph, current.heading = paragraph, name or _ENTRY * (at in entries)
            current.tokens.append(token)
            if _closes(rest, at) or (len(current.tokens) == 1 and _is_sentence(token)):
                current = _close(current, found)
        at += 1
    _close(current, found)
    return found


def _is_paragraph_number(token: Token) -> bool:
    """Whether a token is a patent's paragraph number, `[00428]` or `(0707)`; text directly before it is a heading."""
    inner = token.inner[1].text if token.kind == "group" and len(token.inner) == 3 else ""
    return inner.isdigit() and len(inner) > 3 and inner.startswith("0")


def _opens_yield(rest: list[Token], at: int) -> bool:
    """Whether a yield begins without a full stop before it: `… recrystallised (methanol) | Yield 1.83 g`."""
    if rest[at].text not in ("Yield", "YIELD", "Yields") or at + 1 >= len(rest):
        return False
    following = rest[at + 1]
    return following.kind in ("quantity", "number", "group") or following.low in (":", "=", "of")


def _opening(rest: list[Token], at: int, current: Sentence, found: Document) -> tuple[int, str]:
    """Return the number of tokens in a heading or list marker before a sentence, and the name of a part it opens."""
    token = rest[at]
    starts_line = token.breaks > 0 or at == 0
    size, name = part(rest, at) if starts_line else (0, "")
    if size:
        found.marks.extend(rest[at : at + size])
        current.number, current.listed = None, False
        return size, name
    if not current.listed:
        find = marker if starts_line or token.low == "step" else inner_marker
        size, current.number = find(rest, at)
        current.listed = size > 0
        if size:
            found.marks.extend(rest[at : at + size])
            return size, ""
    step = current.listed and any(mark.low == "step" for mark in found.marks[-3:])
    size = heading(rest, at, step=step) if not current.listed or step else 0
    if size:
        found.headings.append(rest[at : at + size])
    return size, ""


def _close(current: Sentence, found: Document) -> Sentence:
    if current.tokens:
        found.sentences.append(current)
    return Sentence([])


def _opens_procedure(rest: list[Token], at: int, current: Sentence) -> bool:
    """Whether a procedure begins after a name without a full stop: `…propanamide | To a solution of A`."""
    if rest[at].text not in ("To", "A") or rest[at - 1].kind == "mark":
        return False
    behind = [token.low for token in rest[at + 1 : at + 4]]
    article = ["a"] if rest[at].text == "To" else []
    if behind[: len(article)] != article or not behind[len(article) :]:
        return False
    first = behind[len(article)]
    if first not in WORDS["solutions"] and first != "stirred":
        return False
    return not any(t.quantity is not None or t.low in WORDS["being"] for t in current.tokens)


def _name_in_front(current: Sentence, found: Document) -> Sentence:
    """Store the name of a product before its procedure as a heading."""
    found.headings.append(current.tokens)
    return Sentence([])


def _ends(rest: list[Token], at: int, lower_case: bool) -> bool:
    """Whether the stop at `at` ends its sentence, rather than belonging to an abbreviation."""
    if rest[at].low != ".":
        return True
    if at + 1 == len(rest):
        return True
    previous, following = rest[at - 1] if at else None, rest[at + 1]
    if previous is None or following.breaks > 1:
        return True
    if following.start == rest[at].end and following.kind not in ("mark", "group"):
        closed = previous.text[-1:].islower() or previous.kind in ("group", "quantity")
        return closed and (following.text[:1].isupper() or (following.kind == "quantity" and len(previous.text) > 3))
    if previous.end == rest[at].start:
        if previous.low in WORDS["abbreviations.never"]:
            return (
                following.text[:1].isupper() and following.low in WORDS["determiners"]
            )  # `filtered and conc. The oil`
        if len(previous.text) == 1 and previous.text.isupper() and following.text[:1].islower() and not lower_case:
            return False  # `O. basilicum L. seed`
        unit = previous.kind == "quantity" and not previous.low.endswith(_WHOLE)
        if unit and _OF_SIZE.search(previous.text):
            return False  # `a 250-ml. Claisen flask`
        abbreviated = unit or previous.low.rstrip(".") in WORDS["abbreviations.maybe"]
        if abbreviated and following.text[:1].islower() and not _PREFIXED.match(following.text):
            use = LEXICON.verbs.get(following.low)
            return lower_case and use is not None and "base" in use.kinds
        if abbreviated and following.kind in ("group", "mark"):
            return False
    return True


def _is_sentence(token: Token) -> bool:
    """Whether brackets contain a sentence with its full stop: `(It gets hot.) The mixture …`."""
    return token.kind == "group" and len(token.inner) > 2 and token.inner[-2].low == "."


def _closes(rest: list[Token], at: int) -> bool:
    """Whether an abbreviation ends its sentence with its own full stop: `stirred at r.t. The mixture …`."""
    token = rest[at]
    if token.kind != "word" or token.text[-1:] != "." or at + 1 == len(rest):
        return False
    following = rest[at + 1]
    ends = token.low.rstrip(".") in WORDS["abbreviations.maybe"]
    return ends and following.kind == "word" and following.text[:1].isupper()


def _breaks(previous: Token, token: Token, current: Sentence, lower_case: bool) -> bool:
    """Whether a line break before `token` ends the sentence."""
    if token.breaks == 0:
        return False
    if token.breaks > 1 or current.heading == "ingredients" or is_bullet(token):
        return True
    if token.kind == "number" and current.listed and current.number is not None:
        return True
    if previous.low == "," or WORDS.has(previous.low, "prepositions", "determiners"):
        return False
    use = LEXICON.verbs.get(token.low)
    opens = use is not None and "base" in use.kinds and (token.text[:1].isupper() or lower_case)
    fronted = token.text[:1].isupper() and token.low in WORDS["openers"]
    named = token.kind == "quantity" and all(t.kind == "word" and t.low not in LEXICON.verbs for t in current.tokens)
    links = ("conjunctions", "contain", "prepositions")
    titled = named and not any(WORDS.has(t.low, *links) for t in current.tokens)
    return opens or fronted or titled or previous.low == ":"
