"""Plans and programs say the same: both ways for programs without branches, and with what is lost for all others."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.program.convert import (
    ConversionError,
    pddl_name,
    plan_of_program,
    plan_to_program,
    program_of_plan,
    task_name,
)
from clairify_cli.languages.program.printing import program_text
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Call, Name, Program, Term
from clairify_cli.languages.program.vocabulary import vocabulary_of
from clairify_cli.planning.language import PlanLanguage
from program.program_cases import CONTEXTS

KNOWN, _ = vocabulary_of(CONTEXTS["kitchen"])
assert KNOWN is not None
ACTIONS = sorted(KNOWN.actions)
OBJECTS = sorted(KNOWN.task.objects)


def program(text: str) -> Program:
    made, found = read(Source(text))
    assert made is not None and not any(one.is_error for one in found)
    return made


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp", "Zs")), min_size=1, max_size=12)
COMMENTS = st.lists(
    WORDS.filter(lambda one: not one.startswith((";", "#", "clairify", "cost", "program:", "doc:"))), max_size=2
)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,10}", fullmatch=True).map(task_name)
CALLS = st.builds(
    lambda action, objects, comment, aside: Call(
        Name(action, 0, 0), tuple(Term(one, 0, 0) for one in objects), (), (), 0, 0, tuple(comment), " ".join(aside[:1])
    ),
    st.sampled_from(ACTIONS),
    st.lists(st.sampled_from(OBJECTS), max_size=4),
    COMMENTS,
    COMMENTS,
)
PROGRAMS = st.builds(
    lambda name, calls, trailing: Program(Name(name, 0, 0), tuple(calls), trailing=tuple(trailing)),
    NAMES,
    st.lists(CALLS, min_size=1, max_size=8),
    COMMENTS,
)
PLANS = st.lists(
    st.tuples(
        st.sampled_from([one.name.text for one in KNOWN.actions.values()]),
        st.lists(st.sampled_from(OBJECTS), max_size=4),
    ),
    min_size=1,
    max_size=10,
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(PROGRAMS, st.booleans())
def test_a_program_without_branches_comes_back_as_it_was(made: Program, with_domain: bool) -> None:
    known = KNOWN if with_domain else None
    text = program_text(made)
    plan = plan_of_program(program(text), known)
    assert plan.lost == ()
    assert plan_to_program(Source(plan.text), known=known) == text


@settings(max_examples=150, deadline=None, derandomize=True)
@given(PLANS, st.booleans())
def test_a_plan_comes_back_as_it_was(steps: list[tuple[str, list[str]]], with_domain: bool) -> None:
    known = KNOWN if with_domain else None
    plan = "".join(f"({' '.join((name, *objects))})\n" for name, objects in steps)
    text = plan_to_program(Source(plan), known=known)
    back = plan_of_program(program(text), known)
    assert back.lost == ()
    assert re.sub(r";.*\n", "", back.text) == plan
    assert [step.words for step in read_plan(Source(back.text))[0].steps] == [
        (name, *objects) for name, objects in steps
    ]


def test_a_plan_that_is_valid_is_a_program_without_faults() -> None:
    plan = (
        "(go table1 fridge1 kitchen)\n(open fridge1)\n(go fridge1 table1 kitchen)\n(take apple1 table1)\n"
        "(go table1 sink1 kitchen)\n(clean apple1 sink1)\n(go sink1 fridge1 kitchen)\n(put apple1 fridge1)\n"
    )
    options = CheckOptions(context=CONTEXTS["goal"])
    assert PlanLanguage().check(Source(plan), options) == []
    text = plan_to_program(Source(plan), name="Put a clean apple in the fridge", known=KNOWN)
    assert text.startswith(
        "def put_a_clean_apple_in_the_fridge():\n    # 1: go table1 fridge1 kitchen\n"
        '    go("table1", "fridge1", "kitchen")\n'
    )
    from clairify_cli.languages import get

    assert get("program").check(Source(text), options) == []
    assert PlanLanguage().check(Source(plan_of_program(program(text), KNOWN).text), options) == []


def test_comments_and_what_a_planner_adds() -> None:
    text = "; first\n0: (find apple1 table1)  ; look\n; cost = 1 (unit cost)\n; done\n"
    assert (
        plan_to_program(Source(text)) == 'def task():\n    # first\n    find("apple1", "table1")  # look\n    # done\n'
    )
    made = program_of_plan(read_plan(Source(text))[0], name="x")
    assert made.name.text == "x" and made.body[0].comment == ("1: find apple1 table1",)


BRANCHES = """\
def task():
    find("apple1", "table1", speed=0.3, checks=[can_reach("apple1")])
    assert at("table1"), go("sink1", "table1", "kitchen")
    assert at("fridge1"), go("table1", "fridge1", "kitchen")
    while closed("fridge1"):
        open("fridge1")
    for thing in ["egg1", "lettuce1"]:
        if clean(thing):
            find(thing, "sink1")
        else:
            find(thing, "fridge1")
"""


def test_branches_are_an_error_or_followed_as_the_state_has_them() -> None:
    with pytest.raises(ConversionError, match=r"a plan cannot say all of the program: the parameters of `find`"):
        plan_of_program(program(BRANCHES), KNOWN)
    made = plan_of_program(program(BRANCHES), KNOWN, best_effort=True)
    steps = [step.text for step in read_plan(Source(made.text))[0].steps]
    assert steps == [
        "(find apple1 table1)",
        "(go table1 fridge1 kitchen)",
        "(open fridge1)",
        "(find egg1 fridge1)",
        "(find lettuce1 fridge1)",
    ]
    assert made.lost == (
        "the parameters of `find` (speed)",
        "the checks of `find` (can_reach)",
        'that `at("table1")` is asserted: it holds there',
        'that `at("fridge1")` is asked: it does not hold there, so that its recovery is in the plan',
        'that the loop goes on while `closed("fridge1")`: it is done 1 time',
        "the branch where `clean(thing)` holds",
    )
    assert [
        one.is_error for one in PlanLanguage().check(Source(made.text), CheckOptions(context=CONTEXTS["kitchen"]))
    ] == []


def test_without_a_domain_conditions_are_taken_to_hold() -> None:
    made = plan_of_program(program(BRANCHES), best_effort=True)
    assert "(find egg1 sink1)" in made.text and "(open fridge1)" in made.text and "(go " not in made.text


def test_loops_over_objects_lose_nothing() -> None:
    text = 'def task():\n    for x in ["a", "b"]:\n        for _ in range(2):\n            stir(x)\n    pass\n'
    made = plan_of_program(program(text))
    assert made.text == "; program: task\n(stir a)\n(stir a)\n(stir b)\n(stir b)\n" and made.lost == ()


@pytest.mark.parametrize("text", ["(take ?x)", "Take the apple!", "(define (domain d))"])
def test_a_plan_with_faults_is_refused(text: str) -> None:
    with pytest.raises(ConversionError, match="line 1"):
        plan_to_program(Source(text))


def test_an_object_that_no_plan_can_name_is_refused() -> None:
    with pytest.raises(ConversionError, match="cannot name the object `the cup`"):
        plan_of_program(program('def f():\n    take("the cup")\n'))


def test_names() -> None:
    assert [task_name(one) for one in ("Put the apple away!", "", "3 cups", "__x", "for", "put-it", "Ä b")] == [
        "put_the_apple_away",
        "task",
        "task_3_cups",
        "x",
        "for_",
        "put_it",
        "ä_b",
    ]
    assert [pddl_name(one) for one in ("go_next_door", "in_", "Open")] == ["go-next-door", "in", "open"]
