"""Rules PDL3xx: how many arguments something takes, and of which types."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Related, Severity, Span
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.languages.pddl.rules.wording import elsewhere, places

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PDL301", "predicate-arity", ERROR)
def predicate_arity(name: str, takes: str, given: int, declared: Span | None, others: Sequence[Span] = ()) -> Message:
    """A predicate has too few or too many arguments.

    Its declaration says how many it takes. Fast Downward refuses the file.

    Wrong:
        (:predicates (on ?x ?y))
        (:init (on a))

    Right:
        (:predicates (on ?x ?y))
        (:init (on a b))
    """
    related = () if declared is None else (Related("it is declared here", declared),)
    return Message(
        f"`{name}` takes {takes}; here it is given {counted(given, 'argument')}{elsewhere(others)}",
        hint=f"write as many arguments as the declaration of `{name}` has, or change the declaration",
        related=related + places(others),
    )


@rule("PDL302", "function-arity", ERROR)
def function_arity(name: str, takes: str, given: int, declared: Span | None, others: Sequence[Span] = ()) -> Message:
    """A function has too few or too many arguments.

    Fast Downward does not count them, and then finds no value where it needs one.

    Wrong:
        (:functions (distance ?from ?to))
        (:init (= (distance a) 5))

    Right:
        (:functions (distance ?from ?to))
        (:init (= (distance a b) 5))
    """
    related = () if declared is None else (Related("it is declared here", declared),)
    return Message(
        f"the function `{name}` takes {takes}; here it is given {counted(given, 'argument')}{elsewhere(others)}",
        hint=f"write as many arguments as the declaration of `{name}` has",
        related=related + places(others),
    )


@rule("PDL303", "wrong-type", ERROR)
def wrong_type(
    name: str, is_a: str, lattice: str, takes: str, fitting: Sequence[str], others: Sequence[Span] = ()
) -> Message:
    """An object of a wrong type stands in the initial state or in the goal.

    The declaration of the predicate says of which types its arguments are. Fast Downward does not look: it takes the
    fact, and no action that asks for the right type ever uses it.

    Wrong:
        (:types room item)
        (:predicates (holding ?o - item))
        (:objects kitchen - room)
        (:init (holding kitchen))

    Right:
        (:types room item)
        (:predicates (holding ?o - item))
        (:objects kitchen - room cup - item)
        (:init (holding cup))
    """
    from clairify_cli.diagnostics.nearest import listing

    if fitting:
        hint = f"of a fitting type are {listing(fitting, most=8)}; or change the types"
    else:
        hint = "there is no object of a fitting type: change the type of this one, or the declaration of the predicate"
    return Message(f"`{name}` is {is_a}, and {lattice}; {takes}{elsewhere(others)}", hint, related=places(others))


@rule("PDL304", "never-fits", WARNING)
def never_fits(name: str, is_a: str, lattice: str, takes: str, effect: bool, others: Sequence[Span] = ()) -> Message:
    """An argument in an action is of a type that the predicate does not take.

    As a condition, the atom is never true if initial state and other actions keep to the declarations, so that the
    action can never be used. As an effect, it makes a fact that the declaration of the predicate does not allow.

    Wrong:
        (:types oven place)
        (:predicates (at ?p - place))
        (:action heat :parameters (?o - oven) :precondition (at ?o) :effect (hot ?o))

    Right:
        (:types oven - place place)
        (:predicates (at ?p - place))
        (:action heat :parameters (?o - oven) :precondition (at ?o) :effect (hot ?o))
    """
    hint = "change the type of the parameter, or make the one type a kind of the other in `:types`"
    then = "so that the effect makes a fact that is not allowed" if effect else "so that this is never true"
    return Message(
        f"`{name}` is {is_a}, and {lattice}; {takes}, {then}{elsewhere(others)}", hint, related=places(others)
    )


@rule("PDL305", "wide-type", WARNING)
def wide_type(name: str, is_a: str, wanted: str, takes: str, others: Sequence[Span] = ()) -> Message:
    """An argument in an action is of a wider type than the predicate takes.

    Some things of the wide type fit and others do not. Solvers do not mind; validators call it an error, and as an
    effect it can make facts that the declaration of the predicate does not allow.

    Wrong:
        (:types cup - item)
        (:predicates (full ?c - cup))
        (:action fill :parameters (?x - item) :effect (full ?x))

    Right:
        (:types cup - item)
        (:predicates (full ?c - cup))
        (:action fill :parameters (?x - cup) :effect (full ?x))
    """
    return Message(f"`{name}` is {is_a}, which need not be {wanted}; {takes}{elsewhere(others)}",
                   hint=f"declare `{name}` as {wanted}", related=places(others))  # fmt: skip


@rule("PDL306", "never-equal", WARNING)
def never_equal(one: str, other: str) -> Message:
    """Two terms are compared that are never the same.

    Things of types that have nothing in common are never equal, and neither are two different objects.

    Wrong:
        (:action a :parameters (?r - room ?c - cup) :precondition (= ?r ?c) :effect (in ?c ?r))

    Right:
        (:action a :parameters (?r - room ?c - cup) :precondition (at ?r) :effect (in ?c ?r))
    """
    return Message(f"`{one}` and `{other}` are never the same", hint="remove the comparison, or see what is meant")
