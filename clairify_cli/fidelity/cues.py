"""The words of a text that say that something is done: which are surely a step of their own, and which only may be."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from clairify_cli.fidelity.asides import Stretch
from clairify_cli.fidelity.model import Cue, Standing
from clairify_cli.fidelity.words import Text, Word
from clairify_cli.reader.morphology import inflect

_IRREGULAR = {
    "freeze": {"past": ["froze", "frozen"]},
    "stand": {"past": ["stood"]},
    "take": {"past": ["took", "taken"]},
    "dry": {"past": ["dried"]},
}
_DOUBLED = frozenset(("stir", "strip", "distil", "redistil", "degas", "refilter"[:0]))
_BEING = frozenset(("was", "were", "is", "are", "be", "been", "being", "get", "got"))
_LETTING = frozenset(("allowed", "left", "let", "permitted", "continued", "allow", "leave", "set", "began", "started"))
_GOES_ON = frozenset(
    (
        *("and", "or", "then", "but", "for", "in", "at", "with", "to", "over", "under", "by", "from", "through", "on", "until", "into", "using"),
        *("onto", "via", "as", "before", "after", "while", "during", "off", "out", "down", "up", "of", "against", "between", "which", "when"),
        *("overnight", "again", "twice", "further", "well", "hot", "cold", "once", "three", "two", "successively", "sequentially", "first"),
        *("additionally", "repeatedly", "the", "a", "an", "this", "dropwise", "portionwise", "till", "followed", "followed by", "also", "back"),
        *("in vacuo", "together", "vacuo", "four", "five", "several", "consecutively", "finally", "next", "thoroughly", "there", "magnetically"),
        *("to dryness", "dry", "exhaustively", "that", "it", "whilst", "so", "without", "alternately", "under reduced pressure", "slowly", "respectively"),
    )
)
_LEADS = frozenset(("a", "an", "the", "of", "this", "with", "in", "to", "from", "freshly", "oven", "flame", "previously", "pre", "vigorously", "rapidly",
                    "magnetically", "mechanically", "combined", "resulting", "well", "these", "into", "his", "its", "containing", "dry", "cold", "all"))
_AFTER = frozenset(("after", "upon", "on", "following", "by", "via", "through"))
_OPENS = frozenset((",", ";", ":", ")", "and", "then", "or", "&", "and then", "finally", "next", "now", "-", "."))
_NOUN_LIKE = frozenset(("reflux", "filter", "wash", "extract", "heat", "dry", "cool", "warm", "concentrate", "column", "stand", "boil", "distil", "age", "rest", "mix",
                        "strip", "bubble", "microwave", "melt", "bake", "slurry", "combine", "purge", "chill"))
_NO_VERB_NEXT = frozenset(("paper", "cake", "flask", "funnel", "pad", "tube", "gun", "aid", "condenser", "plate", "bath", "oven", "ice", "ice/acetone", "box", "reactor", "temperature", "point"))

_SOLVENT_GONE = re.compile(
    r"\b(?:solvents?|volatiles?|volatile \w+|thf|ether|dcm|dichloromethane|methanol|ethanol|toluene|acetone|acetonitrile|water|dmf|excess [\w\s]{1,30}?"
    r"|everything|ammonia|organics|benzene|hexane|chloroform|residual [\w\s]{1,20}?)"
    r"(?:\s+\([^)]{1,30}\))?\s+(?:was|were|is|are|being)?\s*(?:then|subsequently|carefully|also|finally)?\s*(?:removed|reduced|stripped|taken off|distilled off|driven off|boiled off)"
    r"(?!\s+(?:from the|by filtration))(?:\s+(?:in vacuo|under|by|on|off|with|at|to)\b)?|\bremov(?:e|ed|al|ing)\b(?:(?! and )[^.;]){0,70}?\b(?:in vacuo|(?:under|at|by) (?:reduced|low|high)[\w\s]{0,10}pressure|under (?:a )?(?:high )?vacuum|rotary evap\w+|rotavap\w*|evaporator|evaporation)"
    r"|\bremoval of (?:the |all |excess |residual )*(?:solvents?|volatiles?|thf|ether|dcm|dichloromethane|methanol|ethanol|toluene|acetone|water|dmf|acetonitrile)\b|\bsolvent (?:removal|evaporation)\b"
    r"|\b(?:reduced|dried down|rotary evaporated|rotavaped|rotovaped|roto-?vap\w*|stripped) (?:in vacuo|under|to dryness|on)\b",
    re.IGNORECASE,
)
_LAYERS = re.compile(
    r"\b(?:layers?|phases?|fractions?)\b[^.;,]{0,20}?\bsepara\w+|\bsepara\w+ (?:the )?(?:\w+ )?(?:layers?|phases?)\b|\b(?:organic|aqueous|upper|lower|ethereal?|\w+) (?:layer|phase|fraction)s? (?:was|were) "
    r"(?:then )?(?:separated|collected|isolated|removed|taken|retained|discarded|drawn)",
    re.IGNORECASE,
)
_DRYING = re.compile(
    r"\b(?:dried|dry|drying|dries)\b[^.;]{0,40}?(?:\b(?:over|with|using|on|by)\s+(?:an?\s|the\s)?(?:anhydrous\s|anhyd\.?\s|dry\s|solid\s)*|\(\s*(?:over\s|anhydrous\s|anhyd\.?\s)?)"
    r"(?P<agent>[Mm]gSO\S*|[Nn]a2SO\S*|N[Aa]\S{0,12}SO\S*|(?:magnesium|sodium|calcium|potassium) (?:sul(?:f|ph)ate|chloride|carbonate)|K2CO3|CaCl2|KOH|NaOH|CaSO4|molecular sieves?|\w*4\s?Å|(?:magnesium|sodium)(?= sul)|Mg\S{0,14}S[O0]\S*|sodium|Na2CO3|P4O10)",
    re.IGNORECASE,
)
_VACUUM = re.compile(r"\b(?:under|on|in|at) (?:a |the )?(?:high|house|hard|oil pump) vacuum\b|\bvacuum (?:oven|desiccator|line)\b|\bair[- ]dried\b|\bsucked dry\b", re.IGNORECASE)
_ISOLATED = re.compile(
    r"\b(?:precipitates?|solids?|crystals?|product|needles|powder)\b[^.;,]{0,40}?\b(?:was|were) (?:then )?(?:isolated|collected|recovered)\b(?!\s+(?:by|via|on|at|in|using|through))",
    re.IGNORECASE,
)
_COLLECTED = re.compile(
    r"\b(?:collected|isolated|recovered|removed|separated)\s(?:(?!and\b)\w+\s){0,2}?(?:(?:on|at|in|with|using|by|through) (?:an? |the )?(?:\w+\s){0,2}?(?:frit|pump|b[uü]chner|buechner|hirsch|funnel|sinter|"
    r"suction|filter)\b)",
    re.IGNORECASE,
)
_STOPS = re.compile(
    r"\b(?:removed from (?:the )?(?:heat|hot ?plate|oil bath|heating|burner|bath)|heat(?:ing)? (?:was |is )?(?:turned off|removed|stopped|discontinued|switched off)|turn(?:ed)? off the heat\w*|"
    r"(?:ice|cooling|cold|oil|heating|ice[\s/-]water|dry[\s-]ice\S*|acetone|water)[\s-]*(?:bath|mantle) (?:was|is)? ?(?:then )?(?:removed|taken away|replaced)|(?:remov\w+|removal of|replac\w+) (?:from )?the (?:ice|cooling|cold|oil|heating|ice[\s-]water)[\s-]*(?:bath|mantle))",
    re.IGNORECASE,
)
_GAS = r"nitrogen|argon|dinitrogen|N2|N 2|Ar|helium|hydrogen|H2|oxygen|O2|carbon dioxide|CO2|inert gas|inert|air|ammonia|ozone|chlorine|carbon monoxide|CO|HCl gas|hydrogen chloride|NH3|ethylene|acetylene|propene|methane|sulfur dioxide|SO2"
_UNDER_GAS = re.compile(
    rf"\b(?:under|in|with)\s+(?:an?\s|the\s)?(?:positive\s|gentle\s|slow\s|constant\s|slight\s|dry\s|static\s|inert\s)*(?:(?:atmosphere|blanket|flow|stream|pressure|balloon|flush|current)\s(?:of\s)?)?(?:dry\s|pure\s|anhydrous\s)*(?P<gas>{_GAS})\b"
    rf"(?!\s?(?:/|line|balloon inlet|bath|oxide))|\b(?P<gas2>{_GAS})\s(?:atmosphere|balloon|blanket)\b|\batmosphere of (?:dry )?(?P<gas3>{_GAS})\b",
)
_DISCARDED = re.compile(r"\b(?:removed|discarded|retained|taken|drawn)\b", re.IGNORECASE)
_COLUMN = re.compile(
    r"\b(?:purif\w+|separated|isolated)\b[^.;]{0,70}?\b(?:silica|column|chromat\w+|hplc|tlc|preparative|alumina|biotage|sephadex)\b(?:\s(?:gel|column|chromatography))*", re.IGNORECASE
)
_CLAUSE_BREAK = re.compile(r"[,;]|\band\b|\bthen\b")


@dataclass(frozen=True)
class Kinds:
    """The table of cues: kind and form of every spelling, what surely is a step, and which actions serve a kind."""

    forms: dict[str, tuple[str, str]]
    surely: frozenset[str]
    serves: dict[str, tuple[str, ...]]


@cache
def kinds() -> Kinds:
    """The table, read once."""
    with Path(__file__).with_name("cues.toml").open("rb") as file:
        table = tomllib.load(file)
    forms: dict[str, tuple[str, str]] = {}
    surely: set[str] = set()
    for kind, entry in table.items():
        for base in entry["verbs"]:
            first = base.split()[0]
            for form, spelling in inflect(base, _IRREGULAR.get(first, {}), _DOUBLED):
                forms.setdefault(spelling, (kind, form))
        for noun in entry["nouns"]:
            forms.setdefault(noun, (kind, "noun"))
        surely.update(entry.get("surely", ()))
    serves = {kind: tuple(entry["serves"]) for kind, entry in table.items()}
    serves["layers"] = ("extract", "transfer", "filter")
    serves["stop"] = ("stop", "transfer", "heat", "wait")
    serves["dryagent"] = ("add", "filter", "dry")
    return Kinds(forms, frozenset(surely), serves)


def cues(text: Text, stretches: list[Stretch]) -> list[Cue]:
    """The cues of a text in order; those of one kind that say one thing twice are one."""
    found: list[Cue] = []
    for number, words in enumerate(text.sentences):
        if number in text.listed:
            continue
        found += _of_sentence(text, number, words)
    found.sort(key=lambda cue: (cue.start, cue.end))
    merged = _merged(found, text)
    return [_stood(replace(cue, number=at), stretches) for at, cue in enumerate(merged)]


def _stood(cue: Cue, stretches: list[Stretch]) -> Cue:
    """A cue in a remark or a condition asks for nothing."""
    if not cue.required:
        return cue
    loose = any(start < cue.start < end and (kind is Standing.UNSURE) for start, end, kind in stretches)
    loose = loose and cue.kind != "purify"
    return replace(cue, required=False) if loose else cue


def _of_sentence(text: Text, number: int, words: tuple[Word, ...]) -> list[Cue]:
    start, end = text.sentence_span(number)
    written = text.text[start:end]
    found: list[Cue] = []
    taken: list[tuple[int, int]] = []
    for pattern, kind in ((_COLUMN, "purify"), (_STOPS, "stop"), (_DRYING, "dryagent"), (_SOLVENT_GONE, "evaporate"), (_LAYERS, "layers"), (_COLLECTED, "filter"), (_VACUUM, "dry"), (_ISOLATED, "filter")):
        for match in pattern.finditer(written):
            at, stop = start + match.start(), start + match.end()
            if any(low < stop and at < high for low, high in taken):
                continue
            taken.append((at, stop))
            required = pattern not in (_VACUUM, _ISOLATED)
            if kind == "layers" and (_separated_already(words, at) or _DISCARDED.search(match.group())):
                required = False
            found.append(Cue(0, kind, " ".join(match.group().split()), at, stop, number, required))
    table = kinds()
    for at, word in enumerate(words):
        if word.token.kind != "word" or any(low <= word.start < high for low, high in taken):
            continue
        known = _form(word, table)
        if known is None:
            continue
        kind, form = known
        required = _is_required(words, at, kind, form, word, table)
        if required is None:
            continue
        found.append(Cue(0, kind, word.token.text, word.start, word.end, number, required))
    return found


def _separated_already(words: tuple[Word, ...], at: int) -> bool:
    """Whether the sentence has just told of an extraction, whose end is that the layers are apart."""
    return any(word.low.startswith(("extract", "wash", "partition")) for word in words if word.start < at)


def _form(word: Word, table: Kinds) -> tuple[str, str] | None:
    known = table.forms.get(word.token.text.lower()) or table.forms.get(word.low)
    if known is None and " " in word.token.text:
        # An expression of several words is one token: `collected by filtration`.
        known = next((table.forms[one] for one in word.token.text.lower().split() if one in table.forms), None)
    return known


def _is_required(words: tuple[Word, ...], at: int, kind: str, form: str, word: Word, table: Kinds) -> bool | None:
    """Whether a form is a predicate, so that a step is due; None where it is no action at all."""
    low = word.token.text.lower()
    before = _before(words, at)
    after = words[at + 1].low if at + 1 < len(words) else "."
    after_kind = words[at + 1].token.kind if at + 1 < len(words) else "mark"
    if after in _NO_VERB_NEXT and form in ("base", "third", "ing"):
        return None
    if form == "past":
        if "cooled" in low and (before in ("water", "air", "ice") or low.startswith(("water", "air"))):
            return None
        if before in _BEING:
            return kind != "precipitate" and low != "mixed"
        if kind == "precipitate" or low == "mixed" or before in ("had", "has", "have"):
            return False
        if before in _LEADS or (at and words[at - 1].low in _LEADS and before not in ("and", "then", ",")):
            return False
        return after in _GOES_ON or after_kind in ("mark", "quantity", "number") or after.endswith("ly")
    if form == "base":
        if before == "to":
            return any(one.low in _LETTING for one in words[max(0, at - 7) : at])
        opens = at == 0 or before in _OPENS
        if low in _NOUN_LIKE and not opens:
            return False if low in ("reflux", "wash", "extract") else None
        if low in _NOUN_LIKE and (at > 0 and before not in ("and", "then", ";", "and then", ".")) and after not in _GOES_ON:
            return False
        if low in ("dry", "cool", "warm") and after not in _GOES_ON and after_kind != "quantity":
            return None
        return opens
    if form == "ing":
        return before in ("after", "upon", "following") and after in (",", "to", "and", "down", "the") and words[at].low in ("cooling", "filtering", "evaporating", "concentrating", "drying")
    if form == "third":
        return False
    if kind == "purify" and (before == "layer" or "TLC" in word.token.text):
        return None
    if low in ("evaporation", "concentration") and before == "and" and at > 1 and words[at - 2].low in table.surely:
        return True
    return any(one in table.surely for one in low.split()) and (" " in low or before in _AFTER or at == 0 or any(one.low in ("by", "purification", "purified") for one in words[max(0, at - 6) : at]))


def _before(words: tuple[Word, ...], at: int) -> str:
    """The word before, past adverbs."""
    at -= 1
    while at >= 0 and (words[at].low.endswith("ly") or words[at].low in ("then", "also", "further", "again", "not", "now", "next", "well", "twice", "quickly", "first", "finally", "immediately", "subsequently", "once", "thereafter")) and at > 0:
        if words[at].low == "then" and words[at - 1].low in ("and", ",", ";"):
            at -= 1
            break
        at -= 1
    return words[at].low if at >= 0 else ""


def _is_by(between: str) -> bool:
    """Whether nothing but a word such as `by` stands between two cues."""
    return len(between) < 20 and not _CLAUSE_BREAK.search(between)


def _merged(found: list[Cue], text: Text) -> list[Cue]:
    """One cue for `removed by evaporation`, `column chromatography`."""
    merged: list[Cue] = []
    for cue in found:
        last = merged[-1] if merged else None
        between = text.text[last.end : cue.start] if last is not None else ""
        if last is not None and last.kind == "evaporate" and cue.kind == "distil" and _is_by(between):
            merged[-1] = replace(last, end=cue.end)
            continue
        if last is not None and last.kind == cue.kind and last.sentence == cue.sentence:
            between = text.text[last.end : cue.start]
            near = len(between) < (90 if cue.kind == "purify" else 45) and not _CLAUSE_BREAK.search(between)
            if near and not (last.required and cue.required and cue.kind in ("add", "wash", "heat", "stir")):
                merged[-1] = replace(last, end=max(last.end, cue.end), required=last.required or cue.required)
                continue
        merged.append(cue)
    return merged


@dataclass(frozen=True, slots=True)
class GasMention:
    """A gas that the text names, by its words."""

    gas: str
    start: int
    end: int


def gases(text: Text) -> list[GasMention]:
    """Where the text says that something is done under a gas."""
    found = []
    for match in _UNDER_GAS.finditer(text.text):
        gas = match["gas"] or match["gas2"] or match["gas3"]
        found.append(GasMention(gas, match.start(), match.end()))
    return found
