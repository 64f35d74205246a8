"""Track which part a text continues with: which layer, which side of a filter, and when a drying agent is filtered
off.

A separation or a filtration leaves two things, and the text says only later which of them it means: `the aqueous layer
was extracted`, `and concentrated`, `the solid was washed`. So the vessel for the other part is added to the step when
the text first refers to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.scene.contents import Parts, is_organic, is_solid
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known

# Verbs that leave it open which side of a filter is meant.
_OPEN = frozenset(("filter", "wash", "none", "remark", "measure", "isolate", "wait", "decant"))
# Verbs whose object is a solid.
_OF_SOLIDS = frozenset(("dry", "dissolve", "triturate", "prepare", "crush"))
# Verbs during which a drying agent may stay in.
_WITH_AGENT = frozenset(("filter", "wait", "stir", "none", "remark", "decant", "let", "isolate"))
_OTHER_SIDE = {"bottom": ("upper", "top")}
"""What the text calls the layer that a step does not keep; a step that keeps the `lower` one is handled earlier."""
_EVAPORATES = frozenset(("evaporate", "remove"))
ISOLATES = frozenset(("RunColumn", "Dry", "Distill", "Crystallize", "Evaporate", "Filter", "WashSolid"))


_CROP = 12
"""The most steps between two crops of one solution."""


def settle(scene: Scene, clause: Clause) -> None:
    """Before a clause is read, decide which part of the mixture it continues with."""
    parts, action = scene.parts, clause.verb.action
    if parts.agent is not None and action not in _WITH_AGENT:
        filter_agent(scene)
    if any(token.low == "combined" for token in clause.subject) and not WORDS["crops"].isdisjoint(mentioned(clause)):
        _join_crops(scene, clause)
    if scene.evacuated and action not in ("fill", "refill", "purge", "evacuate", "none", "remark"):
        scene.covered.difference_update(token.index for token in scene.evacuated)
        scene.evacuated = []
    if clause.verb.base in ("store", "keep"):
        keep_solution(scene)
    if parts.settled or action in _OPEN or parts.filtered is None:
        return
    heads = mentioned(clause)
    if heads & WORDS["workup.filtrates"]:
        return  # the reference itself resolves to the filtrate
    source = scene.vessels.all.get(parts.filtered.vessel)
    if source is None or scene.current is not source:
        parts.settled = True
        return
    liquid = {token.low for token in clause.subject} & WORDS["workup.filtered_solutions"]
    if goes_with_solid(parts, clause, heads) and not (liquid and not heads):
        parts.settled = True
        return
    dissolved = [draft.name for draft in scene.drafts[-2:]] == ["Dissolve", "Filter"]
    was_liquid = dissolved or {token.low for token in parts.filtered.tokens} & WORDS["workup.filtered_solutions"]
    moves = action in ("pour", "place") and was_liquid and not clause.subject  # `the extract was filtered and | poured`
    if action in ("add", "fill", "pour", "combine", "place") and not (heads or moves):
        return  # the text may still say that the addition goes to the filtrate
    scene.current = filtrate(scene, clause.tokens)
    parts.settled = True


def _join_crops(scene: Scene, clause: Clause) -> None:
    """`The combined crops were washed`: put the crop from a filtrate to the one that was filtered off before."""
    filters = [draft for draft in scene.drafts[-_CROP:] if draft.name == "Filter"]
    for first, second in pairwise(filters):
        kept = scene.vessels.all.get(first.vessel)
        if kept is not None and first.properties.get("filtrate_vessel") == second.vessel != first.vessel:
            source = scene.vessels.all[second.vessel]
            scene.emit("Transfer", clause.subject, from_vessel=source, to_vessel=kept, volume="all")
            scene.parts.solid, scene.current, scene.parts.settled = kept, kept, True
            return


def begin_anew(scene: Scene, clause: Clause) -> None:
    """Start another preparation if a paragraph begins with new amounts after a product was isolated."""
    if not scene.paragraph_begins or clause.verb.action in ("none", "remark", "repeat", "redo"):
        return
    scene.paragraph_begins = False
    if scene.current is None or scene.last.name not in ISOLATES:
        return
    flat = leaves(clause.tokens)
    amounts = ("mass", "amount", "volume") if scene.last.name == "Distill" else ("mass", "amount")
    weighed = any(t.dimension in amounts for t in flat)
    ahead = zip(clause.tokens, [*clause.tokens[1:], None], strict=True)
    goes_on = any(t.low in WORDS["goes on"] and not (after is not None and after.low == "of") for t, after in ahead)
    if weighed and not goes_on:
        filter_draft = scene.parts.filtered
        left = {token.low for token in filter_draft.tokens} if filter_draft is not None else set()
        if left & WORDS["workup.stay_behind"] and not scene.parts.settled:
            filtrate(scene, clause.tokens)  # `the drying agent was filtered off`: the product is in the filtrate
        scene.current, scene.beside, scene.parts = None, None, Parts()


def to_the_rest(scene: Scene, clause: Clause) -> None:
    """`Add half of it to B. Heat the rest`: return to the vessel from which a part was taken."""
    lows = [token.low for token in (clause.subject or clause.after)[:3]]
    rest = not WORDS["the rest"].isdisjoint(lows) or lows == ["the", "other", "half"]
    part = next((one for one in reversed(scene.drafts[-_CROP:]) if one.name == "Transfer"), None) if rest else None
    given = part.properties if part is not None else {}
    if given.get("volume", "all") != "all" and scene.current is scene.vessels.all[given["to_vessel"]]:
        scene.current = scene.vessels.all[given["from_vessel"]]


def keep_solution(scene: Scene) -> None:
    """`Filter the solution through paper. Store at 4 °C`: the solution is kept, as nothing says otherwise."""
    draft = scene.parts.filtered
    open_still = draft is scene.last and not scene.parts.settled
    lows = {token.low for token in draft.tokens} if draft is not None and open_still else set()
    if (_is_fine(lows) or lows & WORDS["workup.filtered_solutions"]) and not lows & WORDS["workup.surely_solid"]:
        scene.current = filtrate(scene, draft.tokens if draft is not None else [])
        scene.parts.settled = True


def _is_fine(lows: set[str]) -> bool:
    """Whether words are about a filter that only keeps dirt back: `a 0.45 µm membrane`, `sterile-filtered`."""
    return any(low.endswith(("µm", "μm", "-micron")) or "steril" in low for low in lows) or bool(
        lows & WORDS["workup.fine"]
    )


def is_cleared(clause: Clause) -> bool:
    """Whether a filtration says that it goes on with the liquid: `to remove dirt`, `through a 0.2 µm membrane`."""
    lows = [token.low for token in clause.tokens]
    out = next((at for at, low in enumerate(lows) if low in WORDS["workup.takes_out"] and lows[at - 1] == "to"), None)
    if out is not None:
        return not set(lows[out + 1 :]) & (WORDS["workup.volatiles"] | WORDS["workup.filtrates"])
    subject = {token.low for token in clause.subject}
    liquid = subject & WORDS["workup.filtered_solutions"] and not subject & WORDS["workup.surely_solid"]
    return bool(liquid) and _is_fine(set(lows))


def goes_with_solid(parts: Parts, clause: Clause, heads: set[str]) -> bool:
    """Whether a clause after a filtration is about the solid."""
    action = clause.verb.action
    if heads & WORDS["workup.solids"] or (action == "bubble" and "air" in {token.low for token in clause.tokens}):
        return True
    if action in _EVAPORATES or (action == "dry" and agent_named(clause) and not dries_solid(clause)):
        return False
    if action == "crystallise":
        return clause.verb.base.startswith("re") or any(token.low == "from" for token in clause.after)
    if action in _OF_SOLIDS:
        return True
    said_of_solid = parts.filtered is not None and bool(
        {token.low for token in parts.filtered.tokens} & WORDS["workup.surely_solid"]
    )
    return said_of_solid and not clause.subject


def mentioned(clause: Clause) -> set[str]:
    """The possible head nouns of a clause's object: from its subject, or from the words after its verb."""
    tokens = clause.subject or clause.after[:6]
    found = set()
    for token in tokens:
        if token.low in WORDS["prepositions"] and not clause.subject:
            break
        found.add(token.low)
    return found & (WORDS["workup.filtrates"] | WORDS["workup.solids"] | WORDS["workup.layers"])


def agent_named(clause: Clause) -> bool:
    """Whether a drying agent is named in a clause: `dried over MgSO4`, `dried (Na2SO4)`."""
    inner = [t.low for token in clause.after for t in (token.inner or [token])]
    text = " " + " ".join(inner) + " "
    return any(f" {word} " in text for word in WORDS["workup.drying"])


_STRONG = ("p2o5", "phosphorus pentoxide", "p4o10", "blue gel")
"""Agents that dry solids in a desiccator, but not solutions."""


def dries_solid(clause: Clause) -> bool:
    """Whether a solid is dried, judging by where: `in a desiccator`, `over P2O5`."""
    lows = [token.low for token in leaves(clause.after)]
    return not WORDS["workup.desiccators"].isdisjoint(lows) or any(word in " ".join(lows) for word in _STRONG)


# ---------------------------------------------------------------- the sides of a filter


def filter_agent(scene: Scene) -> None:
    """Filter off a drying agent even though the text does not mention it."""
    agent, scene.parts.agent = scene.parts.agent, None
    if agent is None:
        return
    source = scene.vessels.all.get(agent.vessel)
    if source is None:
        return
    draft = scene.emit("Filter", list(agent.tokens), vessel=source)
    filtered(scene, draft, source)
    target = filtrate(scene, agent.tokens)
    if scene.current is source:
        scene.current = target
    scene.parts.settled = True


def filtered(scene: Scene, draft: Draft, source: Known) -> None:
    """Record a filtration; the text has not said yet which part it continues with."""
    parts, before = scene.parts, scene.parts.filtered
    if not parts.settled and before is not None and before.vessel == source.id:
        draft = before  # what is filtered once more joins the first filtrate
    parts.filtered, parts.settled, parts.solid, parts.agent = draft, False, source, None
    source.filtered = True


def filtrate(scene: Scene, tokens: list[Token]) -> Known | None:
    """The vessel with the filtrate of the last filtration, added to that step if it had none."""
    draft = scene.parts.filtered
    if draft is None:
        return None
    source = scene.vessels.all.get(draft.vessel)
    if "filtrate_vessel" not in draft.properties:
        made = scene.aside(tokens, "the text names no vessel for the filtrate", "XDL652")
        put(draft, "filtrate_vessel", made.id, after="vessel")
        scene.hand_over(source, made)
        at = next((number for number, one in enumerate(scene.drafts) if one is draft), len(scene.drafts))
        for later in scene.drafts[at + 1 :]:
            # What is washed off the solid joins the filtrate.
            if later.name in ("WashSolid", "Filter") and later.vessel == draft.vessel:
                put(later, "filtrate_vessel", made.id, after="volume" if later.name == "WashSolid" else "vessel")
    return scene.vessels.all.get(draft.properties["filtrate_vessel"])


def put(draft: Draft, key: str, value: str, *, after: str) -> None:
    """Insert a property into a step after `after`, for print order; an existing value is kept."""
    if key in draft.properties:
        return
    pairs = list(draft.properties.items())
    draft.properties.clear()
    for name, held in pairs:
        draft.properties[name] = held
        if name == after:
            draft.properties[key] = value
    draft.properties.setdefault(key, value)


# ---------------------------------------------------------------- layers


def separated(scene: Scene, draft: Draft, product: Known) -> None:
    """Record a separation; `product` holds the product, and the other layer has no vessel yet."""
    scene.parts.separated, scene.parts.organic, scene.parts.aqueous = draft, product, None


def placed(words: Iterable[str]) -> str:
    """The phase of a layer that is named by its place: `the lower layer`."""
    named = set(words)
    return "bottom" if named & {"lower", "bottom"} else "top" if named & {"upper", "top"} else ""


def is_of_water(name: str) -> bool:
    """Whether a name is that of the aqueous layer: `the alkaline extracts`."""
    return not (WORDS["workup.aqueous"] | WORDS["workup.of_water"]).isdisjoint(name.lower().replace("-", " ").split())


def aqueous_layer(scene: Scene, tokens: list[Token]) -> Known | None:
    """The vessel with the aqueous layer of the last separation."""
    parts = scene.parts
    if parts.aqueous is not None:
        return parts.aqueous
    draft = parts.separated
    if draft is None:
        return None
    if draft is parts.by_water:
        return _into_water(scene, draft, tokens)
    target = scene.vessels.all.get(draft.properties["to_vessel"])
    source = scene.vessels.all.get(draft.properties["from_vessel"])
    if source is not None and source is not target and not source.filtered:
        made = source  # it goes back into its vessel
    else:
        made = scene.aside(tokens, "the text names no vessel for the aqueous layer", "XDL652")
    put(draft, "waste_phase_to_vessel", made.id, after="to_vessel")
    for name in [name for name in made.contents if is_organic(name)]:
        made.contents.pop(name)
    made.contents.setdefault("water", None)
    parts.aqueous = made
    return made


def _into_water(scene: Scene, draft: Draft, tokens: list[Token]) -> Known:
    """Turn a wash into an extraction, as the text continues with the water: the product is in it."""
    parts, properties = scene.parts, draft.properties
    made = scene.aside(tokens, "the text names no vessel for the aqueous layer", "XDL652")
    properties["purpose"] = "extract"
    properties["product_phase"] = "top" if properties["product_phase"] == "bottom" else "bottom"
    put(draft, "waste_phase_to_vessel", properties["to_vessel"], after="to_vessel")
    properties["to_vessel"] = made.id
    made.contents[properties["solvent"]] = None
    parts.aqueous, parts.organic, parts.by_water = made, None, None
    return made


# ---------------------------------------------------------------- references


def part(scene: Scene, name: str, tokens: list[Token]) -> Known | None:
    """The vessel of the part that a name means, or None if it means no part: `the filtrate`, `the ether layer`."""
    named = name.lower().replace("-", " ").split()
    if not named:
        return None
    if any(word in WORDS["workup.filtrates"] for word in named):
        scene.parts.settled = True
        return filtrate(scene, tokens)
    last = scene.last
    extracts = any(token.low.startswith("extract") for token in scene.predicate)  # what is extracted is the water
    if last is scene.parts.separated and placed(named) and "solvent" not in last.properties and not extracts:
        last.properties["product_phase"] = placed(named)  # the text continues with this one
    one = named[-1] == "one" and bool(set(named) & (WORDS["workup.aqueous"] | {"organic"}))
    if named[-1] in WORDS["workup.layers"] or one:
        phase = scene.parts.separated.properties["product_phase"] if scene.parts.separated is not None else ""
        if any(word in WORDS["workup.aqueous"] or word in _OTHER_SIDE.get(phase, ()) for word in named):
            return aqueous_layer(scene, tokens)
        filtered, organic = scene.parts.filtered, scene.parts.organic
        unsaid = organic is None and not scene.parts.settled  # `was filtered. The organic layer was washed`
        if filtered is not None and (unsaid or (organic is not None and filtered.vessel == organic.id)):
            return filtrate(scene, tokens)
        return organic
    parted = scene.parts.by_water is not None or scene.last.name == "Separate"
    if named[-1] == "solution" and parted and set(named) & WORDS["workup.of_water"]:
        return aqueous_layer(scene, tokens)
    solid = scene.parts.solid
    if solid is None or named[-1] not in WORDS["workup.solids"] or not is_solid(scene.drafts, solid):
        return None
    if named[-1] in WORDS["workup.surely_solid"] or solid is scene.current or not scene.parts.settled:
        scene.parts.settled = True
        return solid
    return None
