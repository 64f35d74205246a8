"""The steps for an inert or other gas atmosphere.

Each gas is introduced once per vessel, before the first step of the sentence that mentions it.
"""

from __future__ import annotations

from clairify_cli.english.lexicon import WORDS
from clairify_cli.reader.protocol.clauses.asides import Atmosphere
from clairify_cli.reader.protocol.phrases.roles import NO_PROPERTY, over
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known

_FILLS = frozenset(("Add", "Dissolve", "Transfer"))


def introduce(scene: Scene, found: list[Atmosphere], first: int, filled: set[str]) -> None:
    """Make the steps for the gases of a sentence whose own steps begin at `first`.

    `filled` are the ids of the vessels that held something before it. If the sentence has no step and there is no
    current vessel, the gas waits for the next sentence that has one.
    """
    waiting, scene.gases = scene.gases, []
    for one in [*waiting, *found]:
        if one.drives_off:
            scene.cover(one.tokens)
            scene.last.notes.append(over(one.tokens, NO_PROPERTY))
            continue
        vessel = _vessel(scene, first)
        if vessel is None:
            scene.gases.append(one)
            continue
        scene.cover(one.tokens)
        if one.gas in vessel.gases or (not one.gas and vessel.gases):
            continue
        vessel.gases.add(one.gas)
        gassed = (draft for draft in scene.drafts[first:] if draft.name in ("EvacuateAndRefill", "Purge"))
        evacuated = next(gassed, None)
        if evacuated is not None and evacuated.vessel == vessel.id and "gas" not in evacuated.properties and one.gas:
            evacuated.properties["gas"] = one.gas  # `freeze-pump-thaw degassed and placed under CO`
            evacuated.tokens = [*evacuated.tokens, *one.tokens]
            continue
        name = "Purge" if vessel.id in filled else "EvacuateAndRefill"
        at = first
        while one.gas in WORDS["workup.gas_reacts"] and at < len(scene.drafts) and scene.drafts[at].name in _FILLS:
            at += 1  # a reactant gas is let in only after the solvent and the catalyst
        scene.insert(at, name, one.tokens, vessel=vessel, gas=one.gas or None)
        first += at == first  # the next gas goes after this one


def _vessel(scene: Scene, first: int) -> Known | None:
    """The vessel that a sentence is about: that of its first step, or the one that receives what this step prepares."""
    drafts = [draft for draft in scene.drafts[first:] if _place(draft)]
    if not drafts:
        return scene.current if scene.current is not None and scene.drafts else None
    name = _place(drafts[0])
    for draft in drafts:
        if draft.name == "Transfer" and draft.vessel == name:
            name = draft.properties["to_vessel"]
    return scene.vessels.all.get(name)


def _place(draft: Draft) -> str:
    return draft.vessel or next((place for child in draft.children if (place := _place(child))), "")
