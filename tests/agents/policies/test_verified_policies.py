"""`react+pv` and `sclplan` with replies that are written down beforehand, good ones and bad ones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from case_tables import stored
from translate.scripted import Scripted

from agents.policies.remembering import Remembering
from agents.policies.rooms_files import DOMAIN, THIRD_LINES, problem
from agents.policies.small_world import SOLUTION, Rooms
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.language import FormalisedLanguage
from clairify_cli.agents.games.play import Game, play
from clairify_cli.agents.policies.asking import Bounds
from clairify_cli.agents.policies.library import policy
from clairify_cli.agents.policies.sclplan import GoalInPart
from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.languages.base import CheckOptions
from clairify_cli.outcomes import Outcome
from clairify_cli.translate.models.base import Reply
from clairify_cli.translate.models.errors import ReplayExhaustedError
from clairify_cli.translate.prompt import opening
from clairify_cli.worlds.text.library import made_world


def run(
    name: str,
    replies: Sequence[str | Reply | BaseException],
    *,
    world: Rooms | None = None,
    domain: str | None = None,
    bounds: Bounds | None = None,
) -> tuple[Game, Scripted, Rooms]:
    """A game in a world of which the domain is ours, unless another is given."""
    model = Scripted([*replies, ReplayExhaustedError("no answer left")])
    rooms = world or Rooms(kind="coin_collector")
    made = policy(name, model=model, domain=domain, bounds=bounds, solver=Remembering())
    return play(rooms, made), model, rooms


def known(objects: str, init: str, lines: str = "", domain: str = "") -> str:
    text = problem(objects, init, "(and)")
    if not domain:
        text = text.replace("(:domain rooms)", "(:domain coin-collector)")
    return f"{lines}\n```pddl\n{domain}\n{text}```"


KITCHEN = ("kitchen living-room - room east - direction", "(at kitchen) (connected kitchen living-room east)")
LIVING = tuple(stored(__file__, "LIVING"))
PANTRY: tuple[str, str] = stored(__file__, "PANTRY")


def act(command: str) -> str:
    return f"Thought: so be it\nAction: {command}"


EAGER = [
    known(*KITCHEN),
    act("move east"),
    known(*LIVING),
    act("move north"),
    known(*PANTRY, THIRD_LINES),
    act("take coin"),
]
"""The facts after each turn, and the next action; that the door is closed is left to the planner."""

PV = [f"{EAGER[at]}\n{EAGER[at + 1]}" for at in (0, 2, 4)]
"""The same with each action in the reply that has the facts."""


def test_the_planner_makes_a_proposed_action_possible() -> None:
    game, model, rooms = run("react+pv", [Reply(text, "stop", 10, 1, 0.5) for text in PV])
    assert game.won and tuple(rooms.given) == SOLUTION
    tally = game.tally
    assert (tally.model_calls, tally.prompt_tokens, tally.completion_tokens, tally.cost) == (3, 30, 3, 1.5)
    assert (tally.invalid_actions, tally.invalid_fixed) == (1, 1)
    assert tally.solver_calls == 1 and (tally.solver_errors, tally.simulation_errors) == (0, 0)
    assert tally.by == {"model": 3, "planner": 1}
    assert [move.by for move in game.trace] == ["model", "planner", "model", "model"]
    assert game.learned is None, "the domain is ours"
    assert "(closed-door" in model.asked[0][0][0].content and "Actions that there are" in model.asked[0][0][0].content


def test_what_is_known_is_read_by_the_description_where_no_model_is_asked_for_it() -> None:
    model = Scripted([act("go west"), act("take coin")])
    made = policy("react+pv", model=model, reads_state=True, solver=Remembering())
    game = play(made_world("coin_collector", 0, 3), made)
    assert game.won and [move.command for move in game.trace] == ["open door to west", "go west", "take coin"]
    assert (game.tally.model_calls, game.tally.by) == (2, {"model": 2, "planner": 1})
    model = Scripted(["```pddl\n(:goal (exists (?coin - coin) (have ?coin)))\n```", act("go west")])
    made = policy("sclplan", model=model, reads_state=True, solver=Remembering())
    game = play(made_world("coin_collector", 0, 3), made)
    assert game.won and (game.tally.model_calls, game.tally.by) == (2, {"model": 1, "planner": 2})
    unknown = policy("react+pv", model=model, reads_state=True, solver=Remembering())
    assert "`small` talks is not known" in play(Rooms(), unknown).reason


def test_what_is_assumed_to_be_closed_is_taken_back_once_the_world_says_otherwise() -> None:
    shut = known(KITCHEN[0], KITCHEN[1] + " (closed-door kitchen living-room)")
    lines = 'RETRACT (closed-door kitchen living-room) BECAUSE "That cannot be done"'
    game, _, rooms = run("react+pv", [f"{shut}\n{EAGER[1]}", known(*KITCHEN, lines), *EAGER[1:]])
    assert game.won and rooms.given == ["open door to east", *SOLUTION]
    assert (game.tally.simulation_errors, game.tally.solver_errors) == (1, 0)


def test_an_account_for_a_given_domain_is_asked_for_a_problem_alone_and_not_told_thoughts() -> None:
    _, model, _ = run("react+pv", EAGER)
    system, user = (message.content for message in model.asked[4][0])
    for words in ("files", "effect with not", "fix the", "exactly these actions", "directions are objects"):
        assert words not in system.partition("How to write:")[2], words
    assert "counts as closed" in system and "and nothing else" not in system.partition("How to answer:")[2][:80]
    assert "A complete answer of this kind is:\n\nRENAME north-of-kitchen" in system
    assert "Thought: so be it" in model.user(6) and "Thought" not in user
    assert "the latest last: move east; open door to north; move north\n" in user
    assert "Turn 1" not in user and user.index("Turn 2") < user.index("Turn 3") < user.index("as your problem")
    assert "(define (domain " not in user


def test_an_action_that_cannot_be_made_possible_is_told_and_tried_when_it_is_meant() -> None:
    replies = [f"{EAGER[0]}\n{act('move west')}", act("take coin"), act("take coin"), *PV]
    game, model, rooms = run("react+pv", replies)
    assert game.won and rooms.given == ["take coin", *SOLUTION]
    assert (game.tally.invalid_actions, game.tally.invalid_fixed) == (3, 1)
    assert game.tally.model_calls == 6
    assert '"west" is not known' in model.user(2)
    assert '"coin" is not known' in model.user(3)


def test_reasons_are_told_where_no_plan_makes_it_possible() -> None:
    state = known("kitchen attic - room east north - direction coin - coin", "(at kitchen) (in coin attic)")
    game, model, _ = run("react+pv", [state, state, act("take coin"), act("move east")])
    assert game.ending is Outcome.NO_REPLY
    assert "no observation has mentioned `coin` yet" in model.user(2)
    assert "`(in coin kitchen)` is false" in model.user(4)
    assert game.tally.solver_calls == 0, "it is seen without a solver that nothing leads to the attic"


def test_without_a_good_problem_actions_are_not_verified() -> None:
    wrong = known("kitchen - room", "(at kitchen kitchen)")
    replies = [text for command in SOLUTION for text in (*[wrong] * 5, act(command))]
    game, _, rooms = run("react+pv", replies)
    assert game.won and tuple(rooms.given) == SOLUTION
    assert game.tally.solver_errors == 20 and game.tally.solver_fixed == 0 and game.tally.model_calls == 24
    assert game.tally.by == {"model": 4}


def test_what_is_known_is_carried_on_where_the_model_does_not_go_on() -> None:
    game, model, rooms = run("react+pv", [PV[0], *[""] * 5, act("move east"), act("open door to north")])
    assert game.ending is Outcome.NO_REPLY and rooms.given == ["move east"]
    assert game.tally.solver_errors == 5 and game.tally.invalid_actions == 2
    assert "no `(connected living-room ?there east)` is known" in model.user(8)


def test_the_model_writes_the_domain_where_it_is_not_ours() -> None:
    first = f"{known(*KITCHEN, domain=DOMAIN)}\n{EAGER[1]}"
    rest = [text.replace("(:domain coin-collector)", "(:domain rooms)") for text in PV[1:]]
    game, model, rooms = run("react+pv", [first, *rest], world=Rooms())
    assert game.won and tuple(rooms.given) == SOLUTION
    assert game.learned is not None and game.learned.strip() == DOMAIN.strip()
    assert "(:action go" in model.asked[0][0][0].content.partition("exactly these actions")[2]
    assert "exactly these actions" not in model.asked[1][0][0].content, (
        "it stays until the world refuses what it allows"
    )


def test_five_tries_and_no_more() -> None:
    replies = [f"{EAGER[0]}\nOpen sesame.\nHm.", "hm.\nhm.", act("dance"), act("take coin"), "", act("move east")]
    game, _, rooms = run("react+pv", replies)
    assert game.ending is Outcome.GAVE_UP and not rooms.given
    assert game.tally.model_calls == 5 and game.tally.invalid_actions == 2


def test_an_action_that_the_world_refused_is_not_tried_again_until_something_changes() -> None:
    game, model, rooms = run("react+pv", [EAGER[0], *[act("take coin")] * 2, *[EAGER[0], *[act("take coin")] * 5]])
    assert game.ending is Outcome.GAVE_UP and rooms.given == ["take coin"]
    assert game.tally.model_calls == 9 and game.tally.invalid_actions == 6
    assert "has changed since" in model.user(6)


GOAL = "```pddl\n(:goal (exists (?c - coin) (have ?c)))\n```"
SCL = [EAGER[0], GOAL, *EAGER[1:5]]
"""What wins with `sclplan`: the last step is the planner's."""


def test_the_planner_takes_over_as_soon_as_there_is_a_plan() -> None:
    game, model, rooms = run("sclplan", SCL)
    assert game.won and tuple(rooms.given) == SOLUTION
    assert [move.by for move in game.trace] == ["model", "planner", "model", "planner"]
    assert game.tally.model_calls == 6 and game.tally.solver_calls == 2
    assert (game.tally.invalid_actions, game.tally.invalid_fixed, game.tally.solver_errors) == (1, 1, 0)
    assert "only partly known" in model.asked[1][0][0].content
    assert "Find the coin and take it." in model.user(2)


def test_a_goal_may_be_about_things_of_any_type_of_the_domain() -> None:
    home = Source(data_text("domains", "household.pddl"), "<domain>")
    scene = "(define (problem now) (:domain household) (:objects k - room d - drawer) (:init (closed d)) (:goal (and)))"
    language = GoalInPart(Given(home, Source(scene, "<problem>")), Write.GOAL)
    told = opening("Put two ladles in the drawer.", language, CheckOptions()).system
    for kind in ("ladle - utensil", "item - thing", "washable - item", "lamp - device"):
        assert f"- {kind}  ;" in told, kind
    assert "Objects of the scene that have been seen" in told and "Name only what exists" not in told
    goal = Source("(:goal (exists (?a ?b - ladle) (and (not (= ?a ?b)) (in ?a d) (in ?b d))))")
    assert not [one for one in language.check(goal, CheckOptions()) if one.is_error]
    whole = FormalisedLanguage(language.given, Write.GOAL).describe(CheckOptions())
    assert "ladle - utensil" not in whole, "in a scene that is known whole it is left out"


@pytest.mark.parametrize("wrong", stored(__file__, "a_bad_goal_is_told_and_asked_for_again"))
def test_a_bad_goal_is_told_and_asked_for_again(wrong: str) -> None:
    game, _, _ = run("sclplan", [SCL[0], wrong, *SCL[1:]])
    assert game.won and game.tally.model_calls == 7
    assert (game.tally.solver_errors, game.tally.solver_fixed) == (1, 1)


def test_without_a_goal_it_is_react_with_verification() -> None:
    game, _, rooms = run("sclplan", [SCL[0], *["no idea"] * 5, *EAGER[1:]])
    assert game.won and tuple(rooms.given) == SOLUTION
    assert (game.tally.solver_errors, game.tally.solver_fixed, game.tally.model_calls) == (5, 0, 11)


def test_a_plan_that_the_world_refuses_is_left_for_the_model() -> None:
    dream = known(
        "kitchen living-room - room east - direction coin - coin",
        "(at kitchen) (connected kitchen living-room east) (in coin kitchen)",
    )
    again = known("kitchen - room", "(at kitchen)", 'RETRACT (in coin kitchen) BECAUSE "That cannot be done"')
    replies = [dream, dream, GOAL, again, act("move east"), *SCL[3:]]
    game, model, rooms = run("sclplan", replies)
    assert game.won and rooms.given == ["take coin", *SOLUTION]
    assert (game.tally.simulation_errors, game.tally.simulation_fixed) == (1, 1)
    assert "That cannot be done." in model.user(4)


def test_a_plan_that_was_refused_is_not_tried_again_at_once() -> None:
    dream = known("kitchen - room coin - coin", "(at kitchen) (in coin kitchen)")
    game, _, rooms = run("sclplan", [dream, dream, GOAL, *[dream, act("take coin")] * 20], bounds=Bounds(calls=30))
    assert game.ending in (Outcome.GAVE_UP, Outcome.LOST) and game.tally.simulation_errors == 1
    assert set(rooms.given) == {"take coin"}


def test_a_step_that_was_refused_is_not_planned_again_though_something_else_was_done() -> None:
    dream = known(
        "kitchen living-room - room east west - direction coin - coin",
        "(at kitchen) (connected kitchen living-room east) (in coin kitchen)",
    )
    turns = [dream, act("move east"), dream, act("move west")] * 5
    game, model, rooms = run("sclplan", [dream, dream, GOAL, *turns], bounds=Bounds(calls=20))
    assert rooms.given.count("take coin") == game.tally.simulation_errors == 1
    assert rooms.given[:3] == ["take coin", "move east", "move west"]
    assert "`take coin`, which is (take coin kitchen), in turn 1" in model.user(5)


@pytest.mark.parametrize("name", ["react+pv", "sclplan"])
def test_a_domain_that_does_not_fit_is_told(name: str) -> None:
    game, _, _ = run(name, [], domain=DOMAIN.replace("(:action take", "(:action grab"))
    assert game.ending is Outcome.GAVE_UP and "lacks the action `take`" in game.reason and game.tally.model_calls == 0


def test_what_the_task_asks_for_is_no_object_before_it_was_seen() -> None:
    dream = known("kitchen living-room - room east - direction coin - coin", KITCHEN[1] + " (in coin living-room)")
    game, model, _ = run("react+pv", [dream, *PV])
    assert game.won and (game.tally.solver_errors, game.tally.solver_fixed) == (1, 1)
    told = model.user(2)
    assert "no observation has mentioned `coin` yet" in told and "leave it out, with all facts about it" in told


def test_an_invented_object_is_refused_with_the_nearest_that_was_seen() -> None:
    ghost = known("kitchen living-room livingdoor - room east - direction", KITCHEN[1] + " (at livingdoor)")
    game, model, _ = run("react+pv", [ghost, *PV])
    told = model.user(2).partition("found this:")[2]
    assert game.won and "no observation has mentioned `livingdoor`" in told and "did you mean `living-room`" in told


def test_a_declaration_in_a_given_domain_is_not_asked_for() -> None:
    wrong = known("kitchen - room east - direction", "(at kitchen) (connected kitchen living-room east) (open kitchen)")
    _, model, _ = run("react+pv", [wrong, *PV])
    told = model.user(2).partition("found this:")[2]
    assert "`living-room` was declared" in told
    assert "`open` is not declared" in told and "`:predicates`" not in told, "the domain is given"


def test_a_goal_names_what_was_seen_or_asks_by_its_type() -> None:
    game, model, _ = run("sclplan", [SCL[0], "(:goal (have coin-1))", *SCL[1:]])
    assert game.won
    told = model.user(3).partition("found this:")[2]
    assert "by its type, with exists" in told and "to `:objects`" not in told and "can be no plan" not in told


def test_that_nothing_lies_in_a_direction_is_told_once() -> None:
    state = known("kitchen living-room - room west - direction", "(at kitchen) (connected living-room kitchen west)")
    _, model, _ = run("react+pv", [state, act("move west"), *EAGER[1:]])
    assert "no `(connected kitchen ?there west)` is known" in model.user(3) and "of others" not in model.user(3)


def test_a_place_for_a_direction_is_told_as_that() -> None:
    _, model, _ = run("react+pv", [EAGER[0], act("move to living room"), *EAGER[1:]])
    assert "`living-room` is of the type `room`, and the {direction}" in model.user(3)
    assert "no plan makes it possible" not in model.user(3), "no plan was looked for"


def test_a_thing_of_another_kind_is_told_as_that() -> None:
    _, model, _ = run("react+pv", [EAGER[0], act("go to living room"), act("take living room"), *EAGER[1:]])
    told = model.user(4)
    assert "`living-room` is of the type `room`, and the {coin}" in told and "of the type `coin`" in told
