"""Pairs of substances that should not meet, or not in this way: a short list, with reasons and sources.

The list holds what a chemist would ask about when reading a plan, not all that is reactive: a hydride is there to
react, and most reactions are quenched with water. The groups are told by the roles of the table and by the name, since
`1 M HNO3` is not what `nitric acid` is.

Sources: *Bretherick*: P. G. Urben (ed.), Bretherick's Handbook of Reactive Chemical Hazards, 8th edition. *Prudent
Practices*: National Research Council, Prudent Practices in the Laboratory, 2011. *CAMEO*: CAMEO Chemicals, NOAA and
EPA, reactivity groups. *OPRD 2019*: Q. Yang et al., Organic Process Research & Development 2019, 23, 2210.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from clairify_cli.chemistry.names import find, is_aqueous, is_diluted
from clairify_cli.chemistry.substances import Substance


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups whose members should not meet.

    `into`: only where a member of `one` is put into a vessel that holds a member of `other`; otherwise in any order.
    `bulk`: only where the member of `other` is there as a solvent or in quantity. `harmless_below`: nothing is said
    where the vessel was last brought to this temperature (°C) or a lower one; `heated_to`: only where it is heated so
    far.
    """

    one: str
    other: str
    reason: str
    advice: str
    source: str
    into: bool = False
    bulk: bool = False
    harmless_below: float | None = None
    heated_to: float | None = None


PAIRS = (
    Pair(
        "reactive hydride, alkyl or metal",
        "water",
        "the water destroys it with heat and a gas that burns",
        "add water last and in drops, to the cooled mixture",
        "Bretherick; CAMEO, Water-Reactive Substances",
        into=True,
        bulk=True,
    ),
    Pair(
        "hydride or carbanion",
        "alcohol",
        "the alcohol destroys it with heat and a gas that burns",
        "use a dry aprotic solvent, such as an ether",
        "Bretherick",
        into=True,
        bulk=True,
    ),
    Pair(
        "protic liquid",
        "lithium aluminium hydride",
        "quenched without cooling, it boils over and the hydrogen may catch fire",
        "cool the vessel to 0 °C first, and add it in drops",
        "Prudent Practices, chapter 6; Bretherick",
        into=True,
        harmless_below=15,
    ),
    Pair(
        "water",
        "sodium or potassium",
        "it melts on the water, and the hydrogen catches fire",
        "destroy what is left of the metal with 2-propanol first, and cool",
        "Prudent Practices, chapter 6; Bretherick",
        into=True,
    ),
    Pair(
        "water",
        "concentrated sulfuric acid",
        "water on the acid boils and throws it about",
        "put the acid into the water, or onto ice",
        "Prudent Practices, chapter 6",
        into=True,
        bulk=True,
        harmless_below=5,
    ),
    Pair(
        "halide that fumes in water",
        "water",
        "water destroys it violently, with fumes of hydrogen chloride or bromide",
        "use a dry vessel and solvent, and quench by pouring onto ice",
        "Bretherick; CAMEO, Water-Reactive Substances",
        into=True,
        bulk=True,
    ),
    Pair(
        "hypochlorite",
        "acid other than acetic acid",
        "they give off chlorine",
        "destroy the hypochlorite with sodium thiosulfate or bisulfite first",
        "Prudent Practices, chapter 6; CAMEO",
    ),
    Pair(
        "hypochlorite",
        "ammonia",
        "they give toxic and explosive chloramines",
        "destroy the hypochlorite with sodium thiosulfate first",
        "Bretherick; CAMEO",
    ),
    Pair(
        "iodine",
        "ammonia",
        "they can give nitrogen triiodide, which explodes when touched",
        "destroy the iodine with sodium thiosulfate first",
        "Bretherick",
    ),
    Pair(
        "concentrated nitric acid",
        "acetone or alcohol",
        "they react violently, often after a delay",
        "keep the organic solvent away from the acid",
        "Bretherick; Prudent Practices, chapter 6",
        bulk=True,
    ),
    Pair(
        "hydrogen peroxide",
        "acetone",
        "they form explosive acetone peroxides, with acid all the faster",
        "use another solvent",
        "Bretherick",
        bulk=True,
    ),
    Pair(
        "azide",
        "chlorinated solvent",
        "they form explosive diazidomethane and its like",
        "use a solvent without halogen, also for the work-up",
        "Prudent Practices, chapter 6; Bretherick",
    ),
    Pair(
        "azide",
        "acid",
        "they set free hydrazoic acid, which is toxic and explosive",
        "keep the mixture basic, or destroy the azide first (sodium nitrite)",
        "Prudent Practices, chapter 6; Bretherick",
    ),
    Pair(
        "cyanide",
        "acid",
        "they set free hydrogen cyanide",
        "keep the mixture above pH 10, or destroy the cyanide with hypochlorite first",
        "Prudent Practices, chapter 6; CAMEO",
    ),
    Pair(
        "sulfide",
        "acid",
        "they set free hydrogen sulfide",
        "keep the mixture basic",
        "Prudent Practices, chapter 6; CAMEO",
    ),
    Pair(
        "dimethyl sulfoxide",
        "acid chloride",
        "above about -30 °C they react violently",
        "bring them together at -60 °C or below, in dichloromethane",
        "Bretherick",
        harmless_below=-30,
    ),
    Pair(
        "sodium hydride",
        "dimethyl sulfoxide or formamide",
        "hot mixtures of the two can run away",
        "stay below 50 °C, or use THF",
        "OPRD 2019; Bretherick",
        heated_to=60,
    ),
    Pair(
        "alkali metal",
        "chlorinated solvent",
        "they can explode when shaken or warmed",
        "use a solvent without halogen",
        "Bretherick; Prudent Practices, chapter 6",
    ),
    Pair(
        "permanganate",
        "concentrated sulfuric acid",
        "they form manganese heptoxide, which explodes",
        "use dilute acid",
        "Bretherick",
    ),
    Pair(
        "permanganate",
        "glycol or glycerol",
        "the mixture catches fire after a delay",
        "keep the two apart",
        "Bretherick",
    ),
)

QUENCHED_BY = {
    "water": (
        "reactive hydride, alkyl or metal",
        "hydride or carbanion",
        "lithium aluminium hydride",
        "sodium or potassium",
        "alkali metal",
        "sodium hydride",
        "halide that fumes in water",
        "acid chloride",
        "concentrated sulfuric acid",
    ),
    "alcohol": (
        "reactive hydride, alkyl or metal",
        "hydride or carbanion",
        "lithium aluminium hydride",
        "sodium or potassium",
        "alkali metal",
        "sodium hydride",
        "acid chloride",
    ),
    "ester or ketone": ("lithium aluminium hydride", "hydride or carbanion"),
    "reducing salt": ("hypochlorite", "iodine", "hydrogen peroxide", "permanganate"),
    "nitrite": ("azide",),
    "hypochlorite": ("cyanide", "sulfide"),
}
"""What makes an end of what: beside a member of the group on the left, those of the groups on the right do not last."""

_CARBANIONS = frozenset({"organolithium", "grignard"})
_FUMING = frozenset(
    {
        *("thionyl chloride", "phosphorus oxychloride", "phosphorus trichloride", "phosphorus tribromide"),
        *("phosphorus pentachloride", "sulfuryl chloride", "titanium tetrachloride", "tin(IV) chloride"),
        *("boron tribromide", "chlorosulfonic acid", "phosphorus pentoxide"),
    }
)
_CHLORINATED = frozenset(
    {
        "dichloromethane",
        "chloroform",
        "deuterochloroform",
        "carbon tetrachloride",
        "1,2-dichloroethane",
        "dibromomethane",
    }
)
_WITH_DMSO = frozenset({"oxalyl chloride", "cyanuric chloride"}) | _FUMING - {
    "titanium tetrachloride",
    "tin(IV) chloride",
}


@cache
def groups(name: str) -> frozenset[str]:
    """The groups of `PAIRS` and `QUENCHED_BY` to which what a name stands for belongs."""
    found = find(name)
    aqueous = is_aqueous(name)
    belongs = set() if found is None else _by_roles(found, aqueous) | _by_name(found, name)
    if aqueous:
        belongs |= {"water", "protic liquid"}
    return frozenset(belongs)


def _by_roles(found: Substance, aqueous: bool) -> set[str]:
    belongs: set[str] = set()
    reactive = found.is_a("hydride", "alkali-metal", "organometallic", *_CARBANIONS) and found.is_a("water-reactive")
    if reactive:
        belongs.add("reactive hydride, alkyl or metal")
    if found.is_a(*_CARBANIONS) or (found.is_a("hydride") and found.is_a("reducing-agent")):
        belongs.add("hydride or carbanion")
    if found.is_a("alkali-metal"):
        belongs.add("alkali metal")
    if found.is_a("alcohol") and found.state == "liquid":
        belongs |= {"alcohol", "protic liquid"}
    if found.is_a("acid") and (found.is_a("protic") or aqueous):
        belongs |= {"acid", "protic liquid"}
        if found.name != "acetic acid":
            belongs.add("acid other than acetic acid")
    if found.is_a("acid-chloride") and (found.name in _WITH_DMSO or found.formula.endswith("ClO")):
        belongs.add("acid chloride")
    for role in ("hypochlorite", "ammonia", "cyanide", "sulfide", "permanganate"):
        if found.is_a(role):
            belongs.add(role)
    if found.is_a("reducing-agent") and found.is_a("salt"):
        belongs.add("reducing salt")
    if found.is_a("ester", "ketone") and found.is_a("solvent"):
        belongs.add("ester or ketone")
    return belongs


def _by_name(found: Substance, name: str) -> set[str]:
    """Groups of single substances."""
    belongs: set[str] = set()
    diluted = is_diluted(name)
    match found.name:
        case "lithium aluminium hydride":
            belongs.add("lithium aluminium hydride")
        case "sodium metal" | "potassium metal":
            belongs.add("sodium or potassium")
        case "sodium azide":
            belongs.add("azide")
        case "sodium hydride":
            belongs.add("sodium hydride")
        case "sulfuric acid" if not diluted:
            belongs.add("concentrated sulfuric acid")
        case "nitric acid" | "fuming nitric acid" | "aqua regia" if not diluted:
            belongs.add("concentrated nitric acid")
        case "hydrogen peroxide":
            belongs.add("hydrogen peroxide")
        case "iodine":
            belongs.add("iodine")
        case "sodium nitrite":
            belongs.add("nitrite")
        case "dimethyl sulfoxide":
            belongs |= {"dimethyl sulfoxide", "dimethyl sulfoxide or formamide"}
        case "dimethylformamide" | "dimethylacetamide":
            belongs.add("dimethyl sulfoxide or formamide")
        case "glycerol" | "ethylene glycol":
            belongs.add("glycol or glycerol")
        case "acetone" | "2-butanone":
            belongs |= {"acetone", "acetone or alcohol"}
        case "methanol" | "ethanol" | "1-propanol" | "2-propanol":
            belongs.add("acetone or alcohol")
    if found.name in _FUMING:
        belongs.add("halide that fumes in water")
    if found.name in _CHLORINATED:
        belongs.add("chlorinated solvent")
    return belongs
