"""Print XDL in canonical form.

Two spaces per level, one element per line, double quotes, mandatory properties first, then the others in the schema's
order, comments kept. Reading the printed text gives the same tree.
"""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.xdl.reader import read
from clairify_cli.languages.xdl.schema import Schema, load
from clairify_cli.languages.xdl.tree import Document, Element, Trivia


def format_xdl(source: Source) -> str:
    """Return the text in canonical form. Raises `ValueError` with one sentence if the XML is broken."""
    return print_document(well_formed(source))


def well_formed(source: Source) -> Document:
    """Return the text as read. Raises `ValueError` with one sentence if the XML is broken."""
    document, found = read(source)
    errors = [finding for finding in found if finding.is_error]
    if document is None or errors:
        first = errors[0]
        raise ValueError(f"line {first.span.line}, column {first.span.column}: {first.message}")
    return document


def print_document(document: Document) -> str:
    """Return a document as text, with a final line feed."""
    return _Printer(document).run()


class _Printer:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.schema: Schema = load()
        self.lines: list[str] = []
        self.trivia: dict[tuple[int, int], list[Trivia]] = {}
        for item in document.trivia:
            self.trivia.setdefault((id(item.parent), item.index), []).append(item)

    def run(self) -> str:
        self._items(None, 0, 0)
        self._element(self.document.root)
        self._items(None, 1, 0)
        return "\n".join(self.lines) + "\n"

    def _element(self, root: Element) -> None:
        """Print an element and its contents, with an explicit stack: nesting may exceed Python's recursion limit."""
        stack: list[tuple[Element, int] | tuple[Element, int, int]] = [(root, 0)]
        while stack:
            element, level, *state = stack.pop()
            assert isinstance(element, Element)
            indent = "  " * level
            if not state:
                if not len(element) and (id(element), 0) not in self.trivia:
                    self.lines.append(f"{indent}<{self._tag(element)}/>")
                    continue
                self.lines.append(f"{indent}<{self._tag(element)}>")
                stack.append((element, level, 0))
                continue
            index = state[0]
            self._items(element, index, level + 1)
            if index < len(element):
                stack.append((element, level, index + 1))
                stack.append((element[index], level + 1))
            else:
                self.lines.append(f"{indent}</{element.tag}>")

    def _tag(self, element: Element) -> str:
        spec = self.schema.elements.get(element.tag)
        order: dict[str, int] = {}
        if spec is not None:
            order = {
                name: place + 1000 * (not prop.required) for place, (name, prop) in enumerate(spec.properties.items())
            }
        names = sorted(element.attrib, key=lambda name: order.get(name, 10_000))
        return " ".join([element.tag, *(f'{name}="{escape_value(element.attrib[name])}"' for name in names)])

    def _items(self, parent: Element | None, index: int, level: int) -> None:
        """Print comments, processing instructions and text before a child, each on its own line.

        A comment after something else on its line stays there, because it is about what precedes it.
        """
        indent = "  " * level
        for item in self.trivia.get((id(parent), index), ()):
            if item.kind == "comment" and self.lines and self._is_behind_something(item):
                self.lines[-1] += f" <!--{item.text}-->"
            elif item.kind == "comment":
                self.lines.append(f"{indent}<!--{item.text}-->")
            elif item.kind == "pi":
                self.lines.append(f"{indent}<?{item.text}?>")
            else:
                text = " ".join(item.text.split())
                self.lines.append(f"{indent}{escape_text(text)}")

    def _is_behind_something(self, item: Trivia) -> bool:
        text = self.document.source.text
        return bool(text[text.rfind("\n", 0, item.start) + 1 : item.start].strip())


def escape_text(text: str) -> str:
    """Escape text for use as XML content."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_value(value: str) -> str:
    """Escape text for an attribute in double quotes; line breaks and tabs are kept as references."""
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    if "\n" in value or "\t" in value or "\r" in value:
        value = value.replace("\n", "&#10;").replace("\t", "&#9;").replace("\r", "&#13;")
    return value
