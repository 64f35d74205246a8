"""Explanations in words: parts of the goal that exclude each other, and what is lost for good."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.planning.explain.model import (
    Clash,
    Conflict,
    Exclusive,
    Invariant,
    Missing,
    Short,
    WhyNot,
)
from clairify_cli.planning.explain.words import Words, listed
from clairify_cli.planning.ground.conditions import Literal
from clairify_cli.records import dataclass

_MOST_CLASHES = 4
_MOST_NAMED = 3
_MOST_LACKING = 2


@dataclass(frozen=True, slots=True)
class Said:
    """A message about a task, and what to do about it."""

    message: str
    hint: str


def excluded(words: Words, why: WhyNot, most: int) -> Said:
    """Explain that parts of the goal exclude each other, in up to `most` characters if possible."""
    conflict = why.conflict
    assert conflict is not None
    if why.missing:
        return Said(f"{_claim(words, conflict)}: {missed(words, why.missing[0])}", put_in(words, why.missing))
    if why.short is not None:
        return Said(f"{_claim(words, conflict)}: {run_out(words, why.short)}", more(words, why.short))
    first = conflict.examples[0] if conflict.examples else None
    if first is None:
        return Said(_claim(words, conflict), _leave_out(words, conflict))
    claim = _claim(words, conflict)
    if not (first.one == first.other or all(isinstance(one, Literal) for one in conflict.parts)):
        such = "whichever objects are taken: so" if conflict.ways > 1 else "since"
        claim += f", {such} {words.literal(first.one)} and {words.literal(first.other)} exclude each other"
    told = dict.fromkeys(
        clash(words, one, alone=one.made == first.one == first.other) for one in first.clashes[:_MOST_CLASHES]
    )
    reasons = list(told)
    further = "" if why.further is None else f"; without one of them, {_claim(words, why.further)}"
    while len(reasons) > 1 and len(claim) + 2 + len("; ".join(reasons)) + len(further) > most:
        reasons.pop()
    return Said((f"{claim}: {'; '.join(reasons)}" if reasons else claim) + further, way_out(words, conflict, first))


def _claim(words: Words, conflict: Conflict) -> str:
    """State that parts of the goal are never satisfied, or never at once."""
    parts = list(dict.fromkeys(words.quoted(one) for one in conflict.parts))
    named = listed(parts, "and", _MOST_NAMED)
    if not conflict.together:
        first = f"{parts[0]} can never be true"
        return first if len(parts) == 1 else f"{first}, nor can {listed(parts[1:], 'and', _MOST_NAMED - 1)}"
    return f"{named} are never true at once" if len(parts) == 2 else f"{named} are never all true at once"


def way_out(words: Words, conflict: Conflict, one: Exclusive) -> str:
    """Say what to change if two literals exclude each other."""
    alone = one.one == one.other
    if alone:
        return f"change what the actions need that lead to {words.literal(one.one)}, or leave it out"
    lost = next((clash.made for clash in one.clashes if clash.action is None and clash.made.positive), None)
    if lost is None or lost in (one.one, one.other):
        return _leave_out(words, conflict)
    back = f"let {words.literal(lost)} become true again, by an action or by facts in `:init` that let one make it so"
    return f"{back}, or {_leave_out(words, conflict)}"


def _leave_out(words: Words, conflict: Conflict) -> str:
    parts = list(dict.fromkeys(words.quoted(one) for one in conflict.parts))
    if len(parts) == 1 or not conflict.together:
        return f"leave out {parts[0]}, or ask for less"
    return f"leave out {listed(parts[:_MOST_NAMED], 'or')}"


def clash(words: Words, one: Clash, *, alone: bool = False) -> str:
    """Explain why a literal is never made true together with another, or why it is never true even `alone`."""
    who = f"`{words.name(one.action)}`" if one.action else "no action that can be used"
    makes = f"{who} {'adds' if one.made.positive else 'deletes'} {words.atom(one.made)}"
    if one.action is None:
        return makes + (" again" if _at_first(words, one.made) else "")
    if one.needs is None:
        undone = "deletes" if one.against.positive else "adds"
        same = one.made.positive is not one.against.positive
        against = words.atom(one.against)
        return f"{makes} and {against} with it" if same else f"{makes} and {undone} {against}"
    if alone or one.needs == one.against:
        both = "" if one.needs == one.against else f" and {words.literal(one.against)}, never true at once"
        return f"{makes} and needs {words.literal(one.needs)}{both}"
    return f"{makes} and needs {words.literal(one.needs)}, which excludes {words.literal(one.against)}"


def _at_first(words: Words, literal: Literal) -> bool:
    return ((literal.predicate, *literal.arguments) in words.task.init) is literal.positive


def missed(words: Words, one: Missing) -> str:
    """Explain which facts the initial state lacks for an action to be usable."""
    verb = "add" if one.made.positive else "delete"
    again = " again" if _at_first(words, one.made) else ""
    named = [words.literal(fact) for fact in one.facts]
    needed = listed(named, "and") if len(named) <= _MOST_LACKING else f"facts such as {named[0]}"
    are = "is" if len(named) == 1 else "are"
    would = f"`{words.name(one.action)}` would {verb} {words.atom(one.made)}{again}"
    return f"{would} but needs {needed}, which {are} not in `:init` and which no action adds"


def put_in(words: Words, missing: Sequence[Missing]) -> str:
    """Say which facts to add; any one of the alternatives suffices."""
    choices = [listed([words.literal(x) for x in one.facts], "and") for one in missing]
    told = f"put {listed(choices, 'or')} in `:init`"
    facts = [x for one in missing for x in one.facts]
    turned = dict.fromkeys(_other_way_round(words, one) for one in facts)
    there = [words.fact(one) for one in turned if one is not None]
    if len(there) != len(facts):
        return told
    rest = "; what else they say has to fit the way back" if any(len(one.arguments) > 2 for one in facts) else ""
    return f"{told}: it has only {listed(there, 'and')}, the other way round{rest}"


def _other_way_round(words: Words, literal: Literal) -> tuple[str, ...] | None:
    same = (one for one in sorted(words.task.init) if one[0] == literal.predicate)
    return next((one for one in same if sorted(one[1:]) == sorted(literal.arguments)), None)


def run_out(words: Words, one: Short) -> str:
    """Explain of which amount there is too little, or of which number too much."""
    actions = listed([f"`{words.name(name)}`" for name in one.actions], "and", _MOST_NAMED) if one.actions else ""
    if not one.is_number:
        first = listed([f"`{fact}`" for fact in one.at_first], "and", _MOST_NAMED)
        use, is_ = "uses" if len(one.actions) == 1 else "use", "is" if len(one.at_first) == 1 else "are"
        gone = f"{actions} {use} it up, nothing brings it back"
        return f"`{words.name(one.name)}` runs out: {gone}, and {first} {is_} not enough"
    if one.enough is None:
        return f"each part of the goal could be reached if numbers such as {_all_of(words, one)} were not compared"
    side = "little" if float(one.enough[0]) > float(one.enough[1]) else "much"
    change = f"{actions} {'changes' if len(one.actions) == 1 else 'change'} it" if actions else "no action changes it"
    return f"`{one.name}` is {one.at_first[0]} at first, which is too {side}, and {change}"


def _all_of(words: Words, one: Short) -> str:
    return listed([f"`{words.name(name)}`" for name in one.name.split()], "and", _MOST_NAMED)


def more(words: Words, one: Short) -> str:
    """Say how much of an amount would do, which was tried."""
    if one.enough is None:
        return f"begin with more of {_all_of(words, one)}, or ask for less"
    fact = f"(= {one.name} {one.enough[0]})" if one.is_number else one.enough[0]
    before = f" instead of `{one.enough[1]}`" if not one.is_number else ""
    return f"put `{fact}` in `:init`{before}, with which there is a plan, or ask for less"


def unchanging(words: Words, one: Invariant) -> str:
    """Explain that a sum over facts never changes, or only by even numbers, and that the goal needs another one."""
    sides = [[words.fact(atom) for atom, by in sorted(one.weights.items()) if by == sign] for sign in (1, -1)]
    named = [listed(side, "and", _MOST_NAMED) for side in sides if side]
    of = f"the number of true facts among {' less that among '.join(named)}"
    if len(one.weights) == 1:
        of = f"whether {named[0]} is true"
    only = {0: "no action changes {}", 2: "every action changes {} by an even number"}
    by = only.get(one.modulus, f"every action changes {{}} by a multiple of {one.modulus}").format(of)
    return f"{by}, but it is {one.first} at first and {one.last} in the goal"


def without_plan(words: Words, why: WhyNot) -> Said:
    """Explain why there is no plan although each part of the goal can be reached."""
    reason = _reason(words, why)
    lost, hint = ([], "") if reason is None else ([reason.message], reason.hint)
    conflict = why.conflict
    if conflict is not None and conflict.together:
        parts = [words.quoted(one) for one in conflict.parts]
        both = "both" if len(parts) == 2 else "all"
        every = ", as the `forall` asks" if len(set(conflict.places)) == 1 else ""
        lost.append(f"{listed(parts, 'and', _MOST_NAMED + 1)} can each be reached, but never {both} at once{every}")
        hint = hint or _leave_out(words, conflict)
    elif conflict is not None:
        lost.append(f"{words.quoted(conflict.parts[0])} is true in no state that can be reached")
        hint = hint or f"change what the actions need that lead to {words.quoted(conflict.parts[0])}"
    if why.culprits:
        effects = [
            f"if `{words.name(one.action)}` did not delete `{words.name(one.predicate)}`" for one in why.culprits
        ]
        lost.append(f"there would be a plan {', or '.join(effects)}")
        these = "this effect" if len(effects) == 1 else "these effects"
        hint = f"look at {these} with `not`, and at what could undo it" + (f"; or {hint}" if hint else "")
    elif reason is None:
        lost += ["it is proven that there is no plan", "no short reason was found"][conflict is not None :]
        hint = hint or "look at what actions delete or count that others, or the goal, still need"
    return Said("; ".join(lost), hint)


def _reason(words: Words, why: WhyNot) -> Said | None:
    """Explain what the initial state lacks or has too little of, or what can never be changed, if that is known."""
    if why.missing:
        return Said(missed(words, why.missing[0]), put_in(words, why.missing))
    if why.short is not None:
        return Said(run_out(words, why.short), more(words, why.short))
    if why.invariant is None:
        return None
    hint = "ask for something else, as no order of actions can do it, or let an action change this number"
    if why.invariant.mend is not None:
        positive, atom = why.invariant.mend
        change = f"put {words.fact(atom)} in" if positive else f"take {words.fact(atom)} out of"
        hint = f"{change} `:init`, with which there is a plan, or ask for something else"
    return Said(unchanging(words, why.invariant), hint)
