"""The policies in the worlds of the project, with a model that knows everything and says it in good form."""

from __future__ import annotations

import re

import pytest
from translate.scripted import Scripted

from agents.policies.remembering import Remembering
from clairify_cli.agents.games.play import play
from clairify_cli.agents.policies.library import policy
from clairify_cli.agents.policies.spelling import Spelling
from clairify_cli.files import data_text
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.worlds.text.library import made_problem, made_world

GAMES = [("coin_collector", 2, 5), ("household", 1, 1)]
INSISTS = 2
"""How often a problem is written that has what nobody has seen: told once, it may stay."""

DOORS = ("coin_collector", 3, 7)
"""A game in which doors have to be opened."""

DOMAINS = {"coin_collector": "coin-collector.pddl", "household": "household.pddl"}


def told(world: str, seed: int, size: int) -> str:
    """The problem behind a game, with its names as the world says them."""
    return made_problem(world, seed, size).problem.replace("coin1", "coin")


def commands(world: str, seed: int, size: int) -> list[str]:
    """A plan of the game as commands."""
    plan = Remembering().solve(data_text("domains", DOMAINS[world]), told(world, seed, size), Limits()).plan
    assert plan is not None
    forms = {form.name: form for form in made_world(world, seed, size).forms}
    spelling = Spelling()
    spelling.hear(re.sub(r"(?<=[a-z])(?=\d)", " ", told(world, seed, size).replace("-", " ")))
    return [spelling.command(forms[one.action.text], [name.text for name in one.arguments]) for one in plan.steps]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["plangen", "react"])
def test_commands(name: str, game: tuple[str, int, int]) -> None:
    replies = [f"Action: {one}" for one in commands(*game)]
    played = play(made_world(*game), policy(name, model=Scripted(replies)))
    assert played.won, played.trace
    assert played.tally.model_calls == len(replies) and not played.tally.invalid_actions


@pytest.mark.parametrize("game", GAMES)
def test_files(game: tuple[str, int, int]) -> None:
    domain = data_text("domains", DOMAINS[game[0]])
    model = Scripted([f"```pddl\n{told(*game)}\n```"] * INSISTS)
    played = play(made_world(*game), policy("pddlego+", model=model, domain=domain, solver=Remembering()))
    assert played.won, (played.reason, played.trace)
    assert (played.tally.model_calls, played.tally.simulation_errors) == (INSISTS, 0)


@pytest.mark.parametrize("game", GAMES)
def test_verified(game: tuple[str, int, int]) -> None:
    """The model writes down all there is and the goal; every command is then the planner's."""
    goal = told(*game).partition("(:goal")[2].rstrip()
    model = Scripted([*[f"```pddl\n{told(*game)}\n```"] * INSISTS, f"(:goal{goal[:-1]}"])
    played = play(made_world(*game), policy("sclplan", model=model, solver=Remembering()))
    assert played.won, (played.reason, played.trace)
    assert set(played.tally.by) == {"planner"} and played.tally.model_calls == 1 + INSISTS
