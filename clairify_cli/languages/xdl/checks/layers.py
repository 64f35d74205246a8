"""Separations: which layer contains the product, and where the layers go."""

from __future__ import annotations

from math import nan

from clairify_cli.languages.xdl.checks.contents import Contents, Facts, Held
from clairify_cli.languages.xdl.checks.named import Named
from clairify_cli.languages.xdl.checks.vessels import Vessel
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.tree import Element

_SINKS, _FLOATS = 1.25, 0.96
"""A liquid at least as dense as the first (g/mL) is surely below an aqueous solution; at most the second, above it."""


def part(
    chemist: Named,
    element: Element,
    attrib: dict[str, str],
    inside: Contents | None,
    vessels: tuple[Vessel, Vessel | None, Vessel | None, Vessel | None],
) -> None:
    """Separate what was `inside`: report a wrong layer, and put each substance where it goes.

    `vessels` are the source, the funnel, the target and the waste vessel.
    """
    source, funnel, target, waste = vessels
    solvent = attrib.get("solvent")
    added = chemist.known(solvent) if solvent is not None else None
    held = dict(inside.held) if inside is not None else {}
    if added is not None:
        _check_layer(chemist, element, attrib, source, list(held.values()), added)
        held[added.name] = Held(added, element, nan, 0.0, True)
    product = _product_layer(attrib.get("purpose", ""), added)
    if source is not target and source is not waste and source.contents is inside:
        source.contents = None if source is not funnel else source.contents
    for vessel, layer in ((target, product), (waste, _OTHER.get(product, ""))):
        if vessel is not None:
            fresh = Contents() if vessel in (source, funnel) or vessel.contents is None else vessel.contents
            fresh.doubtful = True
            for one in held.values():
                if _goes_into(one, layer):
                    fresh.held[one.facts.name] = one.copy()
                    fresh.mask |= one.facts.mask
            vessel.contents = fresh


_OTHER = {"organic": "aqueous", "aqueous": "organic"}


def _product_layer(purpose: str, added: Facts | None) -> str:
    """Return the layer with the product, `organic` or `aqueous`; "" if unknown."""
    if added is None or purpose not in ("extract", "wash"):
        return ""
    layer = "aqueous" if added.aqueous else "organic" if added.organic_density is not None else ""
    return layer if purpose == "extract" else _OTHER.get(layer, "")


def _goes_into(held: Held, layer: str) -> bool:
    """Whether a substance goes into a layer: water and salts into one, organic substances into the other."""
    if not layer:
        return True
    substance = held.facts.substance
    dissolves = held.facts.aqueous or (substance is not None and substance.is_a("salt", "base", "azide", "cyanide"))
    if layer == "aqueous":
        return dissolves
    return not dissolves


def _check_layer(
    chemist: Named, element: Element, attrib: dict[str, str], source: Vessel, held: list[Held], added: Facts
) -> None:
    phase, purpose = attrib.get("product_phase", ""), attrib.get("purpose", "")
    product = _product_layer(purpose, added)
    if phase not in ("top", "bottom") or not product:
        return
    organic = [one.facts for one in held if one.liquid and not one.facts.aqueous and not _mixes(one.facts)]
    watery = any(one.facts.aqueous for one in held if one.liquid)
    if added.aqueous:
        layers = organic
    elif watery and not (organic and purpose == "wash"):
        layers = [*organic, added]
    else:
        return  # there may be no water, or the organic layer beside it may be what is washed
    densities = [one.organic_density for one in layers]
    known = [density for density in densities if density is not None]
    if not known or len(known) < len(layers):
        return
    below = min(known) >= _SINKS
    if not below and max(known) > _FLOATS:
        return
    due = "bottom" if below == (product == "organic") else "top"
    if due != phase and chemist.once("XDL504", element, source):
        heaviest = layers[-1]
        span = chemist.context.document.value_span(element, "product_phase")
        density = f"{heaviest.organic_density:g} g/mL"
        words = {"extract": "extraction", "wash": "wash"}[purpose]
        side = "below" if below else "above"
        chemist.report(rules.wrong_layer(span, words, phase, product, heaviest.name, density, side, due))


def _mixes(one: Facts) -> bool:
    """Whether a liquid is miscible with water, so that it does not form its own layer."""
    return one.substance is not None and one.substance.water == "miscible"
