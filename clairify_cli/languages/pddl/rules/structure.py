"""Rules PDL1xx: sections, fields, typed lists, and how formulas are put together."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PDL101", "bad-definition", ERROR)
def bad_definition(problem: str, hint: str, fix: Fix | None = None) -> Message:
    """A definition does not begin as one.

    After `define` stands `(domain NAME)` or `(problem NAME)`, with one name. Without it nothing says what is defined.

    Wrong:
        (define (domain))

    Right:
        (define (domain kitchen))
    """
    return Message(problem, hint=hint, fix=fix)


@rule("PDL102", "unknown-section", ERROR)
def unknown_section(name: str, of: str, allowed: Iterable[str], near: str | None, fix: Fix | None) -> Message:
    """A section has a keyword that its definition does not know.

    Fast Downward refuses the file. The fix writes the one keyword that this can be a slip of.

    Wrong:
        (:predicate (clean ?x))

    Right:
        (:predicates (clean ?x))
    """
    hint = f"did you mean `{near}`?" if near else f"a {of} has {listing(allowed)}"
    return Message(f"a {of} has no section `{name}`", hint=hint, fix=fix)


@rule("PDL103", "section-twice", ERROR)
def section_twice(name: str, of: str, first: Span) -> Message:
    """A section stands twice.

    Fast Downward refuses a second section. All else that is checked takes both together.

    Wrong:
        (:types robot)
        (:types room)

    Right:
        (:types robot room)
    """
    return Message(
        f"a second `{name}` in the {of}",
        hint="put both into one section",
        related=(Related(f"the first `{name}` is here", first),),
    )


@rule("PDL104", "section-order", WARNING)
def section_order(name: str, before: str, severity: Severity) -> Message:
    """The sections do not stand in the order of the standard.

    A domain has its requirements, types, constants, predicates and functions in this order, and its actions last. A
    problem has its domain, requirements, objects, initial state, goal and metric in this order. Fast Downward takes the
    first five of a domain in any order (a warning), and refuses every other change (an error).

    Wrong:
        (:goal (clean a))
        (:init (dirty a))

    Right:
        (:init (dirty a))
        (:goal (clean a))
    """
    return Message(f"`{name}` stands after `{before}`", hint=f"move `{name}` to before `{before}`", severity=severity)


@rule("PDL105", "missing-section", ERROR)
def missing_section(name: str, of: str, severity: Severity, fix: Fix | None = None) -> Message:
    """A section is missing.

    A problem names its domain and has an initial state and a goal, of which the state may be empty, `(:init)`. Fast
    Downward refuses a problem without one of them. A domain without actions is accepted, and is of no use.

    Wrong:
        (define (problem p)
          (:domain kitchen)
          (:goal (clean a)))

    Right:
        (define (problem p)
          (:domain kitchen)
          (:init)
          (:goal (clean a)))
    """
    return Message(f"the {of} has no `{name}`", hint=f"add `({name} ...)`", fix=fix, severity=severity)


@rule("PDL106", "unexpected", ERROR)
def unexpected(written: str, where: str, expected: str, fix: Fix | None = None) -> Message:
    """Something stands where something else belongs.

    A word stands in place of a list in brackets, or a list in place of a word. The message says what belongs there.

    Wrong:
        (:predicates clean ?x)

    Right:
        (:predicates (clean ?x))
    """
    return Message(f"`{written}` cannot stand {where}", hint=f"expected: {expected}", fix=fix)


@rule("PDL107", "unknown-field", ERROR)
def unknown_field(name: str, of: str, allowed: Iterable[str], near: str | None, fix: Fix | None) -> Message:
    """A part of an action has a keyword that actions do not know.

    Fast Downward refuses the file. The fix writes the one keyword that this can be a slip of.

    Wrong:
        :preconditions (clean ?x)

    Right:
        :precondition (clean ?x)
    """
    hint = f"did you mean `{near}`?" if near else f"{of} has {listing(allowed)}"
    return Message(f"{of} cannot have `{name}`", hint=hint, fix=fix)


@rule("PDL108", "field-twice", ERROR)
def field_twice(name: str, of: str, first: Span) -> Message:
    """A part of an action stands twice.

    Fast Downward refuses the file.

    Wrong:
        :effect (clean ?x)
        :effect (wet ?x)

    Right:
        :effect (and (clean ?x) (wet ?x))
    """
    return Message(
        f"a second `{name}` in {of}",
        hint="put both into one `(and ...)`" if name != ":parameters" else "put both into one list",
        related=(Related(f"the first `{name}` is here", first),),
    )


@rule("PDL109", "missing-field", ERROR)
def missing_field(name: str, of: str) -> Message:
    """A part of an action is missing.

    An action has an effect, which may be empty, `()`; parameters and a precondition can be left out. A durative action
    has a duration as well. Fast Downward refuses an action without an effect.

    Wrong:
        (:action wash :parameters (?x))

    Right:
        (:action wash :parameters (?x) :effect (clean ?x))
    """
    return Message(f"{of} has no `{name}`", hint=f"add `{name} (...)`")


@rule("PDL110", "field-order", ERROR)
def field_order(name: str, before: str, of: str, order: Iterable[str]) -> Message:
    """The parts of an action do not stand in the order of the standard.

    Fast Downward reads parameters, precondition and effect in this order and refuses any other.

    Wrong:
        :effect (clean ?x)
        :precondition (dirty ?x)

    Right:
        :precondition (dirty ?x)
        :effect (clean ?x)
    """
    return Message(f"`{name}` stands after `{before}` in {of}", hint=f"write {listing(order)} in this order")


@rule("PDL111", "unknown-operator", ERROR)
def unknown_operator(name: str, allowed: Iterable[str], near: str | None, fix: Fix | None) -> Message:
    """A formula begins with a word that is no operator, and has formulas within.

    Only operators such as `and`, `or` and `not` have formulas within; a predicate has objects and variables.

    Wrong:
        (an (clean ?x) (dry ?x))

    Right:
        (and (clean ?x) (dry ?x))
    """
    hint = f"did you mean `{near}`?" if near else f"the operators here are {listing(allowed)}"
    return Message(f"`{name}` has formulas within, but it is no operator", hint=hint, fix=fix)


@rule("PDL112", "operand-count", ERROR)
def operand_count(operator: str, takes: str, given: int, severity: Severity = ERROR) -> Message:
    """An operator has too few or too many operands.

    `not` takes one formula, `imply` and `when` two, `forall` and `exists` a list of variables and a formula, a
    comparison or an assignment two numbers.

    Wrong:
        (not (clean ?x) (dry ?x))

    Right:
        (and (not (clean ?x)) (not (dry ?x)))
    """
    return Message(
        f"`{operator}` takes {takes}; here it is given {given}",
        hint=f"write `{_PATTERNS[operator]}`",
        severity=severity,
    )


_PATTERNS = {
    "not": "(not FORMULA)",
    "imply": "(imply FORMULA FORMULA)",
    "when": "(when CONDITION EFFECT)",
    "forall": "(forall (VARIABLES) FORMULA)",
    "exists": "(exists (VARIABLES) FORMULA)",
    **{operator: f"({operator} NUMBER NUMBER)" for operator in ("<", "<=", ">", ">=", "+", "-", "*", "/")},
    "=": "(= TERM TERM)",
    **{
        operator: f"({operator} (FUNCTION) NUMBER)"
        for operator in ("assign", "increase", "decrease", "scale-up", "scale-down")
    },
    "at start": "(at start FORMULA)",
    "at end": "(at end FORMULA)",
    "over all": "(over all FORMULA)",
    "at": "(at TIME LITERAL)",
    "preference": "(preference NAME FORMULA)",
}


@rule("PDL113", "type-missing", ERROR)
def type_missing(after: str) -> Message:
    """A `-` has no type behind it.

    In a list, `-` says of which type the names before it are.

    Wrong:
        (:objects spoon fork -)

    Right:
        (:objects spoon fork - cutlery)
    """
    return Message(f"there is no type after `{after} -`", hint="write a type, or take the `-` away")


@rule("PDL114", "names-missing", WARNING)
def names_missing(written: str) -> Message:
    """A `-` has no names before it.

    In a list, `-` says of which type the names before it are. With no names before it, it says nothing: mostly a name
    is missing, or two types are written where one belongs.

    Wrong:
        (:objects spoon - cutlery - tool)

    Right:
        (:objects spoon - cutlery hammer - tool)
    """
    return Message(
        f"`- {written}` has no names before it", hint="write the names of this type before it, or take it out"
    )


@rule("PDL115", "either-not-allowed", WARNING)
def either_not_allowed(where: str) -> Message:
    """`(either ...)` stands where Fast Downward reads a single type.

    The standard allows several types in every list; Fast Downward reads them in the declarations of predicates only,
    and refuses the file elsewhere: with `--target fast-downward`, this is an error.

    Wrong:
        (:action move :parameters (?x - (either box ball)) ...)

    Right:
        (:types box ball - thing)
        (:action move :parameters (?x - thing) ...)
    """
    return Message(f"Fast Downward refuses `(either ...)` {where}", hint="declare a type above them and use that")


@rule("PDL116", "bad-type", ERROR)
def bad_type(written: str) -> Message:
    """After a `-` stands something that is no type.

    A type is a name, or `(either NAME NAME)` in the declaration of a predicate.

    Wrong:
        (:objects spoon - (cutlery))

    Right:
        (:objects spoon - cutlery)
    """
    return Message(f"`{written}` is no type", hint="write the name of a type")


@rule("PDL117", "bad-name", ERROR)
def bad_name(
    written: str, what: str, expected: str, severity: Severity, fix: Fix | None = None, more: int = 0
) -> Message:
    """A name is not one.

    Names begin with a letter and go on with letters, digits, `-` and `_`; a variable has a `?` before its name, and a
    keyword a `:`. Where Fast Downward takes another word all the same, this is a warning: other planners do not.

    Wrong:
        :parameters (x - box)

    Right:
        :parameters (?x - box)
    """
    others = f", nor are {more} more words of this list" if more else ""
    return Message(
        f"`{written}` is no name of {what}{others}", hint=f"expected: {expected}", fix=fix, severity=severity
    )


@rule("PDL128", "glued-type", WARNING)
def glued_type(written: str, fix: Fix) -> Message:
    """No blank stands between a `-` and a type.

    Names do not begin with `-`, so that most planners see what is meant. Fast Downward and pyperplan take it for
    another name: with one of these as `--target`, this is an error.

    Wrong:
        (:objects b0 -boat)

    Right:
        (:objects b0 - boat)
    """
    return Message(f"`{written}` is read as a name by some planners", f"write `- {written[1:]}`", fix)


@rule("PDL118", "no-formula", ERROR)
def no_formula(written: str, where: str, fix: Fix | None = None) -> Message:
    """Something stands where a formula belongs.

    A formula stands in brackets, `(clean ?x)`, and begins with an operator or the name of a predicate.

    Wrong:
        :precondition (and clean)

    Right:
        :precondition (and (clean))
    """
    return Message(
        f"`{written}` is no formula, but stands {where}",
        hint="a formula is `(PREDICATE TERMS)`, or an operator with formulas such as `(and FORMULAS)`",
        fix=fix,
    )


@rule("PDL119", "empty-formula", WARNING)
def empty_formula(where: str) -> Message:
    """A formula is empty.

    `()` may stand for a whole precondition or effect. Within a formula and as a goal some planners take it for what
    always holds; Fast Downward refuses it: with `--target fast-downward`, this is an error.

    Wrong:
        (:goal ())

    Right:
        (:goal (clean a))
    """
    return Message(f"`()` stands {where}, which Fast Downward refuses", "write a formula, or take the brackets out")


@rule("PDL120", "several-formulas", ERROR)
def several_formulas(of: str, count: int, fix: Fix | None) -> Message:
    """Several formulas stand where one belongs.

    A goal, a precondition and an effect are one formula each; several go into one `(and ...)`.

    Wrong:
        (:goal (clean a) (clean b))

    Right:
        (:goal (and (clean a) (clean b)))
    """
    return Message(f"`{of}` has {count} formulas; it takes one", hint="put them into `(and ...)`", fix=fix)


@rule("PDL121", "not-allowed-here", ERROR)
def not_allowed_here(operator: str, where: str, allowed: str) -> Message:
    """An operator stands where it has no meaning.

    An effect says what becomes true and false, so `or`, `exists`, `imply` and comparisons have no place in it; a
    condition changes nothing, so `when` and `increase` have none there; an initial state lists atoms.

    Wrong:
        :effect (or (clean ?x) (dry ?x))

    Right:
        :effect (and (clean ?x) (dry ?x))
    """
    return Message(f"`{operator}` cannot stand {where}", hint=f"allowed here: {allowed}")


@rule("PDL122", "nested-term", ERROR)
def nested_term(predicate: str, written: str) -> Message:
    """A list in brackets stands among the terms of a predicate.

    The terms of a predicate are names and variables. A function cannot stand among them: solvers know only numeric
    functions.

    Wrong:
        (at (location ?x) ?y)

    Right:
        (and (location ?x ?z) (at ?z ?y))
    """
    return Message(f"`{written}` stands among the terms of `{predicate}`", hint="terms are names and variables")


@rule("PDL123", "field-in-brackets", ERROR)
def field_in_brackets(name: str, fix: Fix | None) -> Message:
    """A part of an action stands in brackets of its own.

    Only sections do. The keyword of a part stands bare, before its value.

    Wrong:
        (:action wash (:parameters (?x)) (:effect (clean ?x)))

    Right:
        (:action wash :parameters (?x) :effect (clean ?x))
    """
    return Message(f"`{name}` has brackets around it", hint=f"write `{name} (...)`", fix=fix)


@rule("PDL124", "nothing-after-keyword", ERROR)
def nothing_after_keyword(name: str, expected: str) -> Message:
    """A keyword has nothing behind it.

    Wrong:
        :precondition :effect (clean ?x)

    Right:
        :precondition () :effect (clean ?x)
    """
    return Message(f"nothing stands after `{name}`", hint=f"expected: {expected}")


@rule("PDL125", "no-number", ERROR)
def no_number(written: str, where: str) -> Message:
    """Something stands where a number belongs.

    A number is written as digits, or is the value of a function, `(distance ?x ?y)`, or a sum of such.

    Wrong:
        (increase (total-cost) much)

    Right:
        (increase (total-cost) 5)
    """
    return Message(f"`{written}` is no number, but stands {where}", hint="write a number or `(FUNCTION TERMS)`")


@rule("PDL126", "no-operator", ERROR)
def no_operator(count: int, fix: Fix | None) -> Message:
    """Brackets around formulas have no operator.

    A formula begins with a word. Fast Downward refuses brackets that begin with another bracket. The fix takes needless
    brackets away, or writes `and`, which is the usual meaning, where there are several formulas.

    Wrong:
        :precondition ((clean ?x) (dry ?x))

    Right:
        :precondition (and (clean ?x) (dry ?x))
    """
    if count == 1:
        return Message("there are brackets around a formula for nothing", hint="take the outer ones out", fix=fix)
    return Message(f"these brackets have {count} formulas and no operator", hint="write `and` before them", fix=fix)


@rule("PDL127", "definition-twice", ERROR)
def definition_twice(kind: str, first: Span) -> Message:
    """A text has two domains, or two problems.

    A domain and a problem may share a text; of two domains, nobody can say which is meant. Only the first counts.

    Wrong:
        (define (domain a) ...)
        (define (domain b) ...)

    Right:
        (define (domain a) ...)
    """
    related = (Related(f"the first {kind} is here", first),)
    return Message(f"a second {kind} in one text", hint="keep one, or write a file for each", related=related)
