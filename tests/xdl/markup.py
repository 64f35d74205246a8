"""Where the tags and values of a well-formed text stand, read without the code that is tested.

The mutation operators cut and paste by these offsets. Only the corpus is read this way, and the corpus is well-formed,
so nothing here recovers from anything.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<(?P<close>/)?(?P<name>[^\s/>]+)(?P<inside>(?:[^\"'>]|\"[^\"]*\"|'[^']*')*?)(?P<empty>/)?>",
    re.S,
)
_ATTRIBUTE = re.compile(r"(?P<name>[^\s=]+)\s*=\s*(?P<quote>[\"'])(?P<value>.*?)(?P=quote)", re.S)


@dataclass(frozen=True, slots=True)
class Attribute:
    """A property as it stands in the text: `name="value"`; `start` is where its name begins, `end` after its quote."""

    name: str
    value: str
    start: int
    value_start: int
    value_end: int
    end: int


@dataclass(frozen=True, slots=True)
class Element:
    """An element as it stands in the text. The `close_*` of an empty element are those of its one tag."""

    index: int
    name: str
    parent: int
    start: int
    tag_end: int
    close_start: int
    close_end: int
    empty: bool
    attributes: tuple[Attribute, ...]

    def value(self, name: str) -> str | None:
        """The value of a property as it is written; None where there is none."""
        return next((a.value for a in self.attributes if a.name == name), None)


@dataclass(frozen=True)
class Markup:
    """A well-formed text and its elements, in the order of their open tags."""

    text: str
    elements: tuple[Element, ...]
    line_starts: tuple[int, ...]

    def line(self, offset: int) -> int:
        """The line, from 1, of an offset."""
        return bisect_right(self.line_starts, offset)

    @property
    def last_line(self) -> int:
        return len(self.line_starts)

    @property
    def root(self) -> Element:
        return self.elements[0]

    def parent(self, element: Element) -> Element | None:
        return self.elements[element.parent] if element.parent >= 0 else None

    def ancestors(self, element: Element) -> Iterator[Element]:
        """The parent, its parent, and so on."""
        while element.parent >= 0:
            element = self.elements[element.parent]
            yield element

    def named(self, *names: str) -> list[Element]:
        return [e for e in self.elements if e.name in names]


@lru_cache(maxsize=128)
def read(text: str) -> Markup:
    """The elements of a well-formed text; `ValueError` where tags do not match."""
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    opened: list[tuple[int, re.Match[str]]] = []
    found: dict[int, Element] = {}
    count = 0
    for token in _TOKEN.finditer(text):
        name = token["name"]
        if name is None:
            continue
        if token["close"]:
            index, tag = opened.pop()
            if tag["name"] != name:
                raise ValueError(f"`</{name}>` closes `<{tag['name']}>`")
            parent = opened[-1][0] if opened else -1
            found[index] = _element(index, parent, tag, token)
        elif token["empty"]:
            found[count] = _element(count, opened[-1][0] if opened else -1, token, token)
            count += 1
        else:
            opened.append((count, token))
            count += 1
    if opened:
        raise ValueError(f"`<{opened[-1][1]['name']}>` is not closed")
    return Markup(text, tuple(found[i] for i in range(count)), tuple(starts))


def _element(index: int, parent: int, tag: re.Match[str], close: re.Match[str]) -> Element:
    base = tag.start("inside")
    attributes = tuple(
        Attribute(
            m["name"], m["value"], base + m.start(), base + m.start("value"), base + m.end("value"), base + m.end()
        )
        for m in _ATTRIBUTE.finditer(tag["inside"])
    )
    return Element(
        index, tag["name"], parent, tag.start(), tag.end(), close.start(), close.end(), tag is close, attributes
    )
