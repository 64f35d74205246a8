"""Drying: a solid, or a solution with a drying agent."""

from __future__ import annotations

from clairify_cli.english.lexicon import WORDS
from clairify_cli.reader.protocol.actions import thermal
from clairify_cli.reader.protocol.actions.common import bracketed, finish, wait_first
from clairify_cli.reader.protocol.actions.evaporating import evaporating
from clairify_cli.reader.protocol.actions.separating import in_use, solvents
from clairify_cli.reader.protocol.actions.temperatures import lasting, temperature
from clairify_cli.reader.protocol.clauses.clause import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.roles import NO_PROPERTY, Note, Roles, over
from clairify_cli.reader.protocol.scene import discourse
from clairify_cli.reader.protocol.scene.parts import is_solid
from clairify_cli.reader.protocol.scene.scene import Scene


def dry(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Dry a solid, or a solution with a drying agent, which is filtered off before the text continues."""
    wait_first(scene, clause, found)
    agents = _agents(scene, clause, found)
    frozen = any(token.low.startswith(_FROZEN) for token in clause.predicate)
    solution = not agents and not frozen and _is_layer(scene, found)
    found.goals = [(kind, noun) for kind, noun in found.goals if noun not in agents]
    found.withs = [noun for noun in found.withs if noun not in agents]
    if not agents and not solution:
        return dry_solid(scene, clause, found)
    vessel = in_use(scene, clause, found)
    if not agents:
        agents = [Noun("material", list(clause.predicate), name="drying agent")]
    thermal.bring_to(scene, clause, found, vessel)
    draft = [scene.add(vessel, noun, clause.tokens) for noun in agents][-1]
    time = found.time()
    if time is not None:
        lasting(scene, clause.tokens, vessel, time, stir=found.stirring)
    first, last = clause.predicate[-1].start, agents[-1].tokens[-1].end
    draft.notes.append(Note(first, last, ""))
    scene.parts.agent = draft
    found.notes = [note for note in found.notes if not first <= note.start < last]
    return finish(scene, draft, found)


_FROZEN = ("lyophil", "freeze")


def _agents(scene: Scene, clause: Clause, found: Roles) -> list[Noun]:
    """The drying agents of a clause: `over MgSO4`, `with Na2SO4`, `(K2CO3)`."""
    over = [noun for kind, noun in found.goals if kind in ("over", "on") and noun.is_material]
    over += [noun for noun in solvents(found) if _is_agent(noun)]
    over += [noun for noun in found.objects if _is_agent(noun) and noun.tokens[0].start > clause.predicate[0].start]
    if not over:
        over = [
            noun for token in clause.after[:2] if token.kind == "group" for noun in bracketed(token) if _is_agent(noun)
        ]
    current = scene.current
    solid = current is not None and not _is_layer(scene, found) and is_solid(scene.drafts, current)
    strong = any(noun.name.lower() in WORDS["workup.also_strong"] for noun in over)
    if over and (discourse.dries_solid(clause) or ((found.vacuum or strong) and solid)):
        return []
    return over


def _is_agent(noun: Noun) -> bool:
    low = noun.name.lower()
    return any(low == word or low.endswith(" " + word) for word in WORDS["workup.drying"])


def _is_layer(scene: Scene, found: Roles) -> bool:
    """Whether a liquid is dried: it is named as a layer, or the previous step separated it."""
    if found.vacuum or found.temps or found.times:
        return False
    layers = WORDS["workup.layers"]
    if any(noun.name.lower().rpartition(" ")[2] in layers for noun in found.objects):
        return True
    plain = all(noun.kind in ("reference", "pronoun") for noun in found.objects)
    return plain and scene.last.name == "Separate"


def dry_solid(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Emit the Dry step, with the conditions of the clause."""
    vessel = in_use(scene, clause, found)
    last = scene.last.properties if scene.last.name in ("Separate", "WashSolid") else {}
    if found.vacuum and vessel.id in (last.get("to_vessel"), last.get("filtrate_vessel")):
        return evaporating(scene, clause, found)  # `the combined extracts were dried in vacuo`
    temp, notes = temperature(scene, found, vessel)
    made = scene.emit("Dry", clause.tokens, vessel=vessel, time=found.time(), pressure=found.pressure, temp=temp)
    made.notes.extend(notes)
    vacuum = [t for t in clause.tokens if t.low in WORDS["vacuum"] or "vacu" in t.low]
    if vacuum and found.pressure is None:
        made.notes.append(over(vacuum, "the text gives no pressure"))
    frozen = [t for t in clause.predicate if t.low.startswith(_FROZEN)]
    if frozen:
        made.notes.append(over(frozen, NO_PROPERTY))
    scene.parts.solid = vessel
    return finish(scene, made, found)
