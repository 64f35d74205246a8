"""Pairs of substances that should not be combined, or not in a certain way: a short list with reasons and sources.

The list contains what a chemist would question in a plan, not everything reactive: a hydride is meant to react, and
most reactions are quenched with water. Groups follow from the roles in the table and from the name, since `1 M HNO3`
is not the same as `nitric acid`.

Sources: *Bretherick*: P. G. Urben (ed.), Bretherick's Handbook of Reactive Chemical Hazards, 8th edition. *Prudent
Practices*: National Research Council, Prudent Practices in the Laboratory, 2011. *CAMEO*: CAMEO Chemicals, NOAA and
EPA, reactivity groups. *OPRD 2019*: Q. Yang et al., Organic Process Research & Development 2019, 23, 2210.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from clairify_cli.chemistry.names import find, is_aqueous, is_diluted
from clairify_cli.chemistry.substances import Substance
from clairify_cli.files.data import rows
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups whose members should not be combined.

    `into`: only if a member of `one` is added to a vessel that contains a member of `other`; otherwise in any order.
    `bulk`: only if the member of `other` is present as a solvent or in quantity. `harmless_below`: not if the vessel
    was last brought to this temperature (°C) or a lower one. `heated_to`: only if it is heated to this temperature.
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


def _rows(name: str) -> list[list[str]]:
    return rows(Path(__file__).with_name("pairs") / f"{name}.tsv")[1:]


PAIRS = tuple(
    Pair(
        *(one, other, reason, advice, source, bool(into), bool(bulk)),
        float(below) if below else None,
        float(hot) if hot else None,
    )
    for one, other, into, bulk, below, hot, reason, advice, source in _rows("incompatible")
)
QUENCHED_BY = {ending: tuple(ended.split("; ")) for ending, ended in _rows("quenched")}
"""By group: the groups whose members it quenches."""
_MEMBERS = {name: (bool(undiluted), frozenset(of.split("; "))) for name, undiluted, of in _rows("members")}
"""By substance: whether it is in its groups only when undiluted, and the groups."""
_NONE: tuple[bool, frozenset[str]] = (False, frozenset())
_ACID_CHLORIDE = "acts as an acid chloride"
_CARBANIONS = frozenset({"organolithium", "grignard"})


@cache
def groups(name: str) -> frozenset[str]:
    """Return the groups in `PAIRS` and `QUENCHED_BY` to which a named substance belongs."""
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
    if found.is_a("acid-chloride") and (
        _ACID_CHLORIDE in _MEMBERS.get(found.name, _NONE)[1] or found.formula.endswith("ClO")
    ):
        belongs.add("acid chloride")
    for role in ("hypochlorite", "ammonia", "cyanide", "sulfide", "permanganate"):
        if found.is_a(role):
            belongs.add(role)
    if found.is_a("reducing-agent") and found.is_a("salt"):
        belongs.add("reducing salt")
    if found.is_a("ester", "ketone") and found.is_a("solvent"):
        belongs.add("ester or ketone")
    return belongs


def _by_name(found: Substance, name: str) -> frozenset[str]:
    """Return the groups in which a substance is listed by name."""
    undiluted, belongs = _MEMBERS.get(found.name, _NONE)
    return _NONE[1] if undiluted and is_diluted(name) else belongs - {_ACID_CHLORIDE}
