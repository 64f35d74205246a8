"""Games of `pddlego` and `pddlego+` in the small world, with replies that are written down beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from translate.scripted import Scripted

from agents.policies.remembering import Remembering
from agents.policies.small_world import Rooms
from clairify_cli.agents.games.play import Game, play
from clairify_cli.agents.policies.asking import Bounds
from clairify_cli.agents.policies.base import Tally
from clairify_cli.agents.policies.library import policy
from clairify_cli.translate.models.base import Reply
from clairify_cli.translate.models.errors import ReplayExhaustedError


def run(
    replies: Sequence[str | Reply | BaseException],
    name: str = "pddlego+",
    *,
    world: Rooms | None = None,
    domain: str | None = None,
    bounds: Bounds | None = None,
) -> tuple[Game, Scripted, Rooms]:
    model, rooms = Scripted([*replies, ReplayExhaustedError("no answer left")]), world or Rooms()
    return play(rooms, policy(name, model=model, domain=domain, bounds=bounds, solver=Remembering())), model, rooms


def counts(tally: Tally) -> tuple[int, int, int, int, int, int]:
    """Calls of model and solver, errors of the solver and those fixed, the same of the simulation."""
    return (
        tally.model_calls,
        tally.solver_calls,
        tally.solver_errors,
        tally.solver_fixed,
        tally.simulation_errors,
        tally.simulation_fixed,
    )
