"""The chemistry layer: vessel states that include the substances in each vessel.

The state interpreter tracks amounts; this one also tracks the substances by name and checks the chemistry of each step:
`temperatures`, `layers` and `meetings` each report one kind of problem.
"""

from __future__ import annotations

from math import nan

from clairify_cli.languages.xdl.checks import layers, meetings, temperatures
from clairify_cli.languages.xdl.checks.contents import Contents, Facts
from clairify_cli.languages.xdl.checks.named import Named
from clairify_cli.languages.xdl.checks.state import Interpreter
from clairify_cli.languages.xdl.checks.vessels import Vessel
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.tree import Element


class Chemist(Named):
    """Check the chemistry of a procedure while running it."""

    # -- additions

    def add(self, element: Element, attrib: dict[str, str]) -> None:
        Interpreter.add(self, element, attrib)
        if "reagent" in attrib:
            self.put(element, attrib, attrib["reagent"])

    def dissolve(self, element: Element, attrib: dict[str, str]) -> None:
        Interpreter.dissolve(self, element, attrib)
        if name := attrib.get("solvent") or attrib.get("reagent"):
            self.put(element, attrib, name)
        if "temp" in attrib:
            self.bring_to(element, attrib)

    def put(self, element: Element, attrib: dict[str, str], name: str) -> None:
        """Put a reagent into a vessel, and check it against the contents."""
        vessel = self.vessels.get(attrib.get("vessel", ""))
        if vessel is None:
            return
        contents, one = self.inside(vessel), self.known(name)
        volume, liquid = nan, one.liquid
        if "volume" in attrib:
            known = self.volumes[attrib["volume"]]
            if known is not None:
                volume = known.in_default
            if one.solid:
                self.solid_by_volume(element, attrib, one, contents)
            liquid = True
        grams = 0.0
        if "mass" in attrib and (known := self.masses[attrib["mass"]]) is not None:
            grams = known.in_default
        dangerous = self.dangerous
        if dangerous and one.conflicts & dangerous & contents.mask:
            meetings.meet(self, element, vessel, contents, one, volume)
        if one.drying and self._dries(contents):
            contents.drying = element
        contents.add(one, element, volume, grams, liquid)
        if contents.mask & dangerous:
            meetings.quench(contents)

    def solid_by_volume(self, element: Element, attrib: dict[str, str], one: Facts, contents: Contents) -> None:
        """Report a solid given by volume, unless it is meant as a solution."""
        contents.doubtful = True  # a solution in something, or a powder
        if temperatures.is_meant_as_solution(self.scope, attrib, one):
            return
        if not self.once("XDL503", element, self.vessels[attrib["vessel"]]):
            return

        assert one.substance is not None
        melting = "" if one.substance.melting is None else f"{one.substance.melting:g} °C"
        span = self.context.document.value_span(element, "volume")
        self.report(rules.solid_by_volume(span, element.tag, one.name, attrib["volume"], melting))

    def _dries(self, contents: Contents) -> bool:
        """Whether an added drying agent serves to dry: it goes into an organic liquid or a separated layer."""
        liquids = contents.liquids()
        if not liquids:
            return contents.doubtful and bool(contents.held)
        return not any(held.facts.aqueous for held in liquids)

    # -- transfers between vessels

    def move(self, element: Element, attrib: dict[str, str]) -> None:
        source = self.vessel(attrib, "from_vessel") or self.vessel(attrib, "vessel")
        inside = source.contents if source is not None else None
        Interpreter.move(self, element, attrib)
        target = self.vessel(attrib, "to_vessel") or self.vessel(attrib, "distillate_vessel")
        if source is None or target is None or source is target:
            return
        if element.tag != "Transfer":
            self.not_dried(element, source, inside)
        into = self.inside(target)
        if element.tag in ("RunColumn", "Distill"):
            into.doubtful = True
            return
        if inside is None:
            into.doubtful = True
            return
        if source.contents is inside:  # a part of it
            inside.doubtful = True
        if inside.mask & self.dangerous and into.mask & self.dangerous:
            meetings.pour(self, element, target, inside, into)
        into.take_over(inside)
        if into.mask & self.dangerous:
            meetings.quench(into)
        solvent = attrib.get("eluting_solvent") or attrib.get("rinsing_solvent")
        if solvent is not None:
            into.add(self.known(solvent), element, nan, 0.0, True)

    def part(
        self,
        element: Element,
        attrib: dict[str, str],
        source: Vessel,
        funnel: Vessel | None,
        target: Vessel | None,
        waste: Vessel | None,
    ) -> None:
        inside = source.contents
        Interpreter.part(self, element, attrib, source, funnel, target, waste)
        layers.part(self, element, attrib, inside, (source, funnel, target, waste))

    def filter(self, element: Element, attrib: dict[str, str]) -> None:
        """Move the contents to the filtrate; what stays in the vessel is doubtful, as not every phase is known."""
        vessel = self.vessel(attrib, "vessel")
        inside = vessel.contents if vessel is not None else None
        Interpreter.filter(self, element, attrib)
        if vessel is None:
            return
        filtrate = self.vessel(attrib, "filtrate_vessel")
        if filtrate is not None and filtrate is not vessel:
            into = self.inside(filtrate)
            if inside is None:
                into.doubtful = True
            else:
                into.take_over(inside)
            if "solvent" in attrib:
                into.add(self.known(attrib["solvent"]), element, nan, 0.0, True)
        vessel.contents = Contents()
        vessel.contents.doubtful = True

    # -- removing liquid

    def evaporate(self, element: Element, attrib: dict[str, str]) -> None:
        Interpreter.evaporate(self, element, attrib)
        self._without_liquid(element, attrib)

    def dry(self, element: Element, attrib: dict[str, str]) -> None:
        Interpreter.at(self, element, attrib)
        self._without_liquid(element, attrib)

    def _without_liquid(self, element: Element, attrib: dict[str, str]) -> None:
        vessel = self.vessel(attrib, "vessel")
        contents = vessel.contents if vessel is not None else None
        if vessel is None or contents is None:
            return
        if contents.drying is not None:
            self.not_dried(element, vessel, contents)
        # Some liquid may remain, so the contents are uncertain.
        contents.keep([name for name, held in contents.held.items() if not held.liquid])
        contents.doubtful = True

    def not_dried(self, element: Element | None, vessel: Vessel, contents: Contents | None) -> None:
        """Report a drying agent still present in the vessel that a step works on, or at the end (None)."""
        if contents is None or contents.drying is None:
            return
        agent = contents.drying
        contents.drying = None
        if self.once("XDL505", agent, vessel):
            added = self.span(agent)
            at, by, first = (added, "", None) if element is None else (self.span(element), element.tag, added)
            self.report(rules.drying_agent_left(at, agent.attrib.get("reagent", ""), vessel.name, by, first))

    # -- heating and cooling

    def bring_to(self, element: Element, attrib: dict[str, str]) -> None:
        """Bring a vessel to the temperature of a step, and check it."""
        quantity = self.temps[attrib.get("temp", "")]
        vessel = self.vessels.get(attrib.get("vessel", ""))
        if quantity is None or vessel is None:
            return
        temp = quantity.in_default
        contents = self.inside(vessel)
        contents.temp = temp
        if not self.coldest <= temp <= self.hottest:
            temperatures.too_hot_or_cold(self, element, attrib, vessel, contents, temp)
        if self.dangerous & contents.mask:
            meetings.heat(self, element, vessel, contents, temp)

    def at(self, element: Element, attrib: dict[str, str]) -> None:
        Interpreter.at(self, element, attrib)
        if "temp" in attrib:
            self.bring_to(element, attrib)

    def to_temp(self, element: Element, attrib: dict[str, str]) -> None:
        Interpreter.to_temp(self, element, attrib)
        self.bring_to(element, attrib)

    def start(self, element: Element, attrib: dict[str, str]) -> None:
        Interpreter.start(self, element, attrib)
        if "temp" in attrib:
            self.bring_to(element, attrib)

    def stop(self, element: Element, attrib: dict[str, str]) -> None:
        Interpreter.stop(self, element, attrib)
        vessel = self.vessels.get(attrib.get("vessel", ""))
        if element.tag == "StopHeatChill" and vessel is not None and vessel.contents is not None:
            vessel.contents.temp = nan

    # -- the end

    def finish(self, procedure: Element) -> None:
        Interpreter.finish(self, procedure)
        for vessel in self.vessels.values():
            self.not_dried(None, vessel, vessel.contents)
