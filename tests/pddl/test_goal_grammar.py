"""What a decoder that is held to the goals of a scene writes at random is a goal about what is there."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from decoding import matcher_of, sampled
from fakes import openai_server as fake

from clairify_cli.agents.formalise.given import Given, Write, read_domain, read_problem, shipped
from clairify_cli.agents.formalise.language import FormalisedLanguage
from clairify_cli.agents.formalise.run import formalise
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.constrain import from_json, goal_grammar, goal_schema
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import LoopOptions
from clairify_cli.translate.models.litellm_model import LiteLLMModel

SCENES = [(name, sorted(shipped(f"problems/{name}"))[0]) for name in ("blocks", "coin-collector", "lab", "tabletop")]
SAMPLES = 1000


def given(domain: str, problem: str) -> Given:
    read = read_domain(domain, most_bytes=1_000_000)
    return Given(read, read_problem(problem, read, most_bytes=1_000_000))


@pytest.mark.parametrize("form", ["grammar", "schema"])
@pytest.mark.parametrize(("domain", "problem"), SCENES)
def test_random_goals_have_no_errors(domain: str, problem: str, form: str) -> None:
    scene = given(domain, problem)
    language, rng = FormalisedLanguage(scene, Write.GOAL), Random(domain)
    matcher = matcher_of(language.grammar(CheckOptions()) if form == "grammar" else language.schema(CheckOptions()))
    goals = 0
    for _ in range(SAMPLES // len(SCENES) // 2):
        goal = language.extract(re.sub(r"\AMISTAKEN .*\n", "", sampled(matcher, rng)))
        if not goal.startswith("CANNOT SAY: "):
            goals += 1
            assert not [one for one in language.check(Source(goal), CheckOptions()) if one.is_error], goal
    assert goals > SAMPLES // len(SCENES) // 8


NUMBERS = """(define (domain d) (:requirements :typing :numeric-fluents) (:types jar - object Upper_case)
  (:constants lid - jar) (:predicates (open ?j - jar) (in ?a - jar ?u - Upper_case)) (:functions (level ?j - jar))
  (:action fill :parameters (?j - jar) :effect (increase (level ?j) 1)))"""
SCENE = "(define (problem p) (:domain d) (:objects jar-1 jar_2 - jar) (:init (= (level jar-1) 0)) (:goal (and)))"


def test_numbers_names_and_parameters_without_objects() -> None:
    files = (Source(NUMBERS), Source(SCENE))
    grammar, schema = goal_grammar(files), goal_schema(files)
    told = {
        "(:goal (>= (level jar_2) 12))\n": True,
        "(:goal (forall (?x - jar) (open ?x)))\n": True,
        "(:goal (exists (?x - jar ?y - jar) (and (not (= ?x ?y)) (open ?x) (open ?y))))\n": True,
        "(:goal (open lid))\n": True,
        "(:goal (open jar-3))\n": False,
        "(:goal (open ?x))\n": False,
        "(:goal (in lid lid))\n": False,
    }
    for goal, is_one in told.items():
        matcher = matcher_of(grammar)
        assert all(matcher.consume_token(byte) for byte in goal.encode()) is is_one, goal
        lists = re.sub(r"[^\s()]+", lambda word: word[0] if word[0].isdigit() else f'"{word[0]}"', goal[7:-2])
        reply = '{"goal": ' + re.sub(r"(?<=[^(]) ", ", ", lists).replace("(", "[").replace(")", "]") + "}"
        in_json = matcher_of(schema)
        is_one = is_one and "?y" not in goal  # a schema has one variable in a quantifier, at most
        assert all(in_json.consume_token(byte) for byte in reply.encode()) is is_one, reply
        assert from_json(reply) == goal


def test_without_a_scene_there_is_no_grammar() -> None:
    assert (goal_grammar((Source(NUMBERS),)), goal_schema((Source(NUMBERS),))) == ("", None)
    assert FormalisedLanguage(Given(Source(NUMBERS)), Write.PROBLEM).grammar(CheckOptions()) == ""


@pytest.mark.parametrize(
    ("wanted", "reply", "outcome"),
    [
        ("auto", "(:goal (on red blue))", Outcome.WRITTEN),
        ("auto", "CANNOT SAY: there is no shelf (of wood).", Outcome.INEXPRESSIBLE),
        ("schema", '{"goal": ["on", "red", "blue"]}', Outcome.WRITTEN),
        ("schema", '{"goal": "CANNOT SAY: there is no shelf."}', Outcome.INEXPRESSIBLE),
    ],
)
def test_the_form_is_sent_to_the_server(wanted: str, reply: str, outcome: Outcome) -> None:
    domain = read_domain("blocks", most_bytes=1_000_000)
    problem = Source(
        "(define (problem p) (:domain blocks) (:objects red blue - block)"
        " (:init (clear red) (clear blue)) (:goal (and)))"
    )
    with fake.serve(fake.says(reply)) as server:
        model = LiteLLMModel("openai/m", server.address)
        options = LoopOptions(constrain=wanted, rounds=1, fidelity=False)
        made = formalise("Put red on blue.", Given(domain, problem), Write.GOAL, model, options)
    assert made.outcome is outcome
    body = server.requests[0].body
    assert '"(on "' in body["grammar"] if wanted == "auto" else '"const": "on"' in json.dumps(body["response_format"])
    assert "Only what is in the scene can be written" in server.requests[0].user
