"""Rules PLN3xx: why a task has no plan, one rule for each kind of last cause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from clairify_cli.diagnostics.model import Diagnostic, Related, Severity, Span
from clairify_cli.diagnostics.registry import Message, Rule, rule
from clairify_cli.planning.explain.conflict_words import excluded, without_plan
from clairify_cli.planning.explain.model import (
    Blocked,
    Conflict,
    Contradiction,
    GoalPart,
    Kind,
    NoObject,
    Root,
    Verdict,
    WhyNot,
    WrongType,
    roots,
)
from clairify_cli.planning.explain.order import rank
from clairify_cli.planning.explain.words import MOST_GOALS, Words, listed, shortened

ERROR = Severity.ERROR

_MOST_STEPS = 8


def _never(goal: str, because: str, remedies: Sequence[str], related: Sequence[Related]) -> Message:
    hint = "; and ".join(remedies) or None
    return Message(f"`{goal}` can never be true: {because}", hint=hint, related=tuple(related))


@rule("PLN301", "goal-never-added", ERROR)
def goal_never_added(goal: str, because: str, remedies: Sequence[str], related: Sequence[Related]) -> Message:
    """A goal is not true at first, and no action makes it true.

    No action has an effect that gives this fact, so that no plan can end with it. Either an action lacks the
    effect, or the goal names another predicate or other objects than it means.

    Wrong:
        (:action open :parameters (?d) :precondition (at ?d) :effect (opened ?d))
        (:init (at door))
        (:goal (open door))

    Right:
        (:action open :parameters (?d) :precondition (at ?d) :effect (opened ?d))
        (:init (at door))
        (:goal (opened door))
    """
    return _never(goal, because, remedies, related)


@rule("PLN302", "needs-what-is-never-true", ERROR)
def needs_what_is_never_true(goal: str, because: str, remedies: Sequence[str], related: Sequence[Related]) -> Message:
    """Every action that would reach a goal needs a fact that is never true.

    The fact is not in the initial state, and no action adds it. Mostly it has been left out of the initial state.

    Wrong:
        (:action open :parameters (?d) :precondition (closed ?d) :effect (opened ?d))
        (:init (at door))
        (:goal (opened door))

    Right:
        (:action open :parameters (?d) :precondition (closed ?d) :effect (opened ?d))
        (:init (at door) (closed door))
        (:goal (opened door))
    """
    return _never(goal, because, remedies, related)


@rule("PLN303", "wrong-type-for-action", ERROR)
def wrong_type_for_action(goal: str, because: str, remedies: Sequence[str], related: Sequence[Related]) -> Message:
    """The action that would reach a goal is not for objects of that type.

    An object fits a parameter where its type is that of the parameter, or a kind of it. A type that is meant to be
    a kind of another has to say so in `:types`.

    Wrong:
        (:types receptacle fridge)
        (:action goto :parameters (?r - receptacle) :effect (at ?r))
        (:objects fridge1 - fridge)
        (:goal (at fridge1))

    Right:
        (:types receptacle fridge - receptacle)
        (:action goto :parameters (?r - receptacle) :effect (at ?r))
        (:objects fridge1 - fridge)
        (:goal (at fridge1))
    """
    return _never(goal, because, remedies, related)


@rule("PLN304", "no-object-of-type", ERROR)
def no_object_of_type(goal: str, because: str, remedies: Sequence[str], related: Sequence[Related]) -> Message:
    """The action that would reach a goal needs an object of a type of which there is none.

    An action can only be carried out with an object for each of its parameters.

    Wrong:
        (:types food knife)
        (:action slice :parameters (?f - food ?k - knife) :effect (sliced ?f))
        (:objects bread - food)
        (:goal (sliced bread))

    Right:
        (:types food knife)
        (:action slice :parameters (?f - food ?k - knife) :effect (sliced ?f))
        (:objects bread - food knife1 - knife)
        (:goal (sliced bread))
    """
    return _never(goal, because, remedies, related)


@rule("PLN305", "needs-itself", ERROR)
def needs_itself(goal: str, because: str, remedies: Sequence[str], related: Sequence[Related]) -> Message:
    """What would reach a goal needs that goal, or one thing that needs the other, and nothing starts it.

    To go somewhere one has to be somewhere; what is to be picked up has to lie somewhere. Where the initial
    state says nothing of the kind, no action can begin.

    Wrong:
        (:action move :parameters (?from ?to) :precondition (at ?from) :effect (at ?to))
        (:init )
        (:goal (at kitchen))

    Right:
        (:action move :parameters (?from ?to) :precondition (at ?from) :effect (at ?to))
        (:init (at hall))
        (:goal (at kitchen))
    """
    return _never(goal, because, remedies, related)


@rule("PLN306", "stays-true", ERROR)
def stays_true(goal: str, because: str, remedies: Sequence[str], related: Sequence[Related]) -> Message:
    """Something has to be false that is true from the start, and nothing makes it false.

    A goal or a precondition has `not` before a fact of the initial state that no action deletes.

    Wrong:
        (:action move :parameters (?to) :precondition (not (visited ?to)) :effect (at ?to))
        (:init (visited kitchen))
        (:goal (at kitchen))

    Right:
        (:action move :parameters (?to) :precondition (not (visited ?to)) :effect (at ?to))
        (:init )
        (:goal (at kitchen))
    """
    return _never(goal, because, remedies, related)


@rule("PLN307", "never-for-the-same-objects", ERROR)
def never_for_the_same_objects(goal: str, because: str, remedies: Sequence[str], related: Sequence[Related]) -> Message:
    """Conditions that can each hold never hold for the same objects.

    Each condition is met by some object and all of them by none: the key is for another lock, the room that leads to
    the goal is not the one that can be entered.

    Wrong:
        (:action unlock :parameters (?k ?d) :precondition (and (have ?k) (fits ?k ?d)) :effect (open ?d))
        (:init (have key1) (fits key2 door))
        (:goal (open door))

    Right:
        (:action unlock :parameters (?k ?d) :precondition (and (have ?k) (fits ?k ?d)) :effect (open ?d))
        (:init (have key1) (fits key1 door))
        (:goal (open door))
    """
    return _never(goal, because, remedies, related)


@rule("PLN308", "goal-denies-itself", ERROR)
def goal_denies_itself(one: str, other: str) -> Message:
    """The goal wants a fact to be both true and false.

    No state is like that, so that no plan can end in one.

    Wrong:
        (:action close :parameters (?d) :effect (not (opened ?d)))
        (:init (opened door))
        (:goal (and (opened door) (not (opened door))))

    Right:
        (:action close :parameters (?d) :effect (not (opened ?d)))
        (:init (opened door))
        (:goal (opened door))
    """
    return Message(f"the goal wants {one} and {other}, which deny each other", hint="leave out one of them")


@rule("PLN309", "no-plan", ERROR)
def no_plan(words: str, remedy: str, related: Sequence[Related]) -> Message:
    """It is proven that there is no plan, though every part of the goal can be reached by itself.

    A solver has looked at all that can be reached from the initial state. Each goal could be reached if nothing
    that was true were ever lost, so what is in the way is what actions delete: a thing that can be used once
    and is needed twice, a place that cannot be left.

    Wrong:
        (:action light :parameters (?m ?c) :precondition (match ?m) :effect (and (lit ?c) (not (match ?m))))
        (:init (match m1) (match m2))
        (:goal (and (lit candle1) (lit candle2) (lit candle3)))

    Right:
        (:action light :parameters (?m ?c) :precondition (match ?m) :effect (and (lit ?c) (not (match ?m))))
        (:init (match m1) (match m2) (match m3))
        (:goal (and (lit candle1) (lit candle2) (lit candle3)))
    """
    return Message(words, hint=remedy, related=tuple(related))


@rule("PLN310", "goals-exclude-each-other", ERROR)
def goals_exclude_each_other(because: str, remedy: str, related: Sequence[Related]) -> Message:
    """Two parts of the goal can each be reached, and are never true at once.

    This proves that there is no plan. What makes the one true undoes the other, or what the other needs: one robot
    cannot be in two rooms; a room that has been left cannot be entered again where no way leads back.

    Wrong:
        (:action move :parameters (?a ?b) :precondition (at ?a) :effect (and (at ?b) (not (at ?a))))
        (:init (at hall))
        (:goal (and (at kitchen) (at pantry)))

    Right:
        (:action move :parameters (?a ?b) :precondition (at ?a) :effect (and (at ?b) (not (at ?a))))
        (:init (at hall))
        (:goal (at pantry))
    """
    return Message(because, hint=remedy, related=tuple(related))


# ------------------------------------------------------------------------------------------------- diagnostics


LONGEST = 400
"""How many characters a message has, where names are not too long for that."""

_SHORTEST_CHAIN = 150
_MOST_OTHERS = 3


@dataclass(slots=True)
class _Group:
    """Parts of the goal with the same last causes: the first of them, and those that hang on the same."""

    part: GoalPart
    remedies: list[str]
    others: list[GoalPart] = field(default_factory=list)


def findings(why: WhyNot) -> list[Diagnostic]:
    """The explanation as findings in the problem, one for each last cause of parts that can never be true."""
    words = Words(why.task)
    found = [_contradiction(why, words, one) for one in why.contradictions]
    if why.verdict is Verdict.UNREACHABLE:
        found += [_goal(why, words, group) for group in _groups(why, words)[:MOST_GOALS]]
    if why.verdict in (Verdict.UNREACHABLE, Verdict.EXCLUSIVE) and why.conflict is not None:
        found.append(_exclusive(why, words, why.conflict))
    elif why.verdict is Verdict.REACHABLE and why.proven:
        said = without_plan(words, why)
        places = [] if why.conflict is None else why.conflict.places
        related = [Related("this part of the goal", why.problem.span(*place)) for place in dict.fromkeys(places)]
        found.append(no_plan(_goal_span(why), said.message, said.hint, related))
    return found


def _groups(why: WhyNot, words: Words) -> list[_Group]:
    """The parts of the goal by what has to be mended for them; nothing is asked for twice."""
    asked: dict[str, _Group] = {}
    groups = []
    for part in why.goals:
        remedies = words.remedies(part)
        fresh = [one for one in remedies if one not in asked]
        if remedies and not fresh:
            asked[remedies[0]].others.append(part)
            continue
        group = _Group(part, fresh)
        groups.append(group)
        asked.update((one, group) for one in fresh)
    return groups


def _goal(why: WhyNot, words: Words, group: _Group) -> Diagnostic:
    part = group.part
    every = [root for alternative in part.obstacles[:1] for root in roots(alternative, first_only=True)]
    at = why.problem.span(*part.place)
    if not every:
        return needs_what_is_never_true(at, shortened(part.text), "what it needs cannot be reached", (), ())
    main = min(every, key=lambda root: (root.told is not None, rank(root.obstacle), len(root.path)))
    lead = "in the first of its alternatives, " if len(part.obstacles) > 1 else ""
    tail = _others(group)
    text = shortened(part.text)
    room = LONGEST - len(f"`{text}` can never be true: {lead}{tail}")
    near = f"; {words.nearest(part)}" if (main.path or part.fails_for) and words.nearest(part) else ""
    because = words.chain(main, max(_SHORTEST_CHAIN, room - len(near)))
    if len(because) + len(near) > room:
        near = ""
    return _rule_for(main)(at, text, lead + because + near + tail, group.remedies, _related(why, words, main, group))


def _others(group: _Group) -> str:
    """The parts of the goal that hang on the same."""
    shown = [f"`{shortened(one.text)}`" for one in group.others[:_MOST_OTHERS]]
    if not shown:
        return ""
    more = len(group.others) - len(shown)
    return f"; nor can {listed([*shown, f'{more} more'] if more else shown, 'and')}, for the same reason"


_Worded = Rule[[str, str, Sequence[str], Sequence[Related]]]


def _rule_for(root: Root) -> _Worded:
    match root.obstacle:
        case WrongType():
            return wrong_type_for_action
        case NoObject():
            return no_object_of_type
        case Blocked(kind=Kind.STAYS_TRUE):
            return stays_true
        case Blocked(kind=Kind.CYCLE):
            return needs_itself
        case Blocked(kind=Kind.NEVER_ADDED | Kind.OTHER_OBJECTS):
            return needs_what_is_never_true if root.path else goal_never_added
        case Blocked():
            return needs_what_is_never_true
        case _:
            return never_for_the_same_objects


def _related(why: WhyNot, words: Words, root: Root, group: _Group) -> list[Related]:
    """Where to look: each action on the way, the condition asked for, the declaration of an object of a wrong type.

    Then the other parts of the goal that hang on the same.
    """
    found = []
    for (_, attempt), step in list(zip(root.path, words.steps(root), strict=True))[:_MOST_STEPS]:
        place = attempt.effect.place if attempt.effect.place != (0, 0) else attempt.place
        found.append(Related(step, why.domain.span(*place)))
    asked = root.obstacle
    if isinstance(asked, Blocked) and not asked.in_goal:
        found.append(
            Related(f"{words.literal(asked.literal)} is asked for here", why.domain.span(*asked.literal.place))
        )
    if isinstance(asked, WrongType):
        declared = next((one for one in why.task.problem.objects if one.name.text == asked.object), None)
        if declared is not None:
            where = why.problem.span(declared.name.start, declared.name.end)
            found.append(Related(f"`{declared.name.written}` is declared here", where))
    for one in group.others:
        near = words.nearest(one)
        told = f"`{shortened(one.text)}` hangs on the same" + (f"; {near}" if near else "")
        found.append(Related(told, why.problem.span(*one.place)))
    return found


def _contradiction(why: WhyNot, words: Words, one: Contradiction) -> Diagnostic:
    at = why.problem.span(*one.other.place)
    found = goal_denies_itself(at, words.literal(one.one), words.literal(one.other))
    return replace(found, related=(Related("the other of the two", why.problem.span(*one.one.place)),))


def _exclusive(why: WhyNot, words: Words, conflict: Conflict) -> Diagnostic:
    clashes = [clash for one in conflict.examples[:1] for clash in one.clashes]
    actions = {one.name.text: one.name for one in why.task.domain.actions}
    named = dict.fromkeys(one.action for one in clashes if one.action in actions)
    related = [
        Related(f"`{actions[name].written}`", why.domain.span(actions[name].start, actions[name].end))
        for name in named
        if name is not None
    ]
    place = conflict.examples[0].place if conflict.examples else conflict.places[0]
    others = [one for one in dict.fromkeys(conflict.places) if one != place]
    related += [Related("this part of the goal, too", why.problem.span(*one)) for one in others]
    said = excluded(words, why, LONGEST)
    return goals_exclude_each_other(why.problem.span(*place), said.message, said.hint, related)


def _goal_span(why: WhyNot) -> Span:
    goal = why.task.goal
    return why.problem.span(goal.start, goal.end) if goal is not None else why.problem.span(0, 0)
