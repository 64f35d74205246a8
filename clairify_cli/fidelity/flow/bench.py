"""Simulate a program step by step to find where the material is.

Every vessel holds parts. A step that adds makes a part; one that divides (`Filter`, `Separate`, `WashSolid`) turns the
contents of a vessel into two parts, one that it keeps and one that it takes away. Loops run once, since a second round
does not change where things are.
"""

from __future__ import annotations

import enum
from collections.abc import Callable

from clairify_cli.fidelity.flow.liquids import Liquids, layer_of, liquids_of
from clairify_cli.fidelity.text.substances import is_drying_agent
from clairify_cli.languages.base import StepClaims
from clairify_cli.records import dataclass, field, replace

IDLE = frozenset(("stop", "clean", "wait", "gas", "other"))
"""Actions that do nothing to what a vessel holds."""
PUTS_IN = frozenset(("add", "dissolve", "precipitate"))
"""Actions that put something into a vessel, which may be empty."""


class Side(enum.Enum):
    """The role of a part within the original contents."""

    ADDED = "added"
    SOLID = "solid"
    LIQUID = "liquid"
    KEPT = "kept layer"
    OTHER = "other layer"


@dataclass(frozen=True, slots=True)
class Held:
    """The contents of a vessel at one time.

    `parts` are indices into `Run.sides`. `told` are the indices of the steps that added or moved any of it. `wet` says
    whether there is free liquid (None if unknown), `settled` whether it is or was a solid or residue (False if
    unknown). `drying` is the step that added a drying agent which is still there.
    """

    parts: frozenset[int] = frozenset()
    told: frozenset[int] = frozenset()
    wet: bool | None = False
    settled: bool = False
    drying: StepClaims | None = None
    liquids: Liquids = field(default_factory=Liquids)
    emptied: StepClaims | None = None

    def joined(self, other: Held) -> Held:
        """Return the contents of both in one vessel."""
        return Held(
            self.parts | other.parts,
            self.told | other.told,
            True if True in (self.wet, other.wet) else None if None in (self.wet, other.wet) else False,
            self.settled or other.settled,
            self.drying or other.drying,
            self.liquids.joined(other.liquids),
        )


NOTHING = Held()


@dataclass(frozen=True, slots=True)
class Division:
    """The result of a step that divides the contents of a vessel: the part it keeps, and the part it takes away.

    `other_vessel` is None if the step does not say where the other part goes.
    """

    index: int
    kept: int
    kept_vessel: str
    other: int
    other_vessel: str | None
    before: Held


@dataclass(slots=True)
class Run:
    """The trace of a program: contents before each step, divisions, and the steps that used each part."""

    steps: tuple[StepClaims, ...]
    before: list[dict[str, Held]] = field(default_factory=list)
    empty: dict[int, str] = field(default_factory=dict)
    """The empty vessel of each step that needs contents, by the index of the step."""
    from_outside: set[int] = field(default_factory=set)
    """The steps in `empty` before which nothing was added anywhere, so the material may come from outside."""
    sides: list[Side] = field(default_factory=list)
    divisions: list[Division] = field(default_factory=list)
    uses: dict[int, list[int]] = field(default_factory=dict)
    """By part, the indices of the steps that worked on its vessel or took it from there."""
    drying: frozenset[int] = frozenset()
    """The steps that add what the text dries something with, such as potassium carbonate."""
    vessels: dict[str, Held] = field(default_factory=dict)

    def held(self, vessel: str) -> Held:
        return self.vessels.get(vessel, NOTHING)

    def part(self, side: Side) -> int:
        self.sides.append(side)
        return len(self.sides) - 1

    def is_all(self, held: Held, side: Side) -> bool:
        """Whether everything in a vessel comes from the same side of a division."""
        return bool(held.parts) and all(self.sides[part] is side for part in held.parts)


def run(steps: tuple[StepClaims, ...], decanted: frozenset[int], drying: frozenset[int] = frozenset()) -> Run:
    """Run the steps of a program in order; the transfers with the indices in `decanted` leave a solid behind."""
    made = Run(steps, drying=drying)
    for index, step in enumerate(steps):
        source = source_of(step)
        if source and not made.held(source).parts and step.action not in IDLE | PUTS_IN:
            made.empty[index] = source
            made.from_outside |= {index} if not made.sides else set()
            unknown = Held(frozenset((made.part(Side.ADDED),)), wet=None, settled=True)
            made.vessels[source] = replace(unknown, emptied=made.held(source).emptied)
        made.before.append({vessel: made.held(vessel) for vessel in step.vessels})
        if step.action not in IDLE:
            for part in made.held(source).parts:
                made.uses.setdefault(part, []).append(index)
        target = step.given.get("to_vessel", "")
        if index in decanted and target not in ("", source):
            solid, liquid = (source, Side.SOLID), (target, Side.LIQUID)
            _divide(made, index, made.held(source), solid, liquid)
            made.vessels[source] = replace(made.held(source), wet=None, settled=True)
        elif step.action in _ACTIONS:
            _ACTIONS[step.action](made, index, step)
    return made


def source_of(step: StepClaims) -> str:
    """Return the vessel whose contents a step works on or takes; empty if it names none."""
    return step.given.get("from_vessel") or step.given.get("vessel") or ""


def named(step: StepClaims) -> str:
    """Return the first reagent of a step as written, or the name of the step."""
    return next((claim.written for claim in step.reagents), step.name)


def label(step: StepClaims) -> str:
    """Return the name of a step with what tells it from others: `Add brine`, `HeatChill 0 °C`, `Evaporate flask 2`."""
    said = {claim.dimension: claim.written for claim in step.claims if claim.dimension}
    names = [claim.written for claim in step.reagents]
    measured = names or step.action == "transfer"
    amount = next((said[one] for one in ("volume", "mass") if measured and one in said), "")
    what = names or [next((said[one] for one in ("temp", "time") if one in said), source_of(step))]
    return " ".join(filter(None, (step.name, amount, what[0])))


def _add(made: Run, index: int, step: StepClaims) -> None:
    vessel = source_of(step)
    liquid = step.action == "dissolve" or any(claim.dimension == "volume" for claim in step.claims)
    dries = index in made.drying or any(is_drying_agent(claim.written) for claim in step.reagents)
    wet = True if liquid else False if dries else None
    added = Held(
        frozenset((made.part(Side.ADDED),)),
        frozenset((index,)),
        wet,
        step.action == "precipitate",
        step if dries else None,
        liquids_of(step),
    )
    joined = made.held(vessel).joined(added)
    made.vessels[vessel] = replace(joined, settled=False) if step.action == "dissolve" else joined


def _move(made: Run, index: int, step: StepClaims) -> None:
    """Move contents from one vessel to another: `Transfer`, `FilterThrough`, `RunColumn`, `Distill`."""
    source, target = source_of(step), step.given.get("to_vessel") or step.given.get("distillate_vessel") or ""
    held = made.held(source)
    if not target or target == source:
        return
    moved = replace(held, told=held.told | {index}, emptied=None)
    if step.action in ("purify", "distil"):
        moved = replace(moved, wet=None, settled=True, drying=None, liquids=Liquids())
    elif step.action == "filter":
        moved = replace(moved, wet=True, settled=False, drying=None)
    made.vessels[target] = made.held(target).joined(moved)
    portion = step.given.get("volume", "all") != "all" or "amount" in step.given
    if not portion and step.action != "distil":
        made.vessels[source] = Held(emptied=step)


def _filter(made: Run, index: int, step: StepClaims) -> None:
    if step.name == "FilterThrough":
        _move(made, index, step)
        return
    vessel, filtrate = source_of(step), step.given.get("filtrate_vessel")
    before, already = made.held(vessel), made.held(filtrate or "")
    if step.action == "wash":
        before = before.joined(Held(told=frozenset((index,))))
    _divide(made, index, before, (vessel, Side.SOLID), (filtrate if filtrate != vessel else None, Side.LIQUID))
    made.vessels[vessel] = replace(made.held(vessel), wet=False, settled=True, liquids=Liquids())
    if filtrate and filtrate != vessel:
        made.vessels[filtrate] = replace(made.held(filtrate), wet=True, settled=False, drying=already.drying)


def _divide(made: Run, index: int, before: Held, kept: tuple[str, Side], other: tuple[str | None, Side]) -> None:
    parts = made.part(kept[1]), made.part(other[1])
    made.divisions.append(Division(index, parts[0], kept[0], parts[1], other[0], before))
    for (vessel, side), part in zip((kept, other), parts, strict=True):
        if vessel is not None:
            came = replace(before, parts=frozenset((part,)), told=before.told | {index}, emptied=None)
            stays = side is Side.SOLID or vessel in made.steps[index].out_of
            made.vessels[vessel] = came if stays else made.held(vessel).joined(came)


def _separate(made: Run, index: int, step: StepClaims) -> None:
    source, funnel = source_of(step), step.given.get("separation_vessel")
    target, waste = step.given.get("to_vessel"), step.given.get("waste_phase_to_vessel")
    before = made.held(source)
    there = made.held(funnel) if funnel and funnel != source else NOTHING
    if not made.is_all(there, Side.OTHER):
        before = before.joined(there)
    before = replace(before, wet=True, settled=False, liquids=before.liquids.joined(liquids_of(step)))
    for vessel in (source, funnel):
        if vessel:
            made.vessels[vessel] = Held(emptied=step)
    rest = waste or (funnel if funnel != target else None)
    _divide(made, index, before, (target or source, Side.KEPT), (rest, Side.OTHER))
    solvent, _ = layer_of(step.given.get("solvent", ""))
    water_goes = solvent and (solvent == "organic") == (step.given.get("purpose") == "extract")
    if water_goes and rest is not None and rest != (target or source):
        made.vessels[rest] = replace(made.held(rest), liquids=Liquids(aqueous=True))


def _evaporate(made: Run, index: int, step: StepClaims) -> None:
    vessel = source_of(step)
    dry = False if step.action == "dry" else None
    made.vessels[vessel] = replace(made.held(vessel), wet=dry, settled=True, liquids=Liquids())


def _settle(made: Run, index: int, step: StepClaims) -> None:
    vessel = source_of(step)
    made.vessels[vessel] = replace(made.held(vessel), settled=True)


def _clean(made: Run, index: int, step: StepClaims) -> None:
    made.vessels[source_of(step)] = Held()


_ACTIONS: dict[str, Callable[[Run, int, StepClaims], None]] = {
    "add": _add,
    "dissolve": _add,
    "precipitate": _add,
    "transfer": _move,
    "purify": _move,
    "distil": _move,
    "filter": _filter,
    "wash": _filter,
    "extract": _separate,
    "evaporate": _evaporate,
    "dry": _evaporate,
    "crystallise": _settle,
    "clean": _clean,
}
