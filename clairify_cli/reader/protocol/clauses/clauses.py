"""Split a sentence into clauses: each predicate with the words that belong to it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.misspelt import corrected
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.clauses.boundaries import cut_between, split_subject
from clairify_cli.reader.protocol.clauses.predicate import Clause, Predicate
from clairify_cli.reader.protocol.clauses.predicates import predicates
from clairify_cli.reader.protocol.nouns.substances import is_strength

_GERUNDS = {"cooled": "cooling", "warmed": "warming", "recooled": "recooling"}

_TAKES_WITH = frozenset(("fill", "wash", "extract", "triturate"))


def clauses(tokens: list[Token]) -> list[Clause]:
    """The clauses of a sentence, in order of execution."""
    corrected(tokens)
    _as_gerunds(tokens)
    _as_names(tokens)
    found = predicates(tokens)
    made: list[Clause] = []
    left = 0
    for number, predicate in enumerate(found):
        right = cut_between(tokens, predicate, found[number + 1]) if number + 1 < len(found) else len(tokens)
        made.append(_clause(tokens, predicate, left, right))
        left = right
    if len(made) > 1 and made[0].link == "before":
        made[0], made[1] = made[1], made[0]
    return made


def _as_gerunds(tokens: list[Token]) -> None:
    """Let `once cooled to room temperature, …` and `after it had cooled, …` act like `after cooling …`."""
    references = WORDS["references"] | WORDS["pronouns"]
    for at, (link, token) in enumerate(pairwise(tokens)):
        following = tokens[min(at + 2, len(tokens) - 1)].low
        given = token.low == "provided" and following not in WORDS["provided"]
        behind = tokens[min(at + 2, len(tokens) - 1)].text[:1].isupper() and LEXICON.verb(tokens[0].low, "ing", "noun")
        given = given or (token.low == "left" and bool(behind))  # `Drying for 24 h left PLA as a powder`
        if link.kind != "mark" and (given or (token.low == "produced" and following in WORDS["determiners"])):
            token.low = "afforded"  # `Recrystallisation from ethanol provided A`
        if link.low == "once" and token.low in _GERUNDS:
            link.low, token.low = "after", _GERUNDS[token.low]
        had = next((k for k in range(at + 2, min(at + 5, len(tokens) - 1)) if tokens[k].low in ("had", "has")), None)
        if link.low in WORDS["once"] and had is not None and tokens[had - 1].low in references:
            if tokens[had + 1].low in _GERUNDS:
                link.low, tokens[had + 1].low = "after", _GERUNDS[tokens[had + 1].low]
                del tokens[at + 1 : had + 1]
            return


def _as_names(tokens: list[Token]) -> None:
    """Let `product of Preparation 7 (5 g)` and `compound from Step A (5 g)` be names, as they are weighed."""
    for at in range(len(tokens) - 5, -1, -1):
        what, of, where, label, group = tokens[at : at + 5]
        named = what.low in WORDS["classes"] | {"product"} and of.low in ("of", "from")
        if named and where.low in WORDS["made in"] and label.kind in ("word", "number") and group.kind == "group":
            text = " ".join(one.text for one in (what, of, where, label))
            whole = replace(what, text=text, low=text.lower(), end=label.end)
            tokens[at : at + 4] = [whole]


def _apart(held: list[Token], rest: list[Token]) -> list[Token]:
    """The object of `allow | it | to reach | room temperature`, kept apart from what follows."""
    if not held or not rest or rest[0].low in WORDS["prepositions"] or rest[0].kind == "mark":
        return held
    return [*held, replace(held[-1], kind="mark", low=",", text=",", inner=())]


def _with_bracketed(clause: Clause) -> list[Token]:
    """The words after an action's name, with a material in brackets unwrapped: `extraction | with ether, 3 x 50 mL`."""
    group = clause.after[0] if clause.after else None
    if clause.verb.action not in _TAKES_WITH or group is None or group.kind != "group":
        return clause.after
    inner = group.inner[1:-1]
    amounts = [t for t in inner if t.dimension in ("volume", "mass")]
    named = bool(inner) and (inner[0].kind == "word" or is_strength(inner[0]))
    if not named or not amounts or any(t.low in WORDS["prepositions"] for t in inner):
        return clause.after
    opening = replace(group.inner[0], kind="word", low="with")
    return [opening, *inner, *clause.after[1:]]


def _clause(tokens: list[Token], predicate: Predicate, left: int, right: int) -> Clause:
    """The clause of a predicate, with its own words before and after it."""
    held = tokens[predicate.held[0] : predicate.held[1]]
    inset = tokens[predicate.inset[0] : predicate.inset[1]]
    spoken = [t for t in tokens[predicate.start : predicate.end] if not any(t is h for h in (*held, *inset))]
    clause = Clause(
        predicate.verb, predicate.kind, spoken, link=predicate.link, aspect=predicate.aspect, let=predicate.let
    )
    ahead = tokens[left : predicate.start]
    clause.using = held if predicate.tool else []
    told = predicate.kind in ("gerund", "noun")  # `Heating at 60 °C | followed | for 5 h`
    rest = [
        replace(t, kind="mark", low=",") if told and t.low == "followed" else t for t in tokens[predicate.end : right]
    ]
    clause.after = [*([] if predicate.tool else _apart(held, rest)), *rest]
    if predicate.given is not None:
        given = tokens[predicate.given]
        clause.predicate = [t for t in clause.predicate if t is not given] or [given]
        clause.after.insert(0, replace(given, low="with"))
    if predicate.bare:
        clause.predicate = [*ahead, *clause.predicate]
    elif predicate.kind != "passive" or predicate.inverted:
        clause.before = ahead
    elif predicate.opened_by is not None and predicate.opened_by >= left:
        cut = predicate.opened_by + 1 - left
        clause.before, clause.subject = ahead[:cut], ahead[cut:]
    else:
        clause.before, clause.subject = split_subject(ahead)
    clause.before = [*clause.before, *inset]
    clause.after = _with_bracketed(clause)
    return with_adjectives(clause)


def with_adjectives(clause: Clause) -> Clause:
    """The clause with the temperatures of its adjectives moved to its end."""
    _bracket_own(clause)
    moved: list[Token] = []
    moved_in = clause.verb.action in ("add", "pour")
    for part in (clause.before, [] if moved_in else clause.subject, clause.after):
        for at in range(len(part)):
            moved += _temperature(part, at)
        if (moved_in or clause.verb.action == "fill") and (at := _kept_at(part)):
            part[at] = replace(part[at], kind="mark", low=",", text=",")
    if moved and clause.verb.action in ("add", "pour", "fill", "dissolve", "stir", "place", "purge"):
        groups = [t.start for t in moved]
        for name in ("before", "subject", "after"):
            kept = [t for t in getattr(clause, name) if not (t.kind == "group" and t.start in groups)]
            setattr(clause, name, kept)
        clause.after = [*clause.after, *moved]
    return clause


def _bracket_own(clause: Clause) -> None:
    """Put the temperature of a reagent in brackets: `A (5 mL), | cooled to 0 °C |, was added`."""
    part = clause.subject
    for at in range(1, len(part) - 1 if clause.verb.action in ("add", "pour") else 0):
        before = [one.kind for one in part[:at] if one.kind != "mark"][-1:]
        told = WORDS.has(part[at].low, "of temperature", "kept") and part[at + 1].low in ("to", "at", "in")
        if told and before == ["group"]:
            end = next((k for k in range(at, len(part)) if part[k].kind == "mark"), len(part))
            inner = (replace(part[at], kind="mark"), *part[at:end], replace(part[end - 1], kind="mark"))
            first = at - (part[at - 1].kind == "mark")
            part[first:end] = [replace(part[at], kind="group", end=part[end - 1].end, inner=inner)]
            return


def _kept_at(part: list[Token]) -> int:
    """Where `to sulfuric acid (10 mL), | cooled | in an ice bath` has its participle; 0 if nowhere."""
    return next(
        (
            at
            for at in range(2, len(part) - 1)
            if part[at].low in WORDS["kept"] and part[at + 1].low in ("in", "to", "at", "with", "below")
        ),
        0,
    )


def _temperature(part: list[Token], at: int) -> list[Token]:
    """The meaning of the adjective at `at`, as a separate phrase; empty if it gives no temperature."""
    token = part[at]
    if token.kind == "group" and at and WORDS.has(part[at - 1].low, "wholes", "references"):
        first = replace(token.inner[1], start=token.start)  # `to the mixture (cooled to 5 °C)`
        return _warmth(first, token) if first.low in WORDS["of temperature"] else []
    if token.low not in WORDS["of temperature"] or not of_whole(part, at):
        return []
    whole = next((k for k in range(at + 1, len(part)) if part[k].low in WORDS["wholes"]), at)
    following = next((part[k] for k in (at + 1, whole + 1) if k < len(part) and part[k].kind == "group"), None)
    if following is not None and (said := _warmth(token, following)):
        return said
    if token.low in WORDS["on the boil"]:
        return [replace(token, low="at"), replace(token, kind="word", low="reflux")]
    if token.low in WORDS["iced"]:
        return [replace(token, low="in"), replace(token, kind="word", low="ice bath")]
    return []


def _warmth(adjective: Token, group: Token) -> list[Token]:
    """The temperature or bath in brackets as a phrase; `adjective` becomes its preposition."""
    found = [t for t in group.inner if t.dimension == "temp"]
    if found:
        return [replace(adjective, low="at"), replace(found[0], start=group.start)]
    known = ("determiners", "prepositions", "of temperature")
    plain = " ".join(t.low for t in group.inner[1:-1] if not WORDS.has(t.low, *known) or t.low == "ice")
    place = LEXICON.places.get(plain)
    if place is None or place.kind not in ("bath", "temp"):
        return []
    return [replace(adjective, low="in"), replace(group, kind="word", low=plain, inner=(), text=plain)]


def of_whole(part: list[Token], at: int) -> bool:
    """Whether the adjective describes the contents of the current vessel, not a reagent: `ice-cold water`."""
    for token in part[at + 1 : at + 7]:
        if token.low in WORDS["wholes"] or token.low in LEXICON.vessels:
            return True
        if token.low in WORDS["prepositions"] or token.low == "of":
            return False
    return False
