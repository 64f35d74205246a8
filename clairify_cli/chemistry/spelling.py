"""Normalise the spelling of names: the key for look-ups."""

from __future__ import annotations

import re

from clairify_cli.files.patterns import late

_CHARACTERS = str.maketrans(
    {
        **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2019\u2018\u2032\u00b4\u02b9`", "'"),
        **dict.fromkeys("\u00b7\u2022\u22c5\u2219*", "."),
        **dict.fromkeys("\u00c5\u212b", "A"),
        **dict.fromkeys("\u00a0\u2009\u202f", " "),
        **dict.fromkeys("\u00ad\u00ae\u2122"),
        "\u2033": "''",
    }
)
"""Characters with several variants: subscripts, hyphens, primes, the dot of a hydrate, ångström, spaces."""

_TAGS = late(r"</?su[bp]>", re.IGNORECASE)
_SPACES = late(r"\s+")
_NEXT_TO_NOTHING = str.maketrans("", "", " -.'")
_VARIANTS = (("sulph", "sulf"), ("aluminum", "aluminium"), ("caesium", "cesium"), ("tert-", "t"), ("tert ", "t"))


def plain(name: str) -> str:
    """Return the name in plain characters: digits for subscripts, one kind of hyphen, prime and space."""
    name = name.translate(_CHARACTERS)
    if "<" in name:
        name = _TAGS.sub("", name)
    return _SPACES.sub(" ", name).strip(" \t.,;:")


def key(name: str) -> str:
    """Return a plain name without irrelevant differences: case, spaces, hyphens, British or American spelling."""
    folded = name.casefold()
    for variant, usual in _VARIANTS:
        if variant in folded:
            folded = folded.replace(variant, usual)
    return folded.translate(_NEXT_TO_NOTHING)
