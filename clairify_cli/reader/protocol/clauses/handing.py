"""Verbs that govern another: `let it cool`, `start stirring`, `isolated by filtration`, `use a spoon to stir`."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.english.lexicon import LEXICON, WORDS, Verb
from clairify_cli.reader.protocol.clauses.predicate import WAIT, Predicate
from clairify_cli.reader.protocol.clauses.surroundings import Surroundings

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
        return by_means(around, plain)
    if verb.action in ("let", "use") or verb.base in ("leave", "set aside", "bring", "set"):
        return _let(around, verb, plain)
    return plain


def _let(around: Surroundings, verb: Verb, plain: Predicate) -> Predicate:
    """Follow `let` and `use` to the verb after them: `let it cool`, `use a spoon to stir`."""
    tokens = around.tokens
    limit = min(len(tokens), plain.end + (_LET_REACH if verb.action != "use" else _TOOL_REACH))
    for place in range(plain.end, limit):
        token = tokens[place]
        if token.kind == "mark" or token.low in ("until", "for", "over"):
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
