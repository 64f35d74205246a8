"""The language of worlds with a description, in terms of their own domain: its sentences, read in reverse.

The description also shows what can be seen from where: for "In or on the {place} you see {item*}.", the condition says
from where: `(at ?place)`, `(not (closed ?place))`. Something mentioned but not named, such as the room behind a closed
door, gets a placeholder name until it is seen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count, product, zip_longest
from types import MappingProxyType

from clairify_cli.agents.policies.dialects.base import (
    UNSEEN,
    Fact,
    Frontier,
    Knowledge,
    spelt,
)
from clairify_cli.agents.policies.dialects.doings import beside, commanded, doings, means
from clairify_cli.agents.policies.dialects.sentences import (
    Told,
    filled,
    fits,
    is_filled,
    matches,
    names_told,
    pieces,
    recognised,
    sentences_of,
)
from clairify_cli.languages.pddl.hierarchy import hierarchy_of, type_names
from clairify_cli.languages.pddl.meaning import GroundAction, binding_of
from clairify_cli.languages.pddl.syntax import OBJECT, Action, And, Domain, File, Formula
from clairify_cli.languages.pddl.task import GroundAtom, ground
from clairify_cli.languages.pddl.walk import atoms_in, conjuncts, signed_atoms
from clairify_cli.reader.goals import Lexicon
from clairify_cli.worlds.text.describe import plain_words
from clairify_cli.worlds.text.description import Description
from clairify_cli.worlds.text.templates import PLACE, reworded

HIDDEN = "hidden-"
_MOST_PER_PLACE = 40
_NUMBERED = re.compile(r"(.*?)\s*(\d+)")
_ARTICLE = re.compile(r"^(?:an?|the) ")


class Described:
    """The language of a family of worlds: the dialect of a description for a domain.

    Unreadable text changes nothing; it never raises because of a world's text. `file` is the domain's, whose comments
    the goal reader reads, too. `clutter` are types of objects that matter only if they occur in the goal or are
    carried. `heard` are the types of things that a task may name before they are seen, likeliest first, and none if
    names reveal types; `untold` are the predicates that no sentence ever tells; `means` are the types of what commands,
    by their verbs, name behind `with`. `shown` are the types of things all of
    which a game tells at once.

    In a user's own world (`is_own`), names do not reveal types, and facts that no sentence tells are not required.
    """

    def __init__(
        self,
        file: File,
        description: Description,
        lexicon: Lexicon,
        *,
        is_own: bool = False,
        public: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        assert file.domain is not None
        self.file = file
        self.domain = file.domain
        self.lexicon = lexicon
        self.heard: tuple[str, ...] = ()
        self.untold: frozenset[str] = frozenset()
        self.means: dict[str, set[str]] = {}
        if is_own:
            verbs = {one.verb for one in lexicon.frames}
            commands = {name: (one.command, *one.also) for name, one in description.deeds.items()}
            self.means = means(file.domain, commands)
            own = [one for one in commanded(file.domain, commands) if one.verb not in verbs]
            verbs |= {one.verb for one in own}
            frames = (*lexicon.frames, *own, *(one for one in doings(file.domain) if one.verb not in verbs))
            frames = (*frames, *beside(file.domain))
            called = {name: (*lexicon.names.get(name, ()), words.lower()) for name, words in description.names.items()}
            self.lexicon = replace(lexicon, frames=frames, names=lexicon.names | called, lenient=True)
            self.domain = without_untold(file.domain, untold(file.domain, description))
            told = {atom[0] for one in sentences_of(description) for _, atom in one.facts}
            self.untold = frozenset(one.name.text for one in file.domain.predicates) - told
        self._words_of_people = self.lexicon
        self.clutter = frozenset(description.clutter)
        self._assumed = _never_told(self.domain, description)
        self._description = description
        self._is_own = is_own
        self._public = public
        self._above = hierarchy_of(self.domain).supertypes
        self._spelt = {one.replace("-", ""): one for one in self._above}
        self._sentences = sentences_of(description)
        self._named = {words.lower(): name for name, words in description.names.items()}
        self._kinds_named = {(self._kind(one),) for one in description.names}
        self._words = dict(description.names)
        self._fresh = count(1)
        self._changed = {one.predicate.text for action in self.domain.actions for one in atoms_in(action.effect)}
        # What lies beside something is taken to have that beside it, as in the homes that are made here. What is said
        # of the one direction does not take back the other, so that a world with doors of one way would be misread.
        # Where sentences tell both directions, as of stairs that lead up and down, each is only what is said.
        ends = _told_from(self._sentences, self._changed)
        both_ways = {name for name, at in ends if (name, 3 - at) in ends}
        self._mutual = {
            one.name.text
            for one in self.domain.predicates
            if len(one.parameters) == 2
            and (one.parameters[0].types or not is_own)
            and one.name.text not in self._changed
            and not (is_own and one.name.text in both_ways)
            and type_names(one.parameters[0].types) == type_names(one.parameters[1].types)
        }
        self._shut = list(_shut_at_first(self.domain.actions, self._sentences))
        self._looks = list(self._looking())
        first = () if is_own else sentences_of(description, description.look)
        listed = [one.types.get(one.lists, ()) for one in first if one.lists and not (one.facts or one.nothing)]
        self.shown = frozenset(kind for types in listed for kind in types) - {OBJECT}
        if is_own:
            shown = [kind for told, variable, _ in self._looks for kind in told.types[variable]]
            self.heard = tuple(dict.fromkeys((*shown, *reversed(self._above))))

    def goal(self, task: str) -> str:
        """The part of the task's text that states the goal."""
        said = reworded(task, self._description.task)
        # A person who says `cup` may mean a mug; a game, which says what the task is in words of its own, does not.
        self.lexicon = self._words_of_people if said is None else replace(self._words_of_people, groups={})
        return task if said is None else said

    def called_at(self, text: str, at: int) -> str | None:
        """The object of which a name in the description begins at or before a place in a text, and ends behind it."""
        there = ((one.span(), self._named[words]) for words in self._named for one in _word(words).finditer(text))
        return max(((end - start, name) for (start, end), name in there if start <= at < end), default=(0, None))[1]

    def called(self, name: str) -> str:
        """The object that the description calls so, if there is one, instead of a name made of the words."""
        return self._named.get(plain_words(name), name)

    def begin(self, text: str) -> Knowledge:
        """The facts in the first observation."""
        known = Knowledge()
        for one in self.domain.constants:
            known.meet(one.name.text, type_names(one.types)[0])
        for name, kind in self._public.items():
            known.meet(name, kind)
        for predicate in self._assumed:
            known.add(predicate)
        self.read(known, None, text)
        return known

    def read(self, known: Knowledge, step: GroundAction | None, text: str) -> None:
        """Add the facts of an observation after a step; the effects of the step are already in `known`."""
        # What is said of the step itself, `{p} opens both eyes and is awake`, its effects have told.
        said = [spelt(one, step, self._words).lower() for one in self._said(step)] if step is not None else []
        parts = [one for one in pieces(text) if one.lower() not in said]
        for piece, after in zip_longest(parts, parts[1:], fillvalue=""):
            at = self._best(known, f"{piece} {after}") or self._best(known, piece)
            if at is not None:
                self._unveil(known, step, self._sentences[at[0]], at[1])
                self._learn(known, self._sentences[at[0]], at[1])
        for frontier in self.frontiers(known):
            if all((atom in known.facts) is positive for positive, atom in frontier.needs):
                known.looked.add(frontier.name)

    def done(self, known: Knowledge, step: GroundAction, text: str) -> GroundAction:
        """The step that was done: what is said of it may name things that its command does not."""
        told = [recognised(one, (), (), {}) for one in self._said(step) if PLACE.search(one)]
        found = [names_told(one, piece) or {} for one, piece in product(told, pieces(text))]
        named = {
            variable: self._object(known, words[0], ("object",)) for one in found for variable, words in one.items()
        }
        names = [named.get(one.name.text) for one in step.action.parameters]
        pairs = zip(names, step.arguments, strict=True)
        return GroundAction(step.action, tuple(new if new in known.objects else old for new, old in pairs))

    def _said(self, step: GroundAction) -> Iterator[str]:
        return pieces(self._description.deeds[step.action.name.text].said or "")

    def refused(self, known: Knowledge, step: GroundAction, text: str) -> None:
        """Add the facts that a refusal reveals."""
        self.read(known, None, text)
        # What fails is told by the description's errors, whose literals are those of the precondition.
        binding = binding_of(step.action, step.arguments)
        for failure in self._description.failures:
            if failure.of and step.action.name.text not in failure.of:
                continue
            words = spelt(failure.say, step, self._words)
            if "{" in words or words.lower() not in text.lower():
                continue
            for wanted, atom in _literals(step.action.precondition):
                if (
                    atom[0] == failure.unmet.predicate
                    and wanted is failure.unmet.wanted
                    and is_filled(made := filled(atom, binding))
                ):
                    if wanted:
                        known.facts.discard(made)
                    else:
                        known.facts.add(made)
            return
        # What was only assumed is the likeliest to be untrue.
        asked = {atom for wanted, atom in _literals(step.action.precondition) if wanted}
        known.facts -= {(one,) for one in self._assumed} & asked

    def spell(self, step: GroundAction) -> str:
        """The command of a step of a plan."""
        return spelt(self._description.deeds[step.action.name.text].command, step, self._words)

    def frontiers(self, known: Knowledge) -> Iterator[Frontier]:
        """What has not been seen yet."""
        for told, variable, shown in self._looks:
            yield from self._frontiers_of(known, told, variable, shown)

    @property
    def shows_things(self) -> bool:
        """Whether any sentence shows unknown objects."""
        return bool(self._looks)

    # ------------------------------------------------------------------------------------------------- reading

    def _best(self, known: Knowledge, piece: str) -> tuple[int, dict[str, list[str]]] | None:
        """The sentence that matches a piece of text; if several do, the first with the most words."""
        best: tuple[int, int, dict[str, list[str]]] | None = None
        for number, one in enumerate(self._sentences):
            names = names_told(one, piece)
            if names is None:
                continue
            found = {
                variable: [self._object(known, words, one.types.get(variable, ("object",))) for words in all_words]
                for variable, all_words in names.items()
            }
            objects = {variable: [name for name in those if name is not None] for variable, those in found.items()}
            # In a list, one thing of another kind, such as the sink of a counter, leaves the others.
            if any(None in those and (v != one.lists or not objects[v]) for v, those in found.items()):
                continue
            partly = sum(None in those for those in found.values())
            if best is None or partly < best[0]:
                best = (partly, number, objects)
        return None if best is None else best[1:]

    def _learn(self, known: Knowledge, told: Told, names: dict[str, list[str]]) -> None:
        """Records the facts that a sentence states, or those for each listed object."""
        single = {variable: those[0] for variable, those in names.items() if variable != told.lists and those}
        for variable, those in names.items():
            types = told.types.get(variable, ("object",))
            is_thing = types != ("object",) or any(variable in atom for _, atom in told.facts)
            for one in those if is_thing else ():
                self._meet(known, one, types)
        several: list[dict[str, str]] = [single]
        if told.lists is not None:
            several = [{**single, told.lists: one} for one in names.get(told.lists, [])]
        for given in several:
            binding = self._completed(known, told, given)
            for positive, atom in told.facts:
                made = filled(atom, binding)
                if not is_filled(made):
                    continue
                if positive:
                    self._assert(known, made)
                    if made[0] in self._mutual:
                        known.add(made[0], made[2], made[1])
                else:
                    known.facts.discard(made)
        for variable, atom in told.nothing:
            pattern = filled(atom, {**self._completed(known, told, single), variable: variable})
            for gone in list(matches(pattern, known.facts)):
                known.facts.discard(filled(pattern, gone))

    def _unveil(self, known: Knowledge, step: GroundAction | None, told: Told, names: dict[str, list[str]]) -> None:
        """A name that follows a step refers to the hidden object of the step, if the sentence would be true of it."""
        hidden = [one for one in step.arguments if one.startswith(HIDDEN) and one in known.objects] if step else []
        given = {variable: those[0] for variable, those in names.items() if those and variable != told.lists}
        for old, (variable, new) in product(hidden, given.items()):
            atoms = [atom for positive, atom in told.facts if positive and variable in atom]
            ways = (next(matches(filled(one, {**given, variable: old}), known.facts), None) for one in atoms)
            if atoms and old in known.objects and all(one is not None for one in ways):
                known.rename(old, new)

    def _completed(self, known: Knowledge, told: Told, binding: dict[str, str]) -> dict[str, str]:
        """The binding, with objects that the sentence does not name taken from the known ones, or else given a
        placeholder name."""
        binding = dict(binding)
        atoms = [
            atom for positive, atom in told.facts if positive and (told.lists not in atom or told.lists in binding)
        ]
        for atom in (filled(one, binding) for one in atoms if self._is_own and one[0] in self._changed):
            # Who is where may be named in another sentence: only one fact says so.
            facts = [one for one in matches(atom, known.facts) if self._typed(known, told, one)]
            if _open(atom) > 1 and len(facts) == 1:
                binding.update(facts[0])
        # Who or where comes first, since what is said of it, such as a room in a direction, hangs on that.
        left = [one for one in told.types if one not in binding]
        for variable in sorted(left, key=lambda one: min((_open(each) for each in atoms if one in each), default=0)):
            about = [filled(one, binding) for one in atoms if variable in one]
            sets = [
                (len(one), {found[variable] for found in matches(one, known.facts) if self._typed(known, told, found)})
                for one in about
                if _open(one) == 1
            ]
            # Where the player is comes first; then what is said with the most words, such as rooms in a direction.
            here = next((found for size, found in sets if size == 2 and len(found) == 1), None)
            most = max((size for size, _ in sets), default=0)
            closest = [found for size, found in sets if size == most and found]
            fitting = here or (set.intersection(*closest) if closest else set())
            if fitting:
                binding[variable] = min(fitting)
        for positive, atom in told.facts:
            for term in filled(atom, binding)[1:]:
                if term.startswith("?") and positive and term != told.lists:
                    kind = told.types.get(term, ("object",))[0]
                    binding[term] = f"{HIDDEN}{kind}{next(self._fresh)}"
                    known.meet(binding[term], kind)
        return binding

    def _typed(self, known: Knowledge, told: Told, binding: dict[str, str]) -> bool:
        return all(
            fits(known.objects.get(value, "object"), told.types.get(variable, ("object",)), self._above)
            for variable, value in binding.items()
        )

    def _assert(self, known: Knowledge, atom: GroundAtom) -> None:
        """A fact is true. If it is known about a hidden object, that is the one."""
        if atom in known.facts:
            return
        for fact in sorted(known.facts):
            # Of a relation of two, such as doors, there can be several at once.
            if fact[0] == atom[0] and len(fact) == len(atom) != 3:
                other = [(old, new) for old, new in zip(fact[1:], atom[1:], strict=True) if old != new]
                if len(other) == 1 and other[0][0].startswith(HIDDEN) and not other[0][1].startswith(HIDDEN):
                    known.rename(*other[0])
                    return
        known.facts.add(atom)

    def _object(self, known: Knowledge, words: str, types: tuple[str, ...]) -> str | None:
        """The object of a name; None if it cannot have any of the types."""
        words = _ARTICLE.sub("", words.lower())
        # Of ours, a description that names the things of a kind names all of them: nothing else is a coin.
        is_other = words not in self._named and not self._is_own and types in self._kinds_named
        if words == "nothing" or is_other:
            return None
        name = self._named.get(words) or "-".join(words.split())
        numbered = _NUMBERED.fullmatch(words)
        if numbered is not None and words not in self._named:
            head = "-".join(numbered[1].split())
            name = self._spelt.get(head, head) + numbered[2]
        kind = known.objects.get(name) or self._kind(name)
        if (
            kind is not None
            and not fits(kind, types, self._above)
            and not any(kind in self._above.get(one, ()) for one in types)
        ):
            return None
        if name not in self._words and plain_words(name) != words:
            self._words[name] = words
        return name

    def _meet(self, known: Knowledge, name: str, types: tuple[str, ...]) -> None:
        if name in known.objects:
            if len(types) == 1 and known.objects[name] in self._above.get(types[0], ()):
                known.objects[name] = types[0]  # what is said to be creased is no mere thing
            return
        kind = self._kind(name) or self._kind_of_head(name, types) or types[0]
        known.meet(name, kind)
        self._words.setdefault(name, plain_words(name))
        for predicate, wanted in self._shut:
            if fits(kind, wanted, self._above):
                known.add(predicate, name)

    def _kind(self, name: str) -> str | None:
        """The type that a name tells: `counter-top2` is a `counter-top`."""
        head = name.rstrip("0123456789").rstrip("-_")
        return head if head in self._above else None

    def _kind_of_head(self, name: str, types: tuple[str, ...]) -> str | None:
        """The type that the last words of a name tell: a `brass-key` is a `key`."""
        parts = name.rstrip("0123456789").rstrip("-_").split("-")
        heads = ("-".join(parts[at:]) for at in range(1, len(parts)) if self._is_own and not name.startswith(HIDDEN))
        return next((one for one in heads if one in self._above and fits(one, types, self._above)), None)

    # --------------------------------------------------------------------------------------------- where to look

    def _looking(self) -> Iterator[tuple[Told, str, GroundAtom]]:
        """The sentences that show unknown objects, with the variable of the object and the fact shown."""
        for told in self._sentences:
            for variable in told.places:
                about = [atom for positive, atom in told.facts if positive and variable in atom]
                # Without types, what is only said of the thing, `(item ?i)`, says of which kind it is.
                shown = [atom for atom in about if len(atom) > 2 or atom[0] in self._changed] or about
                needs = [atom for _, atom in told.facts if variable not in atom]
                bound = {one for atom in needs for one in atom[1:]}
                if len(shown) == 1 and needs and all(one in bound for one in shown[0][1:] if one != variable):
                    yield told, variable, shown[0]

    def _frontiers_of(self, known: Knowledge, told: Told, variable: str, shown: GroundAtom) -> Iterator[Frontier]:
        keys = [one for one in shown[1:] if one != variable]
        if len(keys) != 1:
            return
        needs = [(positive, atom) for positive, atom in told.facts if variable not in atom]
        fitting = told.types.get(keys[0], ("object",))
        for binding in ({keys[0]: one} for one, kind in known.objects.items() if fits(kind, fitting, self._above)):
            made = filled(shown, {**binding, variable: UNSEEN})
            name = " ".join(made)
            if name in known.looked:
                continue
            for number, whole in enumerate(self._joined(known, told, needs, binding)):
                if number >= _MOST_PER_PLACE:
                    break
                place = next(iter(binding.values()), "")
                asked = tuple((positive, filled(atom, whole)) for positive, atom in needs)
                words = self._words.get(place) or plain_words(place)
                yield Frontier(name, words, known.objects.get(place, "object"), asked, told.types[variable], (made,))

    def _joined(
        self, known: Knowledge, told: Told, needs: Iterable[Fact], binding: dict[str, str]
    ) -> Iterator[dict[str, str]]:
        """Bindings for what the sentence needs: static facts first, then the currently known ones."""
        left = [filled(atom, binding) for positive, atom in needs if positive]
        still = [one for one in left if one[0] not in self._changed]
        loose = [one for one in left if one[0] in self._changed and not is_filled(one)]
        if any(is_filled(one) and one not in known.facts for one in still):
            return
        open_ones = [one for one in still if not is_filled(one)] or loose
        if not open_ones:
            yield binding
            return
        atom = min(open_ones, key=_open)
        ways = list(matches(atom, known.facts))
        if not ways and not any(not is_filled(one) for one in still):
            # Whoever is somewhere else now can be there later.
            anywhere = (atom[0], *(one if one.startswith("?") else f"?{at}" for at, one in enumerate(atom[1:])))
            ways = [{v: x for v, x in one.items() if v in atom} for one in matches(anywhere, known.facts)]
        for found in sorted(ways, key=lambda one: sorted(one.items())):
            if self._typed(known, told, found):
                yield from self._joined(known, told, needs, {**binding, **found})


def _told_from(sentences: Sequence[Told], changed: Collection[str]) -> set[tuple[str, int]]:
    """The predicates of two terms that a sentence tells from where the player is, and which term (1, 2) that is."""
    return {
        (atom[0], at)
        for told in sentences
        for (_, atom), (positive, being), at in product(told.facts, told.facts, (1, 2))
        if len(atom) == 3 and positive and being[0] in changed and atom[at] in being and atom[3 - at] not in being
    }


def _word(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(words)}\b", re.IGNORECASE)


def untold(domain: Domain, description: Description) -> set[str]:
    """The static predicates that actions require and no sentence of a view tells."""
    told = {atom[0] for one in sentences_of(description) for _, atom in one.facts}
    changed = {one.predicate.text for action in domain.actions for one in atoms_in(action.effect)}
    asked = {one.predicate.text for action in domain.actions for one in atoms_in(action.precondition)}
    return asked - told - changed - {"="}


def _never_told(domain: Domain, description: Description) -> list[str]:
    """Facts without objects that actions require and no sentence tells, such as an empty hand: they hold initially.

    Facts that only `inventory` tells do not count, since it is never asked for.
    """
    seen = {*description.look, *(view for deed in description.deeds.values() for view in deed.then)}
    told = {atom[0] for one in sentences_of(description, seen) for _, atom in one.facts}
    asked = [one for action in domain.actions for one in _literals(action.precondition)]
    return [atom[0] for wanted, atom in asked if wanted and len(atom) == 1 and atom[0] not in told]


def without_untold(domain: Domain, predicates: set[str]) -> Domain:
    """The domain with actions that do not ask for these: whether they hold, only the world's refusals tell."""
    actions = []
    for action in domain.actions:
        kept = [
            one
            for one in conjuncts(action.precondition)
            if predicates.isdisjoint(each.predicate.text for each in atoms_in(one))
        ]
        actions.append(action._replace(precondition=And(tuple(kept), 0, 0)))
    return domain._replace(actions=tuple(actions)) if predicates else domain


def _open(atom: GroundAtom) -> int:
    """The number of variables among an atom's terms."""
    return sum(one.startswith("?") for one in atom[1:])


def _literals(formula: Formula | None) -> Iterator[tuple[bool, GroundAtom]]:
    for atom, positive in signed_atoms(formula) if formula is not None else ():
        yield positive, ground(atom)


def _shut_at_first(actions: Sequence[Action], sentences: Sequence[Told]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Facts that hide objects and can be undone, such as being closed: assumed for anything not yet looked at.

    Predicates of one object that a sentence wants to be false, with the types of the objects for which an action makes
    them so.
    """
    hiding = {atom[0] for told in sentences for positive, atom in told.facts if not positive and len(atom) == 2}
    for action in actions:
        types = {one.name.text: type_names(one.types) for one in action.parameters}
        for positive, atom in _literals(action.effect):
            if not positive and atom[0] in hiding and len(atom) == 2 and atom[1] in types:
                needs = [one for wanted, one in _literals(action.precondition) if wanted]
                if atom in needs:
                    yield atom[0], types[atom[1]]
