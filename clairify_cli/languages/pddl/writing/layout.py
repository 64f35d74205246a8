"""Lay out nested lists on lines, for both the formatter of texts and the printer of trees.

A list that fits stays on one line, unless its author spread it over several. Otherwise, facts and declarations get one
line each, as do the parts of an action and the operands of a formula; nothing breakable is wider than `WIDTH`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from clairify_cli.records import dataclass, field

WIDTH = 100
INDENT = 2


@dataclass(slots=True)
class Leaf:
    """A word, with the comment after it on its line and the comment lines and blank lines before it.

    `fresh` means that it begins a line in the text; `column` is that of the comment after it.
    """

    text: str
    before: list[str] = field(default_factory=list)
    after: str = ""
    fresh: bool = False
    column: int = 0


@dataclass(slots=True)
class Block:
    """A pair of brackets with its contents; `closing` are comments before the closing bracket."""

    items: list[Element]
    before: list[str] = field(default_factory=list)
    after: str = ""
    fresh: bool = False
    column: int = 0
    closing: list[str] = field(default_factory=list)

    @property
    def head(self) -> str:
        """The first word; empty if the first item is not a word."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Leaf) else ""

    @property
    def is_spread(self) -> bool:
        """Whether its author put parts of it on lines of their own."""
        return any(item.fresh for item in self.items[1:])


Element: TypeAlias = Leaf | Block

_ON_FIRST_LINE = {"forall": 2, "exists": 2, "not": 2, "preference": 3, "at": 3, "over": 3, ":derived": 2}
"""Number of parts that stay on the line of the bracket, by operator; for others, only the operator does."""

_LISTS = (":requirements", ":types", ":constants", ":objects")
_OWN_LINES = (":predicates", ":functions", ":init")


class _Writer:
    """Lines being written. Anything after a comment begins a new line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.notes: dict[int, tuple[str, int]] = {}
        self.note: tuple[str, int] | None = None
        self.opened = True
        self.current = ""
        self.commented = False

    def put(self, text: str, indent: int) -> None:
        if self.commented:
            self.begin(indent)
        self.current += text

    def begin(self, indent: int) -> None:
        if self.current.strip():
            if self.note is not None:
                self.notes[len(self.lines)] = self.note
            self.lines.append(self.current.rstrip())
            self.opened = False
        self.note = None
        self.current = " " * indent
        self.commented = False

    def comment(self, item: Element) -> None:
        """Add the comment after an item, if there is one."""
        if item.after:
            self.note = (item.after, item.column)
            self.commented = True

    def before(self, item: Element, indent: int) -> None:
        """Begin a line for an item, with the comments before it."""
        self.begin(indent)
        self.comments(item.before, indent)

    def comments(self, lines: Sequence[str], indent: int) -> None:
        """Write comment lines; an empty line is kept unless it is the first in its brackets."""
        for line in lines:
            if line:
                self.current += line
                self.begin(indent)
            elif self.lines and self.lines[-1] and not self.opened:
                self.lines.append("")

    def text(self) -> str:
        """Return all lines; comments that were aligned in one column on successive lines are aligned again."""
        made = list(self.lines)
        run: list[int] = []
        for at in range(len(made) + 1):
            column = self.notes[at][1] if at in self.notes else -1
            if run and column != self.notes[run[-1]][1]:
                width = max(len(made[line]) for line in run)
                for line in run:
                    made[line] = f"{made[line]:{width}} {self.notes[line][0]}"
                run = []
            if column >= 0:
                run.append(at)
        return "\n".join(made) + "\n"

    def has_room(self, text: str, reserve: int) -> bool:
        return len(self.current) + len(text) + reserve <= WIDTH


def laid_out(elements: Sequence[Element], comments: Sequence[str] = ()) -> str:
    """Return the text of definitions, each beginning on its own line; `comments` follow the last one."""
    writer = _Writer()
    for element in elements:
        writer.before(element, 0)
        _element(writer, element, 0, 0)
        writer.comment(element)
    writer.begin(0)
    writer.comments(comments, 0)
    return writer.text()


def flat(element: Element) -> str | None:
    """Return an element on one line; None if it contains a comment."""
    if isinstance(element, Leaf):
        return element.text
    parts: list[str] = []
    for item in element.items:
        text = flat(item)
        if text is None or has_comment(item):
            return None
        parts.append(text)
    return None if any(element.closing) else f"({' '.join(parts)})"


def has_comment(item: Element) -> bool:
    """Whether there are comments around an element."""
    return bool(item.after) or any(item.before)


def _element(writer: _Writer, element: Element, indent: int, reserve: int) -> None:
    """Write an element on the current line, indented by `indent`, with room for `reserve` closing brackets."""
    if isinstance(element, Leaf):
        writer.put(element.text, indent)
        return
    text = None if element.head == "define" or _is_spread(element) else flat(element)
    if text is not None and (writer.has_room(text, reserve) or not _can_break(element)):
        writer.put(text, indent)
    elif element.head == "define":
        _rows(writer, element, indent, 2)
    elif element.head in (":action", ":durative-action"):
        _action(writer, element, indent)
    elif element.head in _OWN_LINES:
        _rows(writer, element, indent, 1)
    elif element.head in _LISTS or not any(isinstance(item, Block) and item.head != "either" for item in element.items):
        _words(writer, element, indent, reserve)
    else:
        _operands(writer, element, indent, reserve)


def _is_spread(block: Block) -> bool:
    """Whether a list stays on several lines; atoms and lists of words in formulas never do."""
    if block.head in (":action", ":durative-action"):
        return True
    inner = [item for item in block.items if isinstance(item, Block)]
    if block.head.startswith(":") or inner:
        return block.is_spread or any(_is_spread(item) for item in inner)
    return False


def _can_break(block: Block) -> bool:
    return len(block.items) > 1 or any(isinstance(item, Block) for item in block.items)


def _close(writer: _Writer, block: Block, indent: int, *, own_line: bool) -> None:
    """Write the comments before the closing bracket, and the bracket."""
    if any(block.closing):
        writer.begin(indent + INDENT)
        writer.comments(block.closing, indent + INDENT)
    if own_line:
        writer.begin(indent)
    writer.put(")", indent)


def _head(writer: _Writer, block: Block, indent: int, count: int) -> None:
    """Write the opening bracket and the first parts of a list on one line."""
    writer.put("(", indent)
    for number, item in enumerate(block.items[:count]):
        if any(item.before):
            writer.before(item, indent + INDENT)
        elif number:
            writer.put(" " if not writer.commented else "", indent + INDENT)
        _element(writer, item, indent, 1)
        writer.comment(item)


def _rows(writer: _Writer, block: Block, indent: int, count: int) -> None:
    """Write a list with one item per line; items that share a line in the text keep sharing it."""
    _head(writer, block, indent, count)
    inner = indent + INDENT
    for number, item in enumerate(block.items[count:]):
        text = flat(item)
        shares = number > 0 and not item.fresh and not item.before and not writer.commented
        if block.head == ":predicates":
            shares = False
        if isinstance(item, Leaf) or (_follows_dash(block, count + number)):  # `- number` after a function
            shares = not writer.commented and not item.before
        if shares and text is not None and writer.has_room(f" {text}", 0):
            writer.put(f" {text}", inner)
        else:
            writer.before(item, inner)
            _element(writer, item, inner, 0)
        writer.comment(item)
    _close(writer, block, indent, own_line=True)


def _follows_dash(block: Block, at: int) -> bool:
    before = block.items[at - 1]
    return isinstance(before, Leaf) and before.text == "-"


def _action(writer: _Writer, block: Block, indent: int) -> None:
    """Write an action: its name, then one line per keyword with its value."""
    _head(writer, block, indent, 2)
    inner = indent + INDENT
    for item in block.items[2:]:
        if isinstance(item, Leaf) and item.text.startswith(":"):
            writer.before(item, inner)
            writer.put(item.text, inner)
        else:
            if any(item.before) or writer.commented:
                writer.before(item, inner + INDENT)
            else:
                writer.put(" ", inner)
            _element(writer, item, inner, 0)
        writer.comment(item)
    _close(writer, block, indent, own_line=True)


def _words(writer: _Writer, block: Block, indent: int, reserve: int) -> None:
    """Write a list of words, as many as fit on a line; in a section, the names of each type begin a line."""
    is_section = block.head.startswith(":")
    inner = indent + INDENT
    _head(writer, block, indent, 1)
    begin = is_section and block.head != ":requirements"
    for at, item in enumerate(block.items[1:], 1):
        text = flat(item) or ""
        room = reserve + 1 if at == len(block.items) - 1 else 0
        tight = (isinstance(item, Leaf) and item.text == "-") or _follows_dash(block, at)
        if any(item.before) or writer.commented or (begin and not tight) or (item.before and is_section):
            writer.before(item, inner)
        elif not writer.has_room(f" {text}", room + _type_width(block, at)) and not (tight and len(text) < WIDTH // 2):
            writer.begin(inner)
        else:
            writer.put(" ", inner)
        _element(writer, item, inner, 0)
        writer.comment(item)
        begin = is_section and _follows_dash(block, at)
    _close(writer, block, indent, own_line=is_section and block.head != ":requirements")


def _type_width(block: Block, at: int) -> int:
    """Return the width of `- TYPE` after an item, or 0 if that does not follow."""
    if at + 2 < len(block.items) and _follows_dash(block, at + 2):
        return len(flat(block.items[at + 2]) or "") + 3
    return 0


def _operands(writer: _Writer, block: Block, indent: int, reserve: int) -> None:
    """Write a formula: its operator, then one operand per line; a single operand stays on the operator's line."""
    count = min(_ON_FIRST_LINE.get(block.head, 1), len(block.items))
    if block.head in (":goal", ":metric", ":domain") and len(block.items) == 2:
        count = 2
    if isinstance(block.items[0], Block) and not block.head:
        count = 1
    _head(writer, block, indent, count)
    for item in block.items[count:]:
        writer.before(item, indent + INDENT)
        _element(writer, item, indent + INDENT, reserve + 1)
        writer.comment(item)
    _close(writer, block, indent, own_line=False)
