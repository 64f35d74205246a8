"""Works out where the parts of a well-formed text stand, by reading it once more with expat."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element
from xml.parsers import expat

from clairify_cli.languages.xdl.tree import Trivia


def locate(text: str, root: Element) -> tuple[dict[int, int], list[Trivia]]:
    """Character offsets of the elements' `<` by the elements' `id`, and what stands between the elements.

    `root` is the tree that was read from this very text, which is well-formed.
    """
    locator = _Locator(text, root)
    locator.run()
    return locator.starts, locator.trivia


class _Locator:
    def __init__(self, text: str, root: Element) -> None:
        self.text = text
        self.elements = root.iter()
        self.starts: dict[int, int] = {}
        self.trivia: list[Trivia] = []
        self.open: list[tuple[Element, list[int]]] = []
        self.tops = 0
        self.parser = expat.ParserCreate()
        self.char = _characters_of_bytes(text)

    def run(self) -> None:
        parser = self.parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CommentHandler = self._comment
        parser.ProcessingInstructionHandler = self._instruction
        parser.CharacterDataHandler = self._characters
        parser.Parse(self.text, True)

    def _here(self) -> int:
        return self.char(self.parser.CurrentByteIndex)

    def _start(self, tag: str, attrib: dict[str, str]) -> None:
        element = next(self.elements)
        self.starts[id(element)] = self._here()
        if self.open:
            self.open[-1][1][0] += 1
        else:
            self.tops += 1
        self.open.append((element, [0]))

    def _end(self, tag: str) -> None:
        self.open.pop()

    def _place(self) -> tuple[Element | None, int]:
        """The element that is open, and how many of its children have begun."""
        return (self.open[-1][0], self.open[-1][1][0]) if self.open else (None, self.tops)

    def _note(self, kind: str, data: str, closing: str) -> None:
        start = self._here()
        end = self.text.find(closing, start)
        end = len(self.text) if end < 0 else end + len(closing)
        self.trivia.append(Trivia(kind, data, start, end, *self._place()))

    def _comment(self, data: str) -> None:
        self._note("comment", data, "-->")

    def _instruction(self, target: str, data: str) -> None:
        self._note("pi", f"{target} {data}".strip(), "?>")

    def _characters(self, data: str) -> None:
        """A stretch of text; expat breaks text at line ends and entities, so neighbours are put together."""
        if data.isspace():
            return
        start = self._here()
        is_entity = self.text[start : start + 1] == "&"
        end = self.text.find(";", start) + 1 if is_entity else start + len(data)
        end -= len(data) - len(data.rstrip())
        parent, index = self._place()
        last = self.trivia[-1] if self.trivia else None
        if last is not None and last.kind == "text" and last.parent is parent and last.index == index:
            gap = self.text[last.end : start]
            self.trivia[-1] = Trivia("text", last.text + gap + data.rstrip(), last.start, end, parent, index)
            return
        lead = len(data) - len(data.lstrip())
        self.trivia.append(Trivia("text", data.strip(), start + lead, end, parent, index))


def _characters_of_bytes(text: str) -> Callable[[int], int]:
    """A function from UTF-8 byte offsets, asked for in rising order, to character offsets."""
    if text.isascii():
        return lambda byte: byte
    encoded = text.encode("utf-8", "replace")
    last_byte = last_char = 0

    def char(byte: int) -> int:
        nonlocal last_byte, last_char
        if byte < last_byte:
            last_byte = last_char = 0
        last_char += len(encoded[last_byte:byte].decode("utf-8", "ignore"))
        last_byte = byte
        return last_char

    return char
