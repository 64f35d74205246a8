"""Decide by its head whether a name can be a substance at all: `reflux condensers` and `volume up to` cannot."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise

from clairify_cli.chemistry import components, find
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.files.patterns import late

_LONGEST = 300
"""Longer names are left to other rules."""
_SYMBOL = 2
"""Maximum length of an element symbol: `In` and `As` are elements, although they look like prepositions."""
_ASIDE = late(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
_UNCLOSED = late(r"[(\[]\s*(?:\d[\d.,]*\s?(?:[mµk]?g|[mµ]?[lL]|m?mol|equiv)\b[^()\[\]]*)?\Z")
"""A bracket that is not closed: `benzil (1 g`."""
_COMPOUND = late(r"\d{1,4}(?![LM])[A-Z]")
"""The label of a compound: `124G`."""
_NUMBER = late(r"^[\d.,~<>–-]+")
_HYPHEN = late(r"-(?=[a-z]{3,}\Z)")
"""A hyphen before a word of three or more letters, which counts as a separate word: `in-vacuo`, `ice-bath`."""
_WAS_DONE = late(r"[a-z]{2,}-[a-z]{2,}ed")
"""What was done, not to what: `wet-milled`."""
_PARTICLES = frozenset(("away", "back", "aside", "apart", "together", "again", "instead", "only"))
"""Words of a verb or clause that cannot end a name: `throw the rest | away`."""
_OBJECTS = frozenset(("the", "it", "them"))
_APPARATUS = frozenset(("flask", "tube", "vial", "beaker", "cylinder", "separator", "reactor", "syringe"))
"""Types of vessels found only in a laboratory; `paper cup` and `plastic bottle` may be a material."""


@lru_cache(maxsize=2048)
def is_no_substance(name: str) -> bool:
    """Whether the head of a name cannot be a substance: a process, a time, a tool, or words cut out of a sentence.

    Known names, formulas, systematic names and unknown names can all be substances.

    >>> [one for one in ("reflux condensers", "boiling chips", "volume up to", "rest away") if is_no_substance(one)]
    ['reflux condensers', 'volume up to', 'rest away']
    """
    bare = " ".join((_ASIDE.sub("", name) or name).split()).strip(" .,;:")
    if _UNCLOSED.search(name):
        return True
    if not bare or len(bare) > _LONGEST or find(bare) is not None or len(components(bare)) > 1:
        return False
    if _COMPOUND.fullmatch(bare) or (len(bare) <= _SYMBOL and bare[0].isupper()):
        return False
    words = bare.casefold().split()
    while len(words) > 1 and words[0] in ("a", "an", "the", "some"):
        words.pop(0)
    return " ".join(words) in word_set("collective") or _is_cut_out(words) or _is_amount(words) or _is_no_thing(words)


def _is_cut_out(words: list[str]) -> bool:
    """Whether the words are not a noun phrase: they begin or end with a function word, or contain a finite verb."""
    grammar = WORDS["prepositions"] | WORDS["subordinators"] | WORDS["conjunctions"] | {"of", "thereto"}
    ends = grammar | WORDS["fitted"] | WORDS["dissolved"] | {"the", "an", "allowed", "it", "them"} | _PARTICLES
    # `omit the salt` has an object of its own; `the sodium salt of the acid` is a name.
    has_object = any(word in _OBJECTS and before != "of" for before, word in pairwise(words))
    told = len(words) > _SYMBOL and LEXICON.verb(words[0], "past") is not None and words[1] in WORDS["prepositions"]
    return (
        has_object
        or told  # `filtered through Celite`
        or words[0] in grammar | WORDS["being"] | {"former", "latter", "it", "them", "this", "these", "that", "those"}
        or words[-1].endswith("fold")
        or (len(words) == 1 and _WAS_DONE.fullmatch(words[0]) is not None)
        or words[-1] in (ends if len(words) > 1 else WORDS["pronouns"])
        or any(word in WORDS["being"] for word in words)
    )


def _is_amount(words: list[str]) -> bool:
    """Whether the words are only numbers with units: `30 min`, `mL`."""
    counted = [unit for word in words if (unit := _NUMBER.sub("", word))]
    known = {name.casefold() for name in LEXICON.symbols} | LEXICON.unit_words.keys() - _measures()
    return bool(counted) and all(unit in known for unit in counted)


@cache
def _measures() -> frozenset[str]:
    """Return words for quantities, as used before `of`."""
    counting = {name for name, unit in LEXICON.unit_words.items() if unit.dimension == "measure"}
    return WORDS["measures"] | WORDS["portion"] | WORDS["solutions"] | counting


def _is_no_thing(words: list[str]) -> bool:
    """Whether the head of a noun phrase cannot be a substance."""
    if "of" in words[1:-1]:
        of = words.index("of", 1)
        counts = words[of - 1] in _measures() or words[of - 1] in LEXICON.vessels
        return _is_no_thing(words[of + 1 :] if counts else words[:of])
    end = next((at for at, word in enumerate(words[1:], 1) if word in WORDS["prepositions"]), len(words))
    while end > 1 and (words[end - 1] in WORDS["fitted"] or LEXICON.verb(words[end - 1], "past")):
        end -= 1
    whole = words[end - 1]
    words = [*words[: end - 1], *_HYPHEN.split(whole)]
    head, phrase = words[-1], " ".join(words[-2:])
    if not {head, phrase}.isdisjoint(word_set("heads after all")):
        return False
    described = WORDS["resulting"] | WORDS["qualities"] | WORDS["manner"] | WORDS["fillers"]
    last = {head, head.removesuffix("s"), phrase}
    if all(word in described for word in words) or not last.isdisjoint(_no_heads()):
        return True
    vessel = LEXICON.vessels.get(phrase) or LEXICON.vessels.get(head)
    alone = all(word in described | WORDS["modifiers.distinct"] for word in words[:-1])
    if vessel is not None and (alone or phrase in LEXICON.vessels or vessel.type in _APPARATUS):
        return True
    if LEXICON.verb(head, "ing", "noun") or (alone and LEXICON.verb(head, "base", "past")):
        return True
    # The ending marks a word for a process, a quality or a manner.
    return pattern("process").fullmatch(whole) is not None and whole not in WORDS["not_manner"]


@cache
def _no_heads() -> frozenset[str]:
    return WORDS["abstract"] | WORDS["equipment"] | WORDS["tools"] | word_set("no heads")
