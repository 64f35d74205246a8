"""Reagents that the text names without an amount, next to an action: `washed with brine`."""

from __future__ import annotations

import re
from itertools import pairwise

from clairify_cli.chemistry import components, find
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.names import systematic_names
from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.fidelity.model import Cue
from clairify_cli.fidelity.text.amounts import is_measured
from clairify_cli.fidelity.text.asides import VESSELS
from clairify_cli.fidelity.text.cues import OPTIONAL, kinds
from clairify_cli.fidelity.text.heads import is_no_substance
from clairify_cli.fidelity.text.names import GENERIC, QUALIFIERS, core_words, is_generic, squeeze
from clairify_cli.fidelity.text.words import Text, Word
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass, replace

_WITH = frozenset(("with", "using", "by"))
_IN = frozenset(("in", "into"))
_PREPOSITIONS: dict[str, frozenset[str]] = {
    "wash": _WITH | {"in"},
    "extract": _WITH | {"into", "in"},
    "dissolve": _IN | {"with"},
    "crystallise": frozenset(("from", "in")),
    "transfer": frozenset(("onto", "into", "over", "on", "to", "in")),
    "add": _WITH | {"in", "between"},
    "dryagent": frozenset(("over", "with", "using")),
    "filter": frozenset(("through", "over")),
}
_SUBJECT_VERBS = ("add", "introduc", "inject", "syring", "charg")
_SPLITS = word_set("splits")
_STOPS = word_set("ends")
_MARKS = frozenset((";", ":", "."))
_STRIPPED = word_set("stripped")
_LETTERS = late(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Material:
    """A reagent without an amount, and its place; `core` is its name without qualifiers."""

    name: str
    core: str
    start: int
    end: int
    cue: Cue
    sure: bool


def materials(text: Text, cues: list[Cue]) -> list[Material]:
    """Return the materials named without an amount at a required cue, in the order of the text."""
    found: list[Material] = []
    starts: set[int] = set()
    contents: dict[int, list[list[Word]]] = {}
    by_sentence: dict[int, list[Cue]] = {}
    for cue in cues:
        by_sentence.setdefault(cue.sentence, []).append(cue)
    for cue in cues:
        words = text.sentences[cue.sentence]
        if not cue.required and cue.words.lower() != "addition" and not _is_a_means(cue, words):
            continue
        if cue.sentence not in contents:
            contents[cue.sentence] = _contents(words)
        ends = _ends_of_clause(cue, by_sentence[cue.sentence], words)
        for piece in (*_pieces_of(cue, words, ends), *contents[cue.sentence]):
            made = _material(text, cue, piece, words)
            if made is not None and made.start not in starts:
                found.append(made)
                starts.add(made.start)
    bits = [made for number, words in enumerate(text.sentences) for made in _bits(text, number, words)]
    for made in (*bits, *_beside(text, by_sentence)):
        if not any(one.start < made.end and made.start < one.end for one in found):
            found.append(made)
    return sorted(found, key=lambda one: one.start)


def _is_a_means(cue: Cue, words: tuple[Word, ...]) -> bool:
    """Whether `by adding` names a means, so that X is added: `The pH was adjusted by adding X`."""
    before = [word for word in words if word.end <= cue.start]
    return cue.words.lower() == "adding" and bool(before) and before[-1].low == "by"


_BITS = frozenset(("crystal", "crystals", "drop", "drops", "pinch", "grain", "trace", "amount"))
_FEW = frozenset(("a", "one", "few", "some", "several", "small", "catalytic"))


def _bits(text: Text, number: int, words: tuple[Word, ...]) -> list[Material]:
    """Return known substances in amounts without a number: `a crystal of iodine`, `a catalytic amount of DMF`."""
    found = []
    start, end = text.sentence_span(number)
    for at in range(2, len(words) - 1) if not OPTIONAL.search(text.text, start, end) else ():
        *_, few, bit = ("", *f"{words[at - 2].low} {words[at - 1].low}".split())
        if words[at].low == "of" and bit in _BITS and few in _FEW:
            cue = Cue(0, "add", bit, words[at - 1].start, words[-1].end, number, required=True)
            made = _material(text, cue, next(iter(_split(list(words[at + 1 : at + 7]))), []), words)
            if made is not None and find(made.core) is not None:
                found.append(made)
    return found


_PADS = frozenset(("pad", "plug", "bed", "layer", "cake"))


def _beside(text: Text, by_sentence: dict[int, list[Cue]]) -> list[Material]:
    """Return materials named as a means: the solvent in `X in CCl4 was heated`, a pad of Celite, the eluent of a plug.

    The program must name such a material somewhere, but needs no separate step for it.
    """
    found = []
    for number, words in enumerate(text.sentences):
        said = by_sentence.get(number, ())
        cue = next((cue for cue in said if cue.required), None)
        column = any(cue.kind == "purify" for cue in said)  # its eluent is compared separately
        if cue is None or column:
            continue
        for at, word in enumerate(words[:-1]):
            before = words[at - 1].low if at else ""
            means = (word.low == "of" and before in _PADS) or (word.low == "with" and before in ("eluting", "eluted"))
            if word.group >= 0 or not (means or word.low == "in"):
                continue
            piece = next(iter(_split(list(words[at + 1 : at + 7]))), [])
            if any(_LISTED_SOLVENTS & set(re.split("[/-]", one.low)) for one in words[at + 1 : at + 7]) and not means:
                piece = []
            # A liquid with a temperature is a bath: `on a rotary evaporator in hot 80 °C water`.
            is_bath = any(one.token.kind == "quantity" for one in piece)
            made = _material(text, cue, piece, words) if piece and not is_bath else None
            substance = find(made.core) if made is not None else None
            if made is not None and (means or (substance is not None and substance.state == "liquid")):
                found.append(replace(made, sure=False))
    return found


_LISTED_SOLVENTS = frozenset(("or", "ice"))


def _ends_of_clause(cue: Cue, cues: list[Cue], words: tuple[Word, ...]) -> tuple[int, int]:
    """Return where the words of a cue begin and end: at the required cues around it."""
    low, high = words[0].start, words[-1].end
    for other in cues:
        if other.number != cue.number and other.required:
            if other.end <= cue.start:
                low = max(low, other.end)
            elif other.start >= cue.end:
                high = min(high, other.start)
    return low, high


_CONTAINING = frozenset(("containing", "charged with", "filled with", "holding"))


def _contents(words: tuple[Word, ...]) -> list[list[Word]]:
    """Return the stated contents of vessels: `a beaker containing two lime wedges`."""
    made: list[list[Word]] = []
    for at, word in enumerate(words):
        if word.low in _CONTAINING or word.token.text.lower() == "containing":
            made += _split(list(words[at + 1 :]))[:1]
    return made


def _pieces_of(cue: Cue, words: tuple[Word, ...], ends: tuple[int, int]) -> list[list[Word]]:
    low, high = ends
    if cue.kind == "dryagent":
        inside = [word for word in words if cue.start <= word.start < cue.end]
        return _list_after(inside, _PREPOSITIONS["dryagent"] | {"("})
    after = [word for word in words if cue.end <= word.start < high]
    if cue.kind == "add" and after and after[0].low == "of":  # `quenched by addition of X`
        return _split(after[1:])
    if cue.kind in ("stir", "heat", "dissolve"):
        if cue.words.lower().endswith(" in"):
            return _split(after)
        passive = _subject(cue, words, low) if cue.words.lower().split()[0].endswith("ed") else []
        named = _list_after(after, _PREPOSITIONS["dissolve"] if cue.kind == "dissolve" else frozenset(("in",)))
        bath = any(word.low == "ice" for piece in named for word in piece) and cue.kind == "heat"
        return passive if bath else [*passive, *named]  # `cooled in ice and salt`
    if cue.kind == "crystallise":
        bracket = [word for word in after[:8] if word.group >= 0]
        if bracket and after[0].group >= 0:
            return [[word for word in bracket if word.token.kind == "word"]]
    if cue.kind == "shaken":
        return _split(after)
    prepositions = _PREPOSITIONS.get(cue.kind)
    if prepositions is None:
        return []
    lowered = cue.words.lower()
    if cue.kind == "add" and lowered in ("addition", "introduction"):
        return _list_after(after, frozenset(("of",)))
    if cue.kind == "add" and any(lowered.startswith(one) for one in _SUBJECT_VERBS):
        if "charg" in lowered:
            return _list_after(after, frozenset(("with",)))
        made = lowered == "adding"  # `a solution of A is prepared by adding B`
        return _object(after) if made else _subject(cue, words, low) or _object(after)
    return _list_after(after, prepositions)


def _list_after(after: list[Word], prepositions: frozenset[str]) -> list[list[Word]]:
    """Return the members of the list after the first preposition, which must be among the first five words."""
    at = next((k for k, word in enumerate(after[:5]) if word.low in prepositions), None)
    if at is None:
        return []
    return _split(after[at + 1 :])


def _object(after: list[Word]) -> list[list[Word]]:
    """Return the objects after a verb: `was added X and Y`, `Add X`."""
    return _split(after) if after and after[0].low not in _STOPS and after[0].token.kind in ("word", "number") else []


def _subject(cue: Cue, words: tuple[Word, ...], low: int) -> list[list[Word]]:
    """Return the subjects of a verb, back to a punctuation mark or preposition: `X and Y were added`."""
    before = [word for word in words if low <= word.start < cue.start]
    at = len(before) - 1
    while at >= 0 and (before[at].low not in ("was", "were", "is", "are", "be", "being")):
        if len(before) - at > 4:
            return []
        at -= 1
    if at < 0:
        return []
    taken: list[Word] = []
    for word in reversed(before[:at]):
        if word.low in _STOPS and word.low not in _MARKS and word.low not in ("which", "followed by"):
            # The words before the first `and` are the object of a preposition, not what is added.
            first = next((k for k, one in enumerate(taken) if one.low in _SPLITS), len(taken))
            return _split(taken[first:])
        if word.low in _MARKS:
            break
        taken.insert(0, word)
    return _split(taken)


def _split(words: list[Word]) -> list[list[Word]]:
    """Return the members of a list, up to the first word that ends it."""
    pieces: list[list[Word]] = [[]]
    for word in words:
        if word.low == "." and pieces[-1] and pieces[-1][-1].low in WORDS["abbreviations.never"]:
            continue  # `neutralised with dil. HCl`
        if word.low in _SPLITS and (word.low != "," or word.group < 0):
            pieces.append([])
        elif word.low == "with" and not pieces[-1]:
            continue  # `with water, then with brine`
        elif (word.low in _STOPS or word.low.endswith("ing")) and word.group < 0 and not _in_ratio(pieces[-1], word):
            break
        else:
            pieces[-1].append(word)
    return [piece for piece in pieces if piece]


def _in_ratio(piece: list[Word], word: Word) -> bool:
    """Whether a colon belongs to a ratio: `9:1 hexane/ethyl acetate`."""
    return word.low == ":" and bool(piece) and piece[-1].token.kind == "number"


def _material(text: Text, cue: Cue, piece: list[Word], words: tuple[Word, ...]) -> Material | None:
    """Return the reagent in a piece; None if it has an amount, or is not a reagent."""
    of_each = next((at for at, (one, two) in enumerate(pairwise(piece)) if (one.low, two.low) == ("each", "of")), None)
    piece = piece if of_each is None else piece[of_each + 2 :]  # `with three 20 mL portions each of A and B`
    if any(is_measured(word) for word in piece):
        return None
    inner = [word for word in piece if word.group < 0 or cue.kind in ("dryagent", "crystallise")]
    more = any(word.low in ("remaining", "rest", "remainder", "second", "additional") for word in inner)
    definite = bool(inner) and inner[0].low in ("the", "this", "that", "these") and not more
    if definite and any(word.low in _MADE_BEFORE for word in inner):
        return None
    if definite and cue.kind == "dissolve" and all(word.low in GENERIC | _CLASSES | {"the"} for word in inner):
        return None  # `the acid chloride was dissolved in`: an earlier product
    while inner and (inner[0].low in _STRIPPED or inner[0].token.kind in ("mark", "quantity", "number")):
        inner.pop(0)
    while inner and (inner[-1].low in _STRIPPED or inner[-1].token.kind in ("mark", "quantity")):
        inner.pop()
    if not inner or len(inner) > 6:
        return None
    start, end = inner[0].start, inner[-1].end
    name = text.words_of(start, end)
    core = " ".join(core_words(name))
    if inner[0].low in _LEFT_IN or is_generic(name) or len(_LETTERS.findall(core)) < 2:
        return None
    if not _is_a_reagent(name, core, inner, cue) or _is_clipped(inner, words):
        return None
    if definite and squeeze(core) in squeeze(text.text[:start]):
        return None  # named earlier in the text
    if _ADDED_BEFORE.search(text.text, max(0, start - _REACH), start):
        return None
    if start > cue.end and pattern("materials next subject").match(text.text, end):
        return None  # `with NaOH, and the amine was extracted`
    return Material(name, core, start, end, cue, find(name) is not None or cue.kind == "dryagent" or more)


_CLASSES = word_set("classes")
_REACH = 80
_ADDED_BEFORE = pattern("materials added before")
"""Words before a reagent whose addition was described earlier: `10 min after complete addition of X`."""
_LEFT_IN = frozenset(("desired", "unreacted", "residual", "title", "expected", "impure"))
"""Words before a material that is already there."""
_MADE_BEFORE = frozenset(("solution", "mixture", "suspension", "slurry", "reagent", "anion", "resulting"))
"""With a definite article, these words name something made before: `The solution of LDA was added`."""
_FORMULA = late(r"\S*[A-Z]\S*[A-Z0-9]\S*")
"""A word with capitals inside it, as formulas and abbreviations have: `Me4NBH(OAc)3`, `DIBAL`."""
_ENDING = late(r"(?:ide|ate|ite|ine|ane|ene|yne|ol|one|ose|acid)s?\Z")
"""Typical endings of substance names."""
_BATH = frozenset(("bath", "ice-bath", "rt"))
_NO_NAMES = frozenset(
    ("of", "needle", "septa", "stirbar", "remainder", "layer", "layers", "washings", "membrane", "filtrates")
)


def _is_a_reagent(name: str, core: str, inner: list[Word], cue: Cue) -> bool:
    """Whether the words name a substance; an unknown name may be one if it is added."""
    lows = [word.low for word in inner]
    if not VESSELS.isdisjoint(lows) or lows[-1] in LEXICON.vessels or lows[-1] in _BATH or is_no_substance(name):
        return False
    if " ".join(lows) in LEXICON.places and cue.kind not in ("add", "transfer"):
        return False
    if any(kinds().forms.get(word.low, ("", "noun"))[1] != "noun" and word.low not in QUALIFIERS for word in inner):
        return False
    if any(find(one) is not None for one in components(core)):
        return True
    if any(low in _NO_NAMES or WORDS.has(low, "references", "tools", "pronouns", "prepositions") for low in lows):
        return False
    if all(_FORMULA.fullmatch(word) for word in core.split()) or systematic_names(core):
        return True
    return bool(_ENDING.search(core)) or (cue.kind == "add" and not any(LEXICON.verb(word.low) for word in inner))


def _is_clipped(inner: list[Word], words: tuple[Word, ...]) -> bool:
    """Whether a verb follows the words directly, so they are not a whole name."""
    following = next((word for word in words if word.start >= inner[-1].end), None)
    return following is not None and following.low in kinds().forms and following.group < 0
