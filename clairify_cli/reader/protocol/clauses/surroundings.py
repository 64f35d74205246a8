"""Judge a word by its neighbours in a sentence: whether it is a verb there, and where a condition ends."""

from __future__ import annotations

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import LEXICON, WORDS, Verb
from clairify_cli.english.tokens import Token

_SUBJECT = 18
"""The most tokens in a subject."""
_NOTE = 4
_THIS = frozenset(("this", "the", "that"))
_CLOSED = (
    "prepositions", "determiners", "conjunctions", "manner", "fillers", "pronouns", "subordinators", "references",
)  # fmt: skip
_KNOWN = (
    "determiners", "pronouns", "auxiliaries", "conjunctions", "prepositions", "subordinators", "fillers", "manner",
    "portion", "references", "tools", "lead", "contain", "remarks", "stirring", "heating",
)  # fmt: skip


def second_phrase(tokens: list[Token], start: int, end: int) -> int:
    """The index at which a noun phrase follows another without a comma: `After completion | the mixture`; 0 if none."""
    for at in range(start + 1, end):
        previous = tokens[at - 1]
        if tokens[at].low not in ("the", "this", "a", "an") or previous.kind not in ("word", "group", "quantity"):
            continue
        tied = ("prepositions", "subordinators", "conjunctions", "determiners", "lead", "fillers", "contain", "portion")
        if previous.low != "of" and not WORDS.has(previous.low, *tied):
            return at
    return 0


class Surroundings:
    """Questions about positions in one sentence."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens

    def is_verb(self, at: int, verb: Verb, *, first: bool = False) -> bool:
        """Whether a base form is a verb here, and not a noun or adjective in a list (`sugar, dry yeast and water`)."""
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if first and at == 0 and (self.is_reduced(at) or self._lists_subjects(at)):
            return False  # `Dry ether was added`
        if first and at > 0 and following is not None and verb.base in WORDS["adjectival"]:
            return following.kind != "word" or self.functional(following)
        adjective = (verb.adjective or verb.base == "dilute") and following is not None and following.kind == "word"
        words = [token.low for token in self.tokens[at + 1 : at + 3]]
        if at and adjective and any(find(" ".join(words[:size])) is not None for size in (1, 2) if words[size - 1 :]):
            return False  # `add one drop of A, then | dilute | ammonia`
        if at == 0 or not verb.adjective or first:
            return True
        if following is None or following.kind != "word":
            return True
        return self.tokens[at - 1].low in ("then", ";") or self.functional(following)

    def is_unknown(self, at: int) -> bool:
        """Whether a word missing from the lexicon is a verb: `zap it`, `tickle the beaker`."""
        token = self.tokens[at]
        if not token.low.isalpha() or len(token.low) < 3 or token.low.endswith("ly") or at + 1 >= len(self.tokens):
            return False
        following = self.tokens[at + 1].low
        if following not in WORDS["after a verb"] or WORDS.has(token.low, *_KNOWN):
            return False
        return not any(t.low in WORDS["being"] for t in self.tokens)

    def functional(self, token: Token) -> bool:
        """Whether a word is not a content word, but a preposition, an adverb, a pronoun or the like."""
        return (
            WORDS.has(token.low, *_CLOSED)
            or token.low in LEXICON.vessels
            or token.low in LEXICON.places
            or token.low == "in vacuo"
            or token.low.endswith("ly")
            or token.low in LEXICON.numbers["times"]
            or (token.low[:-1].isdigit() and token.low.endswith(("x", "×")))
        )

    def participle(self, at: int) -> bool:
        """Whether a past form continues a passive, rather than describing the noun after it (`chilled ether`)."""
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if following is not None and following.kind == "group" and at + 2 < len(self.tokens):
            behind = self.tokens[at + 2]  # `a cooled (0 °C) solution`
            if behind.low in WORDS["references"] or (behind.kind == "word" and not self.functional(behind)):
                return False
        if following is not None and (following.low == "followed by" or self._leaves_doing(at)):
            return True
        if [token.low for token in self.tokens[at + 2 : at + 4] if token.low != "more"][:1] == ["times"]:
            return True  # `extracted three times with ether`
        if following is not None and following.dimension == "length":
            return False  # `powdered 4 Å molecular sieves`
        if following is not None and following.low in ("hot", "cold", "warm"):  # `filtered hot and cooled`
            return all(token.kind == "mark" or self.functional(token) for token in self.tokens[at + 2 : at + 3])
        return (
            following is None
            or following.kind != "word"
            or (self.functional(following) and following.low not in WORDS["references"])
            or following.low in WORDS["workup.results"]
        )

    def _leaves_doing(self, at: int) -> bool:
        """Whether a past form takes a gerund: `left | stirring`, `kept | stirring`."""
        verb, doing = LEXICON.verb(self.tokens[at].low), LEXICON.verb(self.tokens[at + 1].low, "ing")
        return verb is not None and verb.base in ("leave", "keep", "set") and doing is not None

    def is_adverb(self, at: int) -> bool:
        """Whether a word is an adverb of manner or repetition."""
        low = self.tokens[at].low
        return low in WORDS["manner"] or (low.endswith("ly") and len(low) > 4) or low in ("again", "further", "then")

    def skip(self, at: int, *lists: str) -> int:
        """The index of the next token that is neither an adverb nor in some lists of words."""
        while at < len(self.tokens) and (self.is_adverb(at) or WORDS.has(self.tokens[at].low, *lists)):
            at += 1
        return at

    def _boundary(self, at: int) -> int:
        """The index of the separator or verb before the phrase that a token is in; -1 at the start."""
        back = at - 1
        while back >= 0:
            token = self.tokens[back]
            if token.kind == "mark" or WORDS.has(token.low, "conjunctions", "being"):
                return back
            back -= 1
        return back

    def participle_after(self, being: int) -> Verb | None:
        """The verb of the passive whose auxiliary is at `being`; adverbs are skipped."""
        for place in range(being + 1, min(len(self.tokens), being + 5)):
            token = self.tokens[place]
            verb = LEXICON.verb(token.low, "past")
            if verb is not None:
                return verb
            if not (self.is_adverb(place) or WORDS.has(token.low, "auxiliaries", "fillers")):
                return None
        return None

    def process_before(self, start: int) -> tuple[int, int, Verb] | None:
        """The process that is the subject of the auxiliary at `start`: `the stirring | was continued`.

        Return where its words begin, where they end, and the verb.
        """
        first = self._boundary(start) + 1
        head = self.skip(first, "determiners", "of actions")
        verb = LEXICON.verb(self.tokens[head].low, "ing", "noun") if head < start else None
        if verb is None or verb.action in ("none", "remark", "aspect"):
            return None
        return first, head + 1, Verb(verb.base, "remark") if verb.action in ("add", "pour", "fill") else verb

    def is_reduced(self, at: int) -> bool:
        """Whether a past form describes the noun before it, as another verb follows: `the solid formed | was`."""
        if at and self.tokens[at - 1].low == "," and self.tokens[at].low in WORDS["dissolved"]:
            comma = next((k for k in range(at, len(self.tokens) - 1) if self.tokens[k].low == ","), 0)
            return self.tokens[comma + 1].low in WORDS["finite"]  # `A (5 g), | dissolved in B, was added`
        for token in self.tokens[at + 1 :]:
            if token.kind == "mark" or token.low in WORDS["conjunctions"] or token.low in WORDS["relative"]:
                return False
            if token.low in WORDS["subordinators"] or token.low in ("before", "after"):
                return False
            if token.low in WORDS["finite"]:
                return True
        return False

    def _lists_subjects(self, at: int) -> bool:
        """Whether a word describes the first of several subjects: `Dry ether (2 mL) and A (1 g) | were`."""
        for token in self.tokens[at + 1 :]:
            if token.low in WORDS["finite"]:
                return True
            if token.kind == "word" and self.functional(token) and token.low not in WORDS["conjunctions"]:
                return False
        return False

    def elided_subject(self, at: int, low: int, verb: Verb) -> int | None:
        """`and the mixture | stirred`: the index of the separator before the subject, or None.

        `low` is the end of the predicate before. A subject may have phrases of its own if it begins with a determiner.
        """
        nearest: int | None = None
        for back in range(at - 1, max(low, at - _SUBJECT) - 1, -1):
            token = self.tokens[back]
            if WORDS.has(token.low, "being", "subordinators"):
                break
            separates = (token.kind == "mark" and token.low != ".") or token.low in WORDS["conjunctions"]
            if not separates or back + 1 >= at:
                continue
            if self.tokens[back + 1].low in WORDS["determiners"]:
                return back
            if nearest is None:
                nearest = back
        if nearest is None:
            whole = low == 0 and at <= _SUBJECT and at > 0 and self._names(0, at, verb)
            return 0 if whole else None
        return nearest if self._names(nearest + 1, at, verb) else None

    def _names(self, start: int, end: int, verb: Verb) -> bool:
        """Whether a stretch can be a subject without a determiner: `ether fraction`, `toluene (2 mL)`."""
        inside = self.tokens[start:end]
        behind = self.tokens[end + 1] if end + 1 < len(self.tokens) else None
        measured = any(t.kind in ("quantity", "group") for t in inside) or (
            behind is not None and any(t.kind == "quantity" for t in behind.inner)
        )
        if verb.base == "repeat" and len(inside) > 1 and inside[0].low in _THIS:
            return True  # `This procedure | repeated two more times`
        if not measured and not (inside and inside[-1].low in WORDS["references"] | WORDS["bare subjects"]):
            return False
        return not any(
            WORDS.has(t.low, "prepositions", "pronouns") or t.dimension in ("time", "temp") or self.is_adverb(start + k)
            for k, t in enumerate(inside)
        )

    def comes_out(self, at: int) -> bool:
        """Whether a solid separates by itself: `the product | separated`, but `the layers separated`."""
        verb = LEXICON.verb(self.tokens[at].low)
        if verb is None or at == 0:
            return False
        head = self.tokens[at - 1].low
        following = self.tokens[at + 1].low if at + 1 < len(self.tokens) else ""
        dissolves = verb.base == "dissolve" and following in ("", ",", ".", "but", "while")
        if verb.action not in ("separate", "precipitate") and not dissolves:
            return False
        if head in WORDS["workup.layers"] or following in ("by", "with", "using", "via"):
            return False
        return self.has_subject(at) and not self.is_reduced(at) and not self.is_adverb(at - 1)

    def goes_by_itself(self, at: int, verb: Verb) -> bool:
        """Whether the contents warm or cool by themselves: `The mixture slowly | warmed to room temperature and …`."""
        if verb.action not in ("heat", "cool") or at + 1 >= len(self.tokens) or self.is_reduced(at):
            return False
        back = self._before(at)
        to = next((t.low for t in self.tokens[at + 1 :] if not t.low.endswith("ly")), "")
        return (
            to in ("to", "back to", "up to") and 0 <= back < _SUBJECT and self.tokens[back].low in WORDS["references"]
        )

    def has_subject(self, at: int) -> bool:
        """Whether the words before a finite verb can be its subject."""
        if at == 0:
            return False
        previous = self.tokens[at - 1]
        if WORDS.has(previous.low, "determiners", "being"):
            return False
        verb = LEXICON.verb(self.tokens[at].low)
        alone = verb is not None and verb.happens == "alone"
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if alone and following is not None and following.kind == "word" and not self.functional(following):
            return False
        return not (alone and (self.is_adverb(at - 1) and at == 1))

    def is_compound(self, at: int) -> bool:
        """Whether the name of an action only describes the noun after it: `reflux | condenser`, `cooling | bath`."""
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if following is not None and following.low in ("bath", "baths", "mantle", "block", "plate"):
            return True
        if following is None or following.kind != "word" or following.low == "of" or self.functional(following):
            return False
        verb = LEXICON.verb(self.tokens[at + 1].low)
        return not (following.low in WORDS["being"] or (verb is not None and verb.happens))

    def describes_action(self, at: int) -> bool:
        """Whether a word is part of the name of an action: `column | chromatography`."""
        verb = LEXICON.verb(self.tokens[at + 1].low, "noun") if at + 1 < len(self.tokens) else None
        return verb is not None and self.tokens[at].low in WORDS["of actions"]

    def _before(self, at: int, *lists: str) -> int:
        """The index of the nearest token before that is neither an adverb nor in some lists of words; -1 if none is."""
        back = at - 1
        while back >= 0 and (self.is_adverb(back) or WORDS.has(self.tokens[back].low, *lists)):
            back -= 1
        return back

    def is_alternative(self, at: int) -> bool:
        """Whether only `or` links the name of an action to what is before it."""
        back = self._before(at, "of actions")
        return back >= 0 and self.tokens[back].low == "or"

    def joins(self, at: int, end: int) -> bool:
        """Whether `and` or a comma precedes the name of an action and the words that describe it."""
        back = self._before(at, "of actions")
        return back >= end and (self.tokens[back].low in WORDS["conjunctions"] or self.tokens[back].low == ",")

    def heads_clause(self, at: int) -> bool:
        """Whether the name of an action is the first noun of its clause: `Subsequent evaporation of …`."""
        back = self._before(at, "of actions", "fillers")
        return back < 0 or self.tokens[back].kind == "mark" or self.tokens[back].low in WORDS["conjunctions"]

    def goes_on(self, at: int) -> bool:
        """Whether a finite verb follows the name of an action: `Evaporation … gave`, or `was done`."""
        first = all(t.kind != "mark" and t.low not in WORDS["conjunctions"] for t in self.tokens[:at])
        for place in range(at + 1, len(self.tokens)):
            token = self.tokens[place]
            if first and token.low in WORDS["being"]:
                return not any(t.low in ("not", "unnecessary", "optional") for t in self.tokens[place + 1 : place + 4])
            if self._comes_of_it(place):
                return True
        return False

    def _comes_of_it(self, at: int) -> bool:
        """Whether a finite verb says what an action yielded or that it was done: `gave`, `left | the`, `followed`."""
        low, following = self.tokens[at].low, self.tokens[at + 1].low if at + 1 < len(self.tokens) else ""
        if low == "left":
            return WORDS.has(following, "determiners") or following in ("behind", "crude", "pure")
        verb = LEXICON.verb(low)
        told = verb is not None and verb.happens == "object" and LEXICON.verbs[low].kinds & {"past", "third"}
        return bool(told) or (low in ("followed", "ensued") and following != "by")

    def is_note(self, at: int) -> bool:
        """Whether a sentence without a finite verb reports an action: `Addition of water and extraction with …`."""
        following = self.tokens[at + 1].low if at + 1 < len(self.tokens) else ""
        if following not in ("of", "with", "by", "from", "using", "under", "through", "in", "over"):
            return False
        return len(self.tokens) > _NOTE and not any(
            t.low in WORDS["being"] or (LEXICON.verb(self.tokens[k].low) is not None and self._is_finite(k))
            for k, t in enumerate(self.tokens)
        )

    def _is_finite(self, at: int) -> bool:
        kinds = LEXICON.verbs[self.tokens[at].low].kinds
        return bool(kinds & {"past", "third"}) and not kinds & {"noun"}

    def gives(self, at: int) -> bool:
        """Whether the text says what an action yielded: `Cooling the solution | afforded`."""
        for place in range(at + 1, len(self.tokens)):
            low = self.tokens[place].low
            if low == "," or (low in WORDS["being"] and low != "will"):
                return False
            verb = LEXICON.verb(low)
            will = self.tokens[place - 1].low == "will" and verb is not None and verb.happens == "object"
            if self._comes_of_it(place) or will:
                return True
        return False

    def is_measured_after(self, at: int) -> bool:
        """Whether an amount follows before the next comma."""
        for token in self.tokens[at : at + 12]:
            if token.low == ",":
                return False
            if token.kind == "quantity" or any(t.kind == "quantity" for t in token.inner):
                return True
        return False

    def says_complete(self, at: int) -> bool:
        """Whether the text only says that an earlier action is over: `after addition of A was complete`."""
        for token in self.tokens[at:]:
            if token.low == ",":
                return False
            if token.low in ("complete", "completed", "finished", "over", "done"):
                return True
        return False

    def fronted_ends(self, at: int) -> bool:
        """Whether a fronted phrase may end here without a comma: `To a beaker | add`, `To the ester (5 g) | add`."""
        token = self.tokens[at]
        use = LEXICON.verbs.get(token.low)
        first = max((k + 1 for k in range(at) if self.tokens[k].low == ":"), default=0)  # `Title: In a flask | mix`
        return (
            self.tokens[first].low in WORDS["fronting"]
            and at > first
            and (
                (use is not None and "noun" in use.kinds and "base" not in use.kinds)
                or token.low in LEXICON.vessels
                or token.low in WORDS["references"]
                or (token.kind == "quantity" and not (token.dimension == "time" and self.tokens[first].low == "for"))
                or any(one.kind == "quantity" for one in token.inner)
                or (len(token.text) == 1 and (token.text.isdigit() or token.text.isupper()))
                or token.low in ("dissolved", "cool")
            )
        )
