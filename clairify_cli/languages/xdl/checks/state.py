"""The vessel-state layer: an abstract interpretation of the procedure.

Every step is run on the facts about the vessels (see `vessels` and `bench`). `Repeat` is unrolled and blueprints are
expanded. Findings are warnings unless the program makes no sense under any interpretation.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from clairify_cli.languages.xdl.checks.bench import LEAST_BUDGET, Bench, parameter_values
from clairify_cli.languages.xdl.checks.vessels import Vessel
from clairify_cli.languages.xdl.quantities import show
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import load
from clairify_cli.languages.xdl.tree import MOST_DEPTH, Element

Handler = Callable[[Any, Element, dict[str, str]], None]

_NO_BATCH: frozenset[int] = frozenset()
_STIRRING, _HEATING = "Stir", "HeatChill"


def handlers_of(interpreter: type) -> dict[str, Handler]:
    """Return the handlers by step name: the methods of the class that the schema gives as the steps' effects."""
    if interpreter not in _HANDLERS:
        steps = [one for one in load().elements.values() if one.effect]
        _HANDLERS[interpreter] = {one.name: getattr(interpreter, one.effect) for one in steps}
    return _HANDLERS[interpreter]


_HANDLERS: dict[type, dict[str, Handler]] = {}


class Interpreter(Bench):
    """Run a procedure on abstract vessels."""

    def handlers(self) -> dict[str, Handler]:
        """Return the handlers by step name."""
        return handlers_of(type(self))

    # -- running

    def run(self, steps: Element, depth: int) -> None:
        """Run steps in order."""
        names = self.names
        handlers = self.handlers()
        for element in steps:
            handler = handlers.get(element.tag)
            if handler is not None:
                attrib = element.attrib
                handler(self, element, {k: names.get(v, v) for k, v in attrib.items()} if names else attrib)
            elif element.tag in self.context.blueprints:
                self.call(element, depth)
            elif len(element) and depth < MOST_DEPTH:
                self.group(element, depth)
        self.budget -= len(steps)

    def group(self, element: Element, depth: int) -> None:
        """Run a block, or a step with steps inside; the steps of `Repeat` run as often as it says."""
        times = 1 if element.tag not in ("Repeat", "Loop") else self._times(element)
        if times == 1:
            self.run(element, depth + 1)
            return
        is_known = 0 < times * len(element) <= self.budget
        before = None if is_known else {name: (vessel.low, vessel.high) for name, vessel in self.vessels.items()}
        for count in range(times or 1):
            if count >= 1 and self.budget <= 0:
                is_known = False
                break
            self.run(element, depth + 1)
        if not is_known:
            self._widen(before)

    def _times(self, loop: Element) -> int:
        """Return how often a loop runs; 0 if unknown."""
        written = loop.attrib.get("repeats", "")
        written = self.names.get(written, written).strip()
        return int(written) if written.isascii() and written.isdigit() and len(written) < 8 else 0

    def _widen(self, before: dict[str, tuple[float, float]] | None) -> None:
        """Widen the volumes after a loop not run to its end: raised maxima become infinite, lowered minima 0."""
        for name, vessel in self.vessels.items():
            low, high = before.get(name, (0.0, 0.0)) if before is not None else (inf, 0.0)
            if vessel.high > high:
                vessel.high = inf
            if vessel.low < low:
                vessel.low = 0.0

    def call(self, element: Element, depth: int) -> None:
        """Run the procedure of the blueprint that a step calls, with the step's arguments."""
        name = element.tag
        procedure = self.context.blueprint_scopes[name].procedure
        if procedure is None or name in self.expanding or depth >= MOST_DEPTH or self.budget <= -LEAST_BUDGET:
            return
        outer = self.names
        given = {key: outer.get(value, value) for key, value in element.attrib.items()}
        self.names = parameter_values(self.context.blueprint_scopes[name]) | given
        self.expanding.append(name)
        self.run(procedure, depth + 1)
        self.expanding.pop()
        self.names = outer

    # -- what the steps do

    def add(self, element: Element, attrib: dict[str, str]) -> None:
        vessel = self.vessel(attrib, "vessel")
        if vessel is None:
            return
        known = self.volumes.get(attrib.get("volume", ""))
        low, high = (known.in_default, known.in_default) if known is not None else self.amount(attrib)
        if vessel.holds:
            vessel.low += low
            vessel.high += high
            fresh = _NO_BATCH
        else:
            fresh = self.new_batch()
            vessel.put(low, high, fresh)
        if vessel.emptied_by is not None or vessel.low > vessel.capacity:
            self.filled(element, vessel, fresh)
        if "stir" in attrib and attrib["stir"] in ("true", "True"):
            vessel.on.setdefault(_STIRRING, (element, False))

    def move(self, element: Element, attrib: dict[str, str]) -> None:
        """Move contents from one vessel to another: Transfer, FilterThrough, RunColumn, Distill."""
        source = self.vessel(attrib, "from_vessel") or self.vessel(attrib, "vessel")
        target = self.vessel(attrib, "to_vessel") or self.vessel(attrib, "distillate_vessel")
        self.needs_contents(element, source)
        if source is None or target is None:
            return
        if source is target:
            self._into_itself(element, source)
            return
        batches = source.batches
        self.report_reuse(source, target)
        taken = self.taken(attrib)
        if taken is None:
            target.put(source.low if element.tag == "Transfer" else 0.0, source.high, batches)
            if element.tag == "Distill":
                source.low = 0.0  # what does not distil stays
            else:
                source.empty(element)
        else:
            self._more_than_there(element, source, taken[0])
            source.take(*taken, element)
            target.put(*taken, batches)
        for name in ("rinsing_volume", "eluting_volume"):
            if name in attrib:
                target.high += inf
        self.filled(element, target, batches)

    def _into_itself(self, element: Element, vessel: Vessel) -> None:
        if element.tag != "Transfer" or ("XDL408", id(element), vessel.name) in self.said:
            return

        self.said.add(("XDL408", id(element), vessel.name))
        self.context.found.append(rules.into_itself(self.span(element), element.tag, vessel.name))

    def _more_than_there(self, element: Element, vessel: Vessel, volume: float) -> None:
        if volume > vessel.high * 1.0001 + 1e-9 and vessel.holds and self.once("XDL402", element, vessel):
            out, holds = show(volume, "volume"), show(vessel.high, "volume")
            self.context.found.append(rules.more_out_than_in(self.span(element), element.tag, vessel.name, out, holds))

    def separate(self, element: Element, attrib: dict[str, str]) -> None:
        source = self.vessel(attrib, "from_vessel")
        self.needs_contents(element, source)
        if source is not None:
            funnel, target = self.vessel(attrib, "separation_vessel"), self.vessel(attrib, "to_vessel")
            self.part(element, attrib, source, funnel, target, self.vessel(attrib, "waste_phase_to_vessel"))

    def part(
        self,
        element: Element,
        attrib: dict[str, str],
        source: Vessel,
        funnel: Vessel | None,
        target: Vessel | None,
        waste: Vessel | None,
    ) -> None:
        """Move the layers of a separation to the vessels it names."""
        batches = source.batches
        if funnel is not None and funnel is not source:
            low, high = self.amount({"volume": attrib["solvent_volume"]} if "solvent_volume" in attrib else {})
            funnel.put(source.low + low, source.high + high, batches)
            source.empty(element)
            self.filled(element, funnel, batches)
        for end in (target, waste):
            if end is not None and end is not funnel:
                end.put(0.0, inf, batches)  # how the volume divides between the layers is unknown
                self.filled(element, end, batches)
        if funnel is not None and funnel is not target and funnel is not waste:
            funnel.empty(element)

    def filter(self, element: Element, attrib: dict[str, str]) -> None:
        """Run Filter or WashSolid: the solid stays, the liquid goes to the filtrate vessel or to waste."""
        vessel = self.vessel(attrib, "vessel")
        self.needs_contents(element, vessel)
        if vessel is None:
            return
        filtrate = self.vessel(attrib, "filtrate_vessel")
        if filtrate is not None and filtrate is not vessel:
            filtrate.put(0.0, inf, vessel.batches)
            self.filled(element, filtrate, vessel.batches)
        if element.tag == "WashSolid":
            vessel.low, _ = self.amount(attrib)
            self.filled(element, vessel, vessel.batches)
        vessel.low, vessel.high = 0.0, inf  # how much liquid stays with the solid is unknown
        self._heats_on(element, attrib, vessel)

    def _heats_on(self, element: Element, attrib: dict[str, str], vessel: Vessel) -> None:
        """Note a step that leaves heating or chilling on when it ends."""
        if attrib.get("continue_heatchill") in ("true", "True"):
            vessel.on[_HEATING] = (element, False)

    def dissolve(self, element: Element, attrib: dict[str, str]) -> None:
        """Run Dissolve or Precipitate: a solvent or a reagent, if any, goes to the contents."""
        vessel = self.vessel(attrib, "vessel")
        self.needs_contents(element, vessel)
        if vessel is not None and ("solvent" in attrib or "reagent" in attrib):
            low, high = self.amount(attrib)
            vessel.put(low, high, _NO_BATCH)
            self.filled(element, vessel, vessel.batches)

    def evaporate(self, element: Element, attrib: dict[str, str]) -> None:
        vessel = self.vessel(attrib, "vessel")
        self.needs_contents(element, vessel)
        if vessel is not None:
            vessel.low = 0.0

    def at(self, element: Element, attrib: dict[str, str]) -> None:
        """Run a step that works on a vessel's contents and leaves them there."""
        vessel = self.vessel(attrib, "vessel")
        if vessel is None:
            return
        if not vessel.holds:
            self.needs_contents(element, vessel)
        if element.tag == "Stir":
            going_on = attrib.get("continue_stirring") in ("true", "True")
            if going_on:
                vessel.on[_STIRRING] = (element, True)
            elif _STIRRING in vessel.on:
                vessel.on[_STIRRING] = (vessel.on[_STIRRING][0], False)
        elif element.tag == "HeatChill" and _HEATING not in vessel.on:
            vessel.on[_HEATING] = (element, False)
        elif "continue_heatchill" in attrib:
            self._heats_on(element, attrib, vessel)

    dry = at

    def clean(self, element: Element, attrib: dict[str, str]) -> None:
        vessel = self.vessel(attrib, "vessel")
        if vessel is not None:
            vessel.clean()

    # -- starting and stopping

    def start(self, element: Element, attrib: dict[str, str]) -> None:
        """Start what a step is named after: stirring, heating or purging."""
        if vessel := self.vessel(attrib, "vessel"):
            vessel.on[element.tag.removeprefix("Start")] = (element, True)

    def stop(self, element: Element, attrib: dict[str, str]) -> None:
        what = element.tag.removeprefix("Stop")
        vessel = self.vessel(attrib, "vessel")
        if vessel is not None and vessel.on.pop(what, None) is None and self.once("XDL403", element, vessel):
            found = rules.stop_without_start(self.span(element), element.tag, vessel.name, f"Start{what}")
            self.context.found.append(found)

    def to_temp(self, element: Element, attrib: dict[str, str]) -> None:
        if vessel := self.vessel(attrib, "vessel"):
            vessel.on.pop(_HEATING, None)
            if attrib.get("continue_heatchill", "true") in ("true", "True"):
                vessel.on[_HEATING] = (element, False)

    # -- the end

    def finish(self, procedure: Element) -> None:
        """Report what is still on at the end, and a procedure that leaves nothing."""
        left = not self.vessels or not any(v.batches or v.residue for v in self.vessels.values())
        for vessel in self.vessels.values():
            self.report_reuse(vessel)
            left = left or (vessel.holds and not vessel.waste)
            if vessel.on:
                self._still_on(vessel)
        if not left and len(procedure):
            last = procedure[-1]
            while len(last):
                last = last[-1]
            self.context.found.append(rules.nothing_left(self.span(last)))

    def _still_on(self, vessel: Vessel) -> None:
        for what, (element, must_stop) in vessel.on.items():
            if must_stop and self.once("XDL404", element, vessel):
                found = rules.start_without_stop(self.span(element), element.tag, vessel.name, f"Stop{what}")
                self.context.found.append(found)
