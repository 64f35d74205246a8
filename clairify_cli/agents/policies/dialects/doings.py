"""Tasks that exist in any world: to find, to have, to bring and to go, in terms of its own predicates.

Which predicates these are is seen from the actions. For the actor, `(at ?to)` becomes true and `(at ?from)` false;
taking an object deletes `(lies ?x ?place)` and adds `(carried ?x)`; putting it down does the reverse.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.syntax import OBJECT, Action, Domain
from clairify_cli.languages.pddl.task import GroundAtom, ground
from clairify_cli.languages.pddl.walk import atoms_in, changes_in
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.lexicon import Frame, Slot
from clairify_cli.records import dataclass
from clairify_cli.worlds.text.templates import PLACE, names_in

_ARTICLES = re.compile(r"\s(?:the|an?)(?=\s)")
_WHERE = ("to", "in", "on", "at")
_GO = [tuple(one.split()) for one in ("go to", *english().classes["go"].words, "enter", "be in")]
_GIVE = sorted(english().words["datives"])


@dataclass(frozen=True, slots=True)
class _Change:
    """The added and deleted facts of an action, with the types of its parameters."""

    types: dict[str, str]
    added: tuple[GroundAtom, ...]
    gone: tuple[GroundAtom, ...]


def doings(domain: Domain) -> tuple[Frame, ...]:
    """Verb patterns for these tasks, as in a lexicon; verbs that are actions keep their meaning."""
    own = {one.name.text.replace("-", " ") for one in domain.actions}
    classes = {name: one.words for name, one in english().classes.items()}
    have, put = (
        [tuple(one.split()) for one in words if one not in own]
        for words in ((*classes["find"], *classes["take"], "have", "own"), ("put", *classes["move"]))
    )
    changes = [_change(one) for one in domain.actions]
    going = _going(domain)
    actor = None if going is None or len(going[0]) == 2 else next(one for one in going[0][1:] if one != going[1])
    kind = None if going is None or actor is None else going[2].get(actor, actor)
    frames: list[Frame] = []
    if going is not None:
        frames += [_frame(verb, going[0], {going[1]: "?x"}, going[2]) for verb in _GO if " ".join(verb) not in own]
    held: set[str] = set()
    for one in changes:
        for atom, thing in _taken(one, kind):
            if atom[0] not in held:
                frames += [_frame(verb, atom, {thing: "?x"}, one.types) for verb in have]
            held.add(atom[0])
    placed = [(atom, {thing: "?x", place: "?y"}, one) for one in changes for atom, thing, place in _placed(one, held)]
    # Who is brought or given something has it afterwards, if the domain says so.
    owned = [each for each in placed if each[0][0] in english().classes["take"].states]
    for atom, names, one in (*owned, *placed):
        frames += [_frame(verb, atom, names, one.types, word) for verb in put for word in _WHERE]
    for atom, names, one in owned or placed:
        frames += [_frame((verb,), atom, names, one.types, "to") for verb in _GIVE if verb not in own]
    return tuple(frames)


def beside(domain: Domain) -> Iterator[Frame]:
    """`go to Mary`, `find the cabinet`: to be where that is, if a fact says so."""
    going = _going(domain)
    at, to, types = going if going is not None else ((), "", {})
    there = f"?there:{types.get(to)}"
    changed = {atom.predicate.text for action in domain.actions for atom in atoms_in(action.effect)}
    for one in domain.predicates if going is not None else ():
        kinds = [type_names(each.types)[0] for each in one.parameters]
        if (
            one.name.text not in changed
            and len(kinds) == 2
            and kinds[1] == types[to]
            and kinds[0] not in (kinds[1], OBJECT)
        ):
            being = Template(at[0], tuple(there if each == to else each for each in at[1:]))
            where = (being, Template(one.name.text, ("?x", there)))
            find = [tuple(each.split()) for each in english().classes["find"].words]
            yield from (Frame(verb, (Slot((), "?x", kinds[0]),), where) for verb in (*_GO, *find))


def _going(domain: Domain) -> tuple[GroundAtom, str, dict[str, str]] | None:
    """What says where the actor is, which of its terms is the place, and the types of the action that moves it."""
    asked = Counter(one for action in domain.actions for one in _predicates(action))
    moves = (one for action in domain.actions for one in _moves(_change(action)))
    return max(moves, key=lambda one: asked[one[0][0]], default=None)


def commanded(domain: Domain, commands: Mapping[str, Sequence[str]]) -> Iterator[Frame]:
    """Verb patterns in the form of commands: for `give the {x} to {p}`, the facts about both afterwards.

    Things that are only needed for it, such as the sword of `slay {m} with {w}`, are left out.
    """
    changes = [_change(one) for one in domain.actions]
    held = {atom[0] for one in changes for atom, _ in _taken(one, None)}
    for action, change in zip(domain.actions, changes, strict=True):
        written, name = commands.get(action.name.text, ()), action.name.text
        firsts = [names_in(one)[0] for one in written[:1] if names_in(one)]
        called = [] if "-" in name or any(one.split()[0] == name for one in written) else firsts
        without = [one.partition(" with ")[0] for one in written if "}" in one.partition(" with ")[0]]
        for command in dict.fromkeys((*written, *without, *(f"{name} {{{one}}}" for one in called))):
            plain = _ARTICLES.sub(" ", " ".join(command.lower().split()))
            verb, *between = PLACE.split(plain)[::3]
            named = dict(zip((f"?{one}" for one in names_in(plain)), ("", *between), strict=False))
            about = [one for one in change.added or change.gone if set(one[1:]) & named.keys() & change.types.keys()]
            effects = [one for one in about if set(one[1:]) <= named.keys() & change.types.keys()]
            is_added = bool(change.added)
            if not effects:  # `repair {d}`, without its `with {p}`: it is not broken any more
                bare = (one for one in change.gone if one[0] not in held and not one[2:])
                undone = [one for one in bare if one[-1] in named]
                is_added = is_added and not undone
                effects = undone or about
            used = [one for one in named if any(one in atom for atom in effects)]
            words = tuple(verb.split())
            if not words or not effects or not used:
                continue
            slots = tuple(
                Slot(tuple(named[one].split()), one, None if change.types[one] == OBJECT else change.types[one])
                for one in used
            )
            open_ones = {one: f"{one}:{kind}" for one, kind in change.types.items() if one not in named}
            literals = [(one[0], tuple(open_ones.get(each, each) for each in one[1:])) for one in effects]
            templates = [Template(*one, is_added) for one in literals]
            # What is given away is not held any more, though it was to be taken first.
            given = [one for one in change.gone if one[0] in held and set(one[1:]) <= set(used) and change.added]
            yield Frame(words, slots, (*templates, *(Template(one[0], one[1:], False) for one in given)))


def means(domain: Domain, commands: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """The types of what commands name behind `with`, by the first words of the commands: `feed {a} with {f}`."""
    found: dict[str, set[str]] = {}
    for action in domain.actions:
        types = {one.name.text[1:]: type_names(one.types)[0] for one in action.parameters}
        for command in commands.get(action.name.text, ()):
            for one in re.findall(r"\bwith (?:the |an? )?\{([\w-]+)\}", command.lower()):
                found.setdefault(command.lower().split()[0], set()).add(types.get(one, OBJECT))
    return found


def _change(action: Action) -> _Change:
    atoms = [(ground(atom), positive) for atom, positive in changes_in(action.effect)]
    types = {one.name.text: type_names(one.types)[0] for one in action.parameters}
    return _Change(types, *(tuple(one for one, is_added in atoms if is_added is wanted) for wanted in (True, False)))


def _predicates(action: Action) -> set[str]:
    return {one.predicate.text for one in atoms_in(action.precondition)}


def _moves(one: _Change) -> Iterator[tuple[GroundAtom, str, dict[str, str]]]:
    """Where the player is afterwards, and which argument says so."""
    for atom in one.added:
        for other in one.gone:
            new = [a for a, b in zip(atom[1:], other[1:], strict=False) if a != b]
            if atom[0] == other[0] and len(atom) == len(other) <= 3 and len(new) == 1 and new[0] in one.types:
                yield atom, new[0], one.types


def _taken(one: _Change, kind: str | None) -> Iterator[tuple[GroundAtom, str]]:
    """The fact that somebody has an object that is no longer in its place, and the object."""
    for atom in one.added:
        things = [each for each in atom[1:] if each in one.types and (len(atom) == 2 or one.types[each] != kind)]
        others = [each for each in atom[1:] if each not in things]
        if len(things) != 1 or len(others) != len(atom) - 2 or len(others) > (kind is not None):
            continue
        if any(things[0] in gone and len(gone) >= 3 and gone[0] != atom[0] for gone in one.gone):
            yield atom, things[0]


def _placed(one: _Change, held: set[str]) -> Iterator[tuple[GroundAtom, str, str]]:
    """The fact that says where a previously held object is, the object and the place."""
    things = {each for gone in one.gone if gone[0] in held for each in gone[1:]}
    for atom in one.added:
        inside = [each for each in atom[1:] if each in things]
        places = [each for each in atom[1:] if each in one.types and each not in things]
        if len(inside) == len(places) == 1 and len(atom) == 3:
            yield atom, inside[0], places[0]


def _frame(
    verb: tuple[str, ...], atom: GroundAtom, names: dict[str, str], types: dict[str, str], word: str = ""
) -> Frame:
    slots = []
    for parameter, name in names.items():
        kind = types[parameter]
        slots.append(Slot((word,) if name == "?y" else (), name, None if kind == OBJECT else kind))
    return Frame(verb, tuple(slots), (Template(atom[0], tuple(names.get(one, one) for one in atom[1:])),))
