"""Printing a tree and reading it back gives the same tree; formatting a text keeps it, and is done after one go."""

from __future__ import annotations

import re

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st
from pddl_trees import bare, conditions, expressions, files

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Expression, File, Formula
from clairify_cli.languages.pddl.writing.format import format_pddl
from clairify_cli.languages.pddl.writing.layout import WIDTH
from clairify_cli.languages.pddl.writing.printing import print_formula, print_tree


def tree_of(text: str) -> File:
    return read(Source(text))[0]


@settings(max_examples=60, deadline=None)
@given(files)
def test_what_is_printed_reads_as_the_same_tree(file: File) -> None:
    text = print_tree(file)
    again = tree_of(text)
    assert bare(again.definitions) == bare(file.definitions), text
    assert print_tree(again) == text
    assert format_pddl(Source(text)) == text


@settings(max_examples=50, deadline=None)
@given(conditions)
def test_a_formula_reads_as_the_same_formula(formula: Formula) -> None:
    goal = tree_of(f"(:goal {print_formula(formula)})").goal
    assert goal is not None
    assert bare(goal.condition) == bare(formula)


@settings(max_examples=50, deadline=None)
@given(expressions)
def test_an_expression_reads_as_the_same_expression(expression: Expression) -> None:
    text = f"(define (problem p) (:domain d) (:init) (:goal (a)) (:metric minimize {print_formula(expression)}))"
    problem = tree_of(text).problem
    assert problem is not None and problem.metric is not None
    assert bare(problem.metric.expression) == bare(expression)


@settings(max_examples=60, deadline=None)
@given(files, st.data())
def test_white_space_and_comments_change_nothing(file: File, data: st.DataObject) -> None:
    text = print_tree(file)
    spaces = st.sampled_from((" ", "\n", "\n\n", "  ", " ; a comment (with brackets\n", "\n; on a line of its own\n"))
    pieces = [piece + data.draw(spaces) for piece in text.replace("(", " ( ").replace(")", " ) ").split()]
    spread = "".join(pieces)
    assert bare(tree_of(spread).definitions) == bare(file.definitions)
    formatted = format_pddl(Source(spread))
    assert bare(tree_of(formatted).definitions) == bare(file.definitions)
    assert format_pddl(Source(formatted)) == formatted
    assert sorted(one.text for one in tree_of(formatted).comments) == sorted(
        one.text for one in tree_of(spread).comments
    )


WRITTEN = stored(__file__, "WRITTEN")

FORMATTED = stored(__file__, "FORMATTED")


def test_a_domain_is_formatted() -> None:
    assert format_pddl(Source(WRITTEN)) == FORMATTED


def test_facts_that_share_a_line_go_on_sharing_it() -> None:
    text = "(define (problem p)\n  (:domain d)\n  (:init (a) (b)\n (c))\n (:goal (a)))"
    assert "  (:init\n    (a) (b)\n    (c)\n  )\n" in format_pddl(Source(text))


def test_long_lists_are_wrapped() -> None:
    objects = " ".join(f"object-{number}" for number in range(40))
    facts = " ".join(f"(clean object-{number})" for number in range(40))
    goal = f"(and {facts})"
    text = f"(define (problem p) (:domain d) (:objects {objects} - thing) (:init {facts}) (:goal {goal}))"
    formatted = format_pddl(Source(text))
    assert max(map(len, formatted.splitlines())) <= WIDTH
    assert bare(tree_of(formatted).definitions) == bare(tree_of(text).definitions)


def test_comments_in_one_column_stay_in_one_column() -> None:
    text = "(define (domain d)\n(:types\n  a - object   ; one\n  bcd - object ; two\n))\n"
    lines = format_pddl(Source(text)).splitlines()
    assert lines[2:4] == ["    a - object   ; one", "    bcd - object ; two"]


@pytest.mark.parametrize(("text", "says"), stored(__file__, "what_cannot_be_kept_is_not_formatted"))
def test_what_cannot_be_kept_is_not_formatted(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)) as raised:
        format_pddl(Source(text))
    assert "\n" not in str(raised.value)
