"""Sort the phrases of a clause into the roles they play."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.numbers import number_of_words
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token, leaves, quantities
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.lists import amounts
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.nouns.noun_phrases import nouns
from clairify_cli.reader.protocol.nouns.substances import as_one
from clairify_cli.reader.protocol.phrases.measures import Measures
from clairify_cli.reader.protocol.phrases.phrases import Phrase, phrases
from clairify_cli.reader.protocol.phrases.roles import NO_CONDITIONS, NO_PROPERTY, Note, Roles, over

_SEVERAL = 3
"""How often `several times` is taken to be."""


def roles(clause: Clause, *, mixing: bool = False) -> Roles:
    """The roles of a clause. `mixing` splits lists at every `and`, as `mix A and B` needs."""
    made = _Sorter(clause, eager=mixing)
    if clause.subject and not _only_fillers(clause.subject):
        made.take_objects(clause.subject)
    for phrase in phrases(clause.before):
        made.take(phrase, fronted=True)
    for phrase in _predicate_notes(clause):
        made.take(phrase, fronted=False)
    if clause.using:
        made.note(Phrase("using", clause.using), NO_PROPERTY)
    for phrase in phrases(clause.after):
        made.take(phrase, fronted=False)
    return made.roles


def _only_fillers(tokens: list[Token]) -> bool:
    return all(t.kind == "mark" or WORDS.has(t.low, "fillers", "conjunctions") for t in tokens)


def _predicate_notes(clause: Clause) -> list[Phrase]:
    """Adverbs within the predicate: `was slowly added`."""
    return [
        Phrase("manner", [t])
        for t in clause.predicate
        if (t.low in WORDS["manner"] or t.low.endswith("ly") or t.low in WORDS["slowly"])
        and t.low not in WORDS["fillers"]
        and t.low not in LEXICON.verbs
    ]


def _apart(phrase: Phrase, made: list[Noun], *, listed: bool) -> tuple[list[Noun], list[Noun]]:
    """Split `A, a solution of B in C (3 mL), | and D (5 g)` into the solvents and the further members of the list."""
    volumes = [noun.amount("volume") is not None for noun in made]
    for at, one in enumerate(made[1:], 1):
        ahead = [token for token in phrase.tokens if token.end <= one.tokens[0].start][-2:]
        if one.measured and any(token.low == "," for token in ahead) and (listed or (volumes[0] and not volumes[at])):
            return made[:at], made[at:]
    return made, []


class _Sorter(Measures):
    """Sorts phrases into roles."""

    def __init__(self, clause: Clause, *, eager: bool) -> None:
        super().__init__(clause, Roles())
        self.eager = eager
        self.in_subject = False
        self.last: Noun | None = None
        """The last noun of the phrase before, if it ended in one."""

    def take_objects(self, tokens: list[Token]) -> None:
        """Sort a subject, phrase by phrase if it has several (`a solution of A in B`)."""
        self.in_subject = True
        for phrase in phrases(tokens):
            self.take(phrase, fronted=False)
        self.in_subject, self.last = False, None

    def take(self, phrase: Phrase, *, fronted: bool) -> None:
        """Sort one phrase."""
        self._take(phrase, fronted=fronted)
        if phrase.kind in ("", "with", "through", *WORDS["goals"]):
            goals = [noun for _, noun in self.roles.goals[-1:]]
            named = (*self.roles.objects[-1:], *goals, *self.roles.withs[-1:], *self.roles.through[-1:])
            ends = [one for one in named if one.tokens[-1].end == phrase.end]
            self.last = ends[0] if ends else None
        elif phrase.kind not in ("manner", "filler", "times"):
            self.last = None

    def _take(self, phrase: Phrase, *, fronted: bool) -> None:
        """Sort a phrase by its kind."""
        kind = phrase.kind
        if kind in ("filler", "manner", "times"):
            self._word(phrase)
        elif kind == "for a total of":
            self.roles.total = True
        elif not phrase.tokens:
            return
        elif kind == "purpose":
            self._purpose(phrase)
        elif kind in ("which", "because", "so that", "that", "where", "although", "though", "even"):
            if kind in ("so that", "that"):
                self._held(phrase.tokens)
            self.note(phrase, NO_PROPERTY)
        elif kind in WORDS["open-ended"]:
            self._condition(phrase)
        elif self._measure(phrase, fronted=fronted) or self.take_ph(phrase):
            return
        elif fronted and kind == "" and not self._is_subject(phrase):
            self.roles.unread.append(phrase.tokens)
        else:
            self._noun(phrase)

    def _held(self, tokens: list[Token]) -> None:
        """`so that it did not exceed 5 °C`, `stayed between 60 and 65 °C`: a temperature that is held meanwhile."""
        lows = {token.low for token in tokens}
        given = quantities(leaves(tokens), "temp")
        limited = not lows.isdisjoint(WORDS["limits"] if "not" not in lows else WORDS["exceeds"])
        if len(given) == 1 and (limited or not lows.isdisjoint(WORDS["holds"])):
            self.roles.temps.append(("below" if limited else "at", given[0]))
            self.roles.held = given[0]

    # ---------------------------------------------------------------- words

    def _word(self, phrase: Phrase) -> None:
        """Sort a one-word phrase: an adverb, a number of times."""
        token = phrase.tokens[0]
        if phrase.kind == "times":
            self._times(phrase)
        elif token.low == "next day":
            self.roles.waits.append(Quantity("16", "h", "time", token.start, token.end))
        elif phrase.kind == "manner":
            if token.low in WORDS["slowly"] | WORDS["portionwise"]:
                self.roles.pace = self.roles.pace or token
            if token.low in WORDS["dropwise"]:
                self.roles.pace = token
            elif token.low == "in vacuo":
                self.roles.vacuum = True
            elif token.low in LEXICON.times:
                behind = next((one for one in self.clause.after if one.start >= token.end), None)
                given = quantities(leaves([behind]), "time") if behind is not None and behind.kind == "group" else []
                if given:  # `overnight (18 h)`
                    self.roles.times.append(("for", given[0]))
                else:
                    self.named_time(token)
            elif token.low == "in total":
                self.roles.total = True
            else:
                self.note(phrase, NO_PROPERTY)

    def _times(self, phrase: Phrase) -> None:
        """Read the number of repetitions: `twice`, `three more times`, `5x`."""
        tokens = phrase.tokens
        named = LEXICON.numbers["times"].get(tokens[0].low)
        if tokens[0].low == "once more":
            count, self.roles.more = 1, True
        elif named is not None:
            count = named
        elif tokens[0].low in WORDS["several"]:
            count = _SEVERAL
            self.roles.notes.append(Note(phrase.start, phrase.end, "a repetition needs a number", str(count)))
        else:
            digits = [(t.kind, t.low) for t in tokens if t.low not in ("another", "a")]
            _, number = number_of_words(digits)
            count = int(number) if number is not None else int("0" + "".join(c for c in tokens[0].low if c.isdigit()))
        self.roles.more = self.roles.more or any(t.low in ("more", "another", "further", "additional") for t in tokens)
        self.roles.repeats = count
        self.roles.repeats_at = phrase.start, phrase.end

    def _is_subject(self, phrase: Phrase) -> bool:
        """Whether a fronted phrase is the subject: `To the mixture A (5 g) was added`, `After this time A …`."""
        if self.clause.kind != "passive":
            return False
        amount = any(t.kind == "quantity" or (t.kind == "group" and amounts(t)) for t in phrase.tokens)
        return bool(self.roles.goals) or (amount and not self.clause.subject)

    def _purpose(self, phrase: Phrase) -> None:
        """`to precipitate the product`: note it, and set the step's purpose if XDL has that one."""
        verb = LEXICON.verb(phrase.tokens[0].low)
        base = verb.base if verb is not None else phrase.tokens[0].low
        self.roles.purpose = self.roles.purpose or LEXICON.purposes.get(base, "")
        self._held(phrase.tokens)
        self.note(phrase, "")

    # ---------------------------------------------------------------- clauses within the clause

    def _condition(self, phrase: Phrase) -> None:
        """Read the times, temperatures, amounts and boiling in a condition: `until 40 °C is reached`."""
        lows = [t.low for t in phrase.tokens]
        if phrase.kind in ("while", "whilst"):
            self._along(phrase)
            return
        if self.take_ph(phrase):
            return
        for group in (t for t in phrase.tokens if t.kind == "group"):
            self._amount_behind(Noun("none", [group], quantities=amounts(group)))
            self.in_bracket(list(group.inner[1:-1]))
        boils = next((t for t in phrase.tokens if self._boils(t)), None)
        if boils is not None:
            self.roles.places.append((phrase.kind, LEXICON.places["boiling"], Noun("place", [boils])))
        reached = quantities(phrase.tokens, "temp")
        self.roles.reaches.extend(reached)
        self.note(phrase, "" if reached and len(lows) < 8 else NO_CONDITIONS)

    def _boils(self, token: Token) -> bool:
        verb = LEXICON.verb(token.low)
        return verb is not None and verb.action == "boil"

    def _along(self, phrase: Phrase) -> None:
        """`while stirring at 200 rpm`, `while heating to 70 °C`: what goes on meanwhile, with its own numbers."""
        stirs, heats = WORDS["stirring"], WORDS["heating"]
        lows = [t.low for t in phrase.tokens]
        if "being" in lows:  # `whilst being stirred`
            stirs, heats = stirs | {"stirred", "being"}, heats | {"heated", "warmed"}
        self.roles.stirring = self.roles.stirring or any(low in stirs for low in lows)
        self.roles.heating = self.roles.heating or any(low in heats for low in lows)
        heats = heats | {"cooling", "chilling"}
        behind = lows.index("warmed") + 2 if "warmed" in lows else len(lows)
        goal = Phrase("to", phrase.tokens[behind:])  # `stirred overnight while the bath warmed to rt`
        if lows[behind - 1 : behind] == ["to"] and goal.tokens and self._measure(goal, fronted=False):
            return
        if not any(low in stirs or low in heats for low in lows):
            self.note(phrase, NO_PROPERTY)
            return
        rest = [t for t in phrase.tokens if t.low not in stirs and t.low not in heats]
        inner = phrases(rest)
        beside = [self._beside(one) for one in inner]
        carried = all(beside)
        if not carried or (any(low in heats for low in lows) and not self.roles.temps):
            self.note(phrase, NO_PROPERTY)

    def _beside(self, phrase: Phrase) -> bool:
        """Sort a phrase within `while stirring …`; return False if it must be kept in the comment."""
        if not phrase.tokens or phrase.kind not in ("at", "to", "into", "for", "on", "in", ""):
            return False
        if self._measure(phrase, fronted=False):
            return True
        made = nouns(phrase.tokens)
        self.roles.goals.extend((phrase.kind, one) for one in made if one.kind == "vessel")
        return bool(made) and all(one.kind in ("vessel", "reference", "pronoun") for one in made)

    def _measure(self, phrase: Phrase, *, fronted: bool) -> bool:
        """Sort a time, temperature, speed or pressure; return False if the phrase is none of these."""
        groups = self.measure(phrase, fronted=fronted)
        if groups is None:
            return False
        self._bracketed(groups)
        return True

    def _bracketed(self, groups: list[Token]) -> None:
        """Read brackets after a phrase as roles of their own if possible: `(ideally while heating)`."""
        for group in groups:
            inner = list(group.inner[1:-1])
            self.in_bracket(inner)
            found = phrases(inner)
            if found and all(p.kind not in ("", "which") for p in found):
                for phrase in found:
                    self.take(phrase, fronted=False)
                self.roles.notes = [n for n in self.roles.notes if not group.start <= n.start < group.end]
            self.roles.notes.append(Note(group.start, group.end, NO_PROPERTY))

    # ---------------------------------------------------------------- things and places

    def _noun(self, phrase: Phrase) -> None:
        """Sort a phrase that names things, by its preposition."""
        kind = phrase.kind
        bare = all(t.kind == "group" and not amounts(t) for t in phrase.tokens)  # `was washed (Et2O)`
        made = [] if bare else nouns(phrase.tokens, eager=self.eager)
        if kind == "at" and (rate := next((t for t in phrase.tokens if t.low == "rate"), None)) is not None:
            self.roles.pace = self.roles.pace or rate  # `at such a rate that it did not boil`
        if kind == "for":
            self.in_brackets_of(phrase)  # `for several hours (overnight)`
        if not made and kind == "":
            self._bracketed([t for t in phrase.tokens if t.kind == "group"])
            return
        if kind == "":
            self._objects(made, phrase)
        elif kind in ("with", "using", "by", "via", "without", "under"):
            self._with(phrase, made)
        elif not made:
            self.note(phrase, "" if kind == "after" else NO_PROPERTY)
        elif kind in ("to", "into", "onto", "in", "inside", "on", "over", "on top of"):
            self._goal(phrase, made)
        elif kind in ("from", "out of", "off", "of"):
            self.roles.sources.extend(made)
        elif kind in ("through", "past"):
            self.roles.through.extend(made)
        else:
            self.note(phrase, "" if kind == "after" else NO_PROPERTY)

    def _objects(self, made: list[Noun], phrase: Phrase) -> None:
        """Take what the verb acts on; keep what cannot be an object for the comment."""
        passive = self.clause.kind == "passive"
        if self.roles.objects and passive and not any(one.measured or one.vessel or self._known(one) for one in made):
            self.note(phrase, NO_PROPERTY)
            return
        for one in made:
            if one.kind == "none" and one.quantities and self._amount_behind(one):
                continue
            bare = len(one.tokens) == 1 and one.quantities and self.clause.verb.action == "pour"
            if one.kind == "none" and bare and not self.roles.objects:
                one.kind = "reference"  # `transfer 5 mL`: of the contents
                self.roles.objects.append(one)
            elif one.kind == "none" or one.name.lower().startswith(("never ", "not ")):
                self._portions(one.tokens)  # `was added in | 4 portions`
                self.roles.notes.append(over(one.tokens, "" if self.roles.portions else NO_PROPERTY))
            else:
                self.roles.objects.append(one)

    def _known(self, one: Noun) -> bool:
        """Whether a thing without an amount is a reagent: `acid was added, and then brine`."""
        return self.clause.verb.action == "add" and one.kind == "material" and find(one.name) is not None

    def _amount_behind(self, one: Noun) -> bool:
        """Whether an amount belongs to the thing named before the verb: `ether was then added (30 mL)`."""
        last = self.roles.objects[-1] if self.roles.objects else None
        if last is None or last.kind != "material" or last.quantities or last.contents:
            return False
        last.quantities = one.quantities
        last.tokens = [*last.tokens, *one.tokens]
        return True

    def _goal(self, phrase: Phrase, made: list[Noun]) -> None:
        """Take the destination of something, or its solvent."""
        last = next((t.low for t in reversed(phrase.tokens) if t.kind != "group"), "").rpartition(" ")[2]
        if made[0].kind in ("tool", "none") or (phrase.kind == "in" and last in WORDS["lots"]):
            self._portions(phrase.tokens)
            self.note(phrase, "" if self.roles.portions else NO_PROPERTY)
            self.in_brackets_of(phrase)  # `in a vacuum oven (60 °C, 1 mbar)`
            return
        if self._dissolved(phrase, made):
            return
        kind, before = self.roles.goals[-1] if self.roles.goals else ("", None)
        moves = phrase.kind in ("to", "into", "onto") and self.clause.verb.action in ("pour", "add", "filter")
        held = kind in ("in", "inside") and before is not None and before.kind == "vessel" and not before.contents
        if moves and held and before is not None and len(self.roles.goals) == 1 and before.tokens[0].low != "a":
            self.roles.goals = []
            self.roles.sources.append(before)  # `Pour the solution in the flask | into a beaker`
        elif before is not None and before is self.last and before.tokens[-1].low in WORDS["standing"]:
            self.note(phrase, NO_PROPERTY)  # `in a beaker standing | in cold water`
            return
        for one in made:
            if one.kind in ("tool", "none") or one.name.lower().startswith(("never ", "not ")):
                self.roles.notes.append(over(one.tokens, NO_PROPERTY))
            else:
                self.roles.goals.append((phrase.kind, one))

    def _portions(self, tokens: list[Token]) -> None:
        """Take `in five portions`: `five portions` is a quantity, `five equal portions` begins with a number."""
        words = [token for token in tokens if token.kind != "group"]
        if words and words[-1].low.rpartition(" ")[2] in WORDS["portionwise"]:
            self.roles.pace, first = self.roles.pace or words[-1], words[0]
            count = number_of_words([(first.kind, first.low)])[1] if first.quantity is None else None
            self.roles.portions = first.quantity.number if first.quantity is not None else str(count or "") or None

    def _dissolved(self, phrase: Phrase, made: list[Noun]) -> bool:
        """Whether `in B` says what a thing is dissolved in: `a solution of A in B`, `A (5 g) in B (9 mL) was …`."""
        if phrase.kind != "in" or any(one.kind != "material" for one in made):
            return False
        if self.roles.goals and self.last is self.roles.goals[-1][1]:
            return self._in_goal(made)
        named = (*self.roles.objects[-1:], *self.roles.withs[-1:], *self.roles.through[-1:])
        last = next((one for one in named if one is self.last), None)
        if last is None:
            return False
        if last.kind != "material":
            return False
        role = self.roles.withs if any(one is last for one in self.roles.withs) else self.roles.objects
        made, others = _apart(phrase, made, listed=len(role) > 1)
        role.extend(others)
        if as_one(last, made):
            return True
        if not last.contents:
            passive = self.in_subject or self.clause.kind == "passive"
            volumes = last.measured and all(one.amount("volume") is not None for one in made)
            passive = passive or (volumes and self.clause.verb.action == "add")  # `Add A (5 g) in B (10 mL)`
            known = last.mixture or last.measured or all(one.measured for one in made)
            if not known or not (passive or last.mixture):
                return False
            last.contents = [replace(last)]
        last.contents.extend(part for one in made for part in one.contents or [one])
        return True

    def _in_goal(self, made: list[Noun]) -> bool:
        """`to A in B`, `to a 1 M solution of A in B (5 mL)`: the destination is a solution."""
        last = self.roles.goals[-1][1]
        if last.kind != "material":
            return False
        if not as_one(last, made):
            parts = [part for one in made for part in one.contents or [one]]
            last.contents = [*(last.contents or [replace(last)]), *parts]
        return True

    def _with(self, phrase: Phrase, made: list[Noun]) -> None:
        """Read the phrase after `with`, `by`, `using` or `under`: something to add, or a manner."""
        lows, verb = [t.low for t in phrase.tokens], self.clause.verb
        if phrase.kind == "without":
            self.note(phrase, NO_PROPERTY)
            return
        if any(low in WORDS["stirring"] for low in lows):
            self.roles.stirring = True
            if len([low for low in lows if low not in WORDS["determiners"]]) > 1:
                self.note(phrase, NO_PROPERTY)
            return
        if phrase.kind == "with" and WORDS.has(lows[-1], "heating", "sonication"):
            self.note(phrase, NO_PROPERTY)
            return
        if " ".join(lows) in WORDS["vacuum"]:
            self.roles.vacuum = True
            return
        if phrase.kind == "with" and made and (made[0].kind in ("reference", "vessel") or made[0].is_material):
            behind = self.roles.repeats and self.roles.repeats_at[1] + 1 == phrase.start
            if behind and verb.action in ("wash", "extract"):
                for one in made:  # `washed three times with A and twice with B`
                    one.times = max(one.times, self.roles.repeats)
                self.roles.repeats = 0
            self.roles.withs.extend(made)
            return
        things = phrase.kind in ("by", "using") and made and all(one.kind == "material" for one in made)
        if things and (any(one.measured for one in made) or find(made[0].name) is not None):
            self.roles.withs.extend(made)
            return
        self.in_brackets_of(phrase)
        self.note(phrase, NO_PROPERTY)
