"""Reads an XDL text into a tree. A well-formed text goes through expat; any other through the recovering reader.

No DTD is ever given to expat: a text with a `<!DOCTYPE` goes to the recovering reader, which refuses and skips it,
so that entities are neither declared nor fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers import expat

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.xdl.tree import Document, Element, Trivia

# Text of an element begins behind a `>`. A `>` inside a value makes a false alarm, which costs only time.
_TEXT_BEHIND_TAG = re.compile(r">\s*[^<\s]")

MOST_DEPTH = 100
"""Elements nested deeper than this are not looked into."""


def read(source: Source) -> tuple[Document | None, list[Diagnostic]]:
    """The document of the text and what is wrong with its XML; no document where no element can be found."""
    text = source.text
    if "<!DOCTYPE" not in text:
        document = _read_well_formed(source)
        if document is not None:
            return document, []
    from clairify_cli.languages.xdl.recover import recover

    return recover(source)


def _read_well_formed(source: Source) -> Document | None:
    """The document as expat reads it; None where expat finds the text not well-formed."""
    text = source.text
    parser = expat.ParserCreate()
    top: list[Element] = []
    stack: list[list[Element]] = [top]
    push, pop = stack.append, stack.pop

    def start_element(tag: str, attrib: dict[str, str]) -> None:
        element = Element(tag, attrib, parser.CurrentByteIndex)
        stack[-1].append(element)
        push(element.children)

    def end_element(tag: str) -> None:
        pop()

    parser.StartElementHandler = start_element
    parser.EndElementHandler = end_element
    trivia: list[Trivia] = []
    if "<!" in text or "<?" in text or _TEXT_BEHIND_TAG.search(text):
        _collect_trivia(parser, text, start_element, end_element, top, trivia)
    try:
        parser.Parse(text, True)
    except (expat.ExpatError, UnicodeEncodeError):
        return None
    return Document(source, top[0], trivia, counts_bytes=True)


def _collect_trivia(
    parser: expat.XMLParserType,
    text: str,
    grow_tree: Callable[[str, dict[str, str]], None],
    leave: Callable[[str], None],
    top: list[Element],
    trivia: list[Trivia],
) -> None:
    """Let the parser note comments, processing instructions and text that is not white space."""
    open_elements: list[Element] = []
    char = _characters_of_bytes(text)
    size = len(text)

    def start_element(tag: str, attrib: dict[str, str]) -> None:
        grow_tree(tag, attrib)
        siblings = open_elements[-1].children if open_elements else top
        open_elements.append(siblings[-1])

    def end_element(tag: str) -> None:
        leave(tag)
        open_elements.pop()

    def note(kind: str, data: str, closing: str, start: int) -> None:
        end = text.find(closing, start)
        parent = open_elements[-1] if open_elements else None
        index = len(parent.children) if parent is not None else len(top)
        trivia.append(Trivia(kind, data, start, size if end < 0 else end + len(closing), parent, index))

    def comment(data: str) -> None:
        note("comment", data, "-->", char(parser.CurrentByteIndex))

    def instruction(target: str, data: str) -> None:
        note("pi", f"{target} {data}".strip(), "?>", char(parser.CurrentByteIndex))

    def characters(data: str) -> None:
        """A stretch of text; expat breaks text at line ends and entities, so neighbours are put together."""
        if data.isspace():
            return
        start = char(parser.CurrentByteIndex)
        end = text.find(";", start) + 1 if text[start : start + 1] == "&" else start + len(data)
        parent = open_elements[-1]
        last = trivia[-1] if trivia else None
        if last is not None and last.kind == "text" and last.parent is parent and last.index == len(parent.children):
            gap = text[last.end : start]
            end -= len(data) - len(data.rstrip())
            trivia[-1] = Trivia("text", last.text + gap + data.rstrip(), last.start, end, parent, last.index)
            return
        lead = len(data) - len(data.lstrip())
        end -= len(data) - len(data.rstrip())
        trivia.append(Trivia("text", data.strip(), start + lead, end, parent, len(parent.children)))

    parser.buffer_text = False
    parser.StartElementHandler = start_element
    parser.EndElementHandler = end_element
    parser.CommentHandler = comment
    parser.ProcessingInstructionHandler = instruction
    parser.CharacterDataHandler = characters


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
