"""Temperatures that are adjectives: `to a cooled (0 °C) solution`, `the ice-cold mixture`, `to a refluxing solution`.

Such an adjective gives the temperature of the action, so the clause is read as if it ended in `at 0 °C`.
"""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.clauses.clause import Clause


def with_adjectives(clause: Clause) -> Clause:
    """The clause with the temperatures of its adjectives moved to its end."""
    moved: list[Token] = []
    moved_in = clause.verb.action in ("add", "pour")
    for part in (clause.before, [] if moved_in else clause.subject, clause.after):
        for at in range(len(part)):
            moved += _temperature(part, at)
        if moved_in and (at := _kept_at(part)):
            part[at] = replace(part[at], kind="mark", low=",", text=",")
    if moved and clause.verb.action in ("add", "pour", "fill", "dissolve", "stir", "place", "purge"):
        groups = [t.start for t in moved]
        for name in ("before", "subject", "after"):
            kept = [t for t in getattr(clause, name) if not (t.kind == "group" and t.start in groups)]
            setattr(clause, name, kept)
        clause.after = [*clause.after, *moved]
    return clause


def _kept_at(part: list[Token]) -> int:
    """Where `to sulfuric acid (10 mL) | cooled | in an ice bath` has its participle; 0 if nowhere."""
    return next(
        (
            at
            for at in range(2, len(part) - 1)
            if part[at].low in WORDS["kept"] and part[at + 1].low in ("in", "to", "at") and part[at - 1].kind != "mark"
        ),
        0,
    )


def _temperature(part: list[Token], at: int) -> list[Token]:
    """The meaning of the adjective at `at`, as a separate phrase; empty if it gives no temperature."""
    token = part[at]
    if token.low not in WORDS["of temperature"] or not of_whole(part, at):
        return []
    whole = next((k for k in range(at + 1, len(part)) if part[k].low in WORDS["wholes"]), at)
    following = next((part[k] for k in (at + 1, whole + 1) if k < len(part) and part[k].kind == "group"), None)
    if following is not None:
        found = [t for t in following.inner if t.dimension == "temp"]
        place = _place(following)
        if found:
            return [replace(token, low="at"), replace(found[0], start=following.start)]
        if place is not None:
            return [replace(token, low="in"), replace(following, kind="word", low=place, inner=(), text=place)]
    if token.low in WORDS["on the boil"]:
        return [replace(token, low="at"), replace(token, kind="word", low="reflux")]
    if token.low in WORDS["iced"]:
        return [replace(token, low="in"), replace(token, kind="word", low="ice bath")]
    return []


def _place(group: Token) -> str | None:
    plain = " ".join(t.low for t in group.inner[1:-1] if t.low not in WORDS["determiners"])
    found = LEXICON.places.get(plain)
    return plain if found is not None and found.kind in ("bath", "temp") else None


def of_whole(part: list[Token], at: int) -> bool:
    """Whether the adjective describes the contents of the current vessel, not a reagent: `ice-cold water`."""
    for token in part[at + 1 : at + 7]:
        if token.low in WORDS["wholes"] or token.low in LEXICON.vessels:
            return True
        if token.low in WORDS["prepositions"] or token.low == "of":
            return False
    return False
