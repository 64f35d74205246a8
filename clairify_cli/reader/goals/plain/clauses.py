"""Group items into clauses: the things of each, the words that describe them, and what it shares with others."""

from __future__ import annotations

from clairify_cli.reader.goals.plain.items import Item, says_little
from clairify_cli.records import dataclass, field


@dataclass(slots=True)
class Clause:
    """A statement about things. `hints` are words of the clause before, which may apply to these things, too."""

    items: list[Item] = field(default_factory=list)
    hints: list[Item] = field(default_factory=list)
    shared: list[Item] = field(default_factory=list)
    """The later things that may belong to it, too: `the soil and rock data of waypoint2`."""
    denied: bool = False
    later: bool = False
    """Whether `then` or the like puts it after the clause before."""

    @property
    def things(self) -> list[Item]:
        return [one for one in self.items if one.kind == "thing"]

    @property
    def words(self) -> list[Item]:
        return [one for one in self.items if one.kind == "word"]


def clauses_of(items: list[Item]) -> list[Clause] | None:
    """The clauses of a text; None if it has conditions or choices that no goal can express."""
    listed = _listed(items)
    if listed is None or any(one.kind in ("refused", "or", "except") for one in listed):
        return None
    found: list[Clause] = []
    clause = Clause()
    number = 0
    while number < len(listed):
        item = listed[number]
        if _ends(listed, number, clause):
            found.append(clause)
            clause = Clause(later=item.text in ("then", "finally", "afterwards"))
        if item.kind == "not":
            clause.denied = not clause.denied
        elif item.kind not in ("join", "stop") and not (item.text == "with" and not clause.items):
            clause.items.append(item)
        number += 1
    found.append(clause)
    return _completed([one for one in found if any(item.kind != "is" for item in one.items)])


def _listed(items: list[Item]) -> list[Item] | None:
    """The items with each list of things merged, `ball1, ball2 and ball3`; exceptions join the thing before them."""
    found: list[Item] = []
    at = 0
    while at < len(items):
        item = items[at]
        if item.kind == "thing" and (joined := _joined(items, at, found)) is not None:
            last = found[-1]
            while found[-1].kind != "thing":
                found.pop()
            target = found[-1]
            if joined == "but":
                whole = [one for one in found if one.phrase is not None and one.phrase.determiner == "all"]
                if not whole:
                    return None
                whole[-1].but += [item, *item.also]
            else:
                target.also += [item, *item.also]
                target.either = target.either or joined == "or"
                if target.either and last.text == "and":
                    return None
            target.end = item.end
        elif item.kind == "except" and not any(one.kind == "thing" for one in found):
            return None
        else:
            found.append(item)
        at += 1
    return found


def _joined(items: list[Item], at: int, found: list[Item]) -> str | None:
    """How a thing is joined to the one before it: `but`, `and` or `or`; None if it begins something else."""
    between: list[Item] = []
    for one in reversed(found):
        if one.kind == "thing":
            break
        between.insert(0, one)
    else:
        return None
    kinds = [one.kind for one in between if one.text != "for"]
    if not kinds:
        return None
    if kinds[0] == "except" or (kinds == ["join", "except"]):
        return "but"
    before = next((one for one in reversed(found) if one.but), None)
    if before is not None and set(kinds) <= {"join"} and between[-1].text in ("and", ",", "or"):
        after = _after(items, at)
        return "but" if after in ("", "is") and before.but[-1].phrase is not None else None
    if not set(kinds) <= {"join", "or"} or any(one.text not in ("and", ",", "or", "nor", "either") for one in between):
        return None
    joint = "or" if "or" in kinds else "and"
    bare = _bare(found)
    after = _after(items, at)
    last = next(number for number in range(len(found) - 1, -1, -1) if found[number].kind == "thing")
    of = last > 0 and found[last - 1].kind == "preposition" and found[last - 1].text == "of"
    if after == "" or (of and after in ("join", "preposition") and _is_name(items[at]) and _is_name(found[last])):
        return joint
    if after == "join":
        return joint if between[-1].text == "," or bare else None
    return joint if bare and not (joint == "and" and after == "is" and not _only_things(found)) else None


def _is_name(item: Item) -> bool:
    return item.phrase is not None and bool(item.phrase.kinds) and item.phrase.kinds[0].own


def _after(items: list[Item], at: int) -> str:
    """The kind of item after a thing and the list that it begins; empty if its clause ends there."""
    at += 1
    while at < len(items) and items[at].kind in ("join", "or") and items[at].text in ("and", ",", "or"):
        following = next((number for number in range(at, len(items)) if items[number].kind not in ("join", "or")), None)
        if following is None or items[following].kind != "thing":
            return ""
        at = following + 1
    if at >= len(items) or items[at].kind in ("stop", "join", "not", "except"):
        return ""
    return "with" if items[at].text == "with" else items[at].kind


def _clause_so_far(found: list[Item]) -> list[Item]:
    """The items since the last clause boundary."""
    for number in range(len(found) - 1, -1, -1):
        one = found[number]
        if one.kind == "stop" or (one.kind == "join" and any(later.kind == "thing" for later in found[number:])):
            return found[number + 1 :]
    return found


def _bare(found: list[Item]) -> bool:
    """Whether the clause so far has exactly one thing, with no preposition around it and no word after it."""
    clause = _clause_so_far(found)
    things = [number for number, one in enumerate(clause) if one.kind == "thing"]
    if len(things) != 1:
        return False
    around = (*clause[things[0] + 1 :], *clause[max(0, things[0] - 1) : things[0]])
    return not any(one.kind == "preposition" for one in around) and all(
        one.kind != "word" for one in clause[things[0] + 1 :]
    )


def _only_things(found: list[Item]) -> bool:
    return all(one.kind in ("thing", "join", "or") for one in _clause_so_far(found))


def _ends(items: list[Item], number: int, clause: Clause) -> bool:
    """Whether the current clause ends before an item."""
    item = items[number]
    if not any(one.kind != "is" for one in clause.items):
        return False
    if item.kind == "stop":
        return True
    if item.kind == "join":
        following = next((one for one in items[number + 1 :] if one.kind != "join"), None)
        return following is not None
    if item.text == "with" and item.kind == "preposition":
        after = items[number + 2] if number + 2 < len(items) else None
        return after is not None and items[number + 1].kind == "thing" and after.kind in ("word", "preposition", "is")
    if item.kind == "not":
        return item.text == "without"
    if item.kind == "thing" and clause.things:
        # paint tile_2-1 white: a name after another belongs to it; a subject after a complete clause does not
        following = items[number + 1] if number + 1 < len(items) else None
        return following is not None and following.kind == "is"
    return False


def _completed(clauses: list[Clause]) -> list[Clause]:
    """Add to each clause the verbs, things and words that it shares with the next or previous one."""
    for number, clause in enumerate(clauses):
        before = clauses[number - 1] if number else None
        opens = clause.items[0]
        own_verb = opens.kind == "is" or (opens.kind == "word" and says_little(opens.text))
        if before is not None and not own_verb and not any(one.kind == "is" for one in clause.items):
            first = next((at for at, one in enumerate(before.items) if one.kind == "thing"), len(before.items))
            lead = [one for one in before.items[:first] if one.kind == "word"]
            behind = [one for one in before.items[first:] if one.kind == "word"]
            clause.hints = [*(lead or behind), *before.hints]
        following = clauses[number + 1] if number + 1 < len(clauses) else None
        if not clause.things and clause.words and following is not None and following.things:
            at = next(at for at, one in enumerate(following.items) if one.kind == "thing")
            clause.shared = [*following.items[1:at], *following.items[at:]]
    return clauses
