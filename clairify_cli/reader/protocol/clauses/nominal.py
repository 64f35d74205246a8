"""Predicates that are nouns in form: gerunds (`after cooling`) and names of actions (`Evaporation of the solvent`).

Before them come verbs that govern another: `let it cool`, `start stirring`, `isolated by filtration`, `use a spoon`.
"""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.english.lexicon import LEXICON, WORDS, Verb
from clairify_cli.reader.protocol.clauses.predicate import WAIT, Predicate
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
    seen = LEXICON.verb(tokens[at + 1].low) if at + 1 < len(tokens) else None
    watched = verb.action == "column" and seen is not None and seen.base in ("show", "indicate", "reveal", "confirm")
    if verb.action in _NEVER or around.is_compound(at) or watched:
        return None  # `HPLC | showed complete conversion`
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


# The most tokens between a verb and the one that it governs: after `let`, after `use` and a tool, after a means.
_LET_REACH = 9
_TOOL_REACH = 14
_MEANS_REACH = 7
_FAR = 14
"""The most tokens between a verb and its means: `can be obtained from A by | sublimation`."""
_ASPECTS = {"stop": "stop", "finish": "stop", "cease": "stop", "discontinue": "stop", "start": "start",
            "begin": "start", "commence": "start", "try": "", "attempt": ""}  # fmt: skip
_BESIDE = frozenset(("heat", "cool", "stir", "boil", "wait"))


def complement(around: Surroundings, verb: Verb, plain: Predicate) -> Predicate | None:
    """The predicate of the verb that a verb governs, or the predicate itself if it governs none."""
    if verb.action == "aspect":
        return _aspect(around, plain, verb)
    if verb.base == "keep":
        kept = _aspect(around, plain, verb)
        return kept if kept is not None and kept.verb is not WAIT else plain
    if verb.carries:
        meant = by_means(around, plain)
        process = around.process_before(plain.start) if verb.action == "redo" and meant is plain else None
        if process is None or plain.kind != "passive" or process[2].action == "remark":
            return meant
        return replace(plain, start=process[0], verb=process[2], inset=(process[1], plain.start))  # `drying | was done`
    if verb.action == "dry" and [token.low for token in around.tokens[plain.end : plain.end + 1]] == ["by"]:
        meant = by_means(around, plain)  # `dried by evaporating half of the toluene`
        return meant if meant.verb.action == "evaporate" else plain
    if verb.action in ("let", "use") or verb.base in ("leave", "set aside", "bring", "set"):
        return _let(around, verb, plain)
    return plain


def _let(around: Surroundings, verb: Verb, plain: Predicate) -> Predicate:
    """Follow `let` and `use` to the verb after them: `let it cool`, `use a spoon to stir`."""
    tokens = around.tokens
    limit = min(len(tokens), plain.end + (_LET_REACH if verb.action != "use" else _TOOL_REACH))
    for place in range(plain.end, limit):
        token = tokens[place]
        if token.kind == "mark" or token.low in ("until", "for", "over", "without"):
            break
        if token.low == "to" and verb.base != "let":
            to, use = _base_after(around, place + 1)
            if use is not None and use.action not in ("let", "aspect"):
                meant = Verb("warm", "heat") if use.reaching else WAIT if use.base == "proceed" else use
                held = (plain.end, place)
                lets = verb.action != "use"
                return replace(plain, end=to + 1, verb=meant, let=lets, tool=not lets, held=held)
        use_here = LEXICON.verbs.get(token.low)
        if use_here is None:
            continue
        if verb.base in ("leave", "set") and "ing" in use_here.kinds and place - plain.end < 2:
            return replace(plain, end=place + 1, verb=use_here.verb, let=True)
        if "base" in use_here.kinds and verb.base == "let" and place > plain.start and _lets(around, place):
            return replace(plain, end=place + 1, verb=use_here.verb, let=True, held=(plain.end, place))
    return plain if verb.action != "let" else replace(plain, verb=WAIT, let=True)


def _lets(around: Surroundings, place: int) -> bool:
    previous = around.tokens[place - 1].low
    return previous not in WORDS["determiners"] or previous in WORDS["pronouns"]


def _base_after(around: Surroundings, at: int) -> tuple[int, Verb | None]:
    """The base form at `at`, skipping adverbs."""
    while at < len(around.tokens) and (around.is_adverb(at) or around.tokens[at].low == "be"):
        at += 1
    return at, LEXICON.verb(around.tokens[at].low, "base", "past") if at < len(around.tokens) else None


def _aspect(around: Surroundings, plain: Predicate, verb: Verb) -> Predicate | None:
    """`start stirring`, `stirring was continued`: the process is the verb."""
    tokens = around.tokens
    aspect = _ASPECTS.get(verb.base, "continue")
    if plain.kind == "passive":
        process = around.process_before(plain.start)
        if process is not None:
            start, end, verb = process
            return replace(plain, start=start, verb=verb, aspect=aspect, inset=(end, plain.start))
    place = plain.end
    while place < len(tokens) and place - plain.end < 3:
        token = tokens[place]
        meant = LEXICON.verb(token.low, "ing", *(("base",) if tokens[place - 1].low == "to" else ()))
        if meant is not None:
            means = plain.kind == "passive" and any(one.low == "by" for one in tokens[plain.end : place])
            return replace(plain, end=place + 1, verb=meant, aspect="" if means else aspect)  # `stopped by cooling`
        if token.low not in ("to", "the", "by", "with") and token.low not in WORDS["manner"]:
            break
        place += 1
    if verb.base in ("continue", "keep"):
        return replace(plain, verb=WAIT, aspect=aspect)
    return None


def by_means(around: Surroundings, plain: Predicate) -> Predicate:
    """`collected by suction filtration`, `purified by recrystallisation`: the means is the action."""
    tokens = around.tokens
    for place in range(plain.end, min(len(tokens), plain.end + _FAR)):
        token = tokens[place]
        near = place < plain.end + 4
        if token.low in WORDS["means"] and (near or token.low in ("by", "via")):
            meant = _means_after(around, plain, place)
            if meant is not plain:
                return meant
        if token.kind == "mark" or WORDS.has(token.low, "being", "subordinators"):
            break
        if token.low in WORDS["conjunctions"] and token.low != "or":
            break
    return plain


def _means_after(around: Surroundings, plain: Predicate, preposition: int) -> Predicate:
    """Follow a preposition to the verb or name of an action after it: `by filtration`."""
    tokens = around.tokens
    if tokens[preposition].low == "to" and plain.verb.base != "subject":
        return plain
    for place in range(preposition + 1, min(len(tokens), preposition + _MEANS_REACH)):
        token = tokens[place]
        meant = LEXICON.verb(token.low, "noun", "ing")
        if meant is not None and meant.action not in ("none", "remark", "aspect"):
            if tokens[preposition].low == "with" and meant.action in _BESIDE:
                return plain  # `removed with gentle heating`
            if meant.action in ("add", "fill"):
                # The object of the clause is what receives the addition, not what is added.
                filled = plain.verb.action == "fill"
                purpose = "precipitate" if plain.verb.action == "precipitate" else plain.verb.purpose
                verb = plain.verb if filled else replace(plain.verb, action="fill", purpose=purpose)
                return replace(plain, end=place + 1, verb=verb, given=place, carried=True, bare=not filled)
            return replace(plain, end=place + 1, verb=meant, carried=True)
        if token.kind != "word" or token.low in WORDS["conjunctions"]:
            break
    return plain
