"""Predicates that are nouns in form: gerunds (`after cooling`) and names of actions (`Evaporation of the solvent`)."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS, Verb
from clairify_cli.reader.protocol.clauses.handing import complement
from clairify_cli.reader.protocol.clauses.predicate import Predicate
from clairify_cli.reader.protocol.clauses.surroundings import Surroundings

_SUBJECTS = 24
"""The most tokens in a list of subjects."""
_REACH = 6
"""The most tokens in `followed … by`."""
_NEVER = frozenset(("none", "redo", "remark", "aspect"))


def link_before(around: Surroundings, at: int) -> str:
    """The linking word before a gerund or a name of an action, ignoring adjectives, adverbs and `the` in between."""
    tokens = around.tokens
    back = at - 1
    while back >= 0 and at - back < 5 and (around.is_adverb(back) or tokens[back].low in WORDS["of actions"]):
        back -= 1
    return tokens[back].low if back >= 0 and tokens[back].low in WORDS["links"] else ""


def followed(around: Surroundings, at: int, found: list[Predicate]) -> Predicate | None:
    """`followed by 5 g of soda` adds; the gerund of `followed by stirring` is found separately."""
    tokens = around.tokens
    end = _end_of_followed(around, at)
    if not end or (end == at + 1 and _joins_subjects(around, at, found)):
        return None
    if end > at + 1:
        return Predicate(at, end, Verb("add", "add"), "imperative", inset=(at + 1, end - 1))
    for place in range(at + 1, min(at + 5, len(tokens))):
        if LEXICON.verb(tokens[place].low, "ing", "noun") is not None:
            return None
        if tokens[place].low in WORDS["analyses"]:
            return None  # `the reaction was followed by GC`
        if tokens[place].kind == "quantity":
            break
    if found and found[-1].verb.action in ("wash", "extract", "fill"):
        return Predicate(at, at + 1, found[-1].verb, found[-1].kind, subject_from=at, given=at)
    return Predicate(at, at + 1, Verb("add", "add"), "imperative")


def _joins_subjects(around: Surroundings, at: int, found: list[Predicate]) -> bool:
    """Whether both things are the subject of a later passive: `A (5 g) | followed by B (2 mL) | were added`."""
    tokens = around.tokens
    ahead = tokens[found[-1].end if found else 0 : at]
    if found:
        fronted = all(one.kind in ("gerund", "noun") for one in found)  # `After stirring, | A followed by B were added`
        parts = (token.low in WORDS["conjunctions"] or (fronted and token.low == ",") for token in ahead)
        start = next((k for k, parting in enumerate(parts) if parting), len(ahead))
        ahead = ahead[start + 1 :]
    if not any(token.kind in ("word", "group") for token in ahead):
        return False
    for place in range(at + 1, min(at + _SUBJECTS, len(tokens))):
        token = tokens[place]
        if token.low in WORDS["being"]:
            verb = around.participle_after(place)
            return verb is not None and verb.action in WORDS["putting"]
    return False


def _end_of_followed(around: Surroundings, at: int) -> int:
    """Where `followed by`, `followed immediately by` or `followed after 1 h by` ends, before a thing; 0 if none."""
    tokens = around.tokens
    if tokens[at].low == "followed by":
        return at + 1
    for place in range(at + 1, min(at + _REACH, len(tokens) - 1)):
        token, timed = tokens[place], tokens[place].quantity
        if token.low == "by":
            doing = LEXICON.verb(tokens[place + 1].low, "ing", "noun")
            return place + 1 if place > at + 1 and doing is None else 0
        ties = token.low in ("after", "within", "later") or WORDS.has(token.low, "lead", "determiners")
        if not (ties or around.is_adverb(place) or (timed is not None and timed.dimension == "time")):
            return 0
    return 0


def gerund(around: Surroundings, at: int, verb: Verb, link: str, found: list[Predicate]) -> Predicate | None:
    """A gerund that is a step: after `after`, `by`, `followed by` or a comma."""
    previous = around.tokens[at - 1].low if at else ""
    following = around.tokens[min(at + 1, len(around.tokens) - 1)].low
    if following in ("funnel", "funnels") or f"{around.tokens[at].low} {following}" in LEXICON.vessels:
        return None  # `equipped with a condenser, dropping funnel and stirrer`, `Boiling tube A was cooled`
    along = verb.action in ("stir", "heat", "cool", "boil") and (
        link in WORDS["along"] or (not link and previous not in ("and", "then", "or", ""))
    )
    beside = link in ("upon", "on") and bool(found) and found[-1].verb.action in WORDS["putting"]
    along = along or (beside and verb.action == "stir")  # `A was added upon stirring over 10 min`
    after = link in WORDS["steps follow"] or (
        bool(found) and found[-1].link in WORDS["steps follow"] and around.joins(at, found[-1].end)
    )
    if verb.action == "let" and (after or around.tokens[at - 1].low == ","):
        return complement(around, verb, Predicate(at, at + 1, verb, "gerund", link=link))
    if verb.base == "leave" and not link and previous == ",":
        return Predicate(at, at + 1, Verb(verb.base, "remark"), "finite")  # `…, leaving an oil`
    if along or verb.action in ("none", "remark", "use", "let", "aspect"):
        return None
    if not link and at == 0 and not around.gives(at):
        return None
    if link == "by" and found and found[-1].verb.action not in ("none", "redo", "measure"):
        return None
    if link in ("with", "under", "during", "without", "on") and verb.action not in ("add",):
        return None
    return Predicate(_start(around, at, link), at + 1, verb, "gerund", link=link)


def _start(around: Surroundings, at: int, link: str) -> int:
    """Where a predicate begins; after `followed by`, these words belong to it."""
    back = at
    while link == "followed by" and around.tokens[back].low != link:
        back -= 1
    return back


def _is_performed(around: Surroundings, at: int) -> bool:
    """Whether the name of an action is the subject of a verb such as `was performed`."""
    behind = around.tokens[at + 1].low if at + 1 < len(around.tokens) else ""
    verb = around.participle_after(at + 1) if behind in WORDS["being"] else None
    return verb is not None and verb.action == "redo"


def named(around: Surroundings, at: int, verb: Verb, link: str, found: list[Predicate]) -> Predicate | None:
    """The name of an action that is a separate step, at the head of its clause or after a linking word."""
    tokens = around.tokens
    if verb.action in _NEVER or around.is_compound(at):
        return None
    if around.is_alternative(at) or (link in ("on", "upon") and tokens[at - 1].low in ("a", "an", "the")):
        return None
    named_before = bool(found) and (
        found[-1].kind == "noun" or found[-1].carried or (found[-1].kind == "gerund" and bool(found[-1].link))
    )
    joined = named_before and around.joins(at, found[-1].end)
    heads = around.heads_clause(at) and (around.goes_on(at) or around.is_note(at))
    by = link == "by" and verb.action in ("add", "fill") and bool(found) and found[-1].verb.carries
    if not (link in WORDS["steps follow"] or heads or joined or by):
        return None
    if verb.action == "add" and _is_performed(around, at):
        return None  # `Addition was performed over one hour`
    looks_back = verb.action == "add" and link in ("after", "upon", "on", "following")
    if looks_back and (not around.is_measured_after(at) or around.says_complete(at)):
        return None  # `after complete addition of A`
    start = at
    while heads and start > 0 and (around.is_adverb(start - 1) or tokens[start - 1].low in WORDS["of actions"]):
        start -= 1
    start = min(start, _start(around, at, link))
    plain = Predicate(start, at + 1, verb, "noun", link=link or (found[-1].link if joined else ""))
    return complement(around, verb, plain)
