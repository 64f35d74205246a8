"""The constraints layer: declared items must be in the laboratory's inventory."""

from __future__ import annotations

from clairify_cli.chemistry import kin, misspelt, stand_in
from clairify_cli.chemistry.eluents import proportions
from clairify_cli.diagnostics.model import Edit, Fix
from clairify_cli.languages.xdl.checks.context import Context, Scope
from clairify_cli.languages.xdl.checks.references import escaped, few_of, near_name, same_letters, slip_of
from clairify_cli.languages.xdl.quantities import read_quantity, show
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import Kind, load
from clairify_cli.languages.xdl.tree import Element


def check_constraints(context: Context, scope: Scope) -> None:
    """Report components and reagents that are not in the laboratory's lists, and capacities above its own."""
    constraints = context.options.constraints
    if constraints.hardware is not None:
        free = tuple(name for name in constraints.hardware if name not in scope.vessels)
        for name, element in scope.vessels.items():
            if name not in constraints.hardware:
                span = context.document.value_span(element, "id")
                file = constraints.hardware_file
                right = slip_of(name, free) if file is None else None
                fix = _renaming(context, scope, name, right)
                near = near_name(name, free, vessel=True)
                taken = bool(constraints.hardware) and not free
                few = few_of(name, free)
                context.found.append(rules.hardware_not_available(span, name, few, fix, file, near, taken))
        _check_capacities(context, scope)
    if constraints.reagents is not None:
        for name, element in scope.reagents.items():
            if name not in constraints.reagents:
                _check_reagent(context, scope, name, element, constraints.reagents)


def _check_reagent(context: Context, scope: Scope, name: str, element: Element, stock: tuple[str, ...]) -> None:
    """Report a reagent that is not in stock, or not in this concentration."""
    span = context.document.value_span(element, "name" if "name" in element.attrib else "id")
    file = context.options.constraints.reagents_file
    right = misspelt(name, stock) if file is None else None
    fix = _renaming(context, scope, name, right)
    parts = proportions(name).solvents
    mixed = len(parts) > 1 and all(stand_in(part, stock) for part in parts)
    if right is None and (mixed or stand_in(name, stock)):
        return
    others = kin(name, stock) if right is None else []
    other = others[0] if others and file is None else ""
    found = rules.reagent_not_available(span, name, stock, fix, file, other, right or "", sure=not others)
    context.found.append(found)


def _renaming(context: Context, scope: Scope, name: str, meant: str | None) -> Fix | None:
    """Return a fix that replaces all uses of a misspelled name by the available name that is meant, if there is one."""
    if meant is None or meant in scope.vessels or meant in scope.reagents:
        return None
    kinds = (Kind.VESSEL, Kind.REAGENT, Kind.MATERIAL, Kind.NAME)
    edits = []
    for element in context.document.root.iter():
        entry = context.tables.entries.get(element.tag)
        for key, value in element.attrib.items():
            prop = entry.spec.properties.get(key) if entry else None
            if value == name and prop is not None and prop.type.kind in kinds:
                span = context.document.value_span(element, key)
                edits.append(Edit(span.start, span.end, escaped(meant)))
    sure = name in scope.vessels or same_letters(name, meant)
    return Fix(f"write `{meant}`", tuple(edits), safe=sure)


def _check_capacities(context: Context, scope: Scope) -> None:
    volume = load().types["volume"]
    for name, capacity in context.options.constraints.capacities:
        element = scope.vessels.get(name)
        written = element.attrib.get("capacity") if element is not None else None
        quantity = read_quantity(written, volume) if written else None
        if element is not None and quantity is not None and quantity.in_default > capacity * (1 + 1e-9):
            span = context.document.value_span(element, "capacity")
            given = show(capacity, "volume")
            context.found.append(rules.capacity_of_hardware(span, name, quantity.written, given))
