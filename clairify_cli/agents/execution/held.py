"""What vessels hold as a program goes on, job by job: grams by vessel and substance; what is moved is mixed evenly."""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.agents.execution.amounts import matter
from clairify_cli.agents.execution.jobs import Job

Held = dict[str, dict[str, float]]

NOTHING = 1e-9
"""Grams that count as none."""


def carry_out(held: Held, job: Job) -> None:
    """Change what vessels hold by what a job adds, moves or washes away."""
    target = held.setdefault(job.vessel, {}) if job.vessel else {}
    source = held.setdefault(job.source, {}) if job.source else {}
    match job.kind:
        case "add" if job.grams is not None:
            target[job.reagent] = target.get(job.reagent, 0.0) + job.grams
            source[job.reagent] = source.get(job.reagent, 0.0) - job.grams
        case "move":
            whole = sum(source.values())
            share = 1.0 if job.grams is None or whole <= NOTHING else min(1.0, job.grams / whole)
            for name, grams in list(source.items()):
                target[name] = target.get(name, 0.0) + share * grams
                source[name] = grams - share * grams
        case "wash":
            target.clear()


def millilitres(contents: Mapping[str, float]) -> float:
    """The volume of grams by substance; volumes of a mixture are taken to add up."""
    return sum(grams / matter(name).density for name, grams in contents.items())
