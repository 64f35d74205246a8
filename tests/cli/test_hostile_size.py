"""Texts that once cost quadratic time cost a time in proportion, and the time limit ends the reader and the checks."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from case_tables import stored
from effort import grows_linearly

from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.fidelity.check import MOST_PAIRS
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.reader.protocol import read_to_xdl
from clairify_cli.translate.models.deadline import stopped_after
from clairify_cli.translate.models.errors import ModelTimeoutError
from cli.conftest import Run


@pytest.mark.parametrize("piece", ["1,", "1-", '"-', "(-", "Add water. ", "Cool. ", "a , "])
def test_reading(piece: str) -> None:
    def work(size: int) -> None:
        read_to_xdl((piece * size)[:size], Constraints())

    grows_linearly(work, 200, 1_800)


def test_a_long_line_of_a_plan() -> None:
    grows_linearly(lambda size: read_plan(Source("(a)" * size)), 4_000, 24_000)


@pytest.mark.parametrize(
    ("piece", "copies", "is_compared"), [("Add water. ", 500, True), ("Cool. ", 300, True), ("Cool. ", 1_600, False)]
)
def test_what_is_too_much_to_compare_is_said(piece: str, copies: int, is_compared: bool) -> None:
    text = piece * copies
    program = Source(read_to_xdl(text, Constraints()).xdl)
    found = check_fidelity(program, Source(text, "<text>"), get("xdl"), CheckOptions())
    assert ("XDL613" not in {one.code for one in found}) == is_compared
    assert is_compared or "too many to compare" in found[0].message
    assert MOST_PAIRS > 900 * 1_800  # sixty thousand characters of real procedures


@pytest.mark.parametrize("piece", ["Cool. ", "Add water. "])
def test_comparing_a_long_text_with_a_short_program(piece: str) -> None:
    program = Source(read_to_xdl("Add 5 mL of water to a beaker. Stir.", Constraints()).xdl)
    grows_linearly(
        lambda size: check_fidelity(program, Source((piece * size)[:size]), get("xdl"), CheckOptions()), 4_000, 40_000
    )


PREDICATES = " ".join(f"(holding{number})" for number in range(300))
TYPES = " ".join(f"type{number}" for number in range(300))


def _name(number: int) -> str:
    return "".join("aeioubcdgh"[int(digit)] for digit in str(number))


@pytest.mark.parametrize(
    ("language", "head", "piece", "end"),
    [
        ("xdl", "<!-- clairify: ignore", " XDL1{0},", " --><XDL/>"),
        ("xdl", "<!-- clairify: ignore", " und{1}efined,", " --><XDL/>"),
        ("xdl", "<!-- clairify: ignore", " X{0},", " --><XDL><Procedure>" + "<Adds/>" * 300 + "</Procedure></XDL>"),
        ("scene", "scene: 1\n", "# clairify: ignore RUN{0}\n", ""),
        ("xdl", "<XDL><Procedure>", "<Heat{1}Chill vessel='v' time='5 min'/>", "</Procedure></XDL>"),
        ("xdl", "<XDL><Procedure>", "<Add vol{1}ume='5 mL'/>", "</Procedure></XDL>"),
        ("pddl", f"(define (domain d) (:predicates {PREDICATES})", "(:action a{0} :effect (hold{1}ing))", ")"),
        ("pddl", f"(define (domain d) (:types {TYPES})", "(:action a{0} :parameters (?x - ty{1}pe) :effect (p))", ")"),
    ],
)  # fmt: skip
def test_unknown_words_by_the_thousand(language: str, head: str, piece: str, end: str) -> None:
    """They are compared with the known ones as far as the budget goes, and each is reported."""

    def work(size: int) -> None:
        text = head + "".join(piece.format(number, _name(number)) for number in range(size)) + end
        get(language).check(Source(text, "hostile"), CheckOptions())

    grows_linearly(work, 500, 4_000)


@pytest.mark.parametrize(
    ("language", "form", "declared", "used"),
    stored(__file__, "many_undeclared_names_beside_many_declared"),
)  # fmt: skip
def test_many_undeclared_names_beside_many_declared(language: str, form: str, declared: str, used: str) -> None:
    def work(size: int) -> None:
        text = form.format(*(" ".join(one.format(number) for number in range(size)) for one in (declared, used)))
        get(language).check(Source(text, "hostile"), CheckOptions())

    grows_linearly(work, 700, 4_200)


def test_the_time_limit_ends_the_reader(clairify: Run) -> None:
    Path("long.txt").write_text("Add 5 mL of water to A. " * 40_000)
    began = time.thread_time()
    ran = clairify("xdl", "long.txt", "--time-limit", "0.2")
    assert (ran.code, ran.out) == (1, "")
    assert "the time is up" in ran.err
    assert time.thread_time() - began < 3  # to read it all takes ten times as long


def test_the_time_limit_ends_a_check_and_the_next_file_is_checked(clairify: Run) -> None:
    # So long that no machine is done with it in time.
    Path("long.xdl").write_text("<XDL><Procedure>" + "<Adds a='1'/>" * 600_000 + "</Procedure></XDL>")
    Path("next.xdl").write_text("<XDL")
    ran = clairify("check", "long.xdl", "next.xdl", "--time-limit", "0.2", "--format", "concise")
    assert ran.code == 2
    assert "long.xdl: error: the check was stopped when the time was up" in ran.out
    assert "next.xdl:1:1: error[XDL" in ran.out


def test_work_in_time_goes_on() -> None:
    assert stopped_after(60, "the work", lambda: sum(range(1000))) == 499_500


@pytest.mark.parametrize("seconds", [0.0, 0.0001, 0.001])
def test_work_that_ends_as_its_time_does_leaves_nothing_behind(seconds: float) -> None:
    """Whichever comes first, nothing is raised later, and a profiler still works, which hung where a flag was left."""
    for _ in range(50):
        with suppress(ModelTimeoutError):
            assert stopped_after(seconds, "the work", lambda: sum(range(2000))) == 1_999_000
    called = 0

    def note(*_: object) -> None:
        nonlocal called
        called += 1

    sys.setprofile(note)
    try:
        len(str(threading.active_count()))
    finally:
        sys.setprofile(None)
    assert called


def test_work_that_takes_too_long_is_ended_where_it_is() -> None:
    def work() -> None:
        while True:
            with suppress(Exception):  # which must not take the end of the time for an error of its own
                sum(range(1000))

    with pytest.raises(ModelTimeoutError, match="the work was stopped when the time was up"):
        stopped_after(0.05, "the work", work)


def test_work_that_swallows_the_end_of_its_time_is_ended_all_the_same() -> None:
    def forever() -> None:
        while True:
            sum(range(1000))

    def work() -> None:
        with suppress(BaseException):  # as a finalizer or a callback of the collector does
            forever()
        forever()

    with pytest.raises(ModelTimeoutError, match="the work was stopped when the time was up"):
        stopped_after(0.05, "the work", work)


def test_work_that_ends_after_swallowing_the_end_of_its_time_returns() -> None:
    def work() -> str:
        with suppress(BaseException):
            while True:
                sum(range(1000))
        return "done"

    assert stopped_after(0.05, "the work", work) == "done"
