"""Recognise verbs that are misspelled, shortened or have an unknown prefix: `dissoved`, `concd`, `re-filtered`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.morphology import shortened
from clairify_cli.english.tokens import Token

_SHORTEST = 7
"""Shorter words have too many neighbours."""
_ENDINGS = ("ed", "ing", "tion", "aphy")
_AGAIN = ("re-", "re")
_FUNCTIONAL = ("prepositions", "conjunctions", "manner", "subordinators", "fillers")


def corrected(tokens: list[Token]) -> None:
    """Set `low` of each word that is one letter away from a verb in the lexicon to that verb."""
    for at, token in enumerate(tokens):
        meant = meant_verb(token.low) if token.kind == "word" else None
        if meant is None and at and token.low in shortened()["bare"]:
            behind = [one for one in tokens[at + 1 : at + 3] if one.low != "."][:1]
            goes_on = all(one.kind == "mark" or WORDS.has(one.low.split()[0], *_FUNCTIONAL) for one in behind)
            joined = tokens[at - 1].kind in ("mark", "group") or WORDS.has(tokens[at - 1].low, "conjunctions", "being")
            meant = shortened()["bare"][token.low] if goes_on and joined else None
        if meant is not None:
            token.low = meant


def meant_verb(low: str) -> str | None:
    """Return the verb form that a lower-case word was meant to be; None for correct verbs and other words."""
    if (short := low.replace("'", "").replace("’", "")) in shortened()["participles"]:
        return shortened()["participles"][short]
    is_word = len(low) >= _SHORTEST and low.endswith(_ENDINGS) and low.replace("-", "").isalpha()
    return _meant(low) if is_word and low not in LEXICON.verbs else None


@lru_cache(maxsize=4096)
def _meant(low: str) -> str | None:
    """Return the verb form that a word was meant to be; None if it is another word or no verb is near."""
    if any(low in words for words in WORDS.values()):  # a known word is not a misspelled verb
        return None
    for prefix in _AGAIN:
        rest = low.removeprefix(prefix)
        if rest != low and rest in LEXICON.verbs and LEXICON.verbs[rest].verb.action not in ("none", "remark"):
            return rest
        if rest != low and rest in _index():
            return _index()[rest]
    if low in _index():
        return _index()[low]
    longer = next((short for short in _shorter(low) if short in LEXICON.verbs and len(short) >= _SHORTEST), None)
    near = (_index().get(short, "") for short in _shorter(low))
    return longer or next((form for form in near if sorted(form) == sorted(low)), None)  # two letters exchanged


@lru_cache(maxsize=1)
def _index() -> dict[str, str]:
    """Return verb forms by their spellings with one letter removed."""
    made: dict[str, str] = {}
    for form, use in LEXICON.verbs.items():
        if len(form) > _SHORTEST and form.endswith(_ENDINGS) and use.verb.action not in ("none", "remark"):
            for short in _shorter(form):
                made.setdefault(short, form)
    return made


def _shorter(word: str) -> Iterator[str]:
    """Yield a word with each letter removed in turn, except the first and the last two."""
    for at in range(1, len(word) - 2):
        yield word[:at] + word[at + 1 :]
