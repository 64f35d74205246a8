"""Rules PRG1xx: actions, predicates, objects and parameters that there are not, or that do not fit."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Fix, Related, Severity
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PRG101", "unknown-action", ERROR)
def unknown_action(name: str, signatures: dict[str, str], near: str | None, note: str, fix: Fix | None) -> Message:
    """A step calls an action that the domain does not have.

    Actions are called by their names in the domain, with `_` for `-`.

    Wrong:
        def take_the_apple():
            tak("apple1", "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    near = near or nearest(name, signatures)
    meant = f"did you mean `{signatures[near]}`? " if near is not None else ""
    return Message(
        f"there is no action `{name}`{note}", hint=f"{meant}There is {listing(signatures, most=30)}", fix=fix
    )


@rule("PRG102", "unknown-predicate", ERROR)
def unknown_predicate(name: str, signatures: dict[str, str], near: str | None, note: str, fix: Fix | None) -> Message:
    """A condition asks for a predicate that the domain does not have.

    Predicates are called by their names in the domain, with `_` for `-` and `in_` for `in`.

    Wrong:
        def open_the_fridge():
            go("table1", "fridge1", "kitchen")
            if closd("fridge1"):
                open("fridge1")

    Right:
        def open_the_fridge():
            go("table1", "fridge1", "kitchen")
            if closed("fridge1"):
                open("fridge1")
    """
    near = near or nearest(name, signatures)
    meant = f"did you mean `{signatures[near]}`? " if near is not None else ""
    there = f"{meant}There is {listing(signatures, most=30)}"
    return Message(f"there is no predicate `{name}`{note}", hint=there, fix=fix)


@rule("PRG103", "unknown-object", ERROR)
def unknown_object(
    name: str,
    wanted: str,
    fitting: Sequence[str],
    known: Sequence[str],
    near: str | None,
    fix: Fix | None,
    *,
    is_variable: bool = False,
) -> Message:
    """A step or a condition names an object that neither the problem nor the domain has.

    The variable of a loop stands without quotes.

    Wrong:
        def take_the_apple():
            take("appel1", "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    what = f"there is no object `{name}`"
    if is_variable:
        return Message(what, hint=f"write `{name}` without quotes: it is the variable of the loop", fix=fix)
    if wanted and not fitting:
        return Message(what, hint=f"there is nothing of type {wanted}, so that this cannot be done here", fix=fix)
    meant = f"did you mean `{near}`? " if near else ""
    there = f"There is {listing(fitting)} of type {wanted}" if wanted else f"There is {listing(known)}"
    return Message(what, hint=f"{meant}{there}", fix=fix)


@rule("PRG104", "wrong-number-of-arguments", ERROR)
def wrong_arity(name: str, signature: str, given: int, wanted: int, whole: str, fix: Fix | None) -> Message:
    """An action or a predicate has more or fewer arguments than parameters.

    Where the missing arguments follow from what never changes, such as the room that two places are in, the fix puts
    them in.

    Wrong:
        def go_to_the_fridge():
            go("table1", "fridge1")

    Right:
        def go_to_the_fridge():
            go("table1", "fridge1", "kitchen")
    """
    takes = f"{counted(wanted, 'argument')}"
    hint = f"write `{whole}`" if whole else f"it is `{signature}`"
    return Message(f"`{name}` takes {takes}; here it is given {given}", hint=hint, fix=fix)


@rule("PRG105", "argument-of-wrong-type", ERROR)
def wrong_type(name: str, has: str, parameter: str, wanted: str, fitting: Sequence[str], order: str) -> Message:
    """An argument is an object of a type that does not fit there.

    `order` is the call with its arguments in an order that fits, where there is one.

    Wrong:
        def take_the_apple():
            take("table1", "apple1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    hint = f"did you mean `{order}`?" if order else f"there is {listing(fitting)} of type {wanted}"
    return Message(f"`{name}` is of type {has}; `{parameter}` has to be of type {wanted}", hint=hint)


_LEFT_OUT = "; leave out what they cannot say"


@rule("PRG106", "unknown-parameter", ERROR)
def unknown_parameter(
    name: str, known: Sequence[str], near: str | None, objects: bool, fix: Fix | None, of: str = ""
) -> Message:
    """A call has a parameter that motions do not have, or that a list of skills does not give to this one.

    The objects of an action are given in order and not by name.

    Wrong:
        def take_the_apple():
            take("apple1", "table1", sped=0.3)

    Right:
        def take_the_apple():
            take("apple1", "table1", speed=0.3)
    """
    meant = f"did you mean `{near}`? " if near else ""
    if objects:
        meant = "objects stand in the order of the action's parameters, without names. "
    owner = f"`{of}` has no parameter" if of else "there is no parameter"
    there = f"There is {listing(known)}{_LEFT_OUT if not near else ''}" if known else "Leave it out: there are none"
    return Message(f"{owner} `{name}`", hint=f"{meant}{there}", fix=fix)


@rule("PRG107", "value-out-of-range", ERROR)
def out_of_range(name: str, shown: str, wanted: str, fix: Fix | None = None) -> Message:
    """The value of a parameter is not one that it can have.

    `speed` is a share of the arm's limits from 0.05 to 1, `obstacle_clearance` is from 0 to 0.1 m, `orientation` from
    0 (free) to 1 (upright), and `grasp` is `"top"` or `"side"`.

    Wrong:
        def take_the_apple():
            take("apple1", "table1", speed=30)

    Right:
        def take_the_apple():
            take("apple1", "table1", speed=0.3)
    """
    return Message(f"`{name}` cannot be {shown}", hint=f"it is {wanted}", fix=fix)


@rule("PRG108", "object-without-quotes", ERROR)
def without_quotes(name: str, fix: Fix) -> Message:
    """An object stands without quotes.

    A name without quotes is the variable of a loop.

    Wrong:
        def take_the_apple():
            take(apple1, "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(f"the object `{name}` stands without quotes", hint=f'write `"{name}"`', fix=fix)


@rule("PRG109", "name-out-of-nowhere", ERROR)
def out_of_nowhere(name: str, near: str | None, fix: Fix | None) -> Message:
    """A name is neither that of an object nor the variable of a loop around it.

    Wrong:
        def take_it():
            take(it, "table1")

    Right:
        def take_it():
            for it in ["apple1"]:
                take(it, "table1")
    """
    meant = f"did you mean `{near}`? " if near else ""
    hint = f"{meant}An object is in quotes, and a variable belongs to a `for` around it"
    return Message(f"the name `{name}` comes out of nowhere", hint=hint, fix=fix)


@rule("PRG110", "name-of-variable", ERROR)
def shadows(name: str, what: str) -> Message:
    """The variable of a loop has the name of an action, a predicate or an object.

    Who reads the program could not tell which is meant.

    Wrong:
        def take_them():
            for take in ["apple1", "plate1"]:
                find(take, "table1")

    Right:
        def take_them():
            for thing in ["apple1", "plate1"]:
                find(thing, "table1")
    """
    return Message(f"the variable `{name}` has the name of {what}", hint="use another name")


@rule("PRG111", "unknown-check", ERROR)
def unknown_check(name: str, known: Sequence[str], near: str | None, fix: Fix | None) -> Message:
    """A step asks for a check that there is not.

    Wrong:
        def take_the_apple():
            take("apple1", "table1", checks=[can_grap("apple1")])

    Right:
        def take_the_apple():
            take("apple1", "table1", checks=[can_grasp("apple1")])
    """
    meant = f"did you mean `{near}`? " if near else ""
    return Message(f"there is no check `{name}`", hint=f"{meant}There is {listing(known)}", fix=fix)


@rule("PRG112", "unreadable-domain", ERROR)
def unreadable(what: str, count: int, related: tuple[Related, ...]) -> Message:
    """The domain, the problem or the list of skills of the program has errors, so that the program is not held to it.

    `clairify check` of them says what they are.

    Wrong:
        (define (domain household) (:action take :parameters (?item))

    Right:
        (define (domain household) (:action take :parameters (?item) :effect (holding ?item)))
    """
    how = f"has {counted(count, 'error')}" if count else "is none"
    return Message(f"the program is not held to {what}, which {how}", hint=f"check {what} first", related=related)


@rule("PRG113", "broken-skill-list", ERROR)
def skill_list(what: str, hint: str | None = None) -> Message:
    """A list of a world's skills is not YAML, or something in it is not as such a list has it.

    It has `skills`, each with its `arguments` and their types, and may have `types`, `predicates` and `objects`.

    Wrong:
        skills:
          take: {argument: {item: thing}}

    Right:
        skills:
          take: {arguments: {item: thing}}
    """
    return Message(what, hint)
