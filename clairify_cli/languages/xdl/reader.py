"""Read an XDL text into a tree, with ElementTree if it is well-formed, otherwise with the recovering reader.

No DTD ever reaches a parser: a text with `<!DOCTYPE` goes to the recovering reader, which refuses and skips it, so
entities are neither declared nor fetched.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError, XMLParser
from xml.parsers import expat

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files.patterns import late
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.tree import Document

_VERSION = late(r"""<\?xml\s+version\s*=\s*["']([^"']*)["']""")
_ENCODING = late(r"""<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']""")
_DECLARATION = late(r"<\?xml\s")
_ONE_POINT = late(r"1\.[0-9]+")

_UNBOUND_PREFIX = expat.errors.codes[expat.errors.XML_ERROR_UNBOUND_PREFIX]


def read(source: Source) -> tuple[Document | None, list[Diagnostic]]:
    """Return the document and the errors in its XML; no document if no element is found."""
    text = source.text
    # One character is found ten times as fast as several. Expat would guess UTF-16 from NULs.
    if ("!" not in text or "<!DOCTYPE" not in text) and "\0" not in text:
        root, found = _parse(source)
        if root is not None:
            has_text = bool("".join(root.itertext()).strip())
            return Document(source, root, has_text=has_text), found
    from clairify_cli.languages.xdl.reading.recover import recover

    return recover(source)


def _parse(source: Source) -> tuple[Element | None, list[Diagnostic]]:
    """Return the root of a well-formed text and the errors that it still has; no root for any other text."""
    text = source.text
    if "xmlns" not in text and (":" not in text or "xml:" not in text):
        try:
            parser = XMLParser()
            parser.feed(text)
            return parser.close(), _about_declaration(source)
        except UnicodeEncodeError:
            return None, []
        except ParseError as error:
            if error.code != _UNBOUND_PREFIX:
                return None, []
    root = _parse_names_as_written(text)
    return root, [] if root is None else [*_about_declaration(source), *_about_prefixes(source)]


def _about_declaration(source: Source) -> list[Diagnostic]:
    """Report faults in the XML declaration that expat accepts and other parsers reject: a bad version or encoding."""
    text = source.text
    if not _DECLARATION.match(text):
        return []

    found = []
    version = _VERSION.match(text)
    if version is None or not _ONE_POINT.fullmatch(version.group(1)):
        end = text.find("?>") + 2
        found.append(rules.not_well_formed(source.span(0, end), 'the declaration is not `<?xml version="1.0"?>`'))
    encoding = _ENCODING.match(text)
    if encoding is not None and not _is_encoding(encoding.group(1)):
        place = source.span(encoding.start(1), encoding.end(1))
        found.append(rules.not_well_formed(place, f"there is no encoding `{encoding.group(1)}`"))
    return found


def _about_prefixes(source: Source) -> list[Diagnostic]:
    """Report a namespace prefix that is undeclared or wrongly declared."""
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(source.text, True)
    except expat.ExpatError as error:
        start = len(source.text.encode()[: parser.ErrorByteIndex].decode("utf-8", "ignore"))
        return [rules.not_well_formed(source.span(start, start + 1), expat.errors.messages[error.code])]
    return []


def _is_encoding(name: str) -> bool:
    import codecs

    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True


def _parse_names_as_written(text: str) -> Element | None:
    """Parse a text and keep prefixed names as written, because XDL has no namespaces."""
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
