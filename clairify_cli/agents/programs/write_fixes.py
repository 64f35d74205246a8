"""What a model is told of a recovery that is of no use: one that is, found by a planner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from clairify_cli.agents.formalise.assemble import assembled
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.programs.write import assertion_of
from clairify_cli.agents.programs.write_guards import MOST_STATES, MOST_STEPS, Guard, fixing_at, guards_at_end
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.pddl.meaning import WorldState, apply, find_action, initial_state
from clairify_cli.languages.program.meaning.ending import first_line
from clairify_cli.languages.program.meaning.interpret import followed
from clairify_cli.languages.program.meaning.judging import atom_of
from clairify_cli.languages.program.printing import condition_text, statement_lines, with_objects
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import Assertion, Program, facts
from clairify_cli.languages.program.vocabulary import Vocabulary, vocabulary_of
from clairify_cli.planning.repair.model import GroundStep, Situation
from clairify_cli.planning.repair.search import way_back

RECOVERY_OF_NO_USE = "PRG211"

_MOST_LOOKED_FOR = 4
"""Of so many recoveries of a program, others are looked for, which takes up to some seconds each."""


def with_better_recoveries(
    found: Iterable[Diagnostic], program: Program, source: Source, context: tuple[Source, Source]
) -> list[Diagnostic]:
    """The findings; with a recovery that mends it as the hint of one that is of no use, where one is found.

    The program has no errors. `context` are the domain and the problem. In loops, nothing is looked for.
    """
    told = list(found)
    numbers = [at for at, one in enumerate(told) if one.code == RECOVERY_OF_NO_USE]
    known, _ = vocabulary_of(context)
    if not numbers or known is None:
        return told
    steps, places, _ = followed(program, source, known)
    domain, problem = context[0], _to_its_end(steps, known, *context)
    known, _ = vocabulary_of((domain, problem))
    if known is None:
        return told
    for at in numbers[:_MOST_LOOKED_FOR]:
        start = told[at].span.start
        asked = next((one for one in program.body if isinstance(one, Assertion) and one.start <= start < one.end), None)
        if asked is None or asked.start not in places:
            continue
        atoms = [atom for fact in facts(asked.condition) if (atom := atom_of(fact, {}, known)) is not None]
        place = places[asked.start]
        recovery, undone = fixing_at(steps, place, atoms, known, domain, problem)
        recovery = recovery or _all_as_before(steps, place, undone, known, context)
        if recovery:
            told[at] = replace(told[at], hint=f"a recovery that mends it is `{_written(recovery, known)}`")
    return told


def _to_its_end(steps: Sequence[GroundStep], known: Vocabulary, domain: Source, problem: Source) -> Source:
    """The problem, whose goal is what some steps have brought about in the end."""
    first, state = initial_state(known.task), _after(steps, known)
    made = [f"({' '.join(one)})" for one in sorted(state.atoms - first.atoms)]
    made += [f"(not ({' '.join(one)}))" for one in sorted(first.atoms - state.atoms)]
    goal = Source(f"(:goal (and {' '.join(made)}))", "<goal>")
    whole = assembled(goal, Given(domain, problem), Write.GOAL)
    return whole.problem if whole is not None else problem


def _all_as_before(
    steps: Sequence[GroundStep],
    at: int,
    undone: Sequence[WorldState],
    known: Vocabulary,
    context: tuple[Source, Source],
) -> tuple[GroundStep, ...]:
    """The steps from a state in which something has come undone that lead to where the next step leads as it was."""
    if not undone or at == len(steps):
        return ()
    then = _after(steps[: at + 1], known).atoms
    goal = [f"({' '.join(one)})" for one in sorted(then) if one[0] not in known.static]
    goal += [f"(not ({' '.join(one)}))" for one in sorted(undone[0].atoms - then)]
    whole = assembled(Source(f"(:goal (and {' '.join(goal)}))", "<goal>"), Given(*context), Write.GOAL)
    if whole is None:
        return ()
    there, _ = vocabulary_of((context[0], whole.problem))
    if there is None:
        return ()
    last = steps[at]
    found = way_back(Situation(there.task, context[0], whole.problem, undone[0], (last,)), most=MOST_STATES)
    return found[:-1] if found is not None and len(found) <= MOST_STEPS + 1 else ()


def _after(steps: Sequence[GroundStep], known: Vocabulary) -> WorldState:
    state = initial_state(known.task)
    for name, *objects in steps:
        action = find_action(known.task, name)
        if action is not None:
            state = apply(action, objects, state, known.task)
    return state


def _written(steps: Sequence[GroundStep], known: Vocabulary) -> str:
    calls = [with_objects(known.action_name(name), objects) for name, *objects in steps]
    return f"[{', '.join(calls)}]" if len(calls) > 1 else calls[0]


def end_without_assertion(program: Program, source: Source, context: tuple[Source, Source]) -> Diagnostic | None:
    """The finding for a program that reaches its goal and does not assert at its end what the goal needs of it.

    The program has no errors. `context` are the domain and the problem with the goal. Nothing is asked for that no
    action could undo, that an assertion behind the step that brought it about asks for, or for which no recovery is
    found.
    """
    known, _ = vocabulary_of(context)
    if known is None or not program.body:
        return None
    steps, _, asserted = followed(program, source, known)
    missing = []
    for guard in guards_at_end(steps, known, *context):
        facts = tuple(one for one in guard.facts if one[0] not in asserted)
        if facts:
            missing.append(assertion_of(Guard(facts, guard.recovery), known))
    if not missing:
        return None
    at = first_line(program.body[-1], source)
    return rules.end_not_asserted(
        at, [condition_text(one.condition) for one in missing], [statement_lines(one)[0] for one in missing]
    )
