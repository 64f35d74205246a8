"""Find where the text names a reagent: literally, by a synonym or formula, or by the words of its name nearby."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache

from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.files.patterns import late

_DASHES = dict.fromkeys("-‐‑‒–—−", "-")
_PRIMES = dict.fromkeys("'’′`´", "'")
_ALIKE = {**_DASHES, **_PRIMES, "″": '"', "·": ".", "•": ".", "µ": "u", "μ": "u"}
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_SPELLINGS = (
    ("sulph", "sulf"),
    ("aluminum", "aluminium"),
    ("cesium", "caesium"),
    ("colour", "color"),
    ("k2003", "k2co3"),
)
_TAG = late(r"</?su[bp]>|\\u200b", re.IGNORECASE)

QUALIFIERS = word_set("qualifiers")
"""Words for the state or quality of a reagent; the name without them means the same reagent."""

GENERIC = word_set("generic")
"""Words that do not name a specific substance."""

_STRENGTH = pattern("names strength")
_RATIO = late(r"\(?\b[0-9.]+\s?[:/]\s?[0-9.]+(?:\s?[:/]\s?[0-9.]+)*\b\)?")
_LABELLED = late(r"(.+?)\s?[(\[](?:compound\s)?(\d{1,3}[a-z]?)[)\]]", re.IGNORECASE)
"""A name with the label that a text gives it: `benzyl chloride (6)`."""
_OTHER_LABEL = late(r"\s?[(\[]?(\d{1,3}[a-z]?)(?=[)\],;]|\s\()")
_WORD = late(r"[^\s/,;]+")
_SCANNED = 8
"""Minimum length of a name without digits that is searched for despite confused letters."""
_LETTERS, _MOST_LETTERS = late(r"[A-Za-z]{3,}"), 24
_LOCANTS = r"(?<![A-Za-z])(?:(?:\d|\b[lIΙΓ]\b|[|,'’()\[\]\s–-]){0,12}(?<=\W))?"
_ONES = late(r"(?<![A-Za-z])[lI|ΙΓ](?![A-Za-z])")
_LONG_WORD = late(r"(?<![A-Za-z])[A-Za-z]{7,40}(?![A-Za-z])")
_PART = late(r"[\w-]")
_LONGEST_PREFIX = len("(tert)")
_APART = late(r"[([]\d+[)\]]\s|[.;:]\s{2,}")
"""Marks that never occur within a name: paragraph numbers, the end of a heading."""
_CONFUSED = str.maketrans({"l": "1", "i": "1", "|": "1", "o": "0"})
"""Letters and digits that scanned texts confuse: `Et20`, `MgS04`, `lH-pyrazole`."""
_NO_SUBSTANCE = pattern("names no substance")
"""Words after a name that is not a reagent there: `an ice-water bath`."""
_TORN = late(r"[\s,]-\Z|[A-Za-z]{4}-[\dlI,'’]{1,8}-\Z")
"""Text before the last part of a longer name, whether or not a scan split it: `triisopropyl-l, -biphenyl`."""
_ISOMER = late(r"(?<![A-Za-z0-9])(?:tert|sec|iso|t|s|i)[-\u2010-\u2015.]\s?\Z", re.IGNORECASE)
"""A prefix that makes a name that of another substance: `t-BuLi` is not `BuLi`."""


class Names:
    """A text to search for names."""

    def __init__(self, text: str) -> None:
        self.text = text
        squeezed: list[str] = []
        places: list[int] = []
        at = 0
        while at < len(text):
            for character in _folded(text[at]):
                squeezed.append(character)
                places.append(at)
            at += 1
        self.squeezed = "".join(squeezed)
        self.places = places
        for wrong, right in _SPELLINGS:
            if wrong in self.squeezed:
                self._respell(wrong, right)
        self._known: dict[tuple[str, tuple[str, ...]], tuple[tuple[int, int], ...]] = {}

    def _respell(self, wrong: str, right: str) -> None:
        parts = self.squeezed.split(wrong)
        places: list[int] = []
        at = 0
        for number, part in enumerate(parts):
            places += self.places[at : at + len(part)]
            at += len(part)
            if number + 1 < len(parts):
                own = self.places[at : at + len(wrong)]
                places += own[: len(right)] + own[-1:] * (len(right) - len(wrong))
                at += len(wrong)
        self.squeezed, self.places = right.join(parts), places

    def find(self, name: str, others: tuple[str, ...] = ()) -> tuple[tuple[int, int], ...]:
        """Return the stretches of the text that name a reagent, in order; `others` are the names in its declaration."""
        key = (name, others)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(name, others)
        return known

    def _find(self, name: str, others: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        found = self._all(spellings(name, others))
        if found:
            bare = _RATIO.sub("", _STRENGTH.sub("", name)).strip()
            loosely = self._all((bare,)) if bare and (_RATIO.search(name) or _STRENGTH.search(name)) else ()
            return _without_overlaps([*found, *loosely, *self._one_letter_off(name)])
        core = core_words(name)
        labelled = _LABELLED.fullmatch(name)
        if labelled is not None:
            bare, label = labelled.groups()
            found = self._all((f"{bare} {label}", f"{bare} ({label})", *(() if is_generic(bare) else (bare,))))
            labels = (_OTHER_LABEL.match(self.text, end) for _, end in found)
            if found and not any(one is not None and one[1] != label for one in labels):
                return found
        if core and core != [name]:
            found = self._all(spellings(" ".join(core), ()))
            if found:
                return _without_overlaps([*found, *self._one_letter_off(" ".join(core))])
        return (
            self._near_together(core)
            or self._scanned(name)
            or self._misspelt(name)
            or self._one_letter_off(name)
            or self._one_letter_off(" ".join(core))
            or self._garbled(name)
        )

    def _garbled(self, name: str) -> tuple[tuple[int, int], ...]:
        """Find a long name whose locants a scan spoiled: `[Ι, - bis(diphenyl…`, `([1,Γ- biphenyl]-3-yl)`."""
        parts = _LETTERS.findall(name)
        if len(parts) < 2 or len("".join(parts)) < _MOST_LETTERS:
            return ()
        due = _locants(name[: name.rindex(parts[-1])])
        alike = re.finditer(_LOCANTS + r"[^.;]{0,12}?".join(parts) + r"(?![A-Za-z])", self.text, re.IGNORECASE)
        return tuple(one.span() for one in alike if _is_within(_locants(one.group()), due))

    def _one_letter_off(self, name: str) -> tuple[tuple[int, int], ...]:
        """Find a long word with one letter too many or too few that is not another substance: `cylohexane`."""
        wanted = name.casefold()
        if wanted.isalpha():
            return tuple(match.span() for match in self._nearly(wanted) if not self._is_part(*match.span()))
        found: list[tuple[int, int]] = []
        for part in _LONG_WORD.finditer(wanted):  # `4-hydroxybenzaldhyde`
            for match in self._nearly(part.group()):
                found += self._exact(wanted[: part.start()] + match.group().casefold() + wanted[part.end() :])
        return tuple(found)

    def _is_part(self, start: int, end: int) -> bool:
        """Whether letters are part of a longer name: `cylohexane` of `methyl-cylohexane`."""
        return bool(_PART.match(self.text, end) or (start and _PART.match(self.text, start - 1)))

    def _nearly(self, wanted: str) -> list[re.Match[str]]:
        """Return the long words of the text that are one letter longer or shorter than a word and meant to be it."""
        words = (
            match
            for size in (len(wanted) - 1, len(wanted) + 1)
            for match in self._long_words.get((wanted[0], wanted[-1], size), ())
        )
        return [match for match in words if len(wanted) >= _SCANNED and _is_misspelt(wanted, match.group().casefold())]

    @cached_property
    def _long_words(self) -> dict[tuple[str, str, int], list[re.Match[str]]]:
        """The words of the text by first letter, last letter and length."""
        found: dict[tuple[str, str, int], list[re.Match[str]]] = {}
        for match in _LONG_WORD.finditer(self.text):
            low = match.group().casefold()
            found.setdefault((low[0], low[-1], len(low)), []).append(match)
        return found

    def _misspelt(self, name: str) -> tuple[tuple[int, int], ...]:
        """Find a long name with two neighbouring letters exchanged: `magnesuim turnings`."""
        wanted = squeeze(name)
        if len(wanted) < _SCANNED:
            return ()
        turned = (wanted[:at] + wanted[at + 1] + wanted[at] + wanted[at + 2 :] for at in range(len(wanted) - 1))
        found = [place for one in set(turned) - {wanted} for place in self._places(self.squeezed, one, name)]
        return _without_overlaps(found)

    def _scanned(self, name: str) -> tuple[tuple[int, int], ...]:
        """Find a name in which a scanner confused letters and digits."""
        found: list[tuple[int, int]] = []
        for one in spellings(name, ()):
            wanted = squeeze(one)
            if len(wanted) >= _SCANNED or any(map(str.isdigit, wanted)):
                found += self._places(self._confused, wanted.translate(_CONFUSED), one)
        return _without_overlaps(found)

    @cached_property
    def _confused(self) -> str:
        return self.squeezed.translate(_CONFUSED)

    def _all(self, names: Iterable[str]) -> tuple[tuple[int, int], ...]:
        found: list[tuple[int, int]] = []
        for name in names:
            found += self._exact(name)
        return _without_overlaps(found)

    def _exact(self, name: str) -> list[tuple[int, int]]:
        return self._places(self.squeezed, squeeze(name), name)

    def _places(self, squeezed: str, wanted: str, name: str) -> list[tuple[int, int]]:
        found = []
        at = squeezed.find(wanted)
        while at >= 0:
            start, end = self.places[at], self.places[at + len(wanted) - 1] + 1
            if self._stands_alone(start, end, name):
                found.append((start, end))
            at = squeezed.find(wanted, at + 1)
        return found

    def _stands_alone(self, start: int, end: int, name: str) -> bool:
        """Whether no letter or digit touches the name; a short formula must match in case."""
        text = self.text
        if start and text[start - 1].isalnum() and text[start].isalnum():
            return False
        if start > 1 and text[start - 1] in "·•" and not text[start - 2].isspace():
            return False  # the water of a hydrate
        if start and not text[start - 1].isspace() and _ISOMER.search(text[max(0, start - 7) : start]):
            return False
        if _NO_SUBSTANCE.match(text, end) or _TORN.search(text, max(0, start - 15), start):
            return False
        if end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
            alone = not text[end + 1 : end + 2].isalnum()
            plural = text[end] in "s" and end - start > 3
            footnote = text[end - 1].isalpha() and (
                text[end] == "1" or (text[end].isdigit() and end - start > _SCANNED)
            )
            footnote = footnote or (text[end].isdigit() and _is_whole(text[start:end], text[end]))
            noted = text[end] in "abcd" and end - start > _SCANNED and text[end - 1].islower()  # `chlorideb`: note b
            if not (alone and (plural or footnote or noted)):
                return False
        return end - start > 3 or text[start:end] == name or not name.isupper() or text[start:end].isupper()

    def _near_together(self, core: list[str]) -> tuple[tuple[int, int], ...]:
        """Find stretches that contain all words of a name of several words close together."""
        words = [word for word in dict.fromkeys(core) if word.casefold() not in GENERIC or len(core) == 1]
        if len(words) < 2 or (len(core) == 2 and core[1].isdigit()):
            return ()  # `Rh 2`, of `Rh(acac)(CO)2`
        places = [self._all(spellings(word, ())) for word in words]
        if not all(places):
            return ()
        reach = sum(map(len, words)) * 2 + 30
        found = []
        for start, end in places[0]:
            low, high = start, end
            for others in places[1:]:
                near = min(others, key=lambda span: abs(span[0] - start))
                low, high = min(low, near[0]), max(high, near[1])
            if high - low <= reach and not _APART.search(self.text, low, high):
                found.append((low, high))
        return _without_overlaps(found)


def _locants(name: str) -> str:
    """Return the digits of a name, with what scans make of a 1."""
    return "".join(re.findall(r"\d", _ONES.sub("1", name)))


def _is_within(digits: str, due: str) -> bool:
    """Whether some digits are others, of which one or two may be lost, in their order."""
    left = iter(due)
    return len(due) - len(digits) <= 2 and all(one in left for one in digits)


@lru_cache(maxsize=1024)
def _is_whole(name: str, digit: str) -> bool:
    """Whether a formula needs no digit behind it, which is then that of a note: `HCl3`, but not `H2O2`."""
    from clairify_cli.chemistry import find

    return find(name) is not None and find(name + digit) is None


@lru_cache(maxsize=4096)
def _is_misspelt(name: str, word: str) -> bool:
    """Whether a word is a name with one letter too many or too few, and not another name (`meth` for `eth`)."""
    from clairify_cli.fidelity.text.substances import synonyms

    short, long = sorted((name, word), key=len)
    at = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    return short[at:] == long[at + 1 :] and long[at : at + 4] != "meth" and not synonyms(word)


_PARTS = late(r"\s*[:/–]\s*|,\s|\s(?:and|with|-)\s|(?<=[a-z])-(?=[a-z]{3})", re.IGNORECASE)
_NEXT_PART = late(r"\s*(?:[:/–]|-\s)\s*(?:\d+/\d+\s)?\w[\w-]*|\s[A-Za-z][\w-]*(?=\s?[:/–])")
_NEXT_LISTED = pattern("names next of mixture")
"""The next substance in the name of a mixture, and in one of a `mixture of`."""
_LONGEST_BRACKET, _RATIO_BEFORE, _WORDS_BEFORE = 80, 30, 4


def whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the stretch of a name of which a stretch is a part: with its bracket and ratio, and all of a mixture."""
    close = text.find(")", end)
    if text.count("(", start, end) > text.count(")", start, end) and 0 <= close - end < _LONGEST_BRACKET:
        end = close + 1
    before = [one.start() for one in _RATIO.finditer(text, max(0, start - _RATIO_BEFORE), end)]
    first = before[-1] if before and text[before[-1] : start].count(" ") <= _WORDS_BEFORE else start
    more = _NEXT_LISTED if re.search(r"\bof\b", text[first:end]) else _NEXT_PART
    while _lacks_part(text[first:end]) and (part := more.match(text, end) or _NEXT_PART.match(text, end)):
        start, end = first, part.end()
    return start, end


def _lacks_part(name: str) -> bool:
    """Whether a mixture has a number for more substances than its name has: `95:5 2-propanol`."""
    ratio = _RATIO.match(name)
    parts = _PARTS.split(name[ratio.end() :]) if ratio is not None else ()
    return ratio is not None and sum(len(part) > 1 for part in parts) < len(re.findall(r"[0-9.]+", ratio.group()))


def is_cut(name: str) -> bool:
    """Whether a name ends within a bracket or a mixture, or has nothing but words for a strength or quality."""
    return not core_words(name) or name.count("(") > name.count(")") or _lacks_part(name)


@lru_cache(maxsize=2048)
def spellings(name: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the name, its singular, the names in its declaration, and all their synonyms."""
    from clairify_cli.fidelity.text.substances import synonyms

    given = [name, *others]
    if name.endswith("s") and len(name) > 4:
        given.append(name[:-1])
    for one in (name, *others):
        given += synonyms(one)
    return tuple(dict.fromkeys(given))


@lru_cache(maxsize=2048)
def _core(name: str) -> tuple[str, ...]:
    plain = _RATIO.sub(" ", _STRENGTH.sub(" ", name))
    words = [_bare(word) for word in _WORD.findall(plain)]
    return tuple(word for word in words if squeeze(word) and word.casefold().rstrip(".") not in QUALIFIERS)


def _bare(word: str) -> str:
    """Strip the marks around a word; a bracket that begins a name, such as `(R)-limonene`, is part of it."""
    is_remark = word[:1] == "(" and word[-1:] == ")" and word[1:-1].isalpha() and len(word) > _LONGEST_PREFIX
    is_torn = word.count("(") != word.count(")")  # one word of `silica gel (mesh 230-400)`
    return word.strip("()[],;:") if word[:1] not in "([" or is_remark or is_torn else word.strip(",;:")


def core_words(name: str) -> list[str]:
    """Return the words of a name without strength, ratio and qualifiers."""
    return list(_core(name))


def is_generic(name: str) -> bool:
    """Whether a name refers to the material at hand, such as `crude product`, or is a label, such as `compound 3`."""
    core = [word.casefold().strip("()") for word in core_words(name)]
    return all(word in GENERIC or len(word) < 2 or word.rstrip("abc").isdigit() for word in core)


def squeeze(name: str) -> str:
    """Normalise a name for comparison: fold case, drop white space and hyphens, unify spelling."""
    squeezed = "".join(character for one in _TAG.sub("", name) for character in _folded(one))
    for wrong, right in _SPELLINGS:
        squeezed = squeezed.replace(wrong, right)
    return squeezed


def _folded(character: str) -> str:
    character = _ALIKE.get(character) or _SUBSCRIPTS.get(character) or character.casefold()
    return "" if character.isspace() or character == "-" or not character.isprintable() else character


def _without_overlaps(found: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    kept: list[tuple[int, int]] = []
    for start, end in sorted(set(found), key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(kept)
