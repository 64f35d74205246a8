"""Split the words of a clause into phrases: each a preposition (or none) with the words that it governs."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.quantities import CARRIED
from clairify_cli.english.tokens import Token
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.nouns.lists import amounts
from clairify_cli.records import dataclass, field

_RATIO = late(r"\d{1,3}(?:\.\d+)?(?::\d{1,3}(?:\.\d+)?){1,3}\Z")


@dataclass(slots=True)
class Phrase:
    """Words with what governs them.

    `kind` is a preposition or subordinator as in the lexicon, `""` for what a verb takes directly, or one of
    `manner`, `times`, `filler`, `group`, `purpose`. `head` is the token of the preposition, if there is one.
    """

    kind: str
    tokens: list[Token] = field(default_factory=list)
    head: Token | None = None

    @property
    def start(self) -> int:
        return self.head.start if self.head is not None else self.tokens[0].start

    @property
    def end(self) -> int:
        return self.tokens[-1].end if self.tokens else (self.head.end if self.head else 0)


def phrases(tokens: list[Token]) -> list[Phrase]:
    """The phrases of a stretch of a clause, in order."""
    return _Splitter(tokens).split()


def _ends_event(token: Token) -> bool:
    """Whether a token may end the name of a past event: `consumption of the ketone (18 h)`."""
    if token.kind != "group":
        return token.low in WORDS["references"]
    return not any(t.dimension in ("mass", "volume") for t in token.inner)


class _Splitter:
    """Splits one stretch of tokens."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.made: list[Phrase] = []
        self.current = Phrase("")

    def split(self) -> list[Phrase]:
        at = 0
        while at < len(self.tokens):
            at = self._take(at)
        self._close()
        return [phrase for phrase in self.made if phrase.tokens or phrase.head is not None]

    def _close(self, kind: str = "", head: Token | None = None) -> None:
        """End the current phrase and begin another."""
        tokens = self.current.tokens
        while tokens and (tokens[-1].kind == "mark" or tokens[-1].low in WORDS["conjunctions"]):
            tokens.pop()
        while (
            tokens and self.current.kind == "" and (tokens[0].kind == "mark" or tokens[0].low in WORDS["conjunctions"])
        ):
            tokens.pop(0)
        if tokens or self.current.head is not None:
            self.made.append(self.current)
        self.current = Phrase(kind, [], head)

    def _single(self, kind: str, tokens: list[Token]) -> None:
        """Add a separate phrase; the phrase being collected continues after it only if it is still empty."""
        keep = self.current if not self.current.tokens and self.current.head is None else None
        self._close()
        self.made.append(Phrase(kind, tokens))
        self.current = keep or Phrase("")

    def _take(self, at: int) -> int:
        """Put the token at `at` where it belongs, and return the index to continue at."""
        token = self.tokens[at]
        current = self.current
        if current.kind in WORDS["open-ended"] and current.head is not None:
            if token.low in (",", ";"):
                self._close()
            else:
                current.tokens.append(token)
            return at + 1
        if token.low in ("to", "in order to") and self._purpose(at):
            # Like a condition, a purpose extends to the next comma.
            self._close("purpose", token)
            end = at + 1
            while end < len(self.tokens) and self.tokens[end].low not in (",", ";"):
                self.current.tokens.append(self.tokens[end])
                end += 1
            self._close()
            return end
        if token.low in WORDS["subordinators"] and not (
            (token.low in ("so", "that", "once", "since", "due", "even") and current.tokens and self._last(at))
            or self._is_number(at)
            or (token.low == "that" and current.head is not None and not current.tokens)  # `to | that solution`
        ):
            self._close(token.low, token)
            if token.low not in WORDS["open-ended"]:
                self.current.kind = "which"
            return at + 1
        if token.low in WORDS["prepositions"] or token.low == "for a total of":
            return self._preposition(at)
        return self._content(at)

    def _preposition(self, at: int) -> int:
        """Begin a preposition's phrase, unless it is part of a name, and return the index to continue at."""
        token = self.tokens[at]
        describes = token.low in ("above", "below") and at and self.tokens[at - 1].low in WORDS["determiners"]
        if describes or self._within_name(at):
            self.current.tokens.append(token)
            return at + 1
        self._close(token.low, token)
        return at + 1

    def _content(self, at: int) -> int:
        """Put a word that is not a preposition into its phrase, new or current, and return the index to continue at."""
        token, current = self.tokens[at], self.current
        if token.low in ("keeping", "maintaining") and current.head is not None and current.tokens:
            self._close("keeping", token)  # `over a period of 4 h | keeping the temperature | below 3 °C`
            return at + 1
        measured = token.kind == "quantity" or any(amounts(one) for one in self.tokens[at + 1 : at + 4])
        named = token.kind == "word" and measured and not self._functional(token)
        begins = token.dimension in CARRIED or (named and current.kind in ("with", "over"))
        if (token.low in ("a", "an", "the") or begins) and self._is_measure():
            self._close()  # `was added over 20 min | a solution of A`, `over 10 min | 5 g of A`, `with stirring | A`
            current = self.current
        if token.low == "," and self._is_measure():
            self._close()  # `over 2 h, | allyl bromide`
            return at + 1
        if token.low == ":" and current.tokens and not self._amount_after(at) and not self._joins(at):
            self._close()
            return at + 1
        behind = self._apart(at)
        if behind is not None:
            return behind
        if token.dimension in ("time", "temp", "stir_speed", "pressure") and self._full():
            self._close()
        if self._after_reference(at):
            self._close()
        current = self.current
        if token.kind == "mark" and not current.tokens:
            return at + 1
        current.tokens.append(token)
        return at + 1

    def _apart(self, at: int) -> int | None:
        """Take words that form their own phrase: adverbs, numbers of times, fillers, `, stirring well,`.

        Return the index to continue at, or None if there are no such words here.
        """
        token = self.tokens[at]
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if token.low in ("in vacuo", "in total"):
            self._single("manner", [token])
            return at + 1
        size = self._times(at)
        if size:
            self._single("times", self.tokens[at : at + size])
            return at + size
        if token.low in ("finally", "lastly", "then") and self.current.kind == "with" and self._lists(at):
            return at + 1  # `with water (5 mL) and finally ether (5 mL)`
        describes = (
            at > 0 and self.tokens[at - 1].low in WORDS["determiners"]
        )  # `to a | vigorously | stirring solution`
        if not describes and self._is_manner(token, following):
            self._single("manner", [token])
            return at + 1
        if token.low in WORDS["fillers"] and self._is_filler(token, following):
            self._single("filler", [token])
            return at + 1
        if token.low in WORDS["stirring"] and at and self.tokens[at - 1].low == ",":
            self._close("while")
            while at < len(self.tokens) and self.tokens[at].low != ",":
                self.current.tokens.append(self.tokens[at])
                at += 1
            self._close()
            return at
        return None

    # ---------------------------------------------------------------- questions

    def _is_measure(self) -> bool:
        """Whether the phrase is only a duration or a temperature, or `with stirring`."""
        tokens = [t for t in self.current.tokens if t.low not in WORDS["lead"]]
        if self.current.kind == "with" and tokens and tokens[-1].low in WORDS["stirring"]:
            return True
        return self.current.head is not None and bool(tokens) and all(t.dimension in ("time", "temp") for t in tokens)

    def _is_ratio(self, at: int) -> bool:
        """Whether a colon is part of a blend: `95:5 propanol : water`, `hexane : ether (2:1, 5 mL)`."""
        around = [*self.current.tokens, *self.tokens[at + 1 : at + 4]]
        inner = [one for token in around for one in (token, *token.inner)]
        return self.tokens[at - 1].end < self.tokens[at].start and any(_RATIO.match(one.text) for one in inner)

    def _lists(self, at: int) -> bool:
        """Whether a further member of a list with an amount follows: `5 mL of water, | 5 mL of ether`."""
        listed = bool(self.current.tokens) and (
            self.current.tokens[-1].low == "," or self.current.tokens[-1].low in WORDS["conjunctions"]
        )
        return listed and any(one.kind == "quantity" or amounts(one) for one in self.tokens[at + 1 : at + 4])

    def _amount_after(self, at: int) -> bool:
        """Whether a colon only sets off the amount of the thing before it: `water: 20 mL`."""
        rest = self.tokens[at + 1 : at + 3]
        amount = self.current.kind == "" and bool(rest) and rest[0].kind == "quantity"
        return amount and (len(rest) < 2 or self._functional(rest[1]))

    def _after_reference(self, at: int) -> bool:
        """Whether another thing begins after the destination: `to the reaction mixture | HOBt (5 g)`."""
        token, tokens = self.tokens[at], self.current.tokens
        if len(tokens) < 2 or token.kind not in ("word", "quantity") or len(token.text) < 2:
            return False
        if self.current.kind == "to":
            ends = tokens[0].low in WORDS["definite"] and tokens[-1].low in WORDS["references"]
        else:  # `after completion of the reaction | water (5 mL)`, `after consumption of A (18 h) | water (5 mL)`
            after = self.current.kind in ("after", "upon", "on", "following")
            ends = after and "of" in [t.low for t in tokens] and _ends_event(tokens[-1])
        if not ends:
            return False
        if WORDS.has(token.low, "references", "contain") or LEXICON.verb(token.low, "past") is not None:
            return False
        return any(one.kind == "group" or one.dimension in CARRIED for one in self.tokens[at : at + 6])

    def _last(self, at: int) -> bool:
        return at + 1 == len(self.tokens) or self.tokens[at + 1].kind == "mark"

    def _full(self) -> bool:
        """Whether the phrase holds more than determiners, so a time or temperature starts a new one."""
        return any(not WORDS.has(t.low, "determiners", "lead") and t.kind != "mark" for t in self.current.tokens)

    def _purpose(self, at: int) -> bool:
        """`to` before a verb: `to dissolve the salt`."""
        if at + 1 >= len(self.tokens):
            return False
        following = self.tokens[at + 1]
        use = LEXICON.verbs.get(following.low)
        if following.low in WORDS["purposes"]:
            return True
        if use is None or "base" not in use.kinds or following.low in LEXICON.places:
            return False
        after = self.tokens[at + 2] if at + 2 < len(self.tokens) else None
        return (
            not use.verb.adjective
            or after is None
            or after.kind == "mark"
            or WORDS.has(after.low, "determiners", "prepositions", "pronouns")
        )

    def _within_name(self, at: int) -> bool:
        """Whether a preposition is part of a name: `tequila mixed with Cointreau`, `a jar with 250 mL of water`."""
        current, token = self.current, self.tokens[at]
        if not current.tokens:
            return False
        last = current.tokens[-1]
        if token.low == "on" and at + 1 < len(self.tokens) and self.tokens[at + 1].low in WORDS["supports"]:
            bare = last.kind == "word" and not WORDS.has(last.low, "references")
            given = any(amounts(one) for one in self.tokens[at + 2 : at + 4])
            return last.low in WORDS["supported"] or (bare and given)  # `NaIO4 on silica (5 g)`
        plain = token.text.lower() == "with"  # and not `together with`
        if plain and current.kind in WORDS["goals"] and last.low in LEXICON.vessels:
            return self._holds(at + 1)
        if last.kind == "word" and len(current.tokens) > 1 and token.low in ("with", "in", "from", "by", "to"):
            participle = last.low.endswith("ed") or LEXICON.verb(last.low, "past") is not None
            return participle and last.low not in LEXICON.vessels and current.kind not in ("for", "at", "until")
        return False

    def _holds(self, at: int) -> bool:
        """Whether `with` is followed by contents, rather than by a tool or by stirring."""
        stop = WORDS["tools"] | WORDS["stirring"] | WORDS["heating"] | WORDS["manner"]
        if any(token.low in WORDS["filled"] for token in self.tokens[at : at + 8]):
            return True
        for token in self.tokens[at : at + 4]:
            if token.low in stop or token.kind == "mark":
                return False
        return at < len(self.tokens)

    def _times(self, at: int) -> int:
        """The number of tokens that give a repeat count: `twice`, `3 times`, `three more times`, `3x`."""
        low = self.tokens[at].low
        if low in LEXICON.numbers["times"]:
            return 1 if low != "once" or self._last(at) or self._is_number(at) else 0
        if low in ("another", "a"):
            size = self._times(at + 1) if at + 1 < len(self.tokens) else 0
            return size + 1 if size > 1 else 0
        if low.isdigit() or low in LEXICON.numbers["small"] or low in WORDS["several"]:
            for size in (1, 2):
                if at + size < len(self.tokens) and self.tokens[at + size].low in ("times", "time", "x", "×"):
                    return size + 1
                if at + size < len(self.tokens) and self.tokens[at + size].low not in ("more", "further", "additional"):
                    return 0
        amount = [t for t in self.current.tokens if t.low not in ("of", "a")][-1:]
        strength = bool(amount) and amount[0].dimension == "volume" and not self._last(at)  # `25 mL of 20x PBS`
        return 1 if low[:-1].isdigit() and low.endswith(("x", "×")) and not strength else 0

    def _joins(self, at: int) -> bool:
        """Whether a colon is part of a ratio or joins two solvents: `1 : 1`, `hexane:toluene`."""
        close = at + 1 < len(self.tokens) and self.tokens[at + 1].start == self.tokens[at].end
        return self._is_ratio(at) or (close and self.current.tokens[-1].end == self.tokens[at].start)

    def _is_number(self, at: int) -> bool:
        """Whether `once` says how often: `washed once with water`."""
        after = self.tokens[at + 1].low if at + 1 < len(self.tokens) else ""
        return self.tokens[at].low == "once" and after in ("with", "by", "using", "more")

    def _is_manner(self, token: Token, following: Token | None) -> bool:
        """Whether an adverb describes the action, rather than the word after it (`freshly distilled`)."""
        adverb = token.low.endswith("ly") and len(token.low) > 4 and token.low not in WORDS["not_manner"]
        if token.low not in WORDS["manner"] and not adverb:
            return False
        if token.low == "very":
            return following is None or following.kind == "mark"
        if token.low not in WORDS["manner"] or token.low in WORDS["manner at the end"]:
            return following is None or following.kind != "word" or self._functional(following)
        low = following.low if following is not None else ""
        return LEXICON.verb(low, "past") is None or LEXICON.verb(low, "base") is not None

    def _is_filler(self, token: Token, following: Token | None) -> bool:
        """Whether a word that may be a filler is one here: no content word follows."""
        if self.current.tokens:
            timed = self.current.tokens[-1].quantity
            if token.low == "later" and timed is not None and timed.dimension == "time":
                return False  # `30 min later`
            return following is None or following.kind == "mark" or self._functional(following)
        return following is None or following.kind != "word" or self._functional(following)

    def _functional(self, token: Token) -> bool:
        """Whether a word is not a content word."""
        closed = ("prepositions", "conjunctions", "determiners", "manner", "subordinators", "fillers")
        return WORDS.has(token.low, *closed)
