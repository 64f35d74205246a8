"""The predicates of a sentence: its verbs that make something happen, and what kind each is.

A predicate is an imperative (`stir`), a passive (`was then stirred`, and `, filtered` after one), a gerund or a name of
an action that is a step of its own (`after stirring`, `followed by addition of`), or one verb handed on by another
(`let it cool`, `start stirring`).
"""

from __future__ import annotations

from dataclasses import dataclass

from clairify_cli.reader.lexicon import Lexicon, Verb, lexicon
from clairify_cli.reader.surroundings import Surroundings
from clairify_cli.reader.tokens import Token

LINKS = frozenset(
    (
        "after",
        "before",
        "by",
        "while",
        "whilst",
        "when",
        "upon",
        "on",
        "following",
        "followed by",
        "with",
        "without",
        "during",
        "under",
    )
)
_AFTER = frozenset(("after", "followed by", "upon", "on", "following", "before"))
_ALONG = frozenset(("while", "whilst", "when", "with", "under", "during", "without"))
_LET_REACH = 9


_WAIT = Verb("wait", "wait")
_UNKNOWN = Verb("", "none")


@dataclass(slots=True)
class Predicate:
    """A predicate by its place among the tokens of the sentence: from `start` to `end`, end exclusive."""

    start: int
    end: int
    verb: Verb
    kind: str
    link: str = ""
    aspect: str = ""
    let: bool = False
    held: tuple[int, int] = (0, 0)
    """Tokens within the predicate that are its object: `let | the mixture | cool`."""
    tool: bool = False
    """Whether `held` is what is used, and not the object: `use | a funnel | to add`."""
    subject_from: int | None = None
    inverted: bool = False


def predicates(tokens: list[Token]) -> list[Predicate]:
    """The predicates of a sentence, in the order of the text."""
    return _Finder(tokens).predicates()


class _Finder:
    """Finds the predicates of one sentence, from left to right."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.table: Lexicon = lexicon()
        self.words = self.table.words
        self.around = Surroundings(tokens)
        self.found: list[Predicate] = []
        self.passive = False

    def predicates(self) -> list[Predicate]:
        at, start, inside = 0, True, False
        while at < len(self.tokens):
            token = self.tokens[at]
            low = token.low
            if token.kind == "group":
                at += 1
                continue
            if token.kind == "mark":
                start = start or low in (",", ";", ":", "-", "–", "—")
                inside = inside and low not in (",", ";", ":")
                at += 1
                continue
            if low in self.words["conjunctions"]:
                inside = inside and not self.around.resumes(at + 1, passive=self.passive)
                start = not inside
                at += 1
                continue
            if inside and not (not self.found and self.around.breaks_in(at)):
                at += 1
                continue
            inside = False
            if low in self.words["subordinators"] and not self.around.is_open(at):
                inside, start = True, False
                at += 1
                continue
            predicate = self._at(at, start)
            if predicate is not None:
                self.found.append(predicate)
                self.passive = self.passive or predicate.kind == "passive"
                at, start = predicate.end, False
                continue
            start = (start and (low in self.words["manner"] or low in self.words["fillers"] or low in LINKS)) or (
                not self.found and self.around.fronted_ends(at)
            )
            at += 1
        return self.found

    # ---------------------------------------------------------------- what stands at a place

    def _at(self, at: int, start: bool) -> Predicate | None:
        """The predicate that begins at a token, if one does."""
        token = self.tokens[at]
        if token.low in self.words["being"] or token.low in self.words["modals"]:
            return self._passive(at)
        if token.low == "followed by":
            return self._followed(at)
        if token.low in ("in order to", "to"):
            return None
        use = self.table.verbs.get(token.low)
        if use is None:
            return Predicate(at, at + 1, _UNKNOWN, "imperative") if start and self.around.is_unknown(at) else None
        if "base" in use.kinds and start and self.around.is_verb(at, use.verb, first=not self.found):
            return self._imperative(at, use.verb)
        link = self._link(at)
        if "ing" in use.kinds and (start or link):
            return self._gerund(at, use.verb, link)
        if "noun" in use.kinds and (link in _AFTER or at == 0):
            return self._named(at, use.verb, link)
        if "past" in use.kinds and self.passive and self.around.participle(at):
            if start:
                return self._complement(at, use.verb, Predicate(at, at + 1, use.verb, "passive", subject_from=None))
            subject = self.around.elided_subject(at)
            if subject is not None:
                return self._complement(at, use.verb, Predicate(at, at + 1, use.verb, "passive", subject_from=subject))
        return None

    def _link(self, at: int) -> str:
        """The linking word before a gerund or a name of an action, with adverbs and `the` between allowed."""
        back = at - 1
        while (
            back >= 0
            and at - back < 4
            and (
                self.tokens[back].low in self.words["manner"]
                or self.tokens[back].low in ("the", "further", "complete")
                or self.tokens[back].low.endswith("ly")
            )
        ):
            back -= 1
        return self.tokens[back].low if back >= 0 and self.tokens[back].low in LINKS else ""

    def _imperative(self, at: int, verb: Verb) -> Predicate | None:
        return self._complement(at, verb, Predicate(at, at + 1, verb, "imperative"))

    def _complement(self, at: int, verb: Verb, plain: Predicate) -> Predicate | None:
        """Follow `let … cool`, `start stirring`, `use a spoon to stir` to the verb that is meant."""
        lets = verb.action in ("let", "use") or verb.base in ("leave", "set aside", "bring")
        if verb.action == "aspect":
            return self._aspect(plain, verb)
        if verb.base == "keep":
            kept = self._aspect(plain, verb)
            return kept if kept is not None and kept.verb is not _WAIT else plain
        if not lets:
            return plain
        limit = min(len(self.tokens), plain.end + (_LET_REACH if verb.action != "use" else 14))
        for place in range(plain.end, limit):
            token = self.tokens[place]
            if token.kind == "mark" or token.low in ("until", "for", "over"):
                break
            if token.low == "to" and verb.base != "let":
                to, use = self._base_after(place + 1)
                if use is not None and use.action not in ("let", "aspect"):
                    return Predicate(
                        plain.start,
                        to + 1,
                        use,
                        plain.kind,
                        let=verb.action != "use",
                        tool=verb.action == "use",
                        held=(plain.end, place),
                        subject_from=plain.subject_from,
                    )
            base = self.table.verbs.get(token.low)
            if (
                base is not None
                and "base" in base.kinds
                and verb.base == "let"
                and place > plain.start
                and self._lets(place)
            ):
                return Predicate(plain.start, place + 1, base.verb, plain.kind, let=True, held=(plain.end, place))
        return (
            plain
            if verb.action != "let"
            else Predicate(plain.start, plain.end, _WAIT, plain.kind, let=True, subject_from=plain.subject_from)
        )

    def _lets(self, place: int) -> bool:
        return (
            self.tokens[place - 1].low not in self.words["determiners"]
            or self.tokens[place - 1].low in self.words["pronouns"]
        )

    def _base_after(self, at: int) -> tuple[int, Verb | None]:
        """The base form at `at`, adverbs skipped."""
        while at < len(self.tokens) and (
            self.tokens[at].low in self.words["manner"] or self.tokens[at].low.endswith("ly")
        ):
            at += 1
        use = self.table.verbs.get(self.tokens[at].low) if at < len(self.tokens) else None
        return (at, use.verb) if use is not None and "base" in use.kinds else (at, None)

    def _aspect(self, plain: Predicate, verb: Verb) -> Predicate | None:
        aspect = {"stop": "stop", "finish": "stop", "cease": "stop", "start": "start", "begin": "start", "try": ""}.get(
            verb.base, "continue"
        )
        place = plain.end
        while place < len(self.tokens) and place - plain.end < 3:
            token = self.tokens[place]
            use = self.table.verbs.get(token.low)
            if use is not None and ("ing" in use.kinds or ("base" in use.kinds and self.tokens[place - 1].low == "to")):
                return Predicate(plain.start, place + 1, use.verb, plain.kind, aspect=aspect)
            if token.low not in ("to", "the", "by", "with") and token.low not in self.words["manner"]:
                break
            place += 1
        if verb.base in ("continue", "keep"):
            return Predicate(plain.start, plain.end, _WAIT, plain.kind, aspect=aspect)
        return None

    def _passive(self, at: int) -> Predicate | None:
        end = at
        being = False
        while end < len(self.tokens) and end - at < 6:
            low = self.tokens[end].low
            use = self.table.verbs.get(low)
            if use is not None and "past" in use.kinds and being and low != "set":
                start = at
                while start > 0 and (
                    self.tokens[start - 1].low in self.words["auxiliaries"]
                    or self.tokens[start - 1].low in ("also", "then", "next")
                ):
                    start -= 1
                plain = Predicate(start, end + 1, use.verb, "passive", inverted=self._inverted(start))
                return self._complement(end, use.verb, plain)
            if low in self.words["being"]:
                being = True
            elif (
                low not in self.words["auxiliaries"]
                and low not in self.words["manner"]
                and low not in self.words["fillers"]
                and not low.endswith("ly")
                and low not in ("then", "to")
            ):
                return None
            end += 1
        return None

    def _inverted(self, start: int) -> bool:
        """`To a solution of A was added B`: what stands in front is no subject."""
        back = start - 1
        while (
            back >= 0
            and self.tokens[back].low not in (";",)
            and not (self.tokens[back].low in ("and", "then") and self.found)
        ):
            back -= 1
        first = back + 1
        while first < start and (self.tokens[first].low in self.words["fillers"] or self.tokens[first].kind == "mark"):
            first += 1
        return (
            first < start
            and self.tokens[first].low in ("to", "into", "onto")
            and not any(
                t.low == "," and k + 1 < start and self.tokens[k + 1].low in self.words["determiners"]
                for k, t in enumerate(self.tokens[first:start], first)
            )
        )

    def _followed(self, at: int) -> Predicate | None:
        """`followed by 5 g of soda` adds; `followed by stirring` is the gerund, which is found on its own."""
        for place in range(at + 1, min(at + 5, len(self.tokens))):
            use = self.table.verbs.get(self.tokens[place].low)
            if use is not None and ("ing" in use.kinds or "noun" in use.kinds):
                return None
            if self.tokens[place].kind == "quantity":
                break
        return Predicate(at, at + 1, Verb("add", "add"), "imperative")

    def _gerund(self, at: int, verb: Verb, link: str) -> Predicate | None:
        previous = self.tokens[at - 1].low if at else ""
        along = verb.action in ("stir", "heat", "cool", "boil") and (
            link in _ALONG or (not link and previous not in ("and", "then", "or", ""))
        )
        if along or verb.action in ("none", "remark", "use", "let") or (not link and at == 0):
            return None
        if verb.action == "aspect":
            return None
        if link in ("by",) and self.found and self.found[-1].verb.action not in ("none", "redo", "measure"):
            return None
        if link in ("with", "under", "during", "without", "on") and verb.action not in ("add",):
            return None
        return Predicate(at, at + 1, verb, "gerund", link=link)

    def _named(self, at: int, verb: Verb, link: str) -> Predicate | None:
        if at == 0 and not any(
            t.low in self.words["being"] or t.low in ("gave", "afforded", "yielded", "provided")
            for t in self.tokens[1:]
        ):
            return None
        if verb.action in ("none", "redo", "remark"):
            return None
        looks_back = verb.action == "add" and link in ("after", "upon", "on", "following")
        if looks_back and not any(t.kind == "quantity" for t in self.tokens[at : at + 6]):
            return None  # `after complete addition of A`
        return Predicate(at, at + 1, verb, "noun", link=link)
