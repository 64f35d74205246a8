"""Reads an XDL text into a tree. A well-formed text goes through ElementTree; any other through the recovering reader.

No DTD is ever given to a parser: a text with a `<!DOCTYPE` goes to the recovering reader, which refuses and skips
it, so that entities are neither declared nor fetched.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError, fromstring
from xml.parsers import expat

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.xdl.tree import Document

# Text of an element begins behind a `>`. A `>` inside a value makes a false alarm, which costs only time.
_TEXT_BEHIND_TAG = re.compile(r">\s*[^<\s]")

MOST_DEPTH = 100
"""Elements nested deeper than this are not looked into."""


def read(source: Source) -> tuple[Document | None, list[Diagnostic]]:
    """The document of the text and what is wrong with its XML; no document where no element can be found."""
    text = source.text
    if "<!DOCTYPE" not in text:
        root = _parse(text)
        if root is not None:
            may_have_text = "<![" in text or _TEXT_BEHIND_TAG.search(text) is not None
            return Document(source, root, may_have_text=may_have_text), []
    from clairify_cli.languages.xdl.recover import recover

    return recover(source)


def _parse(text: str) -> Element | None:
    """The root of a well-formed text; None for any other."""
    if "xmlns" not in text and "xml:" not in text:
        try:
            return fromstring(text)
        except (ParseError, UnicodeEncodeError):
            pass
    return _parse_names_as_written(text)


def _parse_names_as_written(text: str) -> Element | None:
    """The same for names with prefixes, which are kept as they are written: XDL has no namespaces."""
    parser = expat.ParserCreate()
    top = Element("")
    stack = [top]

    def start_element(tag: str, attrib: dict[str, str]) -> None:
        element = Element(tag, attrib)
        stack[-1].append(element)
        stack.append(element)

    def end_element(tag: str) -> None:
        stack.pop()

    parser.StartElementHandler = start_element
    parser.EndElementHandler = end_element
    try:
        parser.Parse(text, True)
    except (expat.ExpatError, UnicodeEncodeError):
        return None
    return top[0]
