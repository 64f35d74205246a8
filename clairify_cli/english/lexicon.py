"""The lexicon: all the reader's data about words, read once from the TOML files next to this module."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

from clairify_cli.english.morphology import inflect, plural
from clairify_cli.english.units import Row, Unit, table
from clairify_cli.files.data import toml
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass

_BETWEEN = late(r"[\s/,–—-]+")
_SIGNS = frozenset(("ice", "co2", "cardice", "bath", "nitrogen", "n2", "microwave"))


@dataclass(frozen=True, slots=True)
class Place:
    """Words for a temperature: `kind` is `temp bath heat boiling` or `same`; `temp` is a value in XDL or None."""

    kind: str
    temp: str | None
    only_after: tuple[str, ...]


class Places(dict[str, Place]):
    """Places by their words; a bath that is not listed is recognised by its components."""

    def __init__(self, listed: dict[str, Place], baths: list[dict[str, Any]], words: dict[str, list[str]]) -> None:
        super().__init__(listed)
        self._baths = baths
        self._any = frozenset(words["any"])
        self._heating = frozenset(words["heating"])
        self._made = lru_cache(maxsize=4096)(self._make)

    def get(self, key: str, default: None = None) -> Place | None:  # type: ignore[override]
        """Return the place that the words name; None if they name none."""
        return super().get(key) or (self._made(key) if len(key) < 60 else default)

    def _make(self, key: str) -> Place | None:
        """Return the place for a bath by the components in its name, which decide its temperature; None if unknown."""
        parts = [part for part in _BETWEEN.split(key.lower()) if part]
        inside = set(parts)
        if not inside & _SIGNS or "ice-cold" in key:
            return None
        for entry in self._baths:
            needed, others = set(entry["parts"]), set(entry.get("with", ()))
            if not needed <= inside or not inside <= needed | others | self._any:
                continue
            if inside & others or not entry.get("needs"):
                return Place("bath", entry["temp"], ()) if "bath" in inside or len(inside) > 1 else None
        if "bath" in inside and inside <= self._heating | self._any:
            return Place("heat", None, ())
        return None


_FOLDER = Path(__file__).with_name("lexicon")

_FLAGS = ("keep", "stirs", "adjective", "particle", "purpose", "away", "carries", "happens", "reaching", "reaction")

Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb and its meaning: `action` names the function that turns its clause into steps."""

    base: str
    action: str
    keep: bool = False
    stirs: bool = False
    adjective: bool = False
    particle: bool = False
    purpose: str = ""
    away: bool = False
    carries: bool = False
    """Whether the means names the action: `isolated | by filtration`."""
    happens: str = ""
    """For a verb of something that happens by itself: `object` if it takes one (`gave`), else `alone` (`formed`)."""
    reaching: bool = False
    """Whether `allowed to …` means to warm or cool: `to reach`, `to come to`."""
    reaction: bool = False
    """Whether it only names what the reagents do: `acetylated`."""


@dataclass(frozen=True, slots=True)
class VerbForm:
    """One spelling of a verb; `kinds` are `base third past ing noun`; a spelling can have several."""

    verb: Verb
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class VesselNoun:
    """A noun for a vessel: its type in XDL, and whether it is as unspecific as `vessel`."""

    noun: str
    type: str
    generic: bool


class Words(dict[str, frozenset[str]]):
    """Lists of words by name; the files are read when the first one is asked for."""

    def __missing__(self, name: str) -> frozenset[str]:
        if self:
            raise KeyError(name)
        self.update(_lists())
        return self[name]

    def has(self, low: str, *lists: str) -> bool:
        """Whether a word is in any of some lists."""
        return any(low in self[name] for name in lists)


@dataclass(frozen=True)
class Lexicon:
    """All tables, keyed by lower-case words; multi-word keys have single spaces."""

    verbs: dict[str, VerbForm]
    vessels: dict[str, VesselNoun]
    places: Places
    times: dict[str, str]
    symbols: dict[str, Unit]
    degrees: dict[str, Unit]
    unit_words: dict[str, Unit]
    gases: dict[str, str]
    """The usual names of gases by their names in texts."""
    atmospheres: frozenset[str]
    """Names in texts of gases used as an atmosphere."""
    unit_articles: frozenset[str]
    numbers: Table
    repeat_names: dict[str, str]
    purposes: dict[str, str]
    languages: dict[str, frozenset[str]]
    phrases: dict[str, tuple[tuple[tuple[str, ...], str], ...]]
    """By first word: the words of each multi-word expression, longest first, and its role."""

    def verb(self, low: str, *kinds: str) -> Verb | None:
        """Return the verb of which a word is a form, of one of `kinds` if given; None if there is none."""
        found = self.verbs.get(low)
        return found.verb if found is not None and (not kinds or not found.kinds.isdisjoint(kinds)) else None


class _Late:
    """Stands for the lexicon, whose files are read when the first of its tables is asked for."""

    def __getattr__(self, name: str) -> Any:
        made = _read()
        self.__dict__.update(vars(made), verb=made.verb)
        return getattr(made, name)


WORDS = Words()
LEXICON = cast(Lexicon, _Late())


def _read() -> Lexicon:
    words, thermal, gases, units = _load("words"), _load("thermal"), _load("gases"), table()
    verbs, unit_words = _verbs(_load("verbs")), _unit_words(units)
    return Lexicon(
        verbs=verbs,
        vessels=_vessel_nouns(_load("vessels")),
        places=Places(_places(thermal["place"]), thermal["bath"], thermal["baths"]),
        times={word: entry["time"] for entry in thermal["time"] for word in entry["words"]},
        symbols={symbol: row.said for row in reversed(units) for symbol in row.symbols},
        degrees={symbol: row.said for row in units for symbol in row.degrees},
        unit_words=unit_words,
        gases=gases["names"],
        atmospheres=frozenset(gases["atmospheres"]["words"]),
        unit_articles=frozenset(word for row in units for word in row.articles),
        numbers=_load("numbers"),
        repeat_names=words["repeat"]["names"],
        purposes=words["purpose"],
        languages={name: frozenset(known) for name, known in words["languages"].items()},
        phrases=_phrases({**words["multi"], **thermal["multi"]}, verbs, unit_words, WORDS["manner"]),
    )


def _lists() -> dict[str, frozenset[str]]:
    """Return the lists of words, with the name of their section before their own."""
    words = _load("words")
    sections = {"": {**words, **_load("clauses")}, "workup.": _load("workup"), "remarks.": _load("remarks")}
    sections |= {f"{name}.": words[name] for name in ("repeat", "abbreviations", "headings")}
    sections["modifiers."] = _load("vessels")["modifiers"]
    lists = ((f"{section}{name}", value) for section, table in sections.items() for name, value in table.items())
    sets = {name: frozenset(value) for name, value in lists if isinstance(value, list)}
    # The role of a multi-word expression need not be an expression itself.
    sets["manner"] = sets["manner"] | {"a while"}
    thermal = _load("thermal")
    baths = {word for entry in thermal["bath"] for word in (*entry["parts"], *entry.get("with", ()))}
    sets["place words"] = frozenset(
        {word for name in _places(thermal["place"]) for word in name.split() if word not in ("of", "on")}
        | (baths - {"acetone", "ethanol", "methanol", "sodium", "chloride", "ether", "brine"})
    )
    return sets


@cache
def _load(name: str) -> Table:
    return toml(_FOLDER / f"{name}.toml")


def _verbs(table: Table) -> dict[str, VerbForm]:
    """Return every spelling of every verb; if two verbs share one, it belongs to the first in the file."""
    forms: dict[str, tuple[Verb, set[str]]] = {}
    for entry in table["verb"]:
        flags = {key: entry[key] for key in _FLAGS if key in entry}
        for base in entry["words"]:
            verb = Verb(base, entry["action"], **flags)
            for kind, spelling in inflect(base):
                owner, kinds = forms.setdefault(spelling, (verb, set()))
                if owner is verb:
                    kinds.add(kind)
        for noun in entry.get("noun", ()):
            verb = Verb(entry["words"][0], entry["action"], **flags)
            forms.setdefault(noun, (verb, set()))[1].add("noun")
    return {spelling: VerbForm(verb, frozenset(kinds)) for spelling, (verb, kinds) in forms.items()}


def _vessel_nouns(table: Table) -> dict[str, VesselNoun]:
    nouns: dict[str, VesselNoun] = {}
    for key, entry in table.items():
        kind = entry.get("type", key)
        for noun in entry.get("nouns", ()):
            value = VesselNoun(noun, kind, key.startswith("generic"))
            nouns[noun] = value
            nouns.setdefault(plural(noun), value)
    return nouns


def _places(entries: list[Table]) -> dict[str, Place]:
    return {
        word.lower(): Place(entry["kind"], entry.get("temp"), tuple(entry.get("only_after", ())))
        for entry in entries
        for word in entry["words"]
    }


def _unit_words(units: tuple[Row, ...]) -> dict[str, Unit]:
    """Return units by their words; a word for a measure, such as `drops`, is its own unit."""
    found: dict[str, Unit] = {}
    for row in units:
        for word in row.words:
            found[word] = row.said._replace(unit=word) if row.said.dimension == "measure" else row.said
    return found


def _phrases(
    multi: dict[str, str], verbs: dict[str, VerbForm], units: dict[str, Unit], manner: frozenset[str]
) -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Return multi-word expressions by their first word, longest first, each with its role."""
    found: dict[str, dict[tuple[str, ...], str]] = {}
    for words, acts_as in multi.items():
        parts = tuple(words.split())
        found.setdefault(parts[0], {})[parts] = acts_as
    for spelling in (*verbs, *units, *manner):
        parts = tuple(spelling.split())
        if len(parts) > 1:
            found.setdefault(parts[0], {}).setdefault(parts, spelling)
    return {first: tuple(sorted(table.items(), key=lambda item: -len(item[0]))) for first, table in found.items()}
