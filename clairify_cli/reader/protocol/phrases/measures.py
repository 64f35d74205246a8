"""Sort the measures of a clause into its roles: times, temperatures, baths, speeds, pressures and a pH."""

from __future__ import annotations

from fractions import Fraction

from clairify_cli.english.lexicon import LEXICON, WORDS, Place
from clairify_cli.english.numbers import number_of_words
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.nouns.noun_phrases import noun
from clairify_cli.reader.protocol.phrases.phrases import Phrase
from clairify_cli.reader.protocol.phrases.roles import NO_CONDITIONS, NO_PROPERTY, Note, Roles, over

# Verbs whose bracketed times and temperatures are those of the step.
LASTING = frozenset(("stir", "heat", "cool", "boil", "wait", "combine", "dissolve"))
# Verbs whose bracketed temperatures and pressures are those of the step; a time there may be about something else.
VAPOUR = frozenset(("evaporate", "distil", "remove", "crystallise"))

_DIMENSIONS = frozenset(("time", "temp", "stir_speed", "pressure", "wavelength"))
_PH_REACH, _MOST_PH = 4, 14
_SHORT = 7
"""The most tokens in a bracket that only gives a time or a temperature."""


class Measures:
    """Sorts the measures of one clause into `roles`."""

    def __init__(self, clause: Clause, roles: Roles) -> None:
        self.clause = clause
        self.roles = roles

    def note(self, phrase: Phrase, reason: str) -> None:
        """Keep a phrase for the comment."""
        self.roles.notes.append(Note(phrase.start, phrase.end, reason))

    def named_time(self, token: Token) -> None:
        """Add a time such as `overnight`, by the lexicon's convention, which the comment repeats."""
        number, unit = LEXICON.times[token.low].split()
        self.roles.times.append(("for", Quantity(number, unit, "time", token.start, token.end)))
        self.roles.notes.append(Note(token.start, token.end, "", f"{number} {unit}", "XDL655"))

    def take_ph(self, phrase: Phrase) -> bool:
        """Read the target pH of a phrase, `to pH 2`; return False if there is none."""
        if phrase.kind not in ("to", "until", "till", "at", "") or not phrase.tokens:
            return False
        found = ph_in(phrase.tokens)
        if found is None or (phrase.kind not in ("until", "till") and len(phrase.tokens) > 6):
            return False
        self.roles.ph = found
        self.note(phrase, NO_CONDITIONS)
        return True

    def measure(self, phrase: Phrase, *, fronted: bool) -> list[Token] | None:
        """Sort a phrase that is a time, temperature, speed or pressure; return None if it is none of these.

        Otherwise return its brackets, which may say more: `at 80 °C (oil bath)`.
        """
        rest = [
            t
            for t in phrase.tokens
            if not WORDS.has(t.low, "determiners", "lead") and t.kind != "mark" and t.low not in WORDS["fillers"]
        ]
        groups = [t for t in rest if t.kind == "group"]
        rest = [t for t in rest if t.kind != "group"]
        rest = self._without_process(rest)
        plain = " ".join(t.low for t in rest)
        place = LEXICON.places.get(plain)
        if place is None and " and " in plain:  # `in an ice bath and opening to air`
            cut = next((at for at, t in enumerate(rest) if t.low == "and"), 0)
            done = rest[cut + 1].low.endswith(("ing", "exposure")) if cut + 1 < len(rest) else False
            place = LEXICON.places.get(" ".join(t.low for t in rest[:cut])) if done else None
            if place is not None:
                self.roles.notes.append(over(rest[cut:], NO_PROPERTY))
        if place is not None and phrase.kind in ("from", "off"):
            self.roles.sources.append(noun(phrase.tokens))
            return []
        if place is not None and self._is_place(place, plain, phrase):
            made = noun(phrase.tokens)
            self.roles.places.append((phrase.kind, place, made))
            return groups
        quantity = rest[0].quantity if rest else None
        if quantity is None or quantity.dimension not in _DIMENSIONS:
            return None
        tail = rest[1:]
        if tail and not self._tail(quantity, tail):
            return None
        self._put(phrase, quantity, fronted=fronted)
        return groups

    def _without_process(self, rest: list[Token]) -> list[Token]:
        """Drop the participle of `an oil bath maintained`."""
        last = rest[:-1] if rest and rest[-1].low in ("to", "at", "of") else rest
        if len(last) > 1 and LEXICON.verb(last[-1].low, "past") is not None:
            return last[:-1] if LEXICON.places.get(" ".join(t.low for t in last[:-1])) else last
        return rest

    def _is_place(self, place: Place, plain: str, phrase: Phrase) -> bool:
        """Whether words for a bath mean a bath here, and not a destination to pour into: `into ice water`."""
        if phrase.kind == "" or (place.only_after and phrase.kind not in place.only_after):
            return False
        poured = self.clause.verb.action in ("add", "pour", "fill") and phrase.kind in WORDS["poured into"]
        cooled = self.clause.verb.action == "add" or self.clause.verb.purpose
        if (phrase.kind, plain) == ("on", "ice") and cooled:
            return True  # `X was added dropwise on ice`; what is poured on ice goes into it
        given = phrase.kind == "with" and self.clause.verb.action not in LASTING  # `quenched with ice cold water`
        given = given and "cooling" not in plain  # `added with ice cooling`
        return not ((poured or given) and place.kind == "bath" and "bath" not in plain and "ice" in plain)

    def _tail(self, quantity: Quantity, tail: list[Token]) -> bool:
        """Whether the words after a number leave its meaning unchanged: `60 °C water bath`, `5 minutes later`, `10 s or
        so`."""
        lows = [t.low for t in tail]
        plain = " ".join(lows)
        place = LEXICON.places.get(plain)
        if quantity.dimension == "temp" and (place is not None or WORDS["of process"].issuperset(lows)):
            self.roles.notes.append(over(tail, ""))
            return True
        if quantity.dimension == "time" and tail[0].low in ("later", "or", "and", "of", "period", "interval", "span"):
            words = [low for low in lows if low in WORDS["stirring"]]
            self.roles.stirring = self.roles.stirring or bool(words)
            return True
        return False

    def _put(self, phrase: Phrase, quantity: Quantity, *, fronted: bool) -> None:
        """Give a quantity the role of its dimension and preposition."""
        kind = phrase.kind
        if quantity.dimension == "time":
            later = any(t.low == "later" for t in phrase.tokens)
            if kind in ("after", "following") or later or (fronted and kind in ("", "within")):
                self.roles.waits.append(quantity)
                return
            self.roles.times.append((kind, quantity))
            if kind not in WORDS["spans"] and kind != "at":
                self.note(phrase, NO_PROPERTY)
        elif quantity.dimension == "temp":
            self.roles.temps.append((kind, quantity))
            if kind not in ("to", "at", "", "from", "in", "of"):
                self.note(phrase, NO_PROPERTY)
        elif quantity.dimension == "stir_speed":
            self.roles.speed = quantity
        elif quantity.dimension == "pressure":
            self.roles.pressure = quantity
        else:
            self.roles.wavelength = quantity
        if quantity.upper is not None and kind != "from":
            self.roles.notes.append(
                Note(quantity.start, quantity.end, f"XDL has no ranges, and the step has {quantity.xdl}")
            )

    def in_bracket(self, inner: list[Token]) -> None:
        """Read the time and the temperature in brackets as those of a lasting step: `refluxed (2 h)`."""
        action = self.clause.verb.action
        if action == "add":
            self._alone_in(inner)
            return
        lasts = action in LASTING | VAPOUR | {"dry", "place"} and action not in ("combine", "dissolve")
        if not (lasts or self.clause.verb.reaction):  # `hydrogenated until uptake ceased (4 h)`
            return
        first = next((t.quantity for t in inner if t.low not in WORDS["lead"] and t.kind != "mark"), None)
        if len(inner) > _SHORT and (first is None or first.dimension not in ("temp", "pressure")):
            return
        plain = " ".join(t.low for t in inner if t.low not in WORDS["determiners"])
        place = LEXICON.places.get(plain)
        if place is not None and place.temp is not None and not self.roles.places:
            self.roles.places.append(("in", place, Noun("place", inner)))
        for token in inner:
            one = token.quantity
            if token.low in LEXICON.times and not self.roles.times and action not in VAPOUR:
                self.named_time(token)
            if one is None:
                continue
            if one.dimension == "time" and not self.roles.times and action not in VAPOUR:
                self.roles.times.append(("for", one))
            elif one.dimension == "temp" and not self.roles.temps:
                self.roles.temps.append(("at", one))
            elif one.dimension == "pressure" and self.roles.pressure is None:
                self.roles.pressure = one

    def _alone_in(self, inner: list[Token]) -> None:
        """Read a time or temperature alone in brackets as that of an addition: `(over 10 min)`, `(Ti < 10 °C)`."""
        lists = ("lead", "spans", "of process", "limits")
        rest = [t for t in inner if t.kind != "mark" and t.low != "at" and not WORDS.has(t.low, *lists)]
        one = rest[0].quantity if len(rest) == 1 else None
        if one is not None and one.dimension == "time" and not self.roles.times:
            self.roles.times.append(("over", one))
        elif one is not None and one.dimension == "temp" and not self.roles.temps:
            self.roles.temps.append(("at", one))

    def in_brackets_of(self, phrase: Phrase) -> None:
        """Read conditions in brackets within a phrase: `under pump vacuum (2 Torr)`."""
        for group in (t for t in phrase.tokens if t.kind == "group"):
            self.in_bracket(list(group.inner[1:-1]))


def ph_in(tokens: list[Token], reach: int = _PH_REACH) -> Fraction | None:
    """The number of `pH 2`, `pH = 8`, `a pH of ca. 9`, `pH 2-3`, within `reach` words after `pH`."""
    start = next((at for at, token in enumerate(tokens) if token.low == "ph"), len(tokens))
    for token in tokens[start + 1 : start + 1 + reach]:
        low, _, high = token.low.replace("–", "-").partition("-")
        _, number = number_of_words([(token.kind, token.low if not high.isdecimal() else low)])
        number = Fraction(low) if number is None and low.isdecimal() and high.isdecimal() else number
        if number is not None and 0 <= number <= _MOST_PH:
            return number
    return None
