"""Words of a text for actions (cues). A required cue clearly needs a step; the others may or may not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from clairify_cli.english.misspelt import meant_verb
from clairify_cli.english.morphology import inflect
from clairify_cli.fidelity.lists import found_by_patterns, pattern, word_set
from clairify_cli.fidelity.model import Cue, Standing
from clairify_cli.fidelity.text.asides import NOT_DONE, Stretch
from clairify_cli.fidelity.text.words import Text, Word
from clairify_cli.files.data import toml
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass, replace

BEING = frozenset(("was", "were", "is", "are", "be", "been", "being", "get", "got"))
_LETTING = frozenset(("allowed", "left", "let", "permitted", "continued", "allow", "leave", "set"))
GOES_ON = word_set("goes on")
_LEADS = word_set("leads")
_SOON, _WHOLE = 150, 16
_HEADING = 25
_MODIFIERS = 2
"""How many words may describe an action that is the subject: `careful vacuum distillation of the residue`."""
_RATES = frozenset(("rate", "that"))
_APPARATUS = frozenset(("trap", "cold trap", "finger", "cold finger", "probe", "receiver", "condenser", "dewar"))
_MEANS = frozenset(("with", "using", "in", "from", "on"))
_BEFOREHAND = frozenset(("freshly", "newly", "recently", "pre"))
_UNTIL = frozenset(("until", "till", "when", "whereupon", "once", "while", "as", "which"))
_ONCE = frozenset(("as", "once", "when", "until"))
_AFTER = frozenset(("after", "upon", "on", "under", "following", "by", "via", "through"))
_OPENS = word_set("opens")
_NOUN_LIKE = word_set("noun like")
_AFTER_NOUN = frozenset(("is", "was", "stays", "goes", "remains", "comes", "runs"))
"""Verbs that make the word before them a subject: `Rest stays in the barrel`."""
_NO_VERB_NEXT = word_set("no verb next")

OPTIONAL = pattern("cues optional")
_FLAMED = frozenset(("flame-dried", "oven-dried", "flamed", "flame-dry", "oven-dry"))
_DRIED_BEFORE = frozenset(("flame", "flamed", "oven", "vacuum", "freeze", "pre"))
_NOUN_DOES = frozenset(("removed", "gave", "afforded", "yielded", "furnished", "provided"))
"""Verbs after an action that is the subject: `Further filtration removed the solid`."""
_WASHINGS = pattern("cues washings")
"""Before the way in which the liquid of a wash was taken off, which is part of the wash."""
_MADE_PURE = frozenset(("crystallise", "distil", "purify", "dry", "gas"))
_TAKE_AWAY = frozenset(("dry", "evaporate", "distil"))
_OF_LAYER = late(r"(?:\s[\w-]+){0,4}\s(?:layer|phase)s?\b")
_CLAUSE_BREAK = pattern("cues clause break")
_THEN_PURIFIED = late(r"[,)]\sfollowed by\s(?:[\w-]+\s){0,3}\Z")
"""Before a further purification: `by flash chromatography, followed by | HPLC`."""


@dataclass(frozen=True)
class Kinds:
    """The table of cues: kind and form of every spelling, nouns that can require a step, actions that serve a kind."""

    forms: dict[str, tuple[str, str]]
    surely: frozenset[str]
    serves: dict[str, tuple[str, ...]]


@cache
def kinds() -> Kinds:
    """Read the table, once."""
    table = toml(Path(__file__).with_name("cues.toml"))
    forms: dict[str, tuple[str, str]] = {}
    surely: set[str] = set()
    for kind, entry in table.items():
        for base in entry["verbs"]:
            for form, spelling in inflect(base):
                if spelling not in entry.get("but", ()):
                    forms.setdefault(spelling, (kind, form))
        forms.update((short, (kind, "past")) for short in entry.get("past", ()))
        for noun in entry["nouns"]:
            forms.setdefault(noun, (kind, "noun"))
        surely.update(entry.get("surely", ()))
    serves = {kind: tuple(entry["serves"]) for kind, entry in table.items()}
    return Kinds(forms, frozenset(surely), serves)


def cues(text: Text, stretches: list[Stretch]) -> list[Cue]:
    """Return the cues of a text in order; adjacent cues of one kind for the same action are merged."""
    found: list[Cue] = []
    for number, words in enumerate(text.sentences):
        if number in text.listed:
            continue
        found += _of_sentence(text, number, words)
    found.sort(key=lambda cue: (cue.start, cue.end))
    merged = _merged(found, text)
    return [
        replace(_stood(text, replace(cue, number=at), stretches), required=False)
        if at and (_ends_shaking(text, merged[at - 1], cue) or _told_before(text, merged[:at], cue))
        else _stood(text, replace(cue, number=at), stretches)
        for at, cue in enumerate(merged)
    ]


def _ends_shaking(text: Text, before: Cue, cue: Cue) -> bool:
    """Whether layers are separated right after a wash or extraction, which already includes it."""
    layers = cue.kind == "layers" or (cue.kind == "drain" and _OF_LAYER.match(text.text, cue.end) is not None)
    shaken = layers and before.kind in ("wash", "extract", "shaken") and before.required
    return shaken and cue.start - before.end < _SOON


def _told_before(text: Text, earlier: list[Cue], cue: Cue) -> bool:
    """Whether words only refer back to an action: `dried in vacuo. After removal of the water, …`."""
    start, end = text.sentence_span(cue.sentence)
    clause = text.text[cue.start : end].rstrip(" .")
    if cue.kind == "stir" and len(clause) > _WHOLE and clause in text.text[: cue.start]:
        return not any(character.isdigit() for character in clause)  # `allowed to stir at room temperature`, again
    said = cue.words.lower().startswith(("removal", "evaporation"))
    if not said or not pattern("cues afterwards").fullmatch(text.text, start, cue.start):
        return False
    just = (one for one in earlier if one.sentence == cue.sentence - 1)
    return any(one.required and one.kind in _TAKE_AWAY for one in just)


def _stood(text: Text, cue: Cue, stretches: list[Stretch]) -> Cue:
    """Return the cue, not required if it is in a remark or condition, or only repeats an action (`again`)."""
    if not cue.required:
        return cue
    loose = any(start <= cue.start < end and (kind is Standing.UNSURE) for start, end, kind in stretches)
    if cue.kind == "purify":  # details of a column are always remarks, so only `if`, `may` and so on count
        start, stop = text.sentence_span(cue.sentence)
        words = text.text[start:stop]
        if any(one.start() <= cue.start - start < one.end() for one in NOT_DONE.finditer(words)):
            return replace(cue, required=False)
        loose = any(low <= start and cue.start < end and kind is Standing.UNSURE for low, end, kind in stretches)
        loose = loose or any(one.search(text.text, start, cue.end) for one in (OPTIONAL, pattern("cues watched")))
    if cue.kind == "filter":
        loose = loose or _WASHINGS.search(text.text, text.sentence_span(cue.sentence)[0], cue.start) is not None
    return replace(cue, required=False) if loose or pattern("cues once more").match(text.text, cue.end) else cue


def _of_sentence(text: Text, number: int, words: tuple[Word, ...]) -> list[Cue]:
    start, end = text.sentence_span(number)
    written = text.text[start:end]
    found: list[Cue] = []
    taken: list[tuple[int, int]] = []
    for expression, kind, is_sure in found_by_patterns():
        for match in expression.finditer(written):
            at, stop = start + match.start(), start + match.end()
            if any(low < stop and at < high for low, high in taken):
                continue
            taken.append((at, stop))
            parted = kind == "layers" and (
                _separated_already(words, at) or pattern("cues discarded").search(match.group()) is not None
            )
            seen = kind == "evaporate" and pattern("cues until gone").search(written, 0, match.start()) is not None
            required = (is_sure and not parted and not seen) or (
                kind == "purify" and _THEN_PURIFIED.search(written, 0, match.start()) is not None
            )
            found.append(Cue(0, kind, " ".join(match.group().split()), at, stop, number, required))
    table = kinds()
    for at, word in enumerate(words):
        if word.token.kind != "word" or any(low <= word.start < high for low, high in taken):
            continue
        known = _form(word, table)
        if known is None:
            continue
        kind, form = known
        due = _is_required(words, at, kind, form, word, table)
        if due is not None:
            due = due or (kind == "purify" and _THEN_PURIFIED.search(written, 0, word.start - start) is not None)
            found.append(Cue(0, kind, word.token.text, word.start, word.end, number, due))
    return found


def _separated_already(words: tuple[Word, ...], at: int) -> bool:
    """Whether the sentence already mentions an extraction or wash, which ends with separate layers."""
    return any(word.low.startswith(("extract", "wash", "partition")) for word in words if word.start < at)


def _form(word: Word, table: Kinds) -> tuple[str, str] | None:
    known = table.forms.get(word.token.text.lower().replace("'", "")) or table.forms.get(word.low)  # `conc'd`
    if known is None and word.token.kind == "word":
        known = table.forms.get(meant_verb(word.low) or "")
    if known is None and "-" in word.low:  # `gravity-filtered`, `co-evaporated`
        known = table.forms.get(word.low.rpartition("-")[2])
        kept = known is not None and (known[0] == "purify" or (known[1] == "past" and known[0] not in ("dry", "heat")))
        known = known if kept else None
    if known is None and " " in word.token.text:
        # An expression of several words is one token: `collected by filtration`.
        known = next((table.forms[one] for one in word.token.text.lower().split() if one in table.forms), None)
    return known


def _is_required(words: tuple[Word, ...], at: int, kind: str, form: str, word: Word, table: Kinds) -> bool | None:
    """Whether a form is a predicate and thus requires a step; None if it is not an action at all."""
    low = word.token.text.lower()
    before = word_before(words, at)
    after = words[at + 1].low if at + 1 < len(words) else "."
    after_kind = words[at + 1].token.kind if at + 1 < len(words) else "mark"
    if kind == "dry" and low.startswith(("suck", "pull", "press")):
        return False  # the end of a filtration
    if after in _NO_VERB_NEXT and (form in ("base", "third", "ing") or (form == "noun" and kind == "distil")):
        return None
    if form == "past":
        return _is_participle(words, at, kind, before)
    if after in _AFTER_NOUN:
        return None
    if form == "base":
        if words[at].group >= 0 or after == ":":
            return False  # a remark in a bracket; a heading
        if low in ("swirl", "shake") and not any(_takes_time(one) for one in words[at + 1 : at + 8]):
            return False
        if before == "to":
            return any(one.low in _LETTING for one in words[max(0, at - 7) : at])
        if low == "dry" and any(one.low in _LETTING for one in words[max(0, at - 4) : at]):
            return True  # `let them dry`
        fronted = kind == "add" and words[0].low in ("to", "into") and BEING.isdisjoint(one.low for one in words[:at])
        opens = at == 0 or before in _OPENS or fronted  # `To A in THF at 0 °C add B`
        if low in _NOUN_LIKE and not opens:
            return False if low in ("reflux", "wash", "extract") else None
        if (
            low in _NOUN_LIKE
            and (at > 0 and before not in ("and", "then", ";", "and then", "."))
            and after not in GOES_ON
        ):
            return False
        if low in ("dry", "cool", "warm") and after not in GOES_ON and after_kind not in ("quantity", "mark"):
            return None
        return opens
    if form == "ing":
        if after == "of" and kind != "stir" and (at == 0 or before in _OPENS or before in _AFTER):
            return True  # `Washing of the extract with brine`
        return (
            before in ("after", "upon", "following")
            and after in (",", "to", "and", "down", "the")
            and words[at].low in ("cooling", "filtering", "evaporating", "concentrating", "drying")
        )
    if form == "third":
        return False
    if at < 2 and _is_heading(words, at):
        return None  # `Filtration and Drying:`
    if kind == "purify" and (before in ("layer", "gas", "liquid", "permeation") or "TLC" in word.token.text):
        return None
    return any(one in table.surely for one in low.replace("-", " ").split()) and (
        after in _NOUN_DOES
        or " " in low
        or before in _AFTER
        or (after == "of" and at <= _MODIFIERS and BEING.isdisjoint(one.low for one in words[:at]))
        or all(one.low in _BEFORE_NAME for one in words[:at])
        or any(one.low in ("by", "purification", "purified") for one in words[max(0, at - 6) : at])
    )


_BEFORE_NAME = frozenset(("flash", "column", "silica", "gel", "silica-gel", "final", "subsequent", "preparative"))
"""What may stand before the name of an action that opens its sentence: `Flash column chromatography gave`."""


def _is_heading(words: tuple[Word, ...], at: int) -> bool:
    """Whether a colon soon ends the words of a noun; that of a ratio has no space behind it: `petrol:ether 2:1`."""
    for place, one in enumerate(words[at + 1 : at + 4], at + 1):
        if one.low in _MEANS:
            return False
        if one.low == ":" and one.group < 0 and one.end < words[at].end + _HEADING:
            return words[place + 1 : place + 2] == () or words[place + 1].start > one.end
    return False


def _takes_time(word: Word) -> bool:
    quantity = word.token.quantity
    return word.low in ("until", "thoroughly", "well") or (quantity is not None and quantity.dimension == "time")


def _is_measured(words: tuple[Word, ...], group: int) -> bool:
    """Whether a bracket gives the mass or the amount of a reagent."""
    told = (word.token.quantity for word in words if word.group == group)
    return any(one is not None and one.dimension in ("mass", "amount") for one in told)


def _is_participle(words: tuple[Word, ...], at: int, kind: str, before: str) -> bool | None:
    """Whether a participle requires a step; None if it is not an action at all."""
    low = words[at].token.text.lower()
    after = words[at + 1].low if at + 1 < len(words) else "."
    after_kind = words[at + 1].token.kind if at + 1 < len(words) else "mark"
    if low == "dried" and (before in _DRIED_BEFORE or after == "through"):
        return None
    if low == "cooled" and any(one.low in _FLAMED for one in words[max(0, at - 4) : at]):
        return None  # a flask: `is flame-dried, cooled under nitrogen, and charged with`
    if kind in _MADE_PURE and words[at].group >= 0 and _is_measured(words, words[at].group):
        return False  # how a reagent was made ready: `NIPAM (2.26 g, recrystallised from hexane)`
    if kind == "filter" and before not in BEING and after in ("water", "solution", "air"):
        return None
    if at and words[at - 1].low in _BEFOREHAND:
        return None
    if kind == "heat" and any(one.low in _APPARATUS for one in words[max(0, at - 3) : at]):
        return None  # `into a trap cooled in liquid nitrogen`
    if low == "boiled" and before not in BEING and any(one.low in _RATES for one in words[max(0, at - 8) : at]):
        return None
    if "cooled" in low and (before in ("water", "air", "ice") or low.startswith(("water", "air"))):
        return None
    if at == 1 and words[0].low in ("then", "next", "finally", "thereafter", "afterwards"):
        return True  # `Then filtered the solid`
    if before in BEING:
        if low == "shaken":  # an extraction is shaken anyway, and so is a solid that sticks to its flask
            return False
        if low.startswith("mixed") or (low == "stirred" and after == "with"):  # a step of its own only if it takes time
            return any(_takes_time(one) for one in words[at + 1 : at + 8])
        return kind != "precipitate" or low.startswith("re")
    if kind == "crystallise" and after in ("on", "upon") and BEING.isdisjoint(one.low for one in words[:at]):
        return False  # an observation: `the gum crystallised on trituration`
    if kind == "dissolve" and (after_kind == "mark" or any(one.low in _UNTIL for one in words[max(0, at - 9) : at])):
        return False  # an observation: `until the solid dissolved`
    if before in ("when", "if", "unless") and after in (".", ";"):
        return False  # an observation: `an oil which solidifies when cooled.`
    if after == "," and any(one.low in _ONCE for one in words[max(0, at - 5) : at]):
        return False  # `As soon as the solution boiled, X was injected`
    if (
        (kind == "precipitate" and not low.startswith("re"))
        or low.startswith("mixed")
        or before in ("had", "has", "have")
    ):
        return False
    if before in _LEADS or (at and words[at - 1].low in _LEADS and before not in ("and", "then", ",")):
        return False
    return after in GOES_ON or after_kind in ("mark", "quantity", "number") or after.endswith("ly")


def word_before(words: tuple[Word, ...], at: int) -> str:
    """Return the word before, skipping adverbs."""
    at -= 1
    while at > 0 and (words[at].low.endswith("ly") or words[at].low in word_set("adverbs")):
        if words[at].low == "then" and words[at - 1].low in ("and", ",", ";"):
            at -= 1
            break
        at -= 1
    return words[at].low if at >= 0 else ""


def _is_by(between: str) -> bool:
    """Whether only a word such as `by` separates two cues."""
    return len(between) < 20 and not _CLAUSE_BREAK.search(between)


def _merged(found: list[Cue], text: Text) -> list[Cue]:
    """Merge cues for one action: `removed by evaporation`, `column chromatography`."""
    merged: list[Cue] = []
    for cue in found:
        last = merged[-1] if merged else None
        between = text.text[last.end : cue.start] if last is not None else ""
        one_sentence = last is not None and last.sentence == cue.sentence
        distils = last is not None and one_sentence and cue.kind == "distil" and _is_by(between)
        if last is not None and distils and (last.kind == "evaporate" or (last.kind == "dry" and " by " in between)):
            merged[-1] = replace(last, kind="evaporate", end=cue.end)  # `dried by azeotropic distillation`
            continue
        if (
            last is not None
            and one_sentence
            and last.kind == "heat"
            and cue.kind == "filter"
            and pattern("cues by").fullmatch(between)
        ):
            merged[-1] = replace(cue, required=True)  # `sterilise by filtration`
            continue
        if last is not None and last.kind == cue.kind and one_sentence:
            between = text.text[last.end : cue.start]
            near = (
                len(between) < (90 if cue.kind == "purify" else 45)
                and " then " not in between
                and not _CLAUSE_BREAK.search(between)
            )
            if near and not (last.required and cue.required and cue.kind in ("add", "wash", "heat", "stir")):
                merged[-1] = replace(last, end=max(last.end, cue.end), required=last.required or cue.required)
                continue
        merged.append(cue)
    return merged


@dataclass(frozen=True, slots=True)
class GasMention:
    """A gas that the text names, with the place of the words."""

    gas: str
    start: int
    end: int


def gases(text: Text, stretches: list[Stretch]) -> list[GasMention]:
    """Return where the text says that something is done under a gas, except in its notes."""
    found = []
    for match in pattern("under gas").finditer(text.text):
        gas = next(filter(None, match.groups()))
        found.append(GasMention(gas, match.start(), match.end()))
    return found
