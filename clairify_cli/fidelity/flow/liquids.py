"""Decide which liquids form layers, and which of two layers is on top."""

from __future__ import annotations

from functools import lru_cache

from clairify_cli.chemistry import components, find, is_aqueous, is_solution
from clairify_cli.languages.base import ClaimKind, StepClaims
from clairify_cli.records import dataclass

_FLOATS, _SINKS = 0.98, 1.05
"""Densities (g/mL) up to which an organic layer is certainly above an aqueous one, and from which on it is below."""
_MOST = 32


@dataclass(frozen=True, slots=True)
class Liquids:
    """The liquids in a vessel: whether there is an aqueous one, and the organic ones as densities with volumes in mL.

    A volume is None if the program gives none.
    """

    aqueous: bool = False
    organic: tuple[tuple[float, float | None], ...] = ()

    def joined(self, other: Liquids) -> Liquids:
        """Return the liquids of two vessels in one."""
        return Liquids(self.aqueous or other.aqueous, (*self.organic, *other.organic)[-_MOST:])

    def organic_is_on_top(self, added: float | None = None) -> bool | None:
        """Whether the organic layer is the upper one; None if that is unknown.

        `added` is the density of a solvent that was just added: it decides if a volume is missing.
        """
        if not self.organic:
            return None if added is None else on_top(added)
        volumes = [volume for _, volume in self.organic if volume is not None]
        if len(volumes) == len(self.organic) and sum(volumes) > 0:
            mean = sum(density * (volume or 0.0) for density, volume in self.organic) / sum(volumes)
            return on_top(mean)
        if added is not None:
            return on_top(added)
        sides = {on_top(density) for density, _ in self.organic}
        return sides.pop() if len(sides) == 1 else None


def on_top(density: float) -> bool | None:
    """Whether a liquid with a density in g/mL is above an aqueous layer; None if it may be either."""
    return True if density <= _FLOATS else False if density >= _SINKS else None


@lru_cache(maxsize=2048)
def layer_of(name: str) -> tuple[str, float | None]:
    """Return the layer of a liquid (`aqueous`, `organic` or empty), and the density in g/mL of an organic one."""
    found = find(name)
    if is_aqueous(name) or (found is not None and found is find("ice")):
        return "aqueous", None
    if is_solution(name) and found is not None and found.state == "solid":
        return "aqueous", None
    parts = [one for one in ((found,) if found is not None else map(find, components(name))) if one is not None]
    organic = [one for one in parts if one.is_a("solvent") and one.state == "liquid" and one.water != "miscible"]
    if organic:
        densities = [one.density for one in organic if one.density is not None]
        return "organic", sum(densities) / len(densities) if densities else None
    if found is not None and found.state == "solid" and found.is_a("base", "acid", "salt"):
        return "aqueous", None
    return "", None


def liquids_of(step: StepClaims) -> Liquids:
    """Return the liquids that a step adds."""
    found = Liquids()
    volume, mass = (next(iter(step.values(one)), None) for one in ("volume", "mass"))
    for claim in step.claims:
        if claim.kind is ClaimKind.REAGENT and claim.property in ("reagent", "solvent", "solute"):
            layer, density = layer_of(claim.written)
            weighed = mass / density if mass is not None and density is not None else None
            amount = weighed if volume is None else volume
            organic = ((density, amount and amount * step.repeats),) if density is not None else ()
            found = found.joined(Liquids(layer == "aqueous", organic))
    return found
