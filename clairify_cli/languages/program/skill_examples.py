"""Two example programs for a prompt, made from a list of skills: its calls with objects that fit, one after another.

What the skills need and do is not known, so that the examples show how programs are written, and make no plan.
"""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning.index import index_of
from clairify_cli.languages.pddl.syntax import Action, TypedName
from clairify_cli.languages.program.checks.names import NameCheck
from clairify_cli.languages.program.printing import quoted
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.vocabulary import Vocabulary

_MOST_STEPS = 3


def skill_examples(known: Vocabulary) -> list[str]:
    """At most two programs that have no faults: calls in a row, and one with a loop and, where it can, an assertion."""
    used: list[str] = []
    calls: list[tuple[Action, list[str]]] = []
    for action in known.actions.values():
        bound = _bound(action.parameters, known, used)
        if bound is not None and len(calls) < _MOST_STEPS:
            calls.append((action, bound))
    if not calls:
        return []
    names = [known.action_name(action.name.text) for action, _ in calls]
    straight = _program(
        "_and_".join(names), [_call(name, bound) for name, (_, bound) in zip(names, calls, strict=True)]
    )
    made = [straight, _with_care(known, *max(calls, key=lambda one: bool(one[1])), used)]
    return [one for one in made if _is_good(one, known)]


def _with_care(known: Vocabulary, action: Action, bound: Sequence[str], used: list[str]) -> str:
    """An action repeated for every object that its first argument may be, each preceded by an assertion."""
    name = known.action_name(action.name.text)
    if not bound:
        lines = ["for _ in range(2):", f"    {_call(name, bound)}"]
        return _program(f"{name}_twice", lines)
    others = _fitting(action.parameters[0], known) or (bound[0],)
    listed = quoted(others[:2])
    lines = [f"for thing in [{listed}]:"]
    again = f"{name}({', '.join(['thing', *(_quoted(one) for one in bound[1:])])})"
    asked = next(
        ((one, each) for one in known.predicates.values() if (each := _bound(one.parameters, known, used))), None
    )
    if asked is not None:
        predicate, objects = asked
        fact = _call(known.predicate_name(predicate.name.text), objects)
        return _program(f"{name}_with_care", [*lines, f"    {again}", f"assert {fact}, {_call(name, bound)}"])
    return _program(f"{name}_them", [*lines, f"    {again}"])


def _bound(parameters: Sequence[TypedName], known: Vocabulary, used: list[str]) -> list[str] | None:
    """An object for each parameter, those that were used before they others; None if there is none."""
    made: list[str] = []
    for number, one in enumerate(parameters, 1):
        fitting = _fitting(one, known) if known.has_problem else (f"{type_names(one.types)[0]}{number}",)
        left = [each for each in fitting if each not in made]
        if not left:
            return None
        made.append(next((each for each in used if each in left), left[0]))
    used += [one for one in made if one not in used]
    return made


def _fitting(parameter: TypedName, known: Vocabulary) -> tuple[str, ...]:
    return tuple(index_of(known.task).members(parameter.types)[0])


def _call(name: str, objects: Sequence[str]) -> str:
    return f"{name}({', '.join(map(_quoted, objects))})"


def _quoted(name: str) -> str:
    return f'"{name}"'


def _program(name: str, lines: Sequence[str]) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f"def {name}():\n    # 1\n{body}"


def _is_good(text: str, known: Vocabulary) -> bool:
    source = Source(text)
    program, found = read(source)
    if program is None or found:
        return False
    check = NameCheck(source, known)
    check.check(program)
    return not check.found
