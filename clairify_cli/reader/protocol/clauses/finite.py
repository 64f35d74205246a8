"""Predicates of reports: passives, with and without their auxiliary, `we added`, spontaneous events, omitted verbs."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.english.lexicon import LEXICON, WORDS, Verb
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.clauses.boundaries import between_adjectives, is_separator, new_thing
from clairify_cli.reader.protocol.clauses.nominal import by_means, complement
from clairify_cli.reader.protocol.clauses.predicate import STATE, UNKNOWN, Predicate
from clairify_cli.reader.protocol.clauses.surroundings import Surroundings

_PASSIVE_REACH = 7
_NEAR = 3
_FRONT = 14
_REMARK = Verb("not", "remark")


def passive(around: Surroundings, at: int, found: list[Predicate]) -> Predicate | None:
    """The passive that begins with an auxiliary: `was then, after 2 h, slowly added`."""
    tokens = around.tokens
    if at and tokens[at].low == "being" and tokens[at - 1].low in ("while", "whilst"):
        return None  # `kept at 0 °C | whilst being stirred`
    end, being, negated = at, False, False
    while end < len(tokens) and end - at < _PASSIVE_REACH:
        low = tokens[end].low
        use = LEXICON.verbs.get(low)
        if use is not None and "past" in use.kinds and being and (low != "set" or _is_set(around, end)):
            start = _auxiliaries(around, at)
            if negated:
                return Predicate(start, end + 1, _REMARK, "passive")
            inverted = _inverted(around, start, end + 1, found)
            plain = Predicate(start, end + 1, use.verb, "passive", inverted=inverted)
            if tokens[at].low == "being" and at and tokens[at - 1].low in WORDS["links"]:
                plain = replace(
                    plain, kind="gerund", link=tokens[at - 1].low
                )  # `before | being dried` is `before drying`
            return complement(around, use.verb, plain)
        if low in WORDS["being"]:
            being = True
        elif low in ("not", "never"):
            negated = True
        elif being and low.isalpha() and low.endswith("ed") and len(low) > 4 and use is None:
            return Predicate(_auxiliaries(around, at), end + 1, UNKNOWN, "passive")
        elif not (around.is_adverb(end) or low == "to" or WORDS.has(low, "auxiliaries", "fillers", "ways")):
            break
        end += 1
    return None


def state(around: Surroundings, at: int) -> Predicate | None:
    """`The reaction was complete`: a finite verb that makes nothing happen, but ends its clause.

    The process that `Purification was by distillation` names is a step.
    """
    if around.tokens[at].low in ("had", "has", "have"):
        return _perfect(around, at)
    if around.tokens[at].low not in WORDS["finite"]:
        return None
    plain = Predicate(at, at + 1, STATE, "finite")
    verb = LEXICON.verb(around.tokens[at + 2].low, "base") if at + 2 < len(around.tokens) else None
    if verb is not None and around.tokens[at + 1].low == "to" and around.is_measured_after(at + 2):
        return Predicate(at, at + 3, verb, "imperative", bare=True)  # `the next step is | to add`
    if at + 1 < len(around.tokens) and around.tokens[at + 1].low == "followed by":
        return replace(plain, verb=_REMARK)
    if at + 1 < len(around.tokens) and around.tokens[at + 1].low in ("by", "via", "through", "with"):
        meant = by_means(around, plain)
        return replace(meant, kind="noun") if meant.carried and meant.given is None else plain
    return plain


def _perfect(around: Surroundings, at: int) -> Predicate | None:
    """`Gas evolution had ceased`: a past event is not a step."""
    place = around.skip(at + 1, "fillers")
    verb = LEXICON.verb(around.tokens[place].low, "past") if place < len(around.tokens) else None
    if verb is None or (at and around.tokens[at - 1].low in WORDS["we"]):
        return None
    return Predicate(at, place + 1, _REMARK, "finite")


def _is_set(around: Surroundings, at: int) -> bool:
    """Whether `was set` is an action: `was set to reflux`, but not just `was set`."""
    return at + 1 < len(around.tokens) and around.tokens[at + 1].low in ("to", "at", "under", "on", "in", "aside")


def _auxiliaries(around: Surroundings, at: int) -> int:
    """Where the auxiliaries before a predicate begin."""
    while at > 0 and (
        around.tokens[at - 1].low in WORDS["auxiliaries"]
        or around.tokens[at - 1].low in ("also", "then", "next", "having")
    ):
        at -= 1
    return at


def _inverted(around: Surroundings, start: int, end: int, found: list[Predicate]) -> bool:
    """`To a solution of A was added B`: the words in front are not its subject."""
    tokens = around.tokens
    if start and tokens[start - 1].low in ("which", "this", "it", "that") and start > 1:
        return tokens[start - 2].low in ("to", "into", "onto")
    back = start - 1
    while back >= 0 and tokens[back].low != ";" and not (tokens[back].low in ("and", "then", ".") and found):
        back -= 1
    first = back + 1
    while first < start and (tokens[first].low in WORDS["fillers"] or tokens[first].kind == "mark"):
        first += 1
    if first >= start or tokens[first].low not in ("to", "into", "onto"):
        return False
    if _object_follows(around, end):
        return True
    commas = [at for at in range(first, start) if tokens[at].low == "," and not between_adjectives(tokens, at)]
    named = commas and commas[-1] + 1 < start
    return not named and not new_thing(tokens[:start], first)


def _object_follows(around: Surroundings, at: int) -> bool:
    """Whether a noun follows a verb, ignoring adverbs: `was added dropwise | a solution`."""
    tokens = around.tokens
    stirred = {k for w, one in enumerate(tokens[at:], at) if one.low == "with" for k in _with_stirring(tokens, w)}
    while at < len(tokens) and (
        around.is_adverb(at)
        or at in stirred
        or tokens[at].low in WORDS["fillers"]
        or (tokens[at].low == "," and at + 1 < len(tokens) and around.is_adverb(at + 1))
        or (tokens[at].low == "," and around.is_adverb(at - 1))
        or (tokens[at].low == "over" and any(one.dimension == "time" for one in tokens[at + 1 : at + 2]))
        or (tokens[at].dimension == "time" and tokens[at - 1].low == "over")
    ):
        at += 1
    if at >= len(tokens) or tokens[at].kind in ("mark", "group"):
        return False
    low, one = tokens[at].low, tokens[at].quantity
    if one is not None and one.dimension in ("time", "temp"):
        return False
    closed = ("prepositions", "conjunctions", "subordinators")
    return low not in LEXICON.times and not WORDS.has(low, *closed)


def _with_stirring(tokens: list[Token], at: int) -> range:
    """The indices of `with vigorous stirring` and the commas around it; none if `with` is followed by a thing."""
    end = next((k + 1 for k in range(at + 1, min(at + 4, len(tokens))) if tokens[k].low in WORDS["stirring"]), at)
    return (
        range(at - (tokens[at - 1].low == ","), end + (tokens[min(end, len(tokens) - 1)].low == ","))
        if end > at
        else range(0)
    )


def elliptic(around: Surroundings, at: int, verb: Verb, found: list[Predicate], *, start: bool) -> Predicate | None:
    """A passive without its auxiliary: `…, dried over MgSO4 and the residue | recrystallised`."""
    if not around.participle(at):
        return None
    plain = Predicate(at, at + 1, verb, "passive")
    if not start and not _runs_on(around, at, verb, found):
        plain.subject_from = around.elided_subject(at, found[-1].end if found else 0, verb)
        if plain.subject_from is None:
            return None
    elif start and found and around.tokens[at - 1].text == "then" and not is_separator(around.tokens[at - 2]):
        # `, and the ethanol then | evaporated`, but not `washed with brine and then | dried`
        plain.subject_from = around.elided_subject(at, found[-1].end, verb)
    made = complement(around, verb, plain)
    if made is None or (around.is_reduced(at) and not made.carried):
        return None
    return made


def _runs_on(around: Surroundings, at: int, verb: Verb, found: list[Predicate]) -> bool:
    """`collected by filtration washed with water recrystallised from methanol`: the commas are left out."""
    following = around.tokens[at + 1].low if at + 1 < len(around.tokens) else ""
    return (
        verb.action in ("wash", "crystallise")
        and following in ("with", "from")
        and bool(found)
        and found[-1].kind == "passive"
        and 0 <= at - found[-1].end <= _NEAR
    )


def active(around: Surroundings, at: int, verb: Verb) -> Predicate | None:
    """`We then added A`."""
    back = at - 1
    while back >= 0 and (around.is_adverb(back) or around.tokens[back].low in WORDS["auxiliaries"]):
        back -= 1
    if back < 0 or around.tokens[back].low not in WORDS["we"]:
        return None
    return complement(around, verb, Predicate(back, at + 1, verb, "active"))


def happens(around: Surroundings, at: int, verb: Verb) -> Predicate | None:
    """Spontaneous events: `Evaporation of the solvent | gave an oil`, `The temperature | rose`."""
    if not verb.happens or around.is_reduced(at) or not around.has_subject(at):
        return None
    return Predicate(at, at + 1, verb, "finite")


_GOES_ON = frozenset(("stir", "heat", "cool", "boil", "wait", "place", "irradiate", "distil"))
_PUTS = frozenset(("add", "fill"))


def gap(around: Surroundings, at: int, found: list[Predicate]) -> Predicate | None:
    """A predicate that continues with a further time or temperature after the separator at `at`, or None.

    There is one if the verb before has a time or temperature already, and another of the same kind follows with
    only prepositions and articles around it.
    """
    tokens = around.tokens
    if not found or found[-1].verb.action not in _GOES_ON | _PUTS or found[-1].kind == "finite":
        return None
    last = found[-1]
    end = at + 1
    while end < len(tokens) and (
        tokens[end].low in WORDS["conjunctions"] or tokens[end].low in ("finally", "afterwards")
    ):
        end += 1
    stop = end
    while stop < len(tokens) and not (tokens[stop].kind == "mark" or tokens[stop].low in WORDS["conjunctions"]):
        stop += 1
    ahead, behind = tokens[end:stop], tokens[last.end : at]
    if not ahead:
        return None
    if last.verb.action in _PUTS:
        return _puts_next(around, at, end, ahead, last) if "then" in (one.low for one in tokens[at:end]) else None
    head = ahead[0].low
    if not (WORDS.has(head, "gaps", "lead") or head in LEXICON.times or ahead[0].kind == "quantity"):
        return None
    if not all(_measures(around, token) for token in ahead):
        return None
    kinds = _kinds(around, ahead)
    if not kinds or not kinds & _kinds(around, behind):
        return None
    return Predicate(at, end, last.verb, last.kind, let=last.let, subject_from=at)


def _puts_next(around: Surroundings, at: int, end: int, ahead: list[Token], last: Predicate) -> Predicate | None:
    """`Add A (1 g) | and then B dropwise`: how the last thing is added is told of it alone.

    Things that are all added in the same way stay one list.
    """
    functional = any(WORDS.has(ahead[0].low, name) for name in ("prepositions", "subordinators", "when", "being"))
    use = LEXICON.verbs.get(ahead[0].low)
    acts = (use is not None and around.is_verb(end, use.verb)) or any(WORDS.has(one.low, "being") for one in ahead)
    paced = any(WORDS.has(one.low, "slowly", "dropwise", "portionwise") or one.dimension == "time" for one in ahead)
    paced = paced or any(one.low == "in" for one in around.tokens[last.end : at])  # `A in THF and then B`
    if functional or acts or not paced or around.is_adverb(end) or ahead[0].dimension == "time":
        return None
    if last.verb.action == "fill":
        return Predicate(end - 1, end, last.verb, last.kind, subject_from=at, given=end - 1)
    return Predicate(at, end, Verb("add", "add"), "imperative")


def _measures(around: Surroundings, token: Token) -> bool:
    """Whether a token can belong to a measure: `at rt`, `for another 2 h`."""
    if token.quantity is not None:
        return token.quantity.dimension in ("time", "temp", "stir_speed")
    ties = WORDS.has(token.low, "prepositions", "determiners", "lead", "fillers", "place words")
    return ties or token.kind == "group" or token.low in LEXICON.times


def _kinds(around: Surroundings, tokens: list[Token]) -> set[str]:
    """Whether tokens give a time or a temperature."""
    kinds = {token.quantity.dimension for token in tokens if token.quantity is not None}
    kinds |= {"temp" for token in tokens if token.low in WORDS["place words"]}
    kinds |= {"time" for token in tokens if token.low in LEXICON.times}
    return kinds & {"time", "temp"}
