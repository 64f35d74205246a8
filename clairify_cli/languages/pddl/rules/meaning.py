"""Rules PDL4xx: what actions, initial states and goals come to."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.languages.pddl.rules.wording import elsewhere, places

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PDL401", "init-not", WARNING)
def init_not(atom: str, fix: Fix, others: Sequence[Span] = ()) -> Message:
    """The initial state says of an atom that it is false.

    Every atom that does not stand there is false already (the closed world). Fast Downward passes over it; other
    planners refuse it. The fix takes it out, which changes nothing.

    Wrong:
        (:init (at kitchen) (not (clean cup)))

    Right:
        (:init (at kitchen))
    """
    said = f"`(not {atom})` says nothing: what does not stand in the initial state is false{elsewhere(others)}"
    return Message(said, "remove it", fix, places(others))


@rule("PDL402", "init-twice", WARNING)
def init_twice(atom: str, fix: Fix, first: Span, others: Sequence[Span] = ()) -> Message:
    """A fact stands twice in the initial state.

    It does no harm, but mostly another fact is meant.

    Wrong:
        (:init (at cup kitchen) (at cup kitchen))

    Right:
        (:init (at cup kitchen))
    """
    more = f", and so do {len(others)} more facts" if others else ""
    related = (Related("the first is here", first), *places(others))
    return Message(f"`{atom}` stands twice{more}", "remove it, or see what is meant", fix, related)


@rule("PDL403", "init-contradiction", ERROR)
def init_contradiction(atom: str, first: Span) -> Message:
    """The initial state says of an atom both that it is true and that it is false, or gives two values to a function.

    Fast Downward refuses the problem.

    Wrong:
        (:init (open door) (not (open door)))

    Right:
        (:init (open door))
    """
    related = (Related("the contrary is here", first),)
    return Message(f"the initial state contradicts itself about `{atom}`", "keep the one that is so", related=related)


@rule("PDL404", "init-derived", ERROR)
def init_derived(name: str, where: str, derived: Span | None) -> Message:
    """A derived predicate stands in the initial state or in an effect.

    What holds of it follows from its rule alone. Fast Downward refuses the problem.

    Wrong:
        (:derived (blocked ?x) (exists (?y) (on ?y ?x)))
        (:action free :parameters (?x) :effect (not (blocked ?x)))

    Right:
        (:derived (blocked ?x) (exists (?y) (on ?y ?x)))
        (:action free :parameters (?x ?y) :precondition (on ?y ?x) :effect (not (on ?y ?x)))
    """
    related = () if derived is None else (Related("it is derived here", derived),)
    hint = "remove it, or state what the rule of the predicate asks for"
    return Message(
        f"the derived predicate `{name}` cannot stand {where}: it follows from its rule", hint, related=related
    )


@rule("PDL405", "derived-circle", ERROR)
def derived_circle(name: str) -> Message:
    """A derived predicate follows from its own contrary.

    Rules that come back to the same predicate through a `not` have no meaning. Fast Downward refuses the domain.

    Wrong:
        (:derived (free ?x) (not (free ?x)))

    Right:
        (:derived (free ?x) (not (taken ?x)))
    """
    return Message(f"the derived predicate `{name}` follows from its own contrary",
                   hint="break the circle: derive it from predicates that do not depend on it")  # fmt: skip


@rule("PDL411", "empty-goal", WARNING)
def empty_goal() -> Message:
    """The goal asks for nothing.

    Every state is a goal, and the plan is empty.

    Wrong:
        (:goal (and))

    Right:
        (:goal (and (clean cup)))
    """
    return Message("the goal asks for nothing, so that the plan is empty", "write what is to be so at the end")


@rule("PDL412", "goal-already-true", WARNING)
def goal_already_true() -> Message:
    """The goal is true in the initial state.

    The plan is empty. Mostly the initial state holds facts that belong to the goal.

    Wrong:
        (:init (clean cup))
        (:goal (clean cup))

    Right:
        (:init (dirty cup))
        (:goal (clean cup))
    """
    return Message("the goal is true from the beginning, so that the plan is empty",
                   hint="see whether the initial state or the goal is not what is meant")  # fmt: skip


@rule("PDL413", "goal-contradiction", WARNING)
def goal_contradiction(what: str, first: Span | None) -> Message:
    """The goal contradicts itself.

    No state is a goal, and there is no plan.

    Wrong:
        (:goal (and (open door) (not (open door))))

    Right:
        (:goal (open door))
    """
    related = () if first is None else (Related("the contrary is here", first),)
    return Message(f"the goal can never be true: {what}", "remove one of the two", related=related)


@rule("PDL414", "goal-out-of-reach", WARNING)
def goal_out_of_reach(atom: str, name: str, becomes: str, others: Sequence[Span] = ()) -> Message:
    """The goal asks for an atom that no action can bring about.

    No effect of any action changes the predicate in this direction, and the initial state is not so either. There is
    no plan.

    Wrong:
        (:predicates (dirty ?x) (clean ?x))
        (:action wash :parameters (?x) :effect (not (dirty ?x)))
        (:goal (clean cup))

    Right:
        (:predicates (dirty ?x) (clean ?x))
        (:action wash :parameters (?x) :effect (and (clean ?x) (not (dirty ?x))))
        (:goal (clean cup))
    """
    return Message(
        f"`{atom}` can never become {becomes}: no action makes `{name}` {becomes}{elsewhere(others)}",
        hint="see whether an effect is missing, or whether the goal names the right predicate",
        related=places(others),
    )


@rule("PDL421", "precondition-contradiction", WARNING)
def precondition_contradiction(action: str, what: str, first: Span | None) -> Message:
    """The precondition of an action contradicts itself.

    The action can never be used.

    Wrong:
        :precondition (and (open ?door) (not (open ?door)))

    Right:
        :precondition (and (at ?door) (not (open ?door)))
    """
    related = () if first is None else (Related("the contrary is here", first),)
    return Message(f"`{action}` can never be used: {what}", "remove one of the two", related=related)


@rule("PDL422", "never-true", WARNING)
def never_true(name: str, actions: Sequence[str], near: str | None, needs: Span | None) -> Message:
    """A predicate is never true, and actions need it.

    It does not stand in the initial state, and no action makes it true. The actions that need it can never be used.

    Wrong:
        (:action wash :parameters (?x) :precondition (near-sink ?x) :effect (clean ?x))
        (:init (dirty cup))

    Right:
        (:action wash :parameters (?x) :precondition (near-sink ?x) :effect (clean ?x))
        (:init (dirty cup) (near-sink cup))
    """
    hint = f"did you mean `{near}`? " if near else ""
    related = () if needs is None else (Related("it is needed here", needs),)
    need = f"{listing(actions, most=6)} {'needs' if len(actions) == 1 else 'need'} it"
    return Message(
        f"`{name}` is never true: it is not in the initial state and no action makes it so, but {need}",
        hint=f"{hint}Add facts of `{name}` to `:init`, or an effect that makes it true",
        related=related,
    )


@rule("PDL423", "adds-and-deletes", WARNING)
def adds_and_deletes(action: str, atom: str, first: Span) -> Message:
    """An effect makes the same atom true and false.

    Solvers first delete and then add, so that the atom is true in the end and the `not` says nothing.

    Wrong:
        :effect (and (at ?x) (not (at ?x)))

    Right:
        :effect (and (at ?to) (not (at ?from)))
    """
    return Message(
        f"the effect of `{action}` makes `{atom}` both true and false; it will be true",
        hint="remove one of the two, or see which argument is meant",
        related=(Related("the contrary is here", first),),
    )


@rule("PDL424", "changes-nothing", WARNING)
def changes_nothing(action: str, empty: bool) -> Message:
    """An action can change nothing.

    Its effect is empty, or says only what the precondition asks for already. Solvers leave it out.

    Wrong:
        (:action look :parameters (?x) :precondition (seen ?x) :effect (seen ?x))

    Right:
        (:action look :parameters (?x) :precondition (at ?x) :effect (seen ?x))
    """
    why = "it has no effect" if empty else "its effect is what its precondition asks for already"
    return Message(f"`{action}` changes nothing: {why}", "write what the action makes true and false, or remove it")
