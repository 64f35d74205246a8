"""Undo damage to the characters of a text: markup, broken encoding, stray spaces.

Laboratory texts come through web pages, PDF files and patents: `NH<sub>4</sub>Cl`, `-7Â° C`, `3 Ã&#151; 40 mL`,
`or\u00adganic`, `1,4- dioxane`. `plain` undoes this, and maps every character to its original position.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from clairify_cli.diagnostics.model import Source, Span
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.files.data import toml
from clairify_cli.files.patterns import compiled
from clairify_cli.records import dataclass

# Replacements of single characters, which may be several characters or none.
_CHARACTERS = {
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
    **dict.fromkeys("\u2010\u2011", "-"),
    **{chr(code): str(digit) for digit, code in enumerate(range(0x2080, 0x208A))},
    **dict(zip("\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b\u207a", "123456789-+", strict=True)),
    **dict(zip("\u0091\u0092\u0093\u0094\u0096\u0097", "‘’“”–—", strict=True)),
    # The private use area contains characters of symbol fonts.
    **dict(zip("\uf0b0\uf06d\uf0b4\uf02d\uf064\uf061\uf062", "°µ×−δαβ", strict=True)),
    **dict(zip("\ufb00\ufb01\ufb02\ufb03\ufb04", ("ff", "fi", "fl", "ffi", "ffl"), strict=True)),
    "\u2103": "°C",
}
# Tags are dropped; block tags become line breaks.
_TAG = r"</?(?:su[bp]|i|b|u|em|strong|span|font|n|br|p|div|li|ul|ol|tr|td)\b[^<>]{0,80}>"
_ENTITY = r"[ÂÃ]?&(?:#\d{2,5}|#[xX][0-9a-fA-F]{2,4}|[a-zA-Z]{2,8});"
# UTF-8 that was decoded as Windows-1252: `Â°`, `Ã—`, `âˆ’`, `Î¼`.
_MISREAD = (
    r"Â(?=\s)|[ÂÃÎÏ][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]"
    r"|â[\u0080-\u00bf\u0152-\u2122]{2}(?![a-z])"
)
# Substitutes for degree signs: a superscript zero, a ring, an o (Latin, Greek or Cyrillic), a question mark.
_DEGREE = (
    r"(?<=\d)\s?[\u1d52\u2070\u2218\u25e6\u02da]|(?<=\d)[\u043e\u03bf](?!\w)|[\u043e\u03bf](?=\s?C(?!\w))|(?<=\d)\?(?=\s?C(?!\w))"
    r"|(?<=\d\d)o(?=[\s.,;)])(?!\s?C)|(?<=\d\s)\?(?=\s?C(?!\w))|(?<=\d[\dO])[\"”](?=\s?C(?!\w))|(?<=\d\d\s)8(?=C(?!\w))"
)
# A question mark for the micro sign.
_MICRO = r"(?<=\d\s)\?(?=(?:mol|[lLgM])(?!\w))"
# In formulas between dollar signs: `$Na_2SO_4$`, `$80\ ^{\circ}\text{C}$`.
_IN_FORMULAS = {
    r"\^?\s?\{?\s?\\circ\s?\}?": "°",
    r"\\(?:text|mathrm|mathit|rm)\b": "",
    r"\\mu\b\s?": "µ",
    r"\\(?:cdot|times)\b": "·",
    r"\\(?:pm)\b": "±",
    r"\\[ ,;:]|~": " ",
    r"[_^{}]": "",
}
_BREAKS = frozenset(("br", "p", "div", "li", "ul", "ol", "tr", "td"))
_SHORT = r"(?:was|were|for|of|in|and|to|is|with|at|under|over)"


@dataclass(frozen=True, slots=True)
class Plain:
    """A plain text; `starts` and `ends` map each of its characters to a stretch of the original."""

    text: str
    starts: tuple[int, ...] | None = None
    ends: tuple[int, ...] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the stretch of the original for a stretch of the plain text."""
        if self.starts is None or self.ends is None:
            return start, end
        if start >= len(self.starts):
            last = self.ends[-1] if self.ends else 0
            return last, last
        return self.starts[start], self.ends[end - 1] if end > start else self.starts[start]


class PlainSource(Source):
    """A source whose text is plain, and whose spans refer to the original."""

    __slots__ = ("_original", "_plain")

    def __init__(self, text: str, name: str) -> None:
        self._plain = plain(text)
        self._original = Source(text, name)
        super().__init__(self._plain.text, name)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the stretch of the original text for a stretch of the plain one."""
        return self._plain.original(start, end)

    def span(self, start: int, end: int | None = None) -> Span:
        """Return the span of the original text for a stretch of the plain one."""
        return self._original.span(*self._plain.original(start, start if end is None else end))


@lru_cache(maxsize=4)
def plain(text: str) -> Plain:
    """Return the plain form of a text. Most texts are already plain and cost only two searches."""
    made = Plain(text)
    for pattern, replace in ((_characters(), _character), (_spacing(), _space)):
        if pattern.search(made.text):
            made = _replaced(made, pattern, replace)
    for wording, meant in _wordings():
        if wording.search(made.text):
            made = _replaced(made, wording, lambda match, meant=meant: match.expand(meant))  # type: ignore[misc]
    return made


@lru_cache(maxsize=1)
def _wordings() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return rare turns of phrase, each with the usual one."""
    entries: list[dict[str, str]] = toml(Path(__file__).with_name("lexicon") / "rewording.toml")["wording"]
    return tuple((compiled(one["said"], re.IGNORECASE), one["meant"]) for one in entries)


def _replaced(before: Plain, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str | None]) -> Plain:
    """Return the text with every match replaced; if `replace` returns None, the match is kept."""
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last = 0

    def keep(start: int, end: int) -> None:
        pieces.append(before.text[start:end])
        starts.extend(range(start, end) if before.starts is None else before.starts[start:end])
        ends.extend(range(start + 1, end + 1) if before.ends is None else before.ends[start:end])

    for match in pattern.finditer(before.text):
        written = replace(match)
        if written is None:
            continue
        keep(last, match.start())
        first, end = before.original(match.start(), match.end())
        pieces.append(written)
        starts.extend([first] * len(written))
        ends.extend([end] * len(written))
        last = match.end()
    keep(last, len(before.text))
    return Plain("".join(pieces), tuple(starts), tuple(ends))


@lru_cache(maxsize=1)
def _characters() -> re.Pattern[str]:
    """Return a pattern for damaged characters: tags, entities, wrong encodings, symbols with many spellings."""
    single = "".join(map(re.escape, _CHARACTERS))
    return compiled(
        rf"(?P<tag>{_TAG})|(?P<formula>\$[^$\n]*[\\_^][^$\n]*\$)|(?P<entity>{_ENTITY})|(?P<misread>{_MISREAD})|(?P<celsius>[°º]\s?\u2103)|(?P<degree>{_DEGREE})|(?P<micro>{_MICRO})|[{single}]"
    )


def _character(match: re.Match[str]) -> str | None:
    """Return the replacement for a match of `_characters`; None to keep it."""
    if match["tag"]:
        name = re.match(r"</?(\w+)", match["tag"])
        return "\n" if name and name[1] in _BREAKS else ""
    if match["formula"]:
        written = match[0][1:-1]
        for pattern, plainly in _IN_FORMULAS.items():
            written = re.sub(pattern, plainly, written)
        return written
    if match["entity"]:
        return _entity(match["entity"])
    if match["misread"]:
        return "" if match["misread"] == "Â" else _reread(match["misread"])
    if match["celsius"]:
        return "°C"
    if match["degree"]:
        return "°"
    if match["micro"]:
        return "µ"
    return _CHARACTERS[match[0]]


def _entity(written: str) -> str | None:
    """Return the character of an entity; `Ã&#151;` has the two bytes of one character."""
    from html import unescape

    if written[0] != "&":
        code = re.fullmatch(r".&#(\d{3});", written)
        read = _reread(written[0] + chr(int(code[1]))) if code and int(code[1]) < 0xC0 else None
        return read or written[0] + unescape(written[1:])
    read = unescape(written)
    return _CHARACTERS.get(read, read) if read != written else None


def _reread(written: str) -> str | None:
    """Decode characters as the UTF-8 that they originally were; None if they were not."""
    made = bytearray()
    for character in written:
        try:
            made += character.encode("cp1252")
        except UnicodeEncodeError:
            if ord(character) > 255:
                return None
            made.append(ord(character))
    try:
        read = made.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return _CHARACTERS.get(read, read)


@lru_cache(maxsize=1)
def _spacing() -> re.Pattern[str]:
    """Return a pattern for errors in white space and hyphens, each case a named group; `_space` fixes them."""
    locant = r"(?:\d{1,2}['’]?[a-zRSEZ]?,\s?){0,6}\d{1,2}['’]?"
    units = _units()
    return compiled(
        # `1,4- dioxane`, `p- toluenesulphonate`, `dibromo- 4-methyl`
        rf"(?<![\w.-])(?:{locant}|[NOSpmont]|tert|sec|iso|cis|trans)-(?P<join>[ \t]{{1,2}}|\s?\n)"
        rf"(?=[a-zA-Z(\[])(?!(?:and|or|to|x|{units})\b)"
        r"|(?:(?<=[a-z]{3})|(?<=[a-z]{2}\)))-(?P<joined>\s)(?=\d{1,2}[\d,'’]{0,8}-[a-z(])"
        # `(3 -(1,5 -dimethyl`
        r"|(?:(?<=[-(,]\d)(?P<hyphen>\s)(?=-[a-z(])|(?<=[\s\[]\d)(?P<before>\s)(?=-\())"
        # a word broken at the end of its line
        r"|\b(?P<head>[a-z]{2,})-(?:\n|(?P<torn>\s))(?P<tail>[a-z]{2,})\b"
        # `(2’, 6’-dichloro`
        r"|(?<=[-(\[])\d{1,2}['’]?,(?P<locants>\s)(?=\d{1,2}['’]?-[a-z(])"
        # `1, 4 dioxane`, `1,2 dichloroethane`
        r"|(?<![\w.,-])(?P<bare>\d{1,2},\s?\d{1,2}\s)(?=[a-z]{3,20}(?:ane|ene|ol|one|ine|ide|ate|yl)\b)"
        # `b. p. 43 °C`, `at r. t. for 2 h`
        r"|\b(?:[BbMm]\.(?=\s[Pp])|r\.(?=\st))(?P<point>\s)(?=\w\.)"
        # `removedunder`, `wasstirred`
        rf"|\b(?P<was>was|were)(?P<told>[a-z]{{4,14}}(?:ed|ted))\b|\b(?P<past>[a-z]{{3,12}}ed)(?={_SHORT}\b)"
        # `for 10 m`, `for 10 mm`
        r"|(?:(?<=\bfor )|(?<=\b[Aa]fter )|(?<=\bover ))\d{1,3}(?P<minutes>\sm{1,2})"
        r"(?=[.,;)]|\s(?:and|at|before|then|the|under)\b)"
        # `78 °Cwas`, `0.28 mLof`, `give1.23 g`
        rf"|(?<=\d)(?P<unit>\s?(?:°\s?C|{units}))(?={_SHORT}\b)"
        rf"|\b(?P<word>give|gave|of|to|and|with|in)(?=\d{{1,4}}(?:\.\d{{1,4}})?\s?(?:{units})\b)"
        # `di-ieri-butyl`
        r"|(?<=[-(\s\d])(?P<tert>ieri|teri|iert|feri|fert|/er/)(?=-?but)"
        # `20 pL`, `5 p L`, `10 pmol` next to them, `10percent>`
        r"|(?:(?<=\d)|(?<=\d\s))(?P<micro>p\s?L\b|pmmol\b)|(?:(?<=\d)|(?<=\d\s))(?P<pico>pmol\b)|(?<=\d)(?P<percent>percent\b>?)"
        # `(30, 20 and 10 mL)`, `(30, 30 and 30 mL)`
        rf"|(?<=\()(?P<series>\d+(?:\.\d+)?(?:,\s?\d+(?:\.\d+)?){{0,4}},?\s(?:and|then)\s)(?=(?P<last>\d+(?:\.\d+)?)\s?(?P<of>{units})\))"
        # `0, 09 mL`
        rf"|(?<![\w.,])0,(?P<decimal>\s)(?=\d{{1,3}}\s?(?:{units})\b)"
        # `aqwas`
        r"|\b(?P<cut>aq|soln|satd)(?=(?:was|were)\b)"
        # `a 50 mL of three-necked flask`
        r"|(?<=\b[Aa]\s)\d{1,4}(?P<sized>\s?m?L\sof)(?=\s(?:(?:two|three|four|round|flat|dry|clean|glass|[Ss]chlenk)[\w-]*\s(?:bottom\w*\s)?)*"
        r"(?:flask|beaker|vial|tube|bottle|autoclave|reactor|vessel)\b)"
        # `sat. NaHCO3-soln.`
        r"|(?<=\w)(?P<dash>-)(?=(?:soln|solution)\b)"
        # `triisopropyl-l, -biphenyl`
        r"|(?<=-[l1])(?P<lost>,\s)(?=-[a-z]{4})"
        # `washed w/ water`
        r"|(?<=\s)(?P<slash>w/)(?=\s)"
        # `3~20 mL`, `20 m1`
        rf"|(?<=[(\s]\d)(?P<times>\s?~\s?)(?=\d{{1,4}}\s?(?:{units})\b)|(?:(?<=[\dO])|(?<=[\dO]\s))(?P<litre>m1)\b"
        # `2O0 ml`, `-1O°C`
        rf"|(?<![\w.])(?P<scanned>\d+O[\dO]*)(?=\s?(?:{units}|m1)\b|\s?°)"
        # `80 ± 5 °C`, `80 °C ± 5 °C`
        rf"|(?<=\d)(?P<tolerance>\s?(?:±|\+/[-−–])\s?\d+(?:\.\d+)?)(?=\s?(?:[%°]|{units}\b))"
        rf"|(?<=[CglLhn%])(?P<beyond>\s?(?:±|\+/[-−–])\s?\d+(?:\.\d+)?\s?(?:°\s?C|%|(?:{units})\b))"
        # `the acid, Compound III-A, (4.5 g)`
        r"|(?P<label>,\s(?:[Cc]ompound|[Ii]ntermediate)\s[\w.-]{1,8},)(?=\s\()"
        # `5 : 1`
        rf"|(?<![\w.:])(?P<ratio>\d{{1,3}}\s?:\s{{1,2}}\d{{1,3}}|\d{{1,3}}\s:\s?\d{{1,3}})(?![\w.,]|\s?(?:{units}|x)\b|\s?[°%])"
        # `quenched1`, `gas.2 The`
        r"|\b(?P<noted>[a-z]{4,})(?P<note>\d{1,2}(?:,\d{1,2})*)(?![\w.-]\w|[-\w])|(?<=[a-z)]\.)(?P<mark>\d{1,2}[a-z]?(?:,\d{1,2}[a-z]?)*)(?=\s+[A-Z]|\s*\Z)"
        # `1.2 mol. equiv.`
        r"|(?<=\d)(?P<molar>\s(?:mol\.?|molar))(?=\s(?:equiv|eq\b))"
        # spaces between the words of a justified line, and around its end
        r"|(?<=\S)(?P<blanks> {2,}(?=\S)| +(?=\n)|\n +(?=\S))"
    )


def _units() -> str:
    return "|".join(sorted(("g", "mg", "kg", "mL", "ml", "L", "mmol", "mol", "cm3", "min", "h", "eq", "equiv")))


def _space(match: re.Match[str]) -> str | None:
    """Return the replacement for a match of `_spacing`; None to keep it."""
    name = next((one for one in _SPACED if match[one]), None)
    written = "" if name is None else _SPACED[name]
    return written if isinstance(written, str) else written(match)


def _series(match: re.Match[str]) -> str:
    """Return the numbers that share a unit with the one behind them, each with it; equal ones as `3 x `."""
    numbers = re.findall(r"[\d.]+", match[0])
    same = set(numbers) == {match["last"]}
    return f"{len(numbers) + 1} x " if same else re.sub(r"[\d.]+", rf"\g<0> {match['of']}", match[0])


def _prefix(match: re.Match[str]) -> str:
    """Return a prefix without the space behind it, and without its hyphen if a word was torn: `trans- ferred`."""
    written = match[0].rstrip()
    tail = re.compile(r"[a-z]*").match(match.string, match.end())
    return written.removesuffix("-") if tail and _known(written.removesuffix("-") + tail[0]) else written


def _whole(match: re.Match[str]) -> str | None:
    """Return a word that a line break tore: `trans-` and `ferred`; `pre- and post-heated` stays as it is."""
    is_one = _known(match["head"] + match["tail"])
    return None if match["torn"] and not is_one else match["head"] + ("" if is_one else "-") + match["tail"]


_SPACED: dict[str, str | Callable[[re.Match[str]], str | None]] = {
    **dict.fromkeys(("joined", "locants"), lambda match: re.sub(r"(?<=[-,])\s+|\s+(?=-)", "", match[0])),
    "join": _prefix,
    "point": lambda match: match[0].rstrip(),
    "told": lambda match: f"{match['was']} {match['told']}" if _known(match["told"]) else None,
    "past": lambda match: match[0] + " " if _known(match[0]) else None,
    "bare": lambda match: re.sub(r"\s", "", match[0]) + "-",
    "minutes": lambda match: match[0].rstrip("m") + "min",
    "head": _whole,
    "micro": lambda match: "µL" if "L" in match[0] else "µmol",
    "pico": lambda match: "µmol" if re.search(r"\d\s?p\s?L\b", match.string) else None,
    "percent": "%",
    "tert": "tert",
    "series": _series,
    "sized": lambda match: match[0].removesuffix(" of"),
    "dash": " ",
    "slash": "with",
    "blanks": lambda match: "\n" if "\n" in match[0] else "" if match.string[match.end()] == "\n" else " ",
    "decimal": "0.",
    **dict.fromkeys(("unit", "word", "cut"), lambda match: match[0] + " "),
    "ratio": lambda match: re.sub(r"\s", "", match[0]),
    "label": lambda match: f" ({match[0][2:-1]})",
    "scanned": lambda match: match[0].replace("O", "0"),
    "litre": "mL",
    "times": " x ",
    "note": lambda match: match["noted"] if _known(match["noted"]) else None,
}
"""Replacements of the named groups of `_spacing`; a match of any other is dropped."""


def _known(word: str) -> bool:
    """Whether a word is in the lexicon."""
    return (
        word in LEXICON.verbs
        or word in LEXICON.unit_words
        or word in LEXICON.vessels
        or WORDS.has(word, "manner", "references", "resulting", "adjectival")
    )
