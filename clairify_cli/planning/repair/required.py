"""Steps that every plan must have: each makes a fact of its own true, which the goal asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clairify_cli.languages.pddl.syntax import Action, And, Domain, Formula, PredicateDeclaration, When
from clairify_cli.languages.pddl.task import task_of
from clairify_cli.languages.pddl.writing.nodes import atom_of, name_of
from clairify_cli.planning.repair.model import ANY, GroundStep, Situation, fits_word, lacking, step_text, written_out
from clairify_cli.planning.repair.texts import printed
from clairify_cli.records import replace

_MOST_NAMED = 5


def named(domain: Domain, patterns: Iterable[GroundStep]) -> dict[str, GroundStep]:
    """Return the patterns by the names of their facts, which the domain does not have."""
    mark = "required-"
    while any(one.name.text.startswith(mark) for one in domain.predicates):
        mark += "-"
    return {f"{mark}{number}": one for number, one in enumerate(patterns, 1)}


def noting(domain: Domain, required: Mapping[str, GroundStep], objects: Sequence[str]) -> Domain:
    """Return the domain in which a step that fits a pattern makes the fact of that name true."""
    return domain._replace(
        predicates=(*domain.predicates, *(PredicateDeclaration(name_of(one), (), 0, 0) for one in required)),
        actions=tuple(_noting(one, required, objects) for one in domain.actions),
    )


def _noting(action: Action, required: Mapping[str, GroundStep], objects: Sequence[str]) -> Action:
    effects: list[Formula] = []
    for fact, (name, *pattern) in required.items():
        if fits_word(name, action.name.text) and len(pattern) <= len(action.parameters):
            for words in written_out(pattern, objects):
                pairs = zip(action.parameters, words, strict=False)
                same = tuple(atom_of(("=", one.name.text, word)) for one, word in pairs if word != ANY)
                effects.append(When(And(same, 0, 0), atom_of((fact,)), 0, 0) if same else atom_of((fact,)))
    known = () if action.effect is None else (action.effect,)
    return action._replace(effect=And((*known, *effects), 0, 0)) if effects else action


def with_required(situation: Situation) -> Situation:
    """Return the situation in a task whose goal asks for the required steps."""
    if not situation.required:
        return situation
    task = situation.task
    facts = named(task.domain, situation.required)
    noted = noting(task.domain, facts, tuple(task.objects))
    goal = () if task.goal is None else (task.goal,)
    asked = task.problem._replace(goal=And((*goal, *(atom_of((one,)) for one in facts)), 0, 0))
    domain, problem = printed(noted, asked, situation.domain, situation.problem)
    made = task_of(domain, problem)
    assert made is not None
    return replace(situation, task=made, domain=domain, problem=problem, required=())


def only_by(situation: Situation, steps: Sequence[GroundStep]) -> str:
    """Return a sentence about the forbidden steps that a plan would need, and the required ones that it would lack."""
    barred = [step for step in dict.fromkeys(steps) if situation.forbidden.never(step)]
    again = "; --retry-step allows what failed" if situation.forbidden.failed in barred else ""
    clauses = [f"with {listed(barred)}, which must not be done{again}"] if barred else []
    if lacks := lacking(situation.required, steps):
        clauses.append(f"without {listed(lacks)}, which must be done")
    return f"there would be a plan {', and '.join(clauses)}"


def listed(steps: Sequence[GroundStep]) -> str:
    """Name some steps in a sentence."""
    return " and ".join(f"`{step_text(one)}`" for one in steps[:_MOST_NAMED])
