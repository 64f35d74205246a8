"""Dialects as data: what an observation says, as facts; a step of a plan, as a command; and nothing makes them fail."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.agents.policies.dialects.base import Knowledge
from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.agents.policies.dialects.library import described
from clairify_cli.agents.policies.explorer.task import facts_after, task_of
from clairify_cli.languages.pddl.meaning import GroundAction, applicable, initial_state

KITCHEN = (
    "You are in the kitchen. In one part of the room you see a stove. There is also an oven. "
    "To the South you see the corridor. To the East you see a closed plain door."
)
ROOM = (
    "-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle of a room. Looking quickly around you, you see "
    "a bed 1, a drawer 2, a drawer 1, and a sidetable 1.\n\nYour task is to: examine the keychain with the desklamp."
)
FLAT = (
    "You are at the stove burner 1, in the kitchen. In or on the stove burner 1 you see pan 2 and kettle 1.\n"
    "In the kitchen there are fridge 1, counter top 1 and stove burner 1. "
    "Next door, in the living room, there are sofa 1 and shelf 1.\nYou hold nothing."
)
CELLAR = "You are in the cellar. To the north is a closed door. To the west lies the pantry."

# Dialect, first observation, then pairs of a command and what is seen; what must be known after it, and what not.
CASES: list[tuple[str, str, Sequence[tuple[str, str]], Sequence[str], Sequence[str]]] = stored(__file__, "CASES")


def follow(one: Described, known: Knowledge, command: str, text: str) -> None:
    """Reads what is seen after a step, which is known to have been done where it can be."""
    task = task_of(one.domain, known.objects, known.facts, None)
    step = next((each for each in applicable(task, initial_state(task)) if one.spell(each) == command), None)
    if step is not None:
        known.facts = facts_after(one.domain, known, step)
    one.read(known, step, text)


def atoms(known: Knowledge) -> set[str]:
    return {" ".join(one) for one in known.facts}


@pytest.mark.parametrize(("name", "first", "more", "true", "false"), CASES)
def test_an_observation_is_read(
    name: str, first: str, more: Sequence[tuple[str, str]], true: Sequence[str], false: Sequence[str]
) -> None:
    one = described(name)
    known = one.begin(first)
    for command, text in more:
        follow(one, known, command, text)
    assert set(true) <= atoms(known)
    assert atoms(known).isdisjoint(false)
    assert all(name in known.objects for fact in known.facts for name in fact[1:])


def test_the_hand_is_empty_at_first_where_no_sentence_tells() -> None:
    known = described("alfworld").begin(ROOM)
    assert ("hand-empty",) in known.facts


@pytest.mark.parametrize(
    ("name", "first", "places"),
    [
        ("textworld-express", KITCHEN, {"in ? corridor", "in ? hidden-room1"}),
        ("alfworld", ROOM, {"in ? bed1", "in ? drawer1", "in ? drawer2", "in ? side-table1"}),
        ("coin-collector", CELLAR, {"in ? pantry", "in ? hidden-room1"}),
    ],
)
def test_what_was_not_seen_is_a_frontier(name: str, first: str, places: set[str]) -> None:
    one = described(name)
    assert {frontier.name for frontier in one.frontiers(one.begin(first))} == places


def test_of_a_home_what_is_not_at_hand_was_not_seen() -> None:
    one = described("household")
    names = {frontier.name for frontier in one.frontiers(one.begin(FLAT))}
    assert {"in ? fridge1", "in ? sofa1"} <= names
    assert "in ? stove-burner1" not in names


@pytest.mark.parametrize(
    ("name", "first", "action", "arguments", "command"),
    [
        ("textworld-express", KITCHEN, "go", ("kitchen", "corridor", "south"), "move south"),
        ("alfworld", ROOM, "put", ("pen1", "side-table1"), "move pen1 to sidetable 1"),
        ("household", FLAT, "take", ("pan2", "stove-burner1"), "take pan 2 from stove burner 1"),
    ],
)
def test_a_step_is_spelt(name: str, first: str, action: str, arguments: tuple[str, ...], command: str) -> None:
    one = described(name)
    one.begin(first)
    found = next(each for each in one.domain.actions if each.name.text == action)
    assert one.spell(GroundAction(found, arguments)) == command


WORDS = st.sampled_from(
    [*(KITCHEN + ROOM + FLAT + CELLAR).replace(".", " . ").replace(",", " , ").split(), "\n", "", "𝔸", "{", "1"]
)


@given(
    st.sampled_from(["textworld-express", "alfworld", "household", "coin-collector"]),
    st.lists(WORDS, max_size=60).map(" ".join) | st.text(max_size=80),
)
@settings(max_examples=120, deadline=None)
def test_whatever_a_world_says_can_be_read(name: str, text: str) -> None:
    one = described(name)
    first = {"textworld-express": KITCHEN, "alfworld": ROOM, "household": FLAT, "coin-collector": CELLAR}[name]
    known = one.begin(first)
    one.read(known, None, text)
    list(one.frontiers(known))
    assert all(fact[0] in {each.name.text for each in one.domain.predicates} for fact in known.facts)
