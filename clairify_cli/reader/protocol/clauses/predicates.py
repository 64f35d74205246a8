"""Find the predicates of a sentence: its verbs that make something happen, and their kinds.

A predicate is an imperative (`stir`), a passive (`was then stirred`, and `, filtered` after one), an active report (`we
added`), a gerund or a name of an action that is a separate step (`after stirring`, `Evaporation of the solvent
gave`), or a verb governed by another (`let it cool`, `collected by filtration`).
"""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS, Verb
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.clauses.finite import active, elliptic, gap, happens, passive, state
from clairify_cli.reader.protocol.clauses.nominal import complement, followed, gerund, link_before, named
from clairify_cli.reader.protocol.clauses.predicate import UNKNOWN, Predicate
from clairify_cli.reader.protocol.clauses.surroundings import Surroundings, second_phrase

__all__ = ["Predicate", "predicates"]

COMES_OUT = Verb("come out", "remark")
_TOLD = frozenset(("imperative", "passive", "active"))
_OFTEN_ELIDED = frozenset(("remove", "evaporate", "filter"))


def predicates(tokens: list[Token]) -> list[Predicate]:
    """The predicates of a sentence, in the order of the text.

    A sentence without a finite verb that makes something happen is read again in telegram style: `Residue purified
    by chromatography`.
    """
    found = _Finder(tokens).predicates()
    if any(one.kind in _TOLD for one in found):
        return _with_elided(tokens, found)
    telegram = _Finder(tokens, passive=True).predicates()
    return telegram if any(one.kind == "passive" for one in telegram) else found


def _with_elided(tokens: list[Token], found: list[Predicate]) -> list[Predicate]:
    """`The solvent | removed in vacuo and the powder | was washed`: find the first verb too, which lacks its `was`."""
    first = found[0].start
    joined = [
        at
        for at in range(1, first - 1)
        if tokens[at].low in WORDS["conjunctions"] and tokens[at + 1].low in WORDS["determiners"]
    ]
    if found[0].kind != "passive" or not joined:
        return found
    verbs = [LEXICON.verb(token.low, "past") for token in tokens[1 : joined[-1]]]
    if not any(verb is not None and verb.action in _OFTEN_ELIDED for verb in verbs):
        return found
    whole = _Finder(tokens, passive=True).predicates()
    return whole if [one.start for one in whole[1:]] == [one.start for one in found] else found


class Conditions(Surroundings):
    """Questions about the subordinate clauses of one sentence."""

    def is_open(self, at: int) -> bool:
        """Whether a subordinator opens no clause: `while stirring`, `, which was filtered`, `once` as a number."""
        low = self.tokens[at].low
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if following is None:
            return True
        if low in ("while", "whilst", "when", "before", "after", "just before"):
            return low != "when" and LEXICON.verb(following.low, "ing") is not None
        if low == "which":
            return following.low in WORDS["being"] and at > 0 and self.tokens[at - 1].low in (",", "and")
        if low == "so" and LEXICON.verb(following.low, "past") is not None:
            return True  # `the so obtained product`
        return low in ("once", "so", "that") and (
            following.kind == "mark" or low == "that" or following.low in WORDS["prepositions"]
        )

    def resumes(self, at: int, *, passive: bool) -> bool:
        """Whether the main clause continues here, after a condition: `until dissolved and | then add`."""
        then = self.tokens[at - 1].low == "then"  # as in `and then`
        at = self.skip(at, "fillers")
        if at >= len(self.tokens):
            return False
        verb = LEXICON.verb(self.tokens[at].low, "base", *(("past",) if passive else ()))
        if verb is not None:
            return self.is_verb(at, verb)
        named = then and any(token.low in WORDS["finite"] for token in self.tokens[at + 1 : at + _SUBJECT])
        return passive and (named or self.tokens[at].low in WORDS["determiners"])

    def clause_within(self, at: int) -> str:
        """The kind of clause that the word at `at` opens: `""` if none, `new` for one with an instruction, else
        `told`."""
        low, tokens = self.tokens[at].low, self.tokens
        relative = low in WORDS["relative"] and not (
            at and tokens[at - 1].low in ("to", "into", "onto", "from", "with", "in")
        )
        if (
            relative
            and tokens[at - 1].low not in (",", "and")
            and LEXICON.verb(tokens[at + 1].low if at + 1 < len(tokens) else "", "past")
        ):
            return "told"  # `the crystals that formed | were collected`
        being = None
        numbers = False
        for place in range(at + 1, min(len(tokens), at + _CLAUSE)):
            token = tokens[place]
            following = tokens[place + 1].low if place + 1 < len(tokens) else ""
            if token.low in (",", ";") and following not in WORDS["finite"]:
                break
            numbers = numbers or any(t.kind == "quantity" for t in (token, *token.inner))
            if token.low in WORDS["finite"] or token.low in ("had", "has", "have"):
                being = place
                break
            if relative and place > at + 1:
                break
        if being is None or (low in ("after", "before") and second_phrase(tokens, at + 1, being)):
            return ""
        verb = self.participle_after(being)
        if verb is None or verb.action in _NO_STEP or (verb.action == "measure" and relative):
            return "told"
        if low in WORDS["opens new"]:
            putting = verb.action in WORDS["putting"]
            return "new" if not putting or numbers else "told"
        return "new" if relative or low in WORDS["relative"] or low in WORDS["opens always"] else "told"

    def names_action(self, at: int) -> bool:
        """Whether a gerund or the name of an action follows: `after stirring`, `before the final filtration`."""
        place = self.skip(at + 1, "of actions")
        verb = LEXICON.verb(self.tokens[place].low, "ing", "noun") if place < len(self.tokens) else None
        return verb is not None and not self.is_compound(place)

    def is_timed(self, at: int) -> bool:
        """Whether a duration follows: `after about 2 h`."""
        for token in self.tokens[at + 1 : at + 5]:
            if token.quantity is not None:
                return token.quantity.dimension == "time"
            if not WORDS.has(token.low, "lead", "determiners"):
                return False
        return False


class _Finder(Conditions):
    """Finds the predicates of one sentence, from left to right."""

    def __init__(self, tokens: list[Token], *, passive: bool = False) -> None:
        super().__init__(tokens)
        self.found: list[Predicate] = []
        self.passive = passive
        self.active = False
        self.opener: int | None = None
        self.finite_inside = 0
        """The finite verbs seen in a condition; the second one ends a relative clause."""

    def predicates(self) -> list[Predicate]:
        """Collect the predicates in one pass over the sentence."""
        at, start, inside = 0, True, False
        while at < len(self.tokens):
            token = self.tokens[at]
            low = token.low
            if token.kind == "group":
                start = start or (not self.found and self.fronted_ends(at))
                at += 1
                continue
            if token.kind == "mark":
                separates = low in (",", ";", ":", "-", "–", "—")
                start = start or separates
                inside = inside and low not in (",", ";", ":")
                at = self._gap(at) if separates else at + 1
                continue
            if low in WORDS["conjunctions"]:
                inside = inside and not self.resumes(at + 1, passive=self.passive)
                start = not inside
                at = self._gap(at) if start else at + 1
                continue
            if inside and self._stays_inside(at):
                at += 1
                continue
            inside = False
            opened = self._opens(at)
            if opened:
                inside, start, self.finite_inside = opened == "told", False, 0
                self.opener = at if opened == "new" else None
                at += 1
                continue
            predicate = self._at(at, start)
            if predicate is not None:
                self._keep(predicate)
                at, start = predicate.end, False
                continue
            start = (start and (self._leads(at) or low in WORDS["links"])) or (not self.found and self.fronted_ends(at))
            at += 1
        return self.found

    def _leads(self, at: int) -> bool:
        low = self.tokens[at].low
        filters = low in WORDS["how"] and at + 1 < len(self.tokens) and LEXICON.verb(self.tokens[at + 1].low, "past")
        return WORDS.has(low, "manner", "fillers") or self.is_adverb(at) or bool(filters)

    def _keep(self, predicate: Predicate) -> None:
        last = self.found[-1] if self.found else None
        if last is not None and last.kind == "noun" and last.verb.carries and not last.link and predicate.carried:
            predicate.start = self.found.pop().start  # `Purification was achieved by distillation`
        elif last is not None and predicate.start <= last.start:
            self.found.pop()  # `Drying was done at 60 °C`
        if self.opener is not None and predicate.kind == "passive":
            predicate.opened_by, self.opener = self.opener, None
            low = self.tokens[predicate.opened_by].low
            predicate.inverted = predicate.inverted and predicate.opened_by + 1 == predicate.start
            predicate.link = low if low in ("before", "after") else ""
        self.found.append(predicate)
        self.passive = self.passive or predicate.kind == "passive"
        self.active = self.active or predicate.kind == "active"

    def _gap(self, at: int) -> int:
        """Take a predicate whose verb is omitted after a separator, if any; return the index to continue at."""
        made = gap(self, at, self.found)
        if made is None:
            return at + 1
        self.found.append(made)
        return made.end

    # ---------------------------------------------------------------- clauses within the sentence

    def _opens(self, at: int) -> str:
        """The clause that a subordinator opens: `new` for one that is read, `told` for one that is skipped."""
        low = self.tokens[at].low
        if low == "that" and at and self.tokens[at - 1].low in ("rate", "speed", "so", "way"):
            return "told"  # `at such a rate | that the temperature was kept below 5 °C`
        if low in ("before", "after", "as"):
            return "" if self.is_timed(at) or self.names_action(at) else self.clause_within(at)
        if low not in WORDS["subordinators"] or self.is_open(at):
            return "new" if low in ("which", "that") and self.clause_within(at) == "new" else ""
        return "new" if self.clause_within(at) == "new" else "told"

    def _stays_inside(self, at: int) -> bool:
        """Whether a condition continues: `The solid that had formed | was`, `Once dissolved | add`."""
        low = self.tokens[at].low
        finite = low in ("was", "were", "is", "are", "had", "has")
        if finite and self.finite_inside:
            return False
        past = self.tokens[at - 1].low in ("which", "that") and LEXICON.verb(low, "past") is not None
        self.finite_inside += finite or past
        return True

    # ---------------------------------------------------------------- predicates at a position

    def _at(self, at: int, start: bool) -> Predicate | None:
        """The predicate that begins at a token, if one does."""
        token = self.tokens[at]
        if WORDS.has(token.low, "being", "modals"):
            return passive(self, at, self.found) or state(self, at)
        if token.low in ("followed", "followed by"):
            return followed(self, at, self.found)
        if token.low in ("in order to", "to"):
            return None
        use = LEXICON.verbs.get(token.low)
        if use is None:
            return Predicate(at, at + 1, UNKNOWN, "imperative") if start and self.is_unknown(at) else None
        verb, kinds = use.verb, use.kinds
        if (
            "base" in kinds
            and start
            and not self._is_listed(at)
            and not (self.passive and verb.adjective and self._describes(at))
            and not self.describes_action(at)
            and self.is_verb(at, verb, first=not self.found)
        ):
            return complement(self, verb, Predicate(at, at + 1, verb, "imperative"))
        link = link_before(self, at)
        made: Predicate | None = None
        if "ing" in kinds and (start or link):
            made = gerund(self, at, verb, link, self.found)
        if made is None and "noun" in kinds:
            made = named(self, at, verb, link, self.found)
        if made is None and "past" in kinds:
            made = self._past(at, start)
        will = at > 0 and "base" in kinds and self.tokens[at - 1].low == "will"
        if made is None and (will or kinds & {"past", "third"}):
            made = happens(self, at, verb)
        return made

    def _is_listed(self, at: int) -> bool:
        """Whether a word is an item or a heading: `the milk, | cream | and salt`, `| Recrystallise |: dissolve …`."""
        if [token.low for token in self.tokens[at + 1 : at + 2]] == [":"]:
            return at + 2 < len(self.tokens) and LEXICON.verb(self.tokens[at + 2].low, "base") is not None
        if self.tokens[at].low not in WORDS["things too"] or at + 1 == len(self.tokens):
            return False
        return self.tokens[at + 1].low not in (*WORDS["determiners"], "together")

    def _describes(self, at: int) -> bool:
        """Whether a word describes a liquid with an amount: `with ethanol (5 mL), then | warm | water (5 mL)`."""
        behind = self.tokens[at + 1 : at + 5]
        return any(token.kind == "group" for token in behind) and not any(
            WORDS.has(token.low, "determiners", "prepositions", "references", "conjunctions") for token in behind[:2]
        )

    def _past(self, at: int, start: bool) -> Predicate | None:
        """The predicate of a past form: active, elliptic, or a spontaneous event."""
        verb = LEXICON.verbs[self.tokens[at].low].verb
        made = active(self, at, verb)
        if made is None and self.active and start and not self.passive:
            made = complement(self, verb, Predicate(at, at + 1, verb, "active"))
        if made is None and not start and self.comes_out(at):
            made = Predicate(at, at + 1, COMES_OUT, "finite")
        if made is None and self.passive and not (verb.happens and not start):
            made = elliptic(self, at, verb, self.found, start=start)
        if made is None and not self.found and self.goes_by_itself(at, verb):
            made = Predicate(at, at + 1, verb, "passive", let=True)
        return made


_NO_STEP = frozenset(("none", "remark", "use", "redo", "aspect"))
_CLAUSE = 40
_SUBJECT = 6
"""The auxiliary of the next action is within this many tokens after `and then`."""
