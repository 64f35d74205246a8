"""Show untrusted text as HTML, without any effect, and cut it wherever a mark begins or ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Generic, TypeVar

from clairify_cli.diagnostics.render.characters import visible
from clairify_cli.records import dataclass

# Control characters, those that reorder or hide text, line separators and surrogates, but not tab and line feed.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
# What HTML does not allow, and what changes the direction of writing.
_KEPT_FROM_PAGES = re.compile("[\x00\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def shown(text: str) -> str:
    """Return the text as HTML with the same text content.

    An invisible character gets an element of its own, whose style shows its code. NUL, lone surrogates and the controls
    of the direction of writing become U+FFFD.
    """
    return _UNSEEN.sub(_unseen, escape(text))


def _unseen(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\r":  # raw, a browser would read it as a line feed
        return "&#13;"
    code = ord(character)
    kept = "\ufffd" if _KEPT_FROM_PAGES.match(character) else character
    return f'<bdi class="unseen" data-code="{code:04X}">{kept}</bdi>'


def prose(text: str) -> str:
    """Return a sentence as HTML, with the words between backticks as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # an unpaired backtick, which belongs to quoted text
        return shown(text)
    return "".join(f"<code>{shown(part)}</code>" if at % 2 else shown(part) for at, part in enumerate(parts))


def attributes(**values: object) -> str:
    """Return the attributes of a tag, each with a leading space; None and empty values are omitted."""
    made = []
    for name, value in values.items():
        if value is not None and value != "":
            key = name.rstrip("_").replace("_", "-")
            made.append(f' {key}="{escape(visible(str(value)))}"')
    return "".join(made)


def element(tag: str, inside: str, **values: object) -> str:
    """Return an element around HTML that is already safe."""
    return f"<{tag}{attributes(**values)}>{inside}</{tag}>"


Mark = TypeVar("Mark")


@dataclass(frozen=True, slots=True)
class Layer(Generic[Mark]):
    """A marked stretch of the text."""

    start: int
    end: int
    mark: Mark


def pieces(size: int, layers: Iterable[Layer[Mark]]) -> Iterator[tuple[int, int, tuple[Layer[Mark], ...]]]:
    """Yield the whole text from 0 to `size` in pieces, each with the layers that cover it, in the order given."""
    given = [layer for layer in layers if layer.start < layer.end]
    begins: dict[int, list[int]] = {}
    ends: dict[int, list[int]] = {}
    for number, layer in enumerate(given):
        begins.setdefault(layer.start, []).append(number)
        ends.setdefault(layer.end, []).append(number)
    active: dict[int, None] = {}
    at = 0
    for cut in sorted({*begins, *ends, size}):
        if cut > at:
            yield at, cut, tuple(given[number] for number in sorted(active))
            at = cut
        for number in ends.get(cut, ()):
            active.pop(number, None)
        active.update(dict.fromkeys(begins.get(cut, ())))
