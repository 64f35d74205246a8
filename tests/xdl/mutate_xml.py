"""Mutation operators that break the XML itself: rules XDL0xx."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markup import Element, Markup
from mutant import Slip, operator


def _blame(markup: Markup, element: Element) -> tuple[int, ...]:
    """Lines that an element without its end may be blamed on.

    These are its open tag, where its close tag was, and the close tag that does not match: that of its parent, or of
    the next element around it that has another name.
    """
    lines = [markup.line(element.start), markup.line(element.close_start)]
    for around in markup.ancestors(element):
        lines.append(markup.line(around.close_start))
        if around.name != element.name:
            break
        lines.append(markup.line(around.start))
    else:
        lines.append(markup.last_line)
    return tuple(lines)


@operator("XDL0")
def drop_close_tag(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        if not element.empty:
            yield Slip(((element.close_start, element.close_end, ""),), _blame(markup, element))


@operator("XDL0")
def drop_slash_of_empty_element(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        if element.empty:
            yield Slip(((element.tag_end - 2, element.tag_end, ">"),), _blame(markup, element))


@operator("XDL0")
def misspell_close_tag(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        if not element.empty:
            end = element.close_end - 1
            lines = (markup.line(element.start), markup.line(element.close_start))
            yield Slip(((end - 1, end, ""),), lines)


@operator("XDL0")
def close_twice(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        if element.empty and element.parent >= 0:
            at = element.close_end
            yield Slip(((at, at, f"</{element.name}>"),), (markup.line(at),))


@operator("XDL0")
def drop_end_of_tag(markup: Markup) -> Iterator[Slip]:
    """`<Wait time="1 s"/>` without its `/>`. Of a close tag before it nothing is to be seen."""
    for element in markup.elements:
        if element.empty:
            yield Slip(((element.tag_end - 2, element.tag_end, ""),), _tag_lines(markup, element))


def _tag_lines(markup: Markup, element: Element) -> tuple[int, ...]:
    return tuple(range(markup.line(element.start), markup.line(element.tag_end) + 1))


@operator("XDL0")
def unquote_value(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        for a in element.attributes:
            if a.value and '"' not in a.value:
                cuts = ((a.value_start - 1, a.value_start, ""), (a.value_end, a.end, ""))
                yield Slip(cuts, (markup.line(a.value_start),))


@operator("XDL0")
def drop_opening_quote(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        for a in element.attributes:
            if a.value:
                yield Slip(((a.value_start - 1, a.value_start, ""),), (markup.line(a.value_start),))


@operator("XDL0")
def drop_closing_quote(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        for a in element.attributes:
            yield Slip(((a.value_end, a.end, ""),), (markup.line(a.value_start),))


@operator("XDL0")
def curl_the_quotes(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        for a in element.attributes:
            cuts = ((a.value_start - 1, a.value_start, "“"), (a.value_end, a.end, "”"))
            yield Slip(cuts, (markup.line(a.value_start),))


@operator("XDL0")
def property_twice(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        for a in element.attributes:
            again = " " + markup.text[a.start : a.end]
            yield Slip(((a.end, a.end, again),), (markup.line(a.start),))


@operator("XDL0")
def no_space_between_properties(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        for first, second in zip(element.attributes, element.attributes[1:], strict=False):
            if markup.line(first.end) == markup.line(second.start):
                yield Slip(((first.end, second.start, ""),), (markup.line(second.start),))


@operator("XDL0")
def property_without_value(markup: Markup) -> Iterator[Slip]:
    for element in markup.elements:
        for a in element.attributes:
            yield Slip(((a.end, a.end, " gently"),), (markup.line(a.end),))


def into_values(markup: Markup, names: Iterable[str], new: str) -> Iterator[Slip]:
    """`new` in the middle of a value, but not inside of an entity."""
    for element in markup.elements:
        for a in element.attributes:
            if "&" not in a.value:
                at = (a.value_start + a.value_end) // 2
                yield Slip(((at, at, new),), (markup.line(at),))


@operator("XDL0")
def comment_without_end(markup: Markup) -> Iterator[Slip]:
    yield from (
        Slip(((e.close_end, e.close_end, "<!-- to be done"),), (markup.line(e.close_end),))
        for e in markup.elements
        if e.parent >= 0 and "-->" not in markup.text[e.close_end :]
    )


@operator("XDL0")
def document_type(markup: Markup) -> Iterator[Slip]:
    """Well-formed, and refused: a document type is how XML is made to read other files."""
    at = markup.root.start
    yield Slip(((at, at, f"<!DOCTYPE {markup.root.name}>"),), (markup.line(at),))
    yield Slip(((at, at, '<!DOCTYPE x [<!ENTITY a "b">]>'),), (markup.line(at),))


@operator("XDL0")
def prose_before(markup: Markup) -> Iterator[Slip]:
    at = markup.root.start
    yield Slip(((at, at, "Here is the program: "),), (markup.line(at),))


@operator("XDL0")
def prose_after(markup: Markup) -> Iterator[Slip]:
    at = markup.root.close_end
    yield Slip(((at, at, " I hope that this helps."),), (markup.line(at),))


@operator("XDL0")
def second_root(markup: Markup) -> Iterator[Slip]:
    at = markup.root.close_end
    again = markup.text[markup.root.start : at]
    yield Slip(((at, at, "\n" + again),), (markup.line(at) + 1,))


def behind_elements(markup: Markup, names: Iterable[str], new: str) -> Iterator[Slip]:
    for element in markup.elements:
        if element.parent >= 0:
            at = element.close_end
            yield Slip(((at, at, new),), (markup.line(at),))
