"""The two parts that a separation or a filtration leaves, and the words for them."""

from __future__ import annotations

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import WORDS
from clairify_cli.reader.protocol.scene.drafts import Draft
from clairify_cli.reader.protocol.scene.vessels import Known
from clairify_cli.records import dataclass

_LEAVE_SOLID = frozenset(("Filter", "WashSolid", "Evaporate", "Dry"))


@dataclass(slots=True)
class Parts:
    """The results of the last separation and filtration, and a drying agent that has not been filtered off."""

    separated: Draft | None = None
    organic: Known | None = None
    aqueous: Known | None = None
    filtered: Draft | None = None
    settled: bool = True
    """Whether it is known with which side of the last filter the text continues."""
    solid: Known | None = None
    agent: Draft | None = None
    washed: Known | None = None
    """The flask that a layer was moved to by washing it."""
    by_water: Draft | None = None
    """The extraction of an organic layer with water, which is a wash until the text continues with the water."""


def part_words(name: str, *kinds: str) -> bool:
    """Whether a name ends in a word for a part of a mixture, from the lists `layers`, `filtrates`, `surely_solid`."""
    head = name.lower().replace("-", " ").rpartition(" ")[2]
    return any(head in WORDS[f"workup.{kind}"] for kind in kinds)


def is_solid(drafts: list[Draft], vessel: Known) -> bool:
    """Whether a vessel holds a solid or an oil, judging by the last step that used it."""
    # Only the latest steps, so that the cost of a long text stays linear.
    for draft in reversed(drafts[-30:]):
        last = draft
        while last.children:
            last = last.children[-1]
        if last.vessel == vessel.id or last.properties.get("to_vessel") == vessel.id:
            if last.name == "Add":
                return all(is_solid_substance(name) for name in vessel.contents)
            return last.name in _LEAVE_SOLID or (last.name == "Transfer" and last.vessel == vessel.id)
        if last.properties.get("filtrate_vessel") == vessel.id:
            return False
    return False


def is_solid_substance(name: str) -> bool:
    """Whether a name is a substance known to be a solid."""
    substance = find(name)
    return substance is not None and substance.state == "solid"
