"""Read a text: tokens, sentences, clauses, then steps, with a list of what was not read."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from clairify_cli.diagnostics.model import in_source_order
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.plain import PlainSource
from clairify_cli.english.quantities import CARRIED
from clairify_cli.english.sentences import Sentence, document
from clairify_cli.english.tokens import Token, leaves, tokens
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.actions import ACTIONS
from clairify_cli.reader.protocol.actions.atmosphere import introduce
from clairify_cli.reader.protocol.actions.common import carried, come_to_rest, flattened, wait_alone
from clairify_cli.reader.protocol.actions.evaporating import boils_at
from clairify_cli.reader.protocol.actions.mixing import list_stock
from clairify_cli.reader.protocol.actions.moving import left_unseparated
from clairify_cli.reader.protocol.actions.purifying import eluted_later
from clairify_cli.reader.protocol.actions.thermal import cooled_since
from clairify_cli.reader.protocol.assemble import assembled, drop_pending, unread_stretches
from clairify_cli.reader.protocol.clauses.asides import Aside, Atmosphere
from clairify_cli.reader.protocol.clauses.predicate import STATE, Clause
from clairify_cli.reader.protocol.model import Reading, Remark, Vessel, walk
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.nouns.noun_phrases import nouns
from clairify_cli.reader.protocol.remarks import clause_kind, extent, no_procedure, sentence_remarks
from clairify_cli.reader.protocol.rules import rules
from clairify_cli.reader.protocol.scene import discourse
from clairify_cli.reader.protocol.scene.contents import share
from clairify_cli.reader.protocol.scene.scene import Scene

# Verbs that only say that something is done or kept under a gas.
_HOLDS = frozenset(("redo", "place", "wait", "use", "remark", "none", "prepare", "measure"))
_FILTERS = ("filtration", "centrifugation")
_FILTERED = ("Filter", "FilterThrough")
_READIED = late(r"\b(?:flame|oven|pre)[ -](?:dried|cooled|heated|warmed|chilled)\b", re.IGNORECASE)
_IN_EACH = frozenset(("Stir", "StartStir", "StopStir", "HeatChill", "HeatChillToTemp", "StopHeatChill"))
_PROCESSES = frozenset(
    ("filter", "wash", "dry", "heat", "cool", "stir", "wait", "dissolve", "extract", "column", "place")
)
_NUMBERS = frozenset(("mass", "volume", "amount", "measure", "time", "temp", "pressure", "stir_speed", "ratio"))


def read_text(text: str, name: str) -> Reading:
    """Read a text; `name` identifies it in spans."""
    source = PlainSource(text, name)
    found = document(tokens(source.text))
    scene = Scene(source)
    scene.cover(found.title)
    scene.cover(found.marks)
    for heading in found.headings:
        scene.remark(Aside(heading, "title"))
    paragraph = 0
    for sentence in found.sentences:
        if sentence.paragraph != paragraph:
            paragraph, scene.scope_start, scene.clause_starts = sentence.paragraph, len(scene.drafts), []
            scene.paragraph_begins = True
        first = len(scene.drafts)
        _sentence(scene, sentence)
        if sentence.number is not None:
            scene.numbered[sentence.number] = (first, len(scene.drafts))
    drop_pending(scene, found)
    discourse.filter_agent(scene)
    discourse.keep_solution(scene)
    left_unseparated(scene)
    steps, kept = assembled(scene)
    unread = unread_stretches(scene, found)
    places = sorted((extent(aside.tokens), aside.kind) for aside in scene.remarks)
    used = {value for step in walk(steps) for key, value in step.properties if "vessel" in key}
    vessels = [one for one in scene.vessels.all.values() if one.id in used]
    assumed = [report for vessel, report in scene.assumed if vessel is None or vessel.id in used]
    for one in vessels:  # `a flame-dried flask`: no step does it
        if _READIED.search(one.words):
            span = source.span(one.start, one.end)
            kept.append(rules.kept_in_comment(span, one.words, "Component", "XDL has no step for it"))
    reading = Reading(
        steps=steps,
        vessels=tuple(
            Vessel(
                one.id, one.noun.type, one.words, source.span(one.start, one.end) if one.words else None, one.capacity
            )
            for one in vessels
        ),
        reagents=tuple(scene.reagents.values()),
        title=scene.words(found.title[0].start, found.title[-1].end) if found.title else None,
        unread=tuple(span for span, _ in unread),
        remarks=tuple(Remark(source.span(*place), kind) for place, kind in places),
        diagnostics=tuple(in_source_order([*scene.diagnostics, *assumed, *kept, *(report for _, report in unread)])),
    )
    nothing = no_procedure(source, reading)
    return reading if nothing is None else replace(reading, steps=(), vessels=(), reagents=(), diagnostics=(nothing,))


def _sentence(scene: Scene, sentence: Sentence) -> None:
    """Read one sentence into the scene."""
    first, filled = len(scene.drafts), {one.id for one in scene.vessels.all.values() if one.contents}
    # Earlier sentences without steps, or whose steps went into a Repeat, have no start any more.
    while scene.sentence_starts and scene.sentence_starts[-1] >= first:
        scene.sentence_starts.pop()
    scene.sentence_starts.append(first)
    if sentence.heading == "notes" or any(token.low == "glassware" for token in sentence.tokens[:12]):
        scene.remark(Aside(sentence.tokens, "reference"))
        return
    label = _defined(scene, sentence)
    asides, found, gases = sentence_remarks(sentence.tokens[3:] if label else sentence.tokens)
    if label and not found:
        mixes = LEXICON.verbs["dissolve" if any(one.low == "in" for one in sentence.tokens) else "combine"].verb
        found = [Clause(mixes, "imperative", sentence.tokens[:1], after=sentence.tokens[3:])]
    entry = sentence.heading == "ingredients" or sentence.listed
    asides = [one for one in asides if found or not entry or one.kind != "yield"]  # not `25% ammonia, 20 mL`
    found = _of_list(scene, sentence, found, entry=entry)
    if not gases:  # the verb names the gas
        gases = [Atmosphere("hydrogen", one.predicate) for one in found if one.verb.base.startswith("hydrogen")]
    for aside in asides:
        scene.remark(aside)
    if not found and not gases and not asides and entry:
        equipment = _listed(scene, sentence)
        if equipment and sentence.heading == "ingredients":
            scene.remark(Aside(sentence.tokens, "equipment"))
    if asides and not found:
        wait_alone(scene, Clause(STATE, "finite", [], before=sentence.tokens))
    in_a_case = False
    for clause, following in zip(found, [*found[1:], None], strict=False):
        if following is not None and _only_leads(clause, following):
            scene.cover(clause.tokens)  # `was heated slowly and raised to 140 °C`
            continue
        begins = any(token.low == "if" for token in clause.before)
        hangs = clause.kind == "imperative" or not clause.subject
        over = any(token.low == "completion" for token in clause.tokens)  # `if incomplete, …, and upon completion …`
        in_a_case = begins or (in_a_case and hangs and not over)
        if in_a_case:  # a robot would do it unconditionally
            scene.fail(clause.tokens, "it is to be done only in a case that the text names")
            if _is_instruction(clause):
                scene.undone += [token.start for token in clause.predicate]
        else:
            _describes(scene, clause)
            _clause(scene, clause)
    _label(scene, sentence.tokens)
    if label and scene.current is not None:
        scene.labelled[label] = scene.current
    if len(scene.drafts) > first:
        eluted_later(scene, sentence.tokens[-1].end)
    for aside in asides:
        boils_at(scene, aside.tokens)
    if found and asides and asides[-1].kind == "yield":
        _standing(scene, asides[-1].tokens)
    if gases:
        if len(scene.drafts) == first and all(clause.verb.action in _HOLDS for clause in found):
            scene.cover(sentence.tokens)  # `the flask was put under nitrogen`
        introduce(scene, gases, first, filled)
    elif scene.gases and len(scene.drafts) > first:
        introduce(scene, [], first, filled)


def _of_list(scene: Scene, sentence: Sentence, found: list[Clause], *, entry: bool) -> list[Clause]:
    """Add what an entry of a list names, below `Dissolve in 800 mL of water:` or `Add the following to a beaker:`.

    The second of these has no step of its own, but its vessel is used.
    """
    measured = any(map(_measured, sentence.tokens))
    if scene.lists and entry and measured and not found:
        return [Clause(LEXICON.verbs["add"].verb, "imperative", sentence.tokens[:1], after=sentence.tokens)]
    scene.lists = bool(found) and sentence.tokens[-1].low == ":"
    if not scene.lists or measured or found[0].verb.action not in ("add", "transfer", "place", "combine"):
        return found
    vessel = next((noun for noun in nouns(sentence.tokens) if noun.kind == "vessel"), None)
    if vessel is not None:
        scene.current = scene.vessel(vessel, sentence.tokens)
    scene.cover(sentence.tokens)
    return []


def _only_leads(clause: Clause, following: Clause) -> bool:
    """Whether a clause heats or cools, and only the next one says to what."""
    if clause.verb.action not in ("heat", "cool") or following.verb.action != clause.verb.action:
        return False
    plain = not any(
        token.quantity or token.kind == "group" or token.low in ("to", "in", "at", "on") for token in clause.after
    )
    joined = following.kind == clause.kind and not following.subject and clause.kind == "passive"
    return plain and joined and any(token.dimension == "temp" for token in following.after)


def _defined(scene: Scene, sentence: Sentence) -> str:
    """The label of `Solution A: 3 g of gelatin in 50 mL of water`, which is made in a vessel of its own; else empty."""
    lows = [token.low for token in sentence.tokens[:3]]
    named = len(sentence.tokens) > len(lows) and lows[0] in (*WORDS["solutions"], "phase")
    if not named or len(lows[1]) > 1 or lows[2] not in (":", "=") or not any(map(_measured, sentence.tokens)):
        return ""
    scene.current = scene.vessels.another(LEXICON.vessels["beaker"])
    scene.cover(sentence.tokens[:3])
    return lows[1].lower()


def _label(scene: Scene, tokens: list[Token]) -> None:
    """`… was stirred for 15 min (solution A)`: label the current vessel with the letter."""
    for group in (token for token in tokens if token.kind == "group"):
        inner = [token for token in group.inner[1:-1] if token.kind != "mark"]
        named = len(inner) == 2 and inner[0].low in (*WORDS["solutions"], "phase")
        if named and len(inner[1].text) == 1 and scene.current is not None and scene.current.contents:
            scene.labelled[inner[1].text.lower()] = scene.current


def _standing(scene: Scene, tail: list[Token]) -> None:
    """`…, which solidified on standing overnight`: read the wait in an otherwise remark-only tail."""
    at = next((k for k, token in enumerate(tail) if token.low == "standing"), 0)
    rest = tail[at + 1 :]
    timed = any(t.low in LEXICON.times or t.dimension == "time" for t in rest)
    if at and timed and tail[at - 1].low in ("on", "after", "upon"):
        _clause(scene, Clause(LEXICON.verbs["standing"].verb, "gerund", [tail[at]], after=rest))
    which = next((k for k, token in enumerate(tail) if token.low == "which"), len(tail))
    for k, token in enumerate(tail):
        if k > which and token.low == "chromatography" and tail[which + 1].low in ("after", "on", "upon", "by"):
            # `…, which after flash chromatography gave 3 g of B`
            end = next((e for e in range(k, len(tail)) if tail[e].low in WORDS["remarks.gave"]), len(tail))
            verb = LEXICON.verbs["chromatography"].verb
            _clause(scene, Clause(verb, "noun", tail[which + 1 : k + 1], after=tail[k + 1 : end]))
            return


def _describes(scene: Scene, clause: Clause) -> None:
    """Make the step that only an adjective tells: `Evaporation of the | dried (MgSO4) | extracts`."""
    for part in (clause.before, clause.subject, clause.after):
        for at, token in enumerate(part[1:-1], 1):
            verb = LEXICON.verb(token.low, "past")
            agent = [one for one in part[at + 1 : at + 2] if WORDS["workup.drying"] & {t.low for t in one.inner}]
            head = part[at + 1 + len(agent) :][:1]
            if verb is None or not (scene.drafts and head and WORDS.has(head[0].low, "workup.layers", "wholes")):
                continue
            filters = verb.action == "filter" and part[at - 1].low == "the" and scene.last.name not in _FILTERED
            if not filters and not (verb.action == "dry" and agent):
                continue
            del part[at : at + 1 + len(agent)]
            _clause(scene, Clause(verb, "passive", [token], subject=head, after=agent))
            if filters:
                scene.current, scene.parts.settled = discourse.filtrate(scene, [token]), True
            return


def _clause(scene: Scene, clause: Clause) -> None:
    """Make the steps of a clause; words that no step carries stay uncovered."""
    kind = clause_kind(clause)
    if kind:
        _remark(scene, clause, kind)
        wait_alone(scene, clause)
        return
    sets_ph = clause.verb.base in WORDS["sets"] and any(
        token.low == "ph" for token in (*clause.subject, *clause.after[:3])
    )
    filters = clause.verb.action == "separate" and any(token.low.endswith(_FILTERS) for token in clause.after[:4])
    cycled = {token.low.partition("-")[0] for token in clause.after} & {"freeze", "cycles", "cycle"}
    freezes = clause.verb.base == "subject" and bool(cycled)
    heads = {token.low for token in clause.subject}
    parts = clause.verb.base in ("split", "cut") and not heads.isdisjoint(WORDS["workup.layers"])
    other = "adjust" if sets_ph else "filter" if filters else "purge" if freezes else "separate" if parts else ""
    action = ACTIONS.get(other or clause.verb.action)
    if action is None:
        if (clause.verb.reaction or clause.verb.action == "divide") and _is_instruction(clause):
            scene.undone += [token.start for token in clause.predicate]
        wait_alone(scene, clause)
        return
    scene.changed.clear()
    apart = any(token.low == "separately" for token in (*clause.before, *clause.subject[:1]))
    if apart and scene.current is not None and scene.current.contents:
        scene.begin(clause.tokens)  # `Separately, A and B were mixed`
    ahead = [token.low for token in clause.before]
    aims = ahead[:1] == ["to"] and not WORDS["produces"].isdisjoint(ahead[1:2])
    if clause.kind == "imperative" and aims and ":" not in ahead:
        scene.cover(clause.before)  # `To prepare 1 L of buffer with 150 mM NaCl, dissolve …`
        clause.before = []
    discourse.begin_anew(scene, clause)
    discourse.to_the_rest(scene, clause)
    discourse.settle(scene, clause)
    before = scene.clause_start = len(scene.drafts)
    scene.reported = scene.reported or clause.kind == "passive"
    scene.predicate = clause.predicate
    if clause.verb.action not in ("repeat", "redo"):
        scene.clause_starts.append(before)
    scene.cover(clause.tokens)
    cooled_since(scene, clause)
    come_to_rest(scene, clause)
    found = scene.roles(clause, mixing=clause.verb.action == "combine")
    if not action(scene, clause, found):
        scene.uncover(clause.tokens)
        if _is_instruction(clause):
            scene.undone += [token.start for token in clause.predicate]
        if len(scene.drafts) == before:
            wait_alone(scene, clause)
    _in_each(scene, clause, before)
    shares = [noun for noun in found.objects if _is_of_vessel(clause, noun) and share(noun.portion)]
    if shares and not any(draft.name == "Transfer" for draft in scene.drafts[before:]):
        scene.assume("XDL693", shares[0].tokens, "XDL has no shares of what is in a vessel", "all of it is taken")
    _keep_numbers(scene, clause, before)
    # What was only measured counts as read once it is used.
    for stock in (one for one in scene.set_aside if not one.used):
        scene.covered.difference_update(token.index for token in leaves(stock.tokens))
    scene.set_aside.clear()


def _is_of_vessel(clause: Clause, noun: Noun) -> bool:
    """Whether a noun means what is in a vessel, rather than a reagent that is added or a solvent that goes."""
    process = clause.verb.action in _PROCESSES and noun.kind == "material" and not noun.measured
    return process or noun.kind in ("reference", "pronoun")


def _in_each(scene: Scene, clause: Clause, before: int) -> None:
    """`Add 1 g to each tube. Stir for 5 min`: what is done next to their contents is done in each of them."""
    made, last = scene.drafts[before:], scene.each[-1] if scene.each else None
    if last is None or not made or all(draft.name in ("Add", "Transfer", "Repeat") for draft in made):
        return
    if any(draft.vessel != last.id or draft.name not in _IN_EACH for draft in made):
        scene.each = []
        return
    for vessel in scene.each[:-1]:
        again = [replace(draft, properties={**draft.properties, "vessel": vessel.id}) for draft in made]
        scene.drafts[before:before] = again
        before += len(again)


def _is_instruction(clause: Clause) -> bool:
    """Whether a clause says to do something that takes a step, rather than what is not done, held or just happens."""
    denied = not WORDS["denies"].isdisjoint(token.low for token in (*clause.before, *clause.subject, *clause.predicate))
    # `and recovered (3 g)` is a result, and `the two solids melted` has the form of a passive
    being = any(token.low in WORDS["being"] for token in clause.predicate)
    seen = clause.kind == "passive" and (clause.verb.action == "isolate" or bool(clause.subject and not being))
    return not (denied or seen or clause.kind == "finite" or clause.verb.action in _HOLDS or clause_kind(clause))


def _remark(scene: Scene, clause: Clause, kind: str) -> None:
    """Record a spontaneous event, which is not a step; an amount in its subject (`A (5 g) gave …`) stays unread."""
    if any(_measured(token) for token in clause.subject + clause.before):
        rest = [*clause.predicate, *clause.using, *clause.after]
        scene.cover([token for token in clause.tokens if not _measured(token)])
        scene.remark(Aside(rest, kind))
    else:
        scene.remark(Aside(clause.tokens, kind))


def _measured(token: Token) -> bool:
    return any(t.dimension in CARRIED for t in leaves([token]))


def _keep_numbers(scene: Scene, clause: Clause, before: int) -> None:
    """Keep every number of a clause: one that none of its steps has goes into the last step's comment."""
    made = list(flattened([*scene.changed, *scene.drafts[before:]]))
    values, kept = carried(made)
    kept += [(note.start, note.end) for note in scene.pending[-4:]]
    # The size of a vessel is in the words of its declaration.
    sizes = [known.words for value in values if (known := scene.vessels.all.get(value)) is not None]
    for token in leaves(clause.tokens):
        one = token.quantity
        read = token.index in scene.covered and token.index not in scene.told
        if one is None or one.dimension not in _NUMBERS or not read:
            continue
        if one.xdl in values and one.upper is None:
            continue
        if f"{one.upper} {one.unit}" in values or any(start <= one.start and one.end <= end for start, end in kept):
            continue
        if any(scene.words(one.start, one.end) in words for words in (*sizes, *values)):
            continue
        if made:
            scene.note(made[-1], one.start, one.end, "no step has a property for it")
        else:
            scene.covered.discard(token.index)


def _listed(scene: Scene, sentence: Sentence) -> bool:
    """Keep an entry of a list of ingredients until the reagent is used. Return True if it only lists equipment."""
    # Lists of ingredients may separate entries with `·`.
    found = nouns([replace(token, low=",") if token.low == "·" else token for token in sentence.tokens])
    for noun, behind in pairwise(found):
        if behind.name.endswith("%") and not noun.measured:  # `ethanol, 96%, 30 mL`
            noun.name, noun.tokens = f"{behind.name} {noun.name}", [*noun.tokens, *behind.tokens]
            noun.quantities, behind.quantities = behind.quantities, []
    for noun in found:
        if noun.kind == "material" and noun.measured:
            list_stock(scene, noun, [])
    return all(noun.kind in ("vessel", "tool", "place") and not noun.contents for noun in found)
