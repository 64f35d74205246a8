"""Whatever a model answers, a game ends within its limits, nothing is raised, and the counts agree with each other."""

from __future__ import annotations

import random

import pytest
from case_tables import stored
from translate.scripted import Scripted

from agents.policies import test_talking_policies, test_verified_policies
from agents.policies.remembering import Remembering
from agents.policies.rooms_files import GOOD
from agents.policies.small_world import Rooms
from clairify_cli.agents.games.play import play
from clairify_cli.agents.policies.asking import Bounds
from clairify_cli.agents.policies.library import MODEL_POLICIES, policy
from clairify_cli.outcomes import Outcome

REPLIES = {
    **test_talking_policies.GOOD,
    "pddlego": GOOD,
    "pddlego+": GOOD,
    "react+pv": test_verified_policies.PV,
    "sclplan": test_verified_policies.SCL,
}
PIECES = tuple(stored(__file__, "PIECES"))
SEEDS_EACH = 5


def spoiled(rng: random.Random, text: str) -> str:
    """A reply with a few things left out, put in, said twice, cut off or mistyped."""
    letters = list(text)
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        at = rng.randrange(len(letters) + 1)
        match rng.randrange(5):
            case 0:
                del letters[at : at + rng.randrange(1, 30)]
            case 1:
                letters[at:at] = f" {rng.choice(PIECES)} "
            case 2:
                other = rng.randrange(len(letters) + 1)
                letters[at:at] = letters[other : other + rng.randrange(40)]
            case 3:
                letters = letters[:at]
            case 4:
                letters[at : at + 1] = chr(rng.randrange(32, 0x2000))
    return "".join(letters)


@pytest.mark.parametrize("seed", range(SEEDS_EACH))
@pytest.mark.parametrize("name", MODEL_POLICIES)
def test_any_replies(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    every = [one for replies in REPLIES.values() for one in replies]
    replies = []
    for one in REPLIES[name] * 6:
        replies += [spoiled(rng, rng.choice((one, rng.choice(every)))) for _ in range(rng.choice((0, 0, 1, 2)))]
        replies.append(one if rng.random() < 0.7 else spoiled(rng, one))
    kind = "coin_collector" if name in ("react+pv", "sclplan") else "small"
    world = Rooms(kind=kind, limit=15, terse=rng.random() < 0.3)
    bounds = Bounds(calls=60, solver_seconds=10)
    game = play(world, policy(name, model=Scripted(replies), bounds=bounds, solver=Remembering()))
    assert game.ending in (Outcome.WON, Outcome.LOST, Outcome.GAVE_UP), game.reason
    tally = game.tally
    assert tally.model_calls <= 60 and game.steps <= 15 and game.rewinds <= 20
    assert tally.solver_fixed <= tally.solver_errors
    assert tally.simulation_fixed <= tally.simulation_errors
    assert tally.invalid_fixed <= tally.invalid_actions
    assert sum(tally.by.values()) == game.steps
