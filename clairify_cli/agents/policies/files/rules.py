"""Findings about files that a model writes while it plays: how they fit the world, and what was known before."""

from __future__ import annotations

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.registry import Message, rule


@rule("MDL011", "world-action-missing", Severity.ERROR)
def action_missing(name: str, wanted: str) -> Message:
    """The domain lacks an action of the world that it is written for.

    Steps of a plan become commands by the names of their actions, so that a domain for a world has every action of the
    world, with its name and its parameters in their order.

    Wrong:
        a domain without `go`, for a world with the action (go ?here ?there - room ?direction - direction)

    Right:
        (:action go :parameters (?here ?there - room ?direction - direction) ...)
    """
    return Message(f"the domain lacks the action `{name}` of the world", f"define {wanted}")


@rule("MDL012", "world-action-parameters", Severity.ERROR)
def action_parameters(name: str, given: int, wanted: str, number: int) -> Message:
    """An action has another number of parameters than that of the world.

    Wrong:
        (:action go :parameters (?there - room) ...), where the world has (go ?here ?there - room)

    Right:
        (:action go :parameters (?here ?there - room) ...)
    """
    has = f"{counted(given, 'parameter')}"
    return Message(f"the action `{name}` has {has}, and that of the world {number}", f"define {wanted}")


@rule("MDL013", "action-without-command", Severity.ERROR)
def action_without_command(name: str, names: str) -> Message:
    """An action is none of the world's, so that no command carries it out.

    Wrong:
        (:action explore ...), in a world in which one can go, open a door and take something

    Right:
        the actions of the world and no others
    """
    return Message(f"the world has no action `{name}`", f"leave it out; the actions of the world are {names}")


@rule("MDL014", "fact-was-made-false", Severity.ERROR)
def made_false(fact: str, step: str) -> Message:
    """A fact is stated that a step carried out since then has made false.

    Wrong:
        (at kitchen) in :init after (go kitchen hall east), whose effect has (not (at ?here))

    Right:
        (at hall) alone
    """
    return Message(
        f"`{fact}` was made false by `{step}`",
        f'leave it out; if one of the latest observations shows it, add the line: OBSERVED {fact} BECAUSE "its words"',
    )


@rule("MDL015", "correction-without-ground", Severity.ERROR)
def without_ground(correction: str, why: str, hint: str) -> Message:
    """A correction of what is known does not rest on the latest observations, those since the files before.

    A fact once observed is dropped only where the words of one of them contradict it, and these are quoted.

    Wrong:
        RETRACT (closed-door hall pantry) BECAUSE "I think it is open"

    Right:
        RETRACT (closed-door hall pantry) BECAUSE "the door to the pantry is open"
    """
    return Message(f"`{correction}` is no correction: {why}", hint)


@rule("MDL016", "goal-already-true", Severity.ERROR)
def goal_true(goal: str, remaining: str) -> Message:
    """The goal is true in the state that is known, so that there is nothing to do for it.

    Wrong:
        (:goal (at kitchen)), when (at kitchen) is in :init

    Right:
        (:goal (at hall))
    """
    return Message(f"the goal `{goal}` is true already", _open(remaining))


@rule("MDL017", "goal-visited", Severity.ERROR)
def goal_visited(goal: str, remaining: str) -> Message:
    """The goal was true in an earlier state: going back there shows nothing new.

    Wrong:
        (:goal (at kitchen)), when the walk began in the kitchen and other rooms are still unseen

    Right:
        (:goal (at hall))
    """
    return Message(f"the goal `{goal}` was true before, and nothing new is seen there", _open(remaining))


def _open(remaining: str) -> str:
    if not remaining:
        return "choose another goal: what the task asks for, or else a place that has not been seen"
    return f"choose what the task asks for, or else what can be reached and has never been so: {remaining}"


@rule("MDL018", "goal-unreachable", Severity.ERROR)
def goal_unreachable(goal: str, remaining: str) -> Message:
    """The goal has no plan by what is known, and there are others that have not been reached yet.

    Wrong:
        (:goal (have coin1)), when nobody has seen where the coin is

    Right:
        (:goal (at hall)), to look for it there
    """
    return Message(
        f"the goal `{goal}` cannot be reached by what is known",
        f"find out more first: choose what can be reached and has never been so: {remaining}",
    )


@rule("MDL019", "too-many-combinations", Severity.ERROR)
def too_many_combinations(count: int, most: int) -> Message:
    """The variables of nested quantifiers, or of a derived predicate, have too many combinations of objects.

    Each combination is looked at, and nobody should have to wait for that.

    Wrong:
        (forall (?a ?b ?c ?d ?e - object) (near ?a ?b ?c ?d ?e)), with fifty objects

    Right:
        (forall (?a ?b - room) (near ?a ?b))
    """
    return Message(
        f"the variables here have {count:,} combinations of objects, and at most {most:,} are looked at",
        "use fewer variables, or narrower types",
    )


@rule("MDL020", "object-not-seen", Severity.ERROR)
def object_not_seen(name: str) -> Message:
    """An object is written that the task asks for, and that no observation has told of.

    It has to be found first: what is only hoped for is no part of what is known.

    Wrong:
        (:objects kitchen - room coin - coin), when the task asks for a coin and nobody has seen one

    Right:
        (:objects kitchen - room)
    """
    return Message(
        f"no observation has told of `{name}` yet",
        "leave it out, with all facts about it: what the task asks for is an object only once it has been seen; if an "
        "observation speaks of it in other words, write the same again",
    )


@rule("MDL021", "two-at-once", Severity.ERROR)
def two_at_once(known: str, new: str, renaming: str) -> Message:
    """A fact is written that cannot be true beside one that is known.

    By the effects of the domain, one takes the place of the other: who goes to a room leaves the one before. Where a
    place or a thing turned out to be what has another name, it has to be said.

    Wrong:
        (at pantry) in :init after (go kitchen north-of-kitchen north), which leads to (at north-of-kitchen)

    Right:
        the same, with the line RENAME north-of-kitchen pantry BECAUSE "You are in the pantry" before it
    """
    same = f'if both are one thing, add the line: {renaming} BECAUSE "words"; ' if renaming else ""
    other = "" if renaming else f"; else leave `{new}` out"
    return Message(
        f"`{new}` cannot be true at the same time as `{known}`, which is known",
        f'{same}if `{known}` is not so, add the line: RETRACT {known} BECAUSE "words"{other}',
    )
