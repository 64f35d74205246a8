"""Templates of commands and sentences: `take {item} from {place}`, and `You see {item*}.`, which lists all values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import zip_longest

PLACE = re.compile(r"\{([a-zA-Z][\w-]*)(\*?)\}")
"""A place in a template: a variable's name without its question mark, and `*` if all its values are listed."""


def names_in(template: str) -> tuple[str, ...]:
    """Return the names in a template's places, in their order."""
    return tuple(match[1] for match in PLACE.finditer(template))


def filled(template: str, words: Mapping[str, str]) -> str:
    """Fill a template with words by the names of its places; places without words stay."""
    return PLACE.sub(lambda match: words.get(match[1], match[0]), template)


def reworded(text: str, ways: Mapping[str, str]) -> str | None:
    """Return a text as the first template that it fits has it in other words; None if it fits none."""
    for template, plain in ways.items():
        if match := pattern_of(template).fullmatch(text.strip()):
            return filled(plain, dict(zip(names_in(template), match.groups(), strict=True)))
    return None


@lru_cache(maxsize=1024)
def pattern_of(template: str, one: str = "(.+?)", several: str = "(.+?)") -> re.Pattern[str]:
    """Return what recognises a text made of a template; its groups are the places, as `one` or `several` describe."""
    parts = PLACE.split(template)
    literals = [r"\s+".join(map(re.escape, re.split(r"\s+", text))) for text in parts[::3]]
    places = [several if star else one for star in parts[2::3]]
    whole = zip_longest(literals, places, fillvalue="")
    return re.compile("".join(literal + place for literal, place in whole), re.IGNORECASE)
