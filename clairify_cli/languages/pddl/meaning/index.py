"""What is worked out of a task once and looked up ever after: actions by name, objects by types, shapes."""

from __future__ import annotations

from dataclasses import dataclass, field

from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning.shape import Shape, free_variables, predicates_of, shape_of
from clairify_cli.languages.pddl.syntax import Action, Formula, Name, Quantified, TypedName
from clairify_cli.languages.pddl.task import Task


@dataclass(slots=True)
class Index:
    """Look-up tables of one task.

    `changing` are the predicates that are derived or that an effect names, be it in a condition. `_used` and
    `_shapes` are by the identity of a formula: formulas live as long as the task that they are part of.
    """

    task: Task
    actions: dict[str, Action]
    derived: frozenset[str]
    changing: frozenset[str]
    _members: dict[tuple[str, ...], tuple[tuple[str, ...], frozenset[str]]] = field(default_factory=dict)
    _used: dict[int, tuple[Quantified, tuple[TypedName, ...]]] = field(default_factory=dict)
    _shapes: dict[tuple[int, bool], tuple[Formula, Shape]] = field(default_factory=dict)

    def members(self, types: tuple[Name, ...]) -> tuple[tuple[str, ...], frozenset[str]]:
        """The objects of any of the types of a typed list: in the order of the texts, and as a set."""
        names = type_names(types)
        known = self._members.get(names)
        if known is None:
            objects = self.task.objects_of(names)
            known = self._members[names] = (objects, frozenset(objects))
        return known

    def members_of(self, variable: TypedName) -> tuple[str, ...]:
        """The objects that a variable stands for."""
        return self.members(variable.types)[0]

    def used(self, formula: Quantified) -> tuple[TypedName, ...] | None:
        """The variables of a quantified condition that its body names; None if any of its variables has no object."""
        if not all(self.members_of(one) for one in formula.variables):
            return None
        known = self._used.get(id(formula))
        if known is None or known[0] is not formula:
            named = free_variables(formula.body)
            variables = tuple(one for one in formula.variables if one.name.text in named)
            known = self._used[id(formula)] = (formula, variables)
        return known[1]

    def shape(self, formula: Formula, positive: bool) -> Shape:
        """What must hold for the formula (or its negation) to hold, sorted by how it can be found."""
        # Trees are compared by identity, since to hash one costs more than to go through it.
        known = self._shapes.get((id(formula), positive))
        if known is None or known[0] is not formula:
            known = self._shapes[id(formula), positive] = (formula, shape_of(formula, positive))
        return known[1]


def index_of(task: Task) -> Index:
    """The task's look-up tables, made on first use."""
    index = task.notes.get("index")
    if not isinstance(index, Index):
        actions: dict[str, Action] = {}
        for action in task.domain.actions:
            actions.setdefault(action.name.text, action)
        derived = frozenset(one.name.text for one in task.domain.derived)
        changing = {name for one in task.domain.actions if one.effect for name in predicates_of(one.effect)}
        index = Index(task, actions, derived, derived | changing)
        task.notes["index"] = index
    return index
