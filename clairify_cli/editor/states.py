"""The contents of vessels after each step of XDL, from the interpreter of the checks."""

from __future__ import annotations

from math import inf, isnan

from clairify_cli.languages.xdl.checks.chemistry import Chemist
from clairify_cli.languages.xdl.checks.contents import Contents, Held
from clairify_cli.languages.xdl.checks.context import Context, Scope
from clairify_cli.languages.xdl.checks.state import Handler, handlers_of
from clairify_cli.languages.xdl.checks.vessels import Vessel
from clairify_cli.languages.xdl.quantities import show
from clairify_cli.languages.xdl.schema import Kind, load
from clairify_cli.languages.xdl.tree import Element

State = tuple[str, str, str]
"""A vessel's name, its state in a few words ("" if nothing is known), and its contents."""


class Observer(Chemist):
    """Record the state of a step's vessels after the step; for a step in a loop, after the last round."""

    def __init__(self, context: Context, scope: Scope) -> None:
        super().__init__(context, scope)
        self.states: dict[int, list[State]] = {}

    def handlers(self) -> dict[str, Handler]:
        return {name: _noting(handler) for name, handler in handlers_of(Chemist).items()}

    def note(self, element: Element, attrib: dict[str, str]) -> None:
        """Record the states of a step's vessels."""
        spec = load().elements.get(element.tag)
        named = [] if spec is None else [n for n, p in spec.properties.items() if p.type.kind is Kind.VESSEL]
        vessels = {id(one): one for name in named if (one := self.vessels.get(attrib.get(name, ""))) is not None}
        seen = [one for one in vessels.values() if not one.exempt]
        self.states[id(element)] = [(one.name, _state(one), _contents(one.contents)) for one in seen]


def _noting(handler: Handler) -> Handler:
    def run(observer: Observer, element: Element, attrib: dict[str, str]) -> None:
        handler(observer, element, attrib)
        observer.note(element, attrib)

    return run


def _state(vessel: Vessel) -> str:
    """Describe a vessel, as in `120 mL, 25 °C, stirring`; unknown values are left out."""
    temp = vessel.contents.temp if vessel.contents is not None else float("nan")
    parts = [
        _amount(vessel) if vessel.holds else "empty",
        "" if isnan(temp) else f"{temp:g} °C",
        "stirring" if "Stir" in vessel.on else "",
        "purging" if "Purge" in vessel.on else "",
    ]
    return ", ".join(part for part in parts if part)


def _amount(vessel: Vessel) -> str:
    """Return the volume with the mass of solids if both are known, otherwise the limits of the volume."""
    contents = vessel.contents
    if contents is not None and not contents.doubtful and contents.held:
        volume = sum(one.volume for one in contents.held.values() if one.liquid)
        grams = [one.grams for one in contents.held.values() if not one.liquid]
        if not isnan(volume) and all(grams) and abs(volume - vessel.low) < 1e-6:
            parts = [show(volume, "volume")] if volume else []
            return " + ".join([*parts, f"{show(sum(grams), 'mass')} of solid"] if grams else parts)
    low, high = vessel.low, vessel.high
    if low == high:
        return show(low, "volume")
    if not low:  # of a solid, or of something whose amount is not given
        return ""
    return f"{show(low, 'volume')} to {show(high, 'volume')}" if high < inf else f"at least {show(low, 'volume')}"


def _contents(contents: Contents | None) -> str:
    if contents is None or not contents.held:
        return ""
    told = ", ".join(map(_held, contents.held.values()))
    return f"{told}; more or less of it may be there" if contents.doubtful else told


def _held(one: Held) -> str:
    amount = show(one.grams, "mass") if one.grams else "" if isnan(one.volume) else show(one.volume, "volume")
    return f"{one.facts.name} {amount}".strip()
