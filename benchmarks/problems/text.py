"""Writes a problem as PDDL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

DOMAINS = Path(__file__).parent / "domains"
SHIPPED = Path(__file__).parents[2] / "domains"


@dataclass(frozen=True, slots=True)
class PlanningProblem:
    """A name such as `ferry-2`, and the texts of domain and problem."""

    name: str
    domain: str
    problem: str


def domain_text(name: str) -> str:
    """The text of a domain: one of the benchmark's own, or one that the project ships."""
    own = DOMAINS / f"{name}.pddl"
    return (own if own.exists() else SHIPPED / own.name).read_text(encoding="utf-8")


def write(
    name: str,
    domain: str,
    objects: Mapping[str, Sequence[str]],
    init: Iterable[str],
    goal: Sequence[str],
    *,
    requirements: str = "",
    metric: str = "",
) -> PlanningProblem:
    """A problem of a domain. Facts are given without their brackets; of the goal, all have to hold.

    `objects` are their names by type. A condition of the goal that starts with a bracket is taken as it stands.
    """
    lines = [f"(define (problem {name})", f"  (:domain {domain})"]
    if requirements:
        lines.append(f"  (:requirements {requirements})")
    lines.append("  (:objects")
    for type_, names in objects.items():
        if names:
            lines += ["    " + part for part in wrap(f"{' '.join(names)} - {type_}", 110, break_on_hyphens=False)]
    lines += ["  )", "  (:init", *(f"    ({fact})" for fact in init), "  )"]
    conditions = [one if one.startswith("(") else f"({one})" for one in goal]
    if len(conditions) == 1:
        lines.append(f"  (:goal {conditions[0]})")
    else:
        lines += ["  (:goal (and", *(f"    {one}" for one in conditions), "  ))"]
    if metric:
        lines.append(f"  (:metric {metric})")
    return PlanningProblem(name, domain_text(domain), "\n".join(lines) + ")\n")


def names(stem: str, count: int) -> list[str]:
    """`stem1` to `stemN`."""
    return [f"{stem}{number}" for number in range(1, count + 1)]
