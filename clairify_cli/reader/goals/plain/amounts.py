"""Goals about numbers: `at least 20 litres of fuel left in deere`, `the battery of heron above 40`.

A number with the words that compare it is one token, `>= 20`, and its clause says something of a function.
"""

from __future__ import annotations

import re
from itertools import product

from clairify_cli.english.units import Unit, table
from clairify_cli.reader.goals.discourse import Discourse, Literal
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import Entity, Filled
from clairify_cli.reader.goals.facts import Predicate, Types
from clairify_cli.reader.goals.grammar.lookup import Words
from clairify_cli.reader.goals.literals import add
from clairify_cli.reader.goals.plain.clauses import Statement
from clairify_cli.reader.goals.plain.evidence import related, says_little
from clairify_cli.reader.goals.plain.match import Group, may_be
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.words import Token, parts_of

_LONGEST = 4
"""The most words of a comparison."""


def with_amounts(words: Words) -> list[Token]:
    """The tokens, with one of the kind `amount` for each number that is compared and counts no things."""
    tokens, found, at = words.tokens, list[Token](), 0
    while at < len(tokens):
        end, sign = _comparison(words, at)
        amount = _amount(words, end, sign) if words.vocabulary.facts.functions else None
        if amount is not None:
            end, text = amount
            found.append(Token(text, tokens[at].start, tokens[end - 1].end, "amount"))
        elif not (end > at and sign == ">=" and _number(words, end) is not None):  # at least two of them
            end = at + 1
            found.append(tokens[at])
        at = end
    return found


def _comparison(words: Words, at: int) -> tuple[int, str]:
    """Where the words before a number end, and its comparison."""
    texts = [token.text for token in words.tokens[at : at + _LONGEST]]
    for length in range(len(texts), 0, -1):
        if (sign := english().comparisons.get(tuple(texts[:length]))) is not None:
            return at + length, sign
    return at, ""


def _number(words: Words, at: int) -> str | None:
    named = words.english.numbers.get(words.text(at))
    return words.text(at) if words.kind(at) == "number" else None if named is None else str(named)


def _amount(words: Words, at: int, sign: str) -> tuple[int, str] | None:
    """Where a number ends that is compared, with its unit, and what it says; None for one that counts or names."""
    number, end = _number(words, at), at + 1
    if number is None and words.text(at) in ("full", "fully") and (most := _most(words)) and not words.states(at):
        return end, f">= {most}"
    named = any((noun := words.noun(start)) is not None and noun[0] > at for start in range(max(0, at - 3), at + 1))
    if number is None or named or (sign in ("", "=") and at and words.noun(at - 1) is not None):
        return None
    ranged = words.text(end) in ("and", "to") and (sign == "between")
    top = _number(words, end + 1) if ranged else None
    if sign == "between":
        if top is None:
            return None
        number, end, sign = f"{number} <= {top}", end + 2, ">="
    unit = words.text(end) if _unit(words.text(end)) is not None and words.noun(end) is None else ""
    end += bool(unit or words.is_in(end, "measured"))
    for stop in range(end + _LONGEST, end, -1) if not sign else ():
        if found := english().compared.get(tuple(token.text for token in words.tokens[end:stop])):
            end, sign = stop, found
            break
    behind = end
    while words.text(behind) in ("of", "the", "all", "these", "those"):
        behind += 1
    noun = words.noun(behind)
    counts = (noun is not None and any(kind.members for kind in noun[1])) or words.is_in(behind, "pronouns")
    bare = words.kind(at) == "word" and not unit  # at least two must be ready
    told = any(related_amount(words.text(behind), one) for one in words.vocabulary.facts.functions)
    if ((counts and (behind > end or not unit)) and words.preposition(end) is None) or (bare and not told):
        return None
    return end, f"{sign or '='} {number} {unit}".strip()


def _most(words: Words) -> str:
    """The function that says how much there can be: `(capacity ?drone)`."""
    named = [one.name.text for one in words.vocabulary.facts.task.domain.functions]
    found = [one for one in named if not english().words["limits"].isdisjoint(parts_of(one))]
    return found[0] if len(found) == 1 else ""


def _unit(word: str) -> Unit | None:
    return next((one.said for one in table() if word in (*one.symbols, *one.words)), None)


def _units(function: Predicate) -> set[Unit]:
    return {one for word in re.findall(r"\w+", function.comment) if (one := _unit(word)) is not None}


def related_amount(word: str, function: Predicate) -> bool:
    """Whether a word is in the name of a function, or a synonym of one there."""
    same = english().amounts.get(word, ())
    return any(related(word, part) or part in same for part in function.parts)


def amount_of(words: Words, start: int, end: int) -> list[int]:
    """The tokens of a clause that compare a number."""
    return [at for at in range(start, end) if words.kind(at) == "amount"]


def says_amount(talk: Discourse, groups: list[Group], clause: Statement) -> bool:
    """Add what a clause says of a function; return False if no function explains all of its things and words."""
    words = talk.words
    at, *others = amount_of(words, clause.start, clause.end)
    texts = [words.text(one) for one in clause.words if not words.is_in(one, "measured")]
    said = [one for one in texts if not says_little(one)]
    if others or any(words.is_in(one, "reckoned") for one in range(clause.start, clause.end)) or _is_step(talk, clause):
        return False
    *comparison, unit = words.text(at).split() if len(words.text(at).split()) % 2 else (*words.text(at).split(), "")
    found = [
        (sum(related_amount(word, one) for word in texts) + (bool(unit) and _unit(unit) in _units(one)), one, rows)
        for one in talk.facts.functions
        if (rows := _rows(talk, one, groups)) and all(_explains(word, one) for word in said)
    ]
    most = max((score for score, *_ in found), default=0)
    best = [one for one in found if one[0] == most and (most or said or len(talk.facts.functions) == 1)]
    if len(best) != 1:
        return False
    [(_, function, rows)] = best
    if unit and (units := _units(function)) and _unit(unit) not in units:
        talk.say(rules.not_in_domain, at, at + 1, f"`{function.name}` is in another unit", ())
        return False
    if comparison[0] == "=" and words.tokens[at].start == talk.source.text.find(comparison[1], words.tokens[at].start):
        talk.say(rules.goal_assumed, at, at + 1, "exactly that number")
    denied = clause.denied != any(one.none for one in clause.things)
    for row in rows:
        about = next((one for one in row if isinstance(one, Entity)), Entity(-1, function.name, []))
        filled = Filled(function.name, row, not denied, " ".join(comparison))
        add(talk, Literal(filled, about, clause.start, clause.end, "said"))
    talk.focus = [one for group in groups for one in group.entities][:1] or talk.focus
    return True


def _is_step(talk: Discourse, clause: Statement) -> bool:
    """Whether it may say by how much a number changes, and not what it is at the end: `add 20 ml to plate1`."""
    words, [at, *_] = talk.words, amount_of(talk.words, clause.start, clause.end)
    opens = clause.words[0] if clause.words else clause.end
    first = min((one.start for one in clause.places), default=clause.end)
    verb = words.text(opens)
    stays = verb in ("keep", "leave", "have", "make", "be", "ensure")
    does = (verb,) in english().verbs or any(related(verb, deed.parts[0]) for deed in talk.facts.deeds)
    steps = opens < min(first, at) and does and not (clause.copula or stays)
    return any(one.relation == "from" for one in clause.places) or (
        steps and talk.text(at, at + 1).lower().split()[0] not in english().words["reaching"]
    )


def _explains(word: str, function: Predicate) -> bool:
    told = re.findall(r"\w+", function.comment.lower())
    return related_amount(word, function) or any(related(word, one) for one in told)


def _rows(talk: Discourse, function: Predicate, groups: list[Group]) -> list[tuple[Entity | Types, ...]]:
    """The arguments of a function, each a group of things or the only object that fits; none if a thing is left."""
    needed = {number for number, one in enumerate(groups) if not one.optional}
    ways = []
    for slots in product((*range(len(groups)), None), repeat=len(function.types)):
        used = [number for number in slots if number is not None]
        pairs = [*zip(slots, function.types, strict=True)]
        if (
            needed <= {*used}
            and len({*used}) == len(used)
            and all(
                len(talk.facts.objects_of(types)) == 1 if number is None else may_be(talk.facts, groups[number], types)
                for number, types in pairs
            )
        ):
            ways.append([[types] if number is None else groups[number].entities for number, types in pairs])
    return [*product(*ways[0])] if ways else []
