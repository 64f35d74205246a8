"""The bench on which a procedure is interpreted: its vessels, the volumes in steps, and the findings so far.

`state` defines the effect of each step.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import inf

from clairify_cli.diagnostics.model import Span
from clairify_cli.languages.xdl.checks.context import OLDEST, Context, Scope
from clairify_cli.languages.xdl.checks.vessels import Vessel
from clairify_cli.languages.xdl.quantities import read_quantity, show
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import Kind, load
from clairify_cli.languages.xdl.tree import Element

LEAST_BUDGET = 10_000
"""Steps interpreted whatever the size of the file; a larger file gets one per ten characters (some four per step)."""

_MOST_ML_PER_G = 3.0
"""Millilitres that a gram of anything fills at most in a vessel: liquids 1.6, powders as a rule less."""


class Bench:
    """The vessels of one run, with methods to query and report."""

    def __init__(self, context: Context, scope: Scope) -> None:
        self.context = context
        self.scope = scope
        self.volumes = context.tables.volumes
        self.older = _older_names() if context.old_names or context.dialect == OLDEST else {}
        self.capacities = dict(context.options.constraints.capacities)
        self.vessels: dict[str, Vessel] = {}
        # Substitutions: parameters by their values and, inside a blueprint, its names by those of the caller.
        self.names = parameter_values(scope)
        self.said: set[tuple[str, int, str]] = set()
        self.batch = 0
        self.budget = max(LEAST_BUDGET, len(context.document.source.text) // 10)
        self.expanding: list[str] = []
        # Steps in different queues run in parallel, so their order in the file proves little.
        self.parallel = "queue=" in context.document.source.text

    def vessel(self, attrib: dict[str, str], name: str) -> Vessel | None:
        """Return the vessel named by a property; None if the property is missing."""
        written = attrib.get(name)
        if written is None and self.older:
            written = next((attrib[old] for old in self.older.get(name, ()) if old in attrib), None)
        if written is None:
            return None
        found = self.vessels.get(written)
        return found if found is not None else self._new_vessel(written)

    def _new_vessel(self, name: str) -> Vessel:
        element = self.scope.vessels.get(name)
        if element is None and self.expanding:
            element = self.context.blueprint_scopes[self.expanding[-1]].vessels.get(name)
        attrib = element.attrib if element is not None else {}
        made = Vessel(
            name,
            kind=attrib.get("type", ""),
            capacity=self._capacity(name, attrib),
            exempt=element is None,
        )
        if "chemical" in attrib:
            made.put(0.0, inf, self.new_batch())
            made.strange = True
        self.vessels[name] = made
        return made

    def _capacity(self, name: str, attrib: dict[str, str]) -> float:
        most = self.capacities.get(name, inf) if self.capacities else inf
        if len(attrib) == 2 and "type" in attrib:  # besides the id
            return most
        written = attrib.get("capacity") or attrib.get("max_volume") or attrib.get("volume")
        quantity = read_quantity(written, load().types["volume"]) if written else None
        return most if quantity is None else min(quantity.in_default, most)

    def new_batch(self) -> frozenset[int]:
        self.batch += 1
        return frozenset((self.batch,))

    def taken(self, attrib: dict[str, str]) -> tuple[float, float] | None:
        """Return the minimum and maximum volume that a step moves, in millilitres; None if it moves everything."""
        written = attrib.get("volume", "all")
        if written == "all":
            return (0.0, inf) if "amount" in attrib else None
        volume = _volume(written)
        return (0.0, inf) if volume is None else (volume, volume)

    def amount(self, attrib: dict[str, str]) -> tuple[float, float]:
        """Return the minimum and maximum volume that an addition adds, in millilitres."""
        given = (_volume(attrib[name]) for name in ("volume", "solvent_volume", "amount") if name in attrib)
        volume = next((one for one in given if one is not None), None)
        if volume is not None:
            return volume, volume
        mass = self.context.tables.masses[attrib["mass"]] if "mass" in attrib and "volume" not in attrib else None
        return 0.0, inf if mass is None else mass.in_default * _MOST_ML_PER_G

    # -- reporting

    def once(self, code: str, element: Element, vessel: Vessel) -> bool:
        """Whether a rule may report a step and vessel: not yet reported, vessel not exempt, no parallel queues."""
        key = (code, id(element), vessel.name)
        if key in self.said or vessel.exempt or self.parallel:
            return False
        self.said.add(key)
        return True

    def span(self, element: Element) -> Span:
        return self.context.document.name_span(element)

    def needs_contents(self, element: Element, vessel: Vessel | None) -> None:
        """Report an empty vessel if a step needs its contents."""
        if vessel is None or vessel.holds:
            return
        if self.once("XDL401", element, vessel):
            emptied = self.span(vessel.emptied_by) if vessel.emptied_by is not None else None
            self.context.found.append(rules.from_empty_vessel(self.span(element), element.tag, vessel.name, emptied))
        vessel.put(0.0, inf, self.new_batch())  # so that one error is reported once
        vessel.strange = True

    def filled(self, element: Element, vessel: Vessel, fresh: frozenset[int]) -> None:
        """Report a vessel that overflows, or that is reused without cleaning."""
        if vessel.low > vessel.capacity * 1.0001 and ("XDL405", id(element), vessel.name) not in self.said:
            self.said.add(("XDL405", id(element), vessel.name))
            held, capacity = show(vessel.low, "volume"), show(vessel.capacity, "volume")
            self.context.found.append(rules.over_capacity(self.span(element), element.tag, vessel.name, held, capacity))
        emptied = vessel.emptied_by
        if emptied is None:
            return
        vessel.emptied_by = None
        if vessel.separator or not vessel.residue.isdisjoint(fresh) or not self.once("XDL406", element, vessel):
            return
        self.report_reuse(vessel)
        vessel.reused = rules.reused_uncleaned(self.span(element), element.tag, vessel.name, self.span(emptied))

    def report_reuse(self, vessel: Vessel, target: Vessel | None = None) -> None:
        """Report that a vessel was not cleaned, unless its rinse follows to `target`, where its contents went."""
        if vessel.reused is not None and (target is None or vessel.residue.isdisjoint(target.batches)):
            self.context.found.append(vessel.reused)
        vessel.reused = None


@lru_cache(maxsize=8192)
def _volume(written: str) -> float | None:
    """Return a volume in millilitres; None if it cannot be read."""
    quantity = read_quantity(written, load().types["volume"])
    return quantity.in_default if quantity is not None else None


@cache
def _older_names() -> dict[str, tuple[str, ...]]:
    """Return the names of vessel properties in older dialects, by their current name."""
    found: dict[str, tuple[str, ...]] = {}
    for spec in load().steps:
        for prop in spec.properties.values():
            if prop.now and prop.type.kind is Kind.VESSEL and prop.name not in found.get(prop.now, ()):
                found[prop.now] = (*found.get(prop.now, ()), prop.name)
    return found


def parameter_values(scope: Scope) -> dict[str, str]:
    """Return the values of a scope's parameters, except of those named like a vessel."""
    if not scope.parameters:
        return {}
    given = {name: p.attrib["value"] for name, p in scope.parameters.items() if "value" in p.attrib}
    return {name: value for name, value in given.items() if name not in scope.vessels}
