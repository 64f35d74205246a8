"""What the words around a place in a sentence say: whether a word is a verb there, and where a condition ends."""

from __future__ import annotations

from clairify_cli.reader.lexicon import Lexicon, Verb, lexicon
from clairify_cli.reader.tokens import Token

FRONTING = frozenset(
    ("after", "once", "when", "if", "in", "into", "to", "using", "on", "while", "before", "as soon as", "with")
)
"""Words that open a phrase in front of a clause."""

_AFTER_VERB = frozenset(("the", "it", "them", "this", "your", "these", "everything"))
_KNOWN = (
    "determiners", "pronouns", "auxiliaries", "conjunctions", "prepositions", "subordinators", "fillers", "manner",
    "portion", "references", "tools", "lead", "contain", "remarks", "stirring", "heating",
)  # fmt: skip


class Surroundings:
    """Questions about the places of one sentence."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.table: Lexicon = lexicon()
        self.words = self.table.words

    def is_open(self, at: int) -> bool:
        """Whether a subordinator opens no clause here: `while stirring`, `, which was filtered`, `once` as a number."""
        low = self.tokens[at].low
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if following is None:
            return True
        if low in ("while", "whilst", "when", "before", "after", "just before"):
            use = self.table.verbs.get(following.low)
            place = at + 1
            while use is None and place + 1 < len(self.tokens) and self.tokens[place].low in self.words["manner"]:
                place += 1
                use = self.table.verbs.get(self.tokens[place].low)
            return use is not None and "ing" in use.kinds and low != "when"
        if low == "which":
            return following.low in self.words["being"] and at > 0 and self.tokens[at - 1].low in (",", "and")
        return low in ("once", "so", "that") and (
            following.kind == "mark" or low == "that" or following.low in self.words["prepositions"]
        )

    def resumes(self, at: int, *, passive: bool) -> bool:
        """Whether the main clause goes on here, after a condition: `until dissolved and | then add`."""
        while at < len(self.tokens) and (
            self.tokens[at].low in self.words["manner"]
            or self.tokens[at].low in self.words["fillers"]
            or self.tokens[at].low == "then"
        ):
            at += 1
        if at >= len(self.tokens):
            return False
        use = self.table.verbs.get(self.tokens[at].low)
        if use is not None and ("base" in use.kinds or (passive and "past" in use.kinds)):
            return self.is_verb(at, use.verb)
        return passive and self.tokens[at].low in self.words["determiners"]

    def breaks_in(self, at: int) -> bool:
        """A condition in front that no comma ends: `Once dissolved | add 5 g`."""
        if at < 2:
            return False
        use = self.table.verbs.get(self.tokens[at].low)
        previous = self.tokens[at - 1].low
        return (
            use is not None
            and "base" in use.kinds
            and use.verb.action in ("add", "pour", "repeat", "stir")
            and previous not in self.words["auxiliaries"]
            and previous != "to"
            and previous not in self.words["determiners"]
        )

    def is_verb(self, at: int, verb: Verb, *, first: bool = False) -> bool:
        """Whether a base form is a verb here, and not a noun or adjective in a list (`sugar, dry yeast and water`)."""
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if first and at > 0 and following is not None and verb.base in self.words["adjectival"]:
            return following.kind != "word" or self.functional(following)
        if at == 0 or not verb.adjective or first:
            return True
        if following is None or following.kind != "word":
            return True
        if all(
            t.kind == "mark"
            or t.low in self.words["conjunctions"]
            or t.low in self.words["fillers"]
            or t.low in self.words["manner"]
            for t in self.tokens[max(0, at - 1) : at]
        ) and (self.tokens[at - 1].low in ("then",) or self.tokens[at - 1].low == ";"):
            return True
        return self.functional(following)

    def is_unknown(self, at: int) -> bool:
        """Whether a word that the lexicon has not is a verb: `zap it`, `tickle the beaker`."""
        token, words = self.tokens[at], self.words
        if not token.low.isalpha() or len(token.low) < 3 or token.low.endswith("ly") or at + 1 >= len(self.tokens):
            return False
        following = self.tokens[at + 1].low
        if following not in _AFTER_VERB or any(token.low in words[name] for name in _KNOWN):
            return False
        return not any(t.low in words["being"] for t in self.tokens)

    def functional(self, token: Token) -> bool:
        words = self.words
        return (
            token.low in words["prepositions"]
            or token.low in words["determiners"]
            or token.low in words["conjunctions"]
            or token.low in words["manner"]
            or token.low in words["fillers"]
            or token.low in words["pronouns"]
            or token.low in words["subordinators"]
            or token.low in self.table.vessels
            or token.low in self.table.places
            or token.low == "in vacuo"
            or token.low.endswith("ly")
            or token.low in words["references"]
            or token.low in self.table.numbers["times"]
        )

    def participle(self, at: int) -> bool:
        """Whether a past form goes on a passive, rather than describing the noun after it (`chilled ether`)."""
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        return (
            following is None
            or following.kind != "word"
            or (self.functional(following) and following.low not in self.words["references"])
        )

    def elided_subject(self, at: int) -> int | None:
        """`and the mixture | stirred`: where the conjunction stands, if a short subject follows it."""
        for back in range(at - 1, max(-1, at - 7), -1):
            low = self.tokens[back].low
            if low in self.words["conjunctions"] or low in (",", ";"):
                return back if back + 1 < at and self.tokens[back + 1].low in ("the", "this", "it") else None
            if low in self.words["prepositions"] or self.tokens[back].kind == "quantity" or low in self.words["being"]:
                return None
        return None

    def fronted_ends(self, at: int) -> bool:
        """Whether a phrase in front may end here without a comma: `To a beaker | add`."""
        token = self.tokens[at]
        return (
            self.tokens[0].low in FRONTING
            and at > 0
            and (
                token.low in self.table.vessels
                or token.kind == "quantity"
                or (len(token.text) == 1 and (token.text.isdigit() or token.text.isupper()))
                or token.low in ("dissolved", "cool")
            )
        )
