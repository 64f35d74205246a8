"""Gas, light and sound: purge, evacuate and refill, irradiate, sonicate."""

from __future__ import annotations

from clairify_cli.reader.actions.common import finish, present, wait_first, xdl
from clairify_cli.reader.clauses import Clause
from clairify_cli.reader.lexicon import lexicon
from clairify_cli.reader.scene import Scene


def purge(scene: Scene, clause: Clause) -> bool:
    """Purge a vessel with a gas."""
    found = scene.roles(clause)
    gas = next(
        (noun.name for noun in [*found.withs, *found.objects] if noun.name.lower() in lexicon().words["gases"]), None
    )
    found.objects = [noun for noun in found.objects if noun.kind in ("vessel", "reference", "pronoun")]
    vessel = present(scene, clause, found)
    time = found.time()
    draft = scene.emit("Purge", clause.tokens, vessel=vessel.id, gas=gas, time=xdl(time))
    return finish(scene, draft, found)


def irradiate(scene: Scene, clause: Clause) -> bool:
    """Irradiate for a time."""
    found = scene.roles(clause)
    time = found.time()
    if time is None:
        scene.fail(clause.tokens, "Irradiate needs a time, and the text gives none")
        return False
    vessel = present(scene, clause, found)
    draft = scene.emit(
        "Irradiate",
        clause.tokens,
        vessel=vessel.id,
        time=time.xdl,
        wavelength=xdl(found.wavelength),
        temp=xdl(found.temp()),
    )
    return finish(scene, draft, found)


def sonicate(scene: Scene, clause: Clause) -> bool:
    """Sonicate, for the time that is given."""
    found = scene.roles(clause)
    wait_first(scene, clause, found)
    vessel = present(scene, clause, found)
    draft = scene.emit("Sonicate", clause.tokens, vessel=vessel.id, time=xdl(found.time()), temp=xdl(found.temp()))
    return finish(scene, draft, found)
