"""Copies of a PDDL domain for one goal: only the actions that may serve it, and without those that geometry forbids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Atom = tuple[str, ...]
"""A predicate and its objects, or an action and its arguments."""

_COMMENT = re.compile(r";[^\n]*")
_ACTION = re.compile(r"\(:action\s+([^\s()]+)", re.IGNORECASE)
_PARAMETERS = re.compile(r":parameters\s*\(([^()]*)\)", re.IGNORECASE)
_PRECONDITION = re.compile(r":precondition\s*", re.IGNORECASE)
_VARIABLE = re.compile(r"\?[^\s()]+")


@dataclass(frozen=True, slots=True)
class Barred:
    """A ground action that geometry forbids: always, or only while `unless_gone` holds."""

    action: Atom
    while_true: Atom | None = None


def domain_text(
    domain: str, objects: Mapping[str, str], *, allowed: Iterable[str] | None = None, barred: Iterable[Barred] = ()
) -> str:
    """The domain with the objects (each with its type) as constants, so that preconditions can name them.

    Actions that are not `allowed` are left out (None: all are). A barred action gets a precondition that rules it
    out: never with these arguments, or not while a fact holds.
    """
    text = _COMMENT.sub("", domain)
    kept = None if allowed is None else {one.lower() for one in allowed}
    by_action: dict[str, list[Barred]] = {}
    for one in barred:
        by_action.setdefault(one.action[0], []).append(one)
    parts, at = [], 0
    for match in _ACTION.finditer(text):
        end = _balanced(text, match.start())
        name = match.group(1).lower()
        body = text[match.start() : end] if kept is None or name in kept else ""
        parts += [text[at : match.start()], _without(body, by_action.get(name, [])) if body else ""]
        at = end
    made = "".join((*parts, text[at:]))
    return _with_constants(made, objects)


def problem_text(domain: str, init: Iterable[Atom], goal: Iterable[str], name: str = "goal") -> str:
    """A problem without objects of its own: these atoms hold, and all of the goals (PDDL formulas) shall."""
    facts = "\n  ".join(show(one) for one in sorted(init))
    return f"(define (problem {name}) (:domain {domain})\n(:init\n  {facts})\n(:goal (and {' '.join(goal)})))\n"


def show(atom: Atom) -> str:
    """An atom as PDDL has it."""
    return f"({' '.join(atom)})"


def _without(action: str, barred: list[Barred]) -> str:
    if not barred:
        return action
    parameters = _PARAMETERS.search(action)
    variables = _VARIABLE.findall(parameters.group(1)) if parameters is not None else []
    extra = " ".join(_condition(variables, one) for one in barred)
    place = _PRECONDITION.search(action)
    if place is None:
        assert parameters is not None
        return f"{action[: parameters.end()]} :precondition (and {extra}) {action[parameters.end() :]}"
    end = _balanced(action, place.end())
    return f"{action[: place.end()]}(and {action[place.end() : end]} {extra}){action[end:]}"


def _condition(variables: list[str], barred: Barred) -> str:
    others = [f"(not (= {var} {value}))" for var, value in zip(variables, barred.action[1:], strict=True)]
    if barred.while_true is not None:
        others.append(f"(not {show(barred.while_true)})")
    return f"(or {' '.join(others)})"


def _with_constants(text: str, objects: Mapping[str, str]) -> str:
    listed = " ".join(f"{name} - {kind}" for name, kind in objects.items())
    at = text.find("(:constants")
    if at >= 0:
        end = _balanced(text, at) - 1
        return f"{text[:end]} {listed}{text[end:]}"
    start = text.find("(:types")
    end = _balanced(text, start) if start >= 0 else _balanced(text, text.find("(domain"))
    return f"{text[:end]}\n(:constants {listed})\n{text[end:]}"


def _balanced(text: str, at: int) -> int:
    """The offset behind the bracket that closes the one at `at`."""
    depth = 0
    for position in range(at, len(text)):
        depth += (text[position] == "(") - (text[position] == ")")
        if depth == 0 and text[position] == ")":
            return position + 1
    return len(text)
