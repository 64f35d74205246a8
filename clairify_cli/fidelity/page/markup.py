"""Text of others as HTML: shown as it is, unable to do anything."""

from __future__ import annotations

import re
from html import escape

from clairify_cli.diagnostics.render.characters import visible

# Controls, what reorders or hides text, line separators, and halves of characters. Not the tab and the line feed.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)


def shown(text: str) -> str:
    """The text as HTML whose text is the same.

    A character that cannot be seen stands in an element of its own, which the style gives its code and whose effect
    on the direction of writing ends with it. NUL and lone surrogates, which HTML has not, become U+FFFD.
    """
    return _UNSEEN.sub(_unseen, escape(text))


def _unseen(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\r":  # raw, a browser would read it as a line feed
        return "&#13;"
    code = ord(character)
    kept = "\ufffd" if code == 0 or 0xD800 <= code <= 0xDFFF else character
    return f'<bdi class="unseen" data-code="{code:04X}">{kept}</bdi>'


def prose(text: str) -> str:
    """A sentence in which what stands between backticks is quoted."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick of the text that is quoted
        return shown(text)
    return "".join(f"<code>{shown(part)}</code>" if at % 2 else shown(part) for at, part in enumerate(parts))


def attributes(**values: object) -> str:
    """Attributes of a tag, each with a space before it; those that are None or empty are left out."""
    made = []
    for name, value in values.items():
        if value is not None and value != "":
            key = name.rstrip("_").replace("_", "-")
            made.append(f' {key}="{escape(visible(str(value)))}"')
    return "".join(made)


def element(tag: str, inside: str, **values: object) -> str:
    """An element around HTML that is safe already."""
    return f"<{tag}{attributes(**values)}>{inside}</{tag}>"
