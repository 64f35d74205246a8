"""The syntax tree of PDDL: domains, problems, conditions, effects.

The tree keeps what was written and where, whether or not it makes sense: undeclared names, wrong arities and types are
left to the checks. Unreadable text is reported and represented by `Broken`, so that nothing more is reported about it.
Positions are character offsets into the text, end exclusive.

The grammar is that of PDDL 2.1 (Fox and Long, JAIR 20, 2003) with the derived predicates of PDDL 2.2 (Edelkamp and
Hoffmann, 2004) and the action costs of the International Planning Competition of 2008.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

OBJECT = "object"
"""The root type, which everything has."""

NUMBER = "number"
"""The type of a function whose values are numbers; it cannot be declared."""


class Placed(Protocol):
    """Anything with a position in the text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


class Name(NamedTuple):
    """A word of the text: a name, a variable with its `?`, or a keyword with its `:`.

    PDDL ignores case: `text` is in lower case, `written` as in the source.
    """

    text: str
    start: int
    end: int
    written: str

    @property
    def is_variable(self) -> bool:
        return self.text.startswith("?")


class TypedName(NamedTuple):
    """A name in a typed list: an object, a constant, a variable, or a type with its supertypes.

    `types` is empty if none is written, which means `object`; several types mean `(either ...)`.
    """

    name: Name
    types: tuple[Name, ...] = ()

    @property
    def start(self) -> int:
        return self.name.start

    @property
    def end(self) -> int:
        """The end of its types, without the bracket of `(either ...)`."""
        return self.types[-1].end if self.types else self.name.end


# ------------------------------------------------------------------------------------------------ expressions


class Number(NamedTuple):
    """A number."""

    value: float
    start: int
    end: int


class FunctionTerm(NamedTuple):
    """The value of a function: `(distance ?from ?to)`, `(total-cost)`; also `?duration`, without arguments."""

    function: Name
    arguments: tuple[Name, ...]
    start: int
    end: int


class Arithmetic(NamedTuple):
    """`+`, `-`, `*` or `/` applied to expressions."""

    operator: Name
    operands: tuple[Expression, ...]
    start: int
    end: int


class Broken(NamedTuple):
    """A formula or expression that could not be read and has been reported."""

    start: int
    end: int


Expression = Number | FunctionTerm | Arithmetic | Broken


# --------------------------------------------------------------------------------------- conditions and effects


class Atom(NamedTuple):
    """A predicate applied to terms. Equality of two terms is the predicate `=`."""

    predicate: Name
    arguments: tuple[Name, ...]
    start: int
    end: int


class Not(NamedTuple):
    """The negation of a condition; in an effect, an atom that becomes false."""

    operand: Formula
    start: int
    end: int


class And(NamedTuple):
    """A conjunction; without operands, `()` or `(and)`, which always holds."""

    operands: tuple[Formula, ...]
    start: int
    end: int


class Or(NamedTuple):
    """A disjunction; without operands, it never holds."""

    operands: tuple[Formula, ...]
    start: int
    end: int


class Imply(NamedTuple):
    """An implication: the right side must hold if the left side does."""

    left: Formula
    right: Formula
    start: int
    end: int


class Quantified(NamedTuple):
    """`forall` or `exists` (in `quantifier`) over variables; `forall` is also used for effects."""

    quantifier: str
    variables: tuple[TypedName, ...]
    body: Formula
    start: int
    end: int


class When(NamedTuple):
    """An effect that occurs only if the condition held before the action."""

    condition: Formula
    effect: Formula
    start: int
    end: int


class Comparison(NamedTuple):
    """`<`, `<=`, `=`, `>=` or `>` of two numbers."""

    operator: Name
    left: Expression
    right: Expression
    start: int
    end: int


class Assignment(NamedTuple):
    """A numeric effect: `assign`, `increase`, `decrease`, `scale-up` or `scale-down`."""

    operator: Name
    target: FunctionTerm | Broken
    value: Expression
    start: int
    end: int


class Timed(NamedTuple):
    """A part of a durative action with its `time`: `at start`, `at end` or `over all`.

    In an initial state, a timed initial literal, with the number as written in `time`. In a constraint, one part of it,
    with its operator, such as `sometime-after`, in `time`.
    """

    time: str
    operand: Formula
    start: int
    end: int


class Preference(NamedTuple):
    """A goal or condition that may be violated at a cost (PDDL 3)."""

    name: Name | None
    operand: Formula
    start: int
    end: int


Formula = Atom | Not | And | Or | Imply | Quantified | When | Comparison | Assignment | Timed | Preference | Broken


# ------------------------------------------------------------------------------------------------------ domains


class PredicateDeclaration(NamedTuple):
    """A predicate with its typed variables."""

    name: Name
    parameters: tuple[TypedName, ...]
    start: int
    end: int


class FunctionDeclaration(NamedTuple):
    """A function with its typed variables; `types` is the type of its values, empty for `number`."""

    name: Name
    parameters: tuple[TypedName, ...]
    types: tuple[Name, ...]
    start: int
    end: int


class Action(NamedTuple):
    """An action; a missing precondition or effect is None. With `kind` `:process` or `:event`, it happens by itself
    (PDDL+)."""

    name: Name
    parameters: tuple[TypedName, ...]
    precondition: Formula | None
    effect: Formula | None
    start: int
    end: int
    kind: str = ":action"


class DurativeAction(NamedTuple):
    """A durative action of PDDL 2.1; `duration` is its constraint."""

    name: Name
    parameters: tuple[TypedName, ...]
    duration: Formula | None
    condition: Formula | None
    effect: Formula | None
    start: int
    end: int


class Derived(NamedTuple):
    """A derived predicate or axiom: `(name parameters)` holds if the condition does."""

    name: Name
    parameters: tuple[TypedName, ...]
    condition: Formula
    start: int
    end: int


class Section(NamedTuple):
    """A section of a domain or problem, such as `(:types ...)` or `(:action ...)`."""

    keyword: Name
    start: int
    end: int


class Domain(NamedTuple):
    """A domain. Duplicate sections, which are reported, are merged."""

    name: Name | None
    requirements: tuple[Name, ...]
    types: tuple[TypedName, ...]
    constants: tuple[TypedName, ...]
    predicates: tuple[PredicateDeclaration, ...]
    functions: tuple[FunctionDeclaration, ...]
    actions: tuple[Action, ...]
    durative_actions: tuple[DurativeAction, ...]
    derived: tuple[Derived, ...]
    sections: tuple[Section, ...]
    start: int
    end: int
    processes: tuple[Action, ...] = ()
    constraints: Formula | None = None


# ----------------------------------------------------------------------------------------------------- problems


class Metric(NamedTuple):
    """The metric to optimise: `direction` is `minimize` or `maximize`."""

    direction: Name
    expression: Expression
    start: int
    end: int


class Problem(NamedTuple):
    """A problem. `init` contains atoms, negated atoms, `Comparison` with `=` (a value), and `Timed` literals."""

    name: Name | None
    domain: Name | None
    requirements: tuple[Name, ...]
    objects: tuple[TypedName, ...]
    init: tuple[Formula, ...]
    goal: Formula | None
    metric: Metric | None
    sections: tuple[Section, ...]
    start: int
    end: int
    constraints: Formula | None = None


def section_of(definition: Domain | Problem, keyword: str) -> Section | None:
    """Return the first section with a keyword, such as `:types`; None if there is none."""
    return next((one for one in definition.sections if one.keyword.text == keyword), None)


class Goal(NamedTuple):
    """A separate goal, `(:goal ...)`, written for a given domain and problem."""

    condition: Formula | None
    start: int
    end: int


class Comment(NamedTuple):
    """A comment, from its first `;` to the end of the line; `text` has no semicolons around it."""

    text: str
    start: int
    end: int
    own_line: bool
    """Whether only white space precedes it on its line."""


Definition = Domain | Problem | Goal


class File(NamedTuple):
    """A whole text: its definitions (usually one) and its comments, in text order."""

    definitions: tuple[Definition, ...]
    comments: tuple[Comment, ...]

    @property
    def domain(self) -> Domain | None:
        """The first domain; None if there is none."""
        return next((one for one in self.definitions if isinstance(one, Domain)), None)

    @property
    def problem(self) -> Problem | None:
        """The first problem; None if there is none."""
        return next((one for one in self.definitions if isinstance(one, Problem)), None)

    @property
    def goal(self) -> Goal | None:
        """The first separate goal; None if there is none."""
        return next((one for one in self.definitions if isinstance(one, Goal)), None)
