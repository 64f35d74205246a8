"""Tables computed once per task: actions by name, objects by type, shapes of conditions."""

from __future__ import annotations

from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning.shape import Shape, free_variables, predicates_of, shape_of
from clairify_cli.languages.pddl.syntax import Action, Formula, Name, Quantified, TypedName
from clairify_cli.languages.pddl.task import Task
from clairify_cli.records import dataclass, field


@dataclass(slots=True)
class Index:
    """Look-up tables of one task.

    `changing` are the predicates that are derived or occur in an effect, even in its conditions. `_used` and `_shapes`
    are keyed by the identity of a formula, as formulas live as long as their task.
    """

    task: Task
    actions: dict[str, Action]
    derived: frozenset[str]
    changing: frozenset[str]
    _members: dict[tuple[str, ...], tuple[tuple[str, ...], frozenset[str]]] = field(default_factory=dict)
    _used: dict[int, tuple[Quantified, tuple[TypedName, ...]]] = field(default_factory=dict)
    _shapes: dict[tuple[int, bool], tuple[Formula, Shape]] = field(default_factory=dict)

    def members(self, types: tuple[Name, ...]) -> tuple[tuple[str, ...], frozenset[str]]:
        """Return the objects of any of the types, in text order and as a set."""
        names = type_names(types)
        known = self._members.get(names)
        if known is None:
            objects = self.task.objects_of(names)
            known = self._members[names] = (objects, frozenset(objects))
        return known

    def members_of(self, variable: TypedName) -> tuple[str, ...]:
        """Return the objects that a variable can stand for."""
        return self.members(variable.types)[0]

    def used(self, formula: Quantified) -> tuple[TypedName, ...] | None:
        """Return the quantified variables that the body uses; None if any quantified variable has no objects."""
        if not all(self.members_of(one) for one in formula.variables):
            return None
        known = self._used.get(id(formula))
        if known is None or known[0] is not formula:
            named = free_variables(formula.body)
            variables = tuple(one for one in formula.variables if one.name.text in named)
            known = self._used[id(formula)] = (formula, variables)
        return known[1]

    def shape(self, formula: Formula, positive: bool) -> Shape:
        """Return the shape of a formula, or of its negation; cached."""
        # Trees are compared by identity, since hashing one costs more than traversing it.
        known = self._shapes.get((id(formula), positive))
        if known is None or known[0] is not formula:
            known = self._shapes[id(formula), positive] = (formula, shape_of(formula, positive))
        return known[1]


def index_of(task: Task) -> Index:
    """Return the task's look-up tables, built on first use."""
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
