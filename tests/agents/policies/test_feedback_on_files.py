"""What `pddlego+` tells a careless model of its files: each slip once, with its cause and what to write."""

from __future__ import annotations

import pytest
from case_tables import stored

from agents.policies.rooms_files import FIRST, GOOD, SECOND, THIRD, reply
from agents.policies.stages import counts, run


def test_an_answer_that_cannot_be_read_is_told_as_it_was() -> None:
    _, model, _ = run([GOOD[0], reply(SECOND.replace("(:init", "(((init")), *GOOD[1:]])
    assert "The files of your last answer:" in model.user(3), "nothing was put into it"
    _, model, _ = run([GOOD[0], reply(SECOND.replace("(at living-room)", "(at living-room east)")), *GOOD[1:]])
    assert "The files of your last answer, with the previously known facts filled in:" in model.user(3)
    told = model.user(3).partition("found this:")[2]
    assert "or change the declaration" not in told, "facts are known by it"


def test_a_problem_for_a_domain_of_another_name_is_for_the_one_that_was_written() -> None:
    game, _, _ = run([one.replace("(:domain rooms)", "(:domain coin-world)") for one in GOOD])
    assert game.won and counts(game.tally) == (3, 3, 0, 0, 0, 0)


def test_a_goal_about_what_nobody_has_seen_asks_for_no_invented_object() -> None:
    wrong = FIRST.replace("(:goal (at living-room))", "(:goal (exists (?c - coin) (have ?c)))")
    game, model, _ = run([reply(wrong), *GOOD])
    told = model.user(2).partition("found this:")[2]
    assert game.won and "explore first: choose something reachable" in told and "`(at living-room)`" in told
    assert "declare an object" not in told and "nothing of type `coin` has been seen" in told


@pytest.mark.parametrize(
    ("at", "old", "new", "words"), stored(__file__, "slips").values(), ids=stored(__file__, "slips")
)
def test_a_slip_that_can_be_meant_in_one_way_is_corrected_and_told(at: int, old: str, new: str, words: str) -> None:
    text = (FIRST, SECOND, THIRD)[at]
    assert old in text
    replies = list(GOOD)
    replies[at] = reply(text.replace(old, new, 1))
    game, model, _ = run(replies)
    assert game.won and counts(game.tally) == (3, 3, 0, 0, 0, 0), model.user(len(model.asked))
    if words:
        told = model.user(at + 2).partition("this was corrected or left out:")[2]
        assert words in told, told


def test_a_correction_that_cannot_be_read_is_left_out_and_told() -> None:
    lines = "RETRACT (connected kitchen living-room east)"
    game, model, _ = run([GOOD[0], reply(SECOND, lines=lines), *GOOD[2:]])
    assert game.won and counts(game.tally)[2:4] == (0, 0)
    assert f'The line "{lines}" was left out: it cannot be read: it has no BECAUSE' in model.user(3)


def test_a_goal_without_a_way_is_one_finding_and_asks_for_no_new_action() -> None:
    way = "(connected kitchen living-room east)"
    _, model, _ = run([reply(FIRST.replace(way, "")), *GOOD])
    told = model.user(2).partition("found this:")[2]
    assert "can never be true" in told and "there is no plan" not in told
    assert "add an action" not in told and "give one of the actions that effect" in told


def test_a_renaming_is_asked_for_where_both_names_have_been_written() -> None:
    pantry = SECOND.replace("north-of-living-room - room", "north-of-living-room pantry - room")
    game, model, _ = run([GOOD[0], reply(pantry), reply(THIRD), GOOD[2]])
    told = model.user(4).partition("found this:")[2]
    line = 'RENAME north-of-living-room pantry BECAUSE "You are in the pantry."'
    assert game.won and line in told, "its words are written out"
