"""Rules PDL5xx: what is PDDL, and what some planners cannot do; with one of these as `--target`, it is an error."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Fix, Severity, Span
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.languages.pddl.rules.wording import elsewhere, places

ERROR, WARNING = Severity.ERROR, Severity.WARNING

BEYOND = frozenset(("PDL501", "PDL502", "PDL503", "PDL506"))
"""What Fast Downward and pyperplan lack, and others have."""

REFUSED = BEYOND | {"PDL115", "PDL119", "PDL128", "PDL504"}
"""What Fast Downward and pyperplan refuse or read otherwise: errors, where one of them is the target."""

_NO_SOLVER = "Fast Downward and pyperplan refuse it; a planner that can is given with `--solver`"


@rule("PDL501", "unsolvable-feature", WARNING)
def unsolvable_feature(requirement: str, what: str) -> Message:
    """The file asks for a part of PDDL that the solvers at hand do not have.

    Numeric fluents, durative actions, timed initial literals, preferences and the like are read and checked. Fast
    Downward and pyperplan refuse files that require them.

    Wrong:
        (:requirements :strips :durative-actions)
        (:durative-action fly :duration (= ?duration 3) ...)

    Right:
        (:requirements :strips :action-costs)
        (:action fly :effect (and (increase (total-cost) 3) ...))
    """
    return Message(f"no solver at hand can do `{requirement}` ({what})", _NO_SOLVER)


@rule("PDL502", "unrequired-feature", WARNING)
def unrequired_feature(what: str, requirements: Sequence[str], others: Sequence[Span] = ()) -> Message:
    """A part of PDDL is used that only some planners have, and the requirements do not say so.

    Fast Downward refuses the file. Where it is meant, name it in the requirements: then it is checked as what it is.

    Wrong:
        (:requirements :strips)
        (:action drive :parameters (?c) :precondition (> (fuel ?c) 0) :effect (decrease (fuel ?c) 1))

    Right:
        (:requirements :strips :numeric-fluents)
        (:action drive :parameters (?c) :precondition (> (fuel ?c) 0) :effect (decrease (fuel ?c) 1))
    """
    return Message(
        f"{what} cannot be solved by Fast Downward, and needs {listing(requirements)}{elsewhere(others)}",
        hint=f"write it without, or add {' or '.join(requirements)} to `:requirements` for a planner that can do it",
        related=places(others),
    )


@rule("PDL503", "cost-value", WARNING)
def cost_value(written: str, why: str, others: Sequence[Span] = ()) -> Message:
    """A cost is negative or has a fraction.

    Fast Downward knows whole numbers from 0 only, and refuses others.

    Wrong:
        (increase (total-cost) 1.5)

    Right:
        (increase (total-cost) 15)
    """
    return Message(f"`{written}` {why}; Fast Downward takes whole numbers from 0 only{elsewhere(others)}",
                   hint="choose a smaller unit, such as tenths or seconds", related=places(others))  # fmt: skip


@rule("PDL504", "cost-place", WARNING)
def cost_place(why: str, fix: Fix | None = None) -> Message:
    """The cost of an action does not stand where Fast Downward looks for it.

    `(increase (total-cost) ...)` stands once, in the `and` of the effect, beside other effects. Within `when` or
    `forall`, or as the whole effect, Fast Downward's translator breaks off; of two, it takes the last.

    Wrong:
        :effect (forall (?x - box) (increase (total-cost) 1))

    Right:
        :effect (and (moved) (increase (total-cost) 1))
    """
    return Message(why, "write it once, in the `(and ...)` of the effect", fix)


@rule("PDL505", "undeclared-cost", WARNING)
def undeclared_cost(fix: Fix | None) -> Message:
    """`total-cost` is used and not declared.

    Fast Downward knows it all the same; other planners refuse it.

    Wrong:
        (:action go :effect (and (there) (increase (total-cost) 1)))

    Right:
        (:functions (total-cost) - number)
        (:action go :effect (and (there) (increase (total-cost) 1)))
    """
    return Message("`total-cost` is used and not declared", "add `(:functions (total-cost) - number)`", fix)


@rule("PDL506", "metric", WARNING)
def metric(written: str) -> Message:
    """The metric is another than the least total cost.

    Fast Downward knows `(:metric minimize (total-cost))` only, and refuses others.

    Wrong:
        (:metric maximize (profit))

    Right:
        (:metric minimize (total-cost))
    """
    return Message(f"Fast Downward refuses the metric `{written}`", "write `(:metric minimize (total-cost))`, or none")


@rule("PDL507", "cost-without-value", WARNING)
def cost_without_value(function: str, others: Sequence[Span] = ()) -> Message:
    """The cost of an action is the value of a function that has none.

    The initial state gives no value to the function at all. Where the metric asks for costs, Fast Downward breaks off.

    Wrong:
        (:action go :parameters (?a ?b) :effect (and (at ?b) (increase (total-cost) (distance ?a ?b))))
        (:init (at home))

    Right:
        (:action go :parameters (?a ?b) :effect (and (at ?b) (increase (total-cost) (distance ?a ?b))))
        (:init (at home) (= (distance home work) 7))
    """
    return Message(f"costs are values of `{function}`, but the initial state gives it none",
                   hint=f"add `(= ({function} ...) NUMBER)` to `:init`")  # fmt: skip


@rule("PDL508", "beyond-target", ERROR)
def beyond_target(target: str, what: str) -> Message:
    """The planner that is named with `--target` lacks a part of PDDL that other planners have.

    pyperplan solves STRIPS with types: no negative or disjunctive conditions, no quantifiers, no conditional effects,
    no derived predicates and no costs.

    Wrong (with `--target pyperplan`):
        (:action go :parameters () :precondition (not (tired)) :effect (there))

    Right:
        (:action go :parameters () :precondition (awake) :effect (there))
    """
    return Message(f"{target} cannot do this ({what})", "write it without, or choose another planner")
