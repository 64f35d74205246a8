"""Two example programs for a prompt, made from a domain: one step after another, and one with an assertion.

With a problem, they can be carried out from its initial state. Without one, they are about objects that are made up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning.effects import apply, changes_of
from clairify_cli.languages.pddl.meaning.state import WorldState, initial_state
from clairify_cli.languages.pddl.meaning.steps import GroundAction, applicable
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.meaning.interpret import interpret
from clairify_cli.languages.program.meaning.judging import literals
from clairify_cli.languages.program.meaning.lacking import literal_words
from clairify_cli.languages.program.printing import with_objects
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.vocabulary import Vocabulary

_MOST_STEPS = 4
_MOST_LOOKED_AT = 400
_MOST_STARTS = 12


def examples(known: Vocabulary) -> list[str]:
    """At most two programs that have no faults; fewer where the domain has nothing to show."""
    chain = _chain(known) if known.has_problem else []
    made = [_straight(chain, known)] if chain else []
    for link in _links(chain, known) if chain else _made_up(known):
        before, maker, atom, user = link
        if not made:
            made.append(_straight([*before, maker, user], known))
        again = f"assert {literal_words(atom, True, known)}, {_words(maker, known)}"
        lines = [*_steps([*before, maker], known), "# make sure of it", again, *_steps([user], known, len(before) + 2)]
        text = _program(f"{_name(user, known)}_with_care", lines)
        if _is_good(text, known):
            return [*[one for one in made if _is_good(one, known)], text]
    return [one for one in made if _is_good(one, known)]


def _is_good(text: str, known: Vocabulary) -> bool:
    source = Source(text)
    program, found = read(source)
    if program is None or found:
        return False
    return all(one.code == "PRG210" for one in interpret(program, source, known, set()))


def _straight(steps: Sequence[GroundAction], known: Vocabulary) -> str:
    return _program(_name(steps[-1], known), _steps(steps, known))


def _name(step: GroundAction, known: Vocabulary) -> str:
    words = "_".join((known.action_name(step.action.name.text).strip("_"), *_things(step)[:1]))
    return "".join(each if each.isalnum() else "_" for each in words)


def _steps(steps: Sequence[GroundAction], known: Vocabulary, first: int = 1) -> list[str]:
    """The lines of some steps, each with a comment that says what it is about."""
    lines = []
    for number, one in enumerate(steps, first):
        verb = one.action.name.text.replace("-", " ").replace("_", " ")
        lines += [f"# {number}: {' '.join((verb, ', '.join(_things(one))))}".rstrip(), _words(one, known)]
    return lines


def _things(step: GroundAction) -> list[str]:
    """The objects that a step brings something about of, in the order of its arguments."""
    binding = {one.name.text: value for one, value in zip(step.action.parameters, step.arguments, strict=True)}
    told = [(atom, sign) for atom, sign in literals(step.action.effect, True)]
    wanted = [atom for atom, sign in told if sign] or [atom for atom, _ in told]
    about = {binding.get(one.text, one.text) for atom in wanted for one in atom.arguments}
    return list(dict.fromkeys(one for one in step.arguments if one in about))


def _program(name: str, lines: Sequence[str]) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f"def {name}():\n{body}"


def _words(step: GroundAction, known: Vocabulary) -> str:
    return with_objects(known.action_name(step.action.name.text), step.arguments)


# ------------------------------------------------------------------------------------------------- with a problem


def _chain(known: Vocabulary) -> list[GroundAction]:
    """A few steps of different actions, each of which needs an effect of an earlier one."""
    task = known.task
    start = initial_state(task)
    best: list[GroundAction] = []
    seen: set[str] = set()
    for first in islice(applicable(task, start), _MOST_LOOKED_AT):
        if first.action.name.text in seen:
            continue
        seen.add(first.action.name.text)
        chain = _grown(first, start, known)
        if len(chain) > len(best):
            best = chain
        if len(best) >= _MOST_STEPS or len(seen) > _MOST_STARTS:
            break
    return best


def _grown(first: GroundAction, start: WorldState, known: Vocabulary) -> list[GroundAction]:
    task = known.task
    chain: list[GroundAction] = []
    made: set[GroundAtom] = set()
    state, step = start, first
    while True:
        changes = changes_of(step.action, step.arguments, state, task)
        if changes.faults or not (changes.added or changes.deleted):
            return chain
        chain.append(step)
        made = (made | changes.added) - changes.deleted
        state = apply(step.action, step.arguments, state, task)
        if len(chain) == _MOST_STEPS:
            return chain
        used = {one.action.name.text for one in chain}
        following = (
            one
            for one in islice(applicable(task, state), _MOST_LOOKED_AT)
            if one.action.name.text not in used and made & _needs(one) and len(set(one.arguments)) == len(one.arguments)
        )
        found = next(following, None)
        if found is None:
            return chain
        step = found


def _needs(step: GroundAction) -> set[GroundAtom]:
    """The atoms that must be true for a step."""
    binding = {one.name.text: value for one, value in zip(step.action.parameters, step.arguments, strict=True)}
    return {
        (atom.predicate.text, *(binding.get(one.text, one.text) for one in atom.arguments))
        for atom, sign in literals(step.action.precondition, True)
        if sign
    }


_Link = tuple[list[GroundAction], GroundAction, GroundAtom, GroundAction]
"""Steps, then one that brings about an atom, the atom, and a step that needs it."""


def _links(chain: Sequence[GroundAction], known: Vocabulary) -> Iterator[_Link]:
    """The pairs of steps in a chain in which the second needs an effect of the first, with the steps before them."""
    state = initial_state(known.task)
    for at, one in enumerate(chain[:-1]):
        added = changes_of(one.action, one.arguments, state, known.task).added
        needed = sorted(added & _needs(chain[at + 1]))
        if needed:
            yield list(chain[:at]), one, needed[0], chain[at + 1]
        state = apply(one.action, one.arguments, state, known.task)


# ---------------------------------------------------------------------------------------------- without a problem


def _made_up(known: Vocabulary) -> Iterator[_Link]:
    """Pairs of actions in which the second needs an effect of the first, with invented objects."""
    from clairify_cli.languages.program.meaning.achieve import bindings

    for user in known.task.domain.actions:
        names = count(1)
        second = GroundAction(user, tuple(_object(one, names) for one in user.parameters))
        for atom in sorted(_needs(second)):
            for maker in known.task.domain.actions:
                if maker is user:
                    continue
                for bound in bindings(maker, atom, True):
                    arguments = (bound.get(one.name.text) or _object(one, names) for one in maker.parameters)
                    yield [], GroundAction(maker, tuple(arguments)), atom, second


def _object(parameter: pddl.TypedName, numbers: Iterator[int]) -> str:
    return f"{type_names(parameter.types)[0]}{next(numbers)}"
