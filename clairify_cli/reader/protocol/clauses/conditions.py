"""Clauses opened within a sentence by `while`, `once`, `which` and the like: which of them say what to do."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.reader.protocol.clauses.surroundings import Surroundings, second_phrase

_NO_STEP = frozenset(("none", "remark", "use", "redo", "aspect"))
_CLAUSE = 40
_SUBJECT = 6
"""The auxiliary of the next action is within this many tokens after `and then`."""


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
        while at < len(self.tokens) and (
            WORDS.has(self.tokens[at].low, "manner", "fillers") or self.tokens[at].low == "then"
        ):
            at += 1
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
        being = None
        numbers = False
        for place in range(at + 1, min(len(tokens), at + _CLAUSE)):
            token = tokens[place]
            following = tokens[place + 1].low if place + 1 < len(tokens) else ""
            if token.low in (",", ";") and following not in WORDS["finite"]:
                break
            numbers = (
                numbers
                or token.kind == "quantity"
                or (token.kind == "group" and any(t.kind == "quantity" for t in token.inner))
            )
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
        place = at + 1
        while place < len(self.tokens) and (self.is_adverb(place) or self.tokens[place].low in WORDS["of actions"]):
            place += 1
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
