"""Policies by name, and what is said where there is none."""

from __future__ import annotations

import pytest
from translate.scripted import Scripted

from clairify_cli.agents.policies.asking import Bounds
from clairify_cli.agents.policies.library import MODEL_POLICIES, PolicyError, policy
from clairify_cli.planning.solvers.base import SolverError


@pytest.mark.parametrize("name", MODEL_POLICIES)
def test_every_policy_that_asks_a_model(name: str) -> None:
    made = policy(name.upper(), model=Scripted(["x"]))
    assert made.name == name and made.learned is None and made.tally.model_calls == 0


@pytest.mark.parametrize("name", MODEL_POLICIES)
def test_a_model_is_needed(name: str) -> None:
    with pytest.raises(PolicyError, match="no model is named"):
        policy(name)
    with pytest.raises(PolicyError, match="offline reader cannot play"):
        policy(name, model=Scripted(["x"], name="reader"))


@pytest.mark.parametrize(
    ("name", "words"),
    [("pddlgo", "`pddlego`"), ("ract", "`react`"), ("react-pv", "react"), ("zzz", "there are explorer, plangen")],
)
def test_unknown_names_are_told_the_nearest(name: str, words: str) -> None:
    with pytest.raises(PolicyError, match=words):
        policy(name)


def test_a_domain_is_for_those_that_write_one() -> None:
    with pytest.raises(PolicyError, match="reads no domain"):
        policy("react", model=Scripted(["x"]), domain="(define (domain d))")


def test_bounds_make_sense() -> None:
    with pytest.raises(ValueError, match="tries"):
        Bounds(tries=0)
    with pytest.raises(ValueError, match="0 s"):
        Bounds(solver_seconds=0)


def test_the_offline_policy_needs_no_model() -> None:
    assert policy("explorer").name == "explorer"


def test_a_solver_that_is_not_there() -> None:
    with pytest.raises(SolverError, match="no solver is called"):
        policy("sclplan", model=Scripted(["x"]), solver="fast-upward")
