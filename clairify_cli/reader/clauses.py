"""From a sentence to clauses: each predicate with the words that belong to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from clairify_cli.reader.lexicon import Verb, lexicon
from clairify_cli.reader.predicate import LINKS, Predicate
from clairify_cli.reader.predicates import predicates
from clairify_cli.reader.surroundings import FRONTING
from clairify_cli.reader.tokens import Token

_FRONT = 4
"""Before this token a gerund opens its sentence, and a comma ends it: `After cooling the flask, …`."""


@dataclass(slots=True)
class Clause:
    """One predicate with the words around it.

    `before` are the tokens ahead of it that are not its subject, `subject` those of a passive's subject, `after` those
    that follow; `using` names a tool. `link` is the word that ties a gerund to its neighbours; `aspect` is `start stop
    continue` where another verb says so; `let` means that the process is allowed to happen rather than driven.
    """

    verb: Verb
    kind: str
    predicate: list[Token]
    before: list[Token] = field(default_factory=list)
    subject: list[Token] = field(default_factory=list)
    after: list[Token] = field(default_factory=list)
    link: str = ""
    aspect: str = ""
    let: bool = False
    using: list[Token] = field(default_factory=list)

    @property
    def tokens(self) -> list[Token]:
        return [*self.before, *self.subject, *self.predicate, *self.using, *self.after]


def clauses(tokens: list[Token]) -> list[Clause]:
    """The clauses of a sentence, in the order in which they are to be done."""
    found = predicates(tokens)
    made: list[Clause] = []
    left = 0
    for number, predicate in enumerate(found):
        right = _cut(tokens, predicate, found[number + 1]) if number + 1 < len(found) else len(tokens)
        made.append(_clause(tokens, predicate, left, right))
        left = right
    if len(made) > 1 and made[0].link == "before":
        made[0], made[1] = made[1], made[0]
    for at in range(1, len(made)):
        if made[at].link == "after" and made[at].kind == "passive":
            made[at - 1], made[at] = made[at], made[at - 1]
    return made


def _clause(tokens: list[Token], predicate: Predicate, left: int, right: int) -> Clause:
    held = tokens[predicate.held[0] : predicate.held[1]]
    spoken = [t for t in tokens[predicate.start : predicate.end] if not any(t is h for h in held)]
    clause = Clause(
        predicate.verb, predicate.kind, spoken, link=predicate.link, aspect=predicate.aspect, let=predicate.let
    )
    ahead = tokens[left : predicate.start]
    clause.using = held if predicate.tool else []
    clause.after = [*([] if predicate.tool else held), *tokens[predicate.end : right]]
    if predicate.given is not None and clause.after:
        clause.after[0] = replace(clause.after[0], low="with")
    if predicate.kind != "passive" or predicate.inverted:
        clause.before = ahead
    elif predicate.opened_by is not None and predicate.opened_by >= left:
        cut = predicate.opened_by + 1 - left
        clause.before, clause.subject = ahead[:cut], ahead[cut:]
    else:
        clause.before, clause.subject = _split_subject(ahead)
    return clause


def _split_subject(ahead: list[Token]) -> tuple[list[Token], list[Token]]:
    """A passive's fronted phrases and its subject: `After 5 minutes, | the salt`.

    A finite verb in front that is no predicate (`The flask was zapped and | the salt`) belongs to neither.
    """
    words = lexicon().words
    start = 0
    finite = [at for at, token in enumerate(ahead) if token.low in words["being"]]
    if finite:
        start = next((at for at in range(finite[-1], len(ahead)) if _is_separator(ahead[at], words)), 0)
    while start < len(ahead) and (
        ahead[start].kind == "mark" or ahead[start].low in words["conjunctions"] or ahead[start].low in words["fillers"]
    ):
        start += 1
    if start < len(ahead) and (ahead[start].low in words["prepositions"] or ahead[start].low in words["subordinators"]):
        commas = [at for at in range(start, len(ahead)) if ahead[at].low == ","]
        cut = commas[0] + 1 if commas else len(ahead)
        return ahead[:cut], ahead[cut:]
    return ahead[:start], ahead[start:]


def _is_separator(token: Token, words: dict[str, frozenset[str]]) -> bool:
    return token.kind == "mark" or token.low in words["conjunctions"]


def _cut(tokens: list[Token], before: Predicate, following: Predicate) -> int:
    """Where the words of the next predicate begin, between the end of the one before and its own start."""
    words, low = lexicon().words, before.end
    fronted = before.kind in ("gerund", "noun") and before.link and before.start < _FRONT
    comma = next((at for at in range(low, following.start) if tokens[at].low == ","), None) if fronted else None
    if comma is not None:
        return comma
    high = following.start
    if following.opened_by is not None and following.opened_by >= low:
        return _before_opener(tokens, low, following.opened_by, words)
    if following.subject_from is not None:
        return max(low, following.subject_from)
    if following.kind == "finite":
        cut = _before_subject(tokens, low, high, words)
        return high if cut is None else cut
    if following.kind == "passive" and not following.inverted:
        cut = _before_subject(tokens, low, high, words)
        if cut is not None:
            return cut
    cut = high
    if following.link:
        while cut > low and tokens[cut].low != following.link:
            cut -= 1
        while cut > low and _is_separator(tokens[cut - 1], words):
            cut -= 1
        return cut
    while cut > low and (
        tokens[cut - 1].low in words["manner"]
        or tokens[cut - 1].low in words["fillers"]
        or tokens[cut - 1].low in LINKS
    ):
        cut -= 1
    if cut > low and not _is_separator(tokens[cut - 1], words) and following.kind != "gerund" and not following.link:
        cut = high
    while cut > low and _is_separator(tokens[cut - 1], words):
        cut -= 1
    return _with_fronted(tokens, low, cut, words)


def _before_opener(tokens: list[Token], low: int, opener: int, words: dict[str, frozenset[str]]) -> int:
    """Where a clause with a subordinator begins: `…, | to which`, `… | while`."""
    cut = opener
    if cut > low and tokens[cut].low == "which" and tokens[cut - 1].low in words["prepositions"]:
        cut -= 1
    while cut > low and _is_separator(tokens[cut - 1], words):
        cut -= 1
    return cut


def _before_subject(tokens: list[Token], low: int, high: int, words: dict[str, frozenset[str]]) -> int | None:
    """The separator before a passive's subject: the last one that a determiner follows, else the first `and`."""
    first = None
    for at in range(high - 1, low - 1, -1):
        if not _is_separator(tokens[at], words):
            continue
        if at + 1 < high and (tokens[at + 1].low in words["determiners"] or tokens[at + 1].low == "which"):
            return at
        if tokens[at].kind != "mark" or tokens[at].low == ";":
            first = at
    return first


def _with_fronted(tokens: list[Token], low: int, cut: int, words: dict[str, frozenset[str]]) -> int:
    """Give the next predicate the phrase in front of it: `stir, then | after 5 minutes, | add`."""
    if cut >= len(tokens) or tokens[cut].low != ",":
        return cut
    for at in range(cut - 1, max(low, cut - 14) - 1, -1):
        opens = at + 1 < cut and (tokens[at + 1].low in FRONTING)
        if opens and (tokens[at].low in words["conjunctions"] or tokens[at].low == ";"):
            first = at
            while first > low and _is_separator(tokens[first - 1], words):
                first -= 1
            return first
    return cut
