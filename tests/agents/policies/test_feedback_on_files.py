"""What `pddlego+` tells a careless model of its files: each slip once, with its cause and what to write."""

from __future__ import annotations

from agents.policies.rooms_files import DOMAIN, FIRST, GOOD, SECOND, THIRD, THIRD_LINES, reply
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


def test_an_effect_that_was_forgotten_is_named_once_a_plan_failed() -> None:
    """One that does not leave a room is in both, and plans a way from where it is no more."""
    stays = DOMAIN.replace("(and (at ?there) (not (at ?here)))", "(at ?there)")
    pantry = "(connected kitchen north-of-living-room south) (closed-door kitchen north-of-living-room)"
    wrong = SECOND.replace("(connected living-room north-of-living-room north)", pantry)
    wrong = wrong.replace("north - direction", "north south - direction")
    game, model, _ = run([reply(FIRST, stays), reply(wrong, stays), *GOOD[1:]])
    assert game.tally.simulation_errors == 1 and game.won
    told = model.user(3)
    assert "`(at ?here)` is still true after `go` has made `(at ?there)` true" in told
    assert "`(not (at ?here))` is missing from the effect" in told


def test_arguments_in_another_order_are_one_finding_with_the_right_order() -> None:
    wrong = FIRST.replace("(connected kitchen living-room east)", "(connected kitchen east living-room)")
    _, model, _ = run([reply(wrong), *GOOD])
    told = model.user(2).partition("found this:")[2]
    assert "write `(connected kitchen living-room east)`" in told and "\n2. " not in told


def test_a_forgotten_renaming_is_told_with_its_line() -> None:
    game, model, _ = run([*GOOD[:2], reply(THIRD), GOOD[2]])
    told = model.user(4).partition("found this:")[2]
    assert game.won and 'RENAME north-of-living-room pantry BECAUSE "words"' in told and "leave" not in told


def test_a_correction_that_cannot_be_read_is_told() -> None:
    lines = "RETRACT (connected kitchen living-room east)"
    game, model, _ = run([GOOD[0], reply(SECOND, lines=lines), *GOOD[1:]])
    assert game.won and counts(game.tally)[2:4] == (1, 1)
    assert "it cannot be read: it has no BECAUSE" in model.user(3) and f"the line: {lines}" in model.user(3)


def test_a_goal_without_a_way_is_one_finding_and_asks_for_no_new_action() -> None:
    way = "(connected kitchen living-room east)"
    _, model, _ = run([reply(FIRST.replace(way, "")), *GOOD])
    told = model.user(2).partition("found this:")[2]
    assert "can never be true" in told and "there is no plan" not in told
    assert "add an action" not in told and "give one of the actions that effect" in told


def test_a_renaming_is_asked_for_also_where_both_names_have_been_written() -> None:
    pantry = SECOND.replace("north-of-living-room - room", "north-of-living-room pantry - room")
    _, model, _ = run([GOOD[0], reply(pantry), reply(THIRD), GOOD[2]])
    told = model.user(4).partition("found this:")[2]
    assert 'RENAME north-of-living-room pantry BECAUSE "words"' in told


def test_a_fact_that_a_step_made_false_is_left_out_by_a_domain_that_is_given() -> None:
    """Where the model wrote the domain as well, its effects may be what is wrong, so it is asked."""
    stale = SECOND.replace("(at living-room)", "(at living-room) (at kitchen)", 1)
    last = f"{THIRD_LINES}\n```pddl\n{THIRD}```"
    game, model, _ = run([f"```pddl\n{FIRST}```", f"```pddl\n{stale}```", last], domain=DOMAIN)
    assert game.won and counts(game.tally)[:4] == (3, 3, 0, 0)
    game, model, _ = run([GOOD[0], reply(stale), *GOOD[1:]])
    assert "`(at kitchen)`" in model.user(3).partition("found this:")[2] and game.tally.solver_errors == 1
