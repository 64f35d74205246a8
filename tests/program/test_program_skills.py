"""Lists of skills: what of a program is held to one, what is wrong with a list, and how one is printed."""

from __future__ import annotations

import re

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.program.language import ProgramLanguage
from clairify_cli.languages.program.skills import is_skill_list, read_skills
from program.program_cases import HOUSEHOLD

SKILLS = stored(__file__, "SKILLS")


def check(body: str, skills: str = SKILLS) -> list[Diagnostic]:
    text = "def f():\n" + "".join(f"    {line}\n" for line in body.splitlines())
    return ProgramLanguage().check(Source(text, "f.py"), CheckOptions(context=(Source(skills, "skills.yaml"),)))


def said(found: list[Diagnostic]) -> list[str]:
    return [f"{one.code} {one.message}; {one.hint}" for one in found]


@pytest.mark.parametrize(
    ("body", "code", "words"),
    stored(__file__, "a_program_is_held_to_a_list"),
)
def test_a_program_is_held_to_a_list(body: str, code: str, words: str) -> None:
    found = check(body)
    assert [one.code for one in found] == [code], said(found)
    assert words in said(found)[0]


def test_what_takes_preconditions_and_effects_is_not_said() -> None:
    """The same program has errors where a domain says what its actions need."""
    body = 'pick("apple1", "table")\npick("red-cup", "table")\nif open():\n    place_in("apple1", "table", speed=1)'
    assert check(body) == []
    assert check("if open():\n    wave()\nelse:\n    pick('red-cup', 'table', speed=0.3)") == []
    assert check("if open():\n    wave()\n    if not open():\n        wave()\nwhile open():\n    wave()") == []
    assert check("if holding('apple1'):\n    wave()", re.sub(r"predicates:\n(  .*\n)+", "", SKILLS)) == []


def test_a_list_without_objects_and_predicates_leaves_them_open() -> None:
    skills = "skills: {take: {arguments: {item: thing}}}\n"
    assert check('take("anything")\nassert whatever("anything", "else"), take("anything")', skills) == []
    assert [one.code for one in check('take("a", "b")', skills)] == ["PRG104"]


def test_a_list_with_errors_holds_nothing_and_says_where_they_are() -> None:
    found = check('pik("apple1")', SKILLS.replace("about: Lift", "abut: Lift"))
    assert [one.code for one in found] == ["PRG112"]
    where = found[0].related[0]
    assert where.span is not None
    assert (where.span.file, where.span.line, where.span.column) == ("skills.yaml", 3, 5)
    assert "the skill `pick` has no key `abut`" in where.message


BROKEN = [
    *stored(__file__, "BROKEN"),
    ("skills: {take: }\ntypes:\n" + "".join(f"  t{i + 1}: t{i}\n" for i in range(1_001)), "t1001", "at most 1000"),
    ("skills: " + "[" * 50_000, None, "nested more than 20 levels deep"),
    ("skills: {" + "a: 1, " * 100_000, None, "400,000 are read"),
]


@pytest.mark.parametrize(("text", "at", "words"), BROKEN, ids=[one[2] for one in BROKEN])
def test_what_is_wrong_with_a_list_is_said_at_its_place(text: str, at: str | None, words: str) -> None:
    made, found = read_skills(Source(text, "skills.yaml"))
    assert made is None
    assert {one.code for one in found} == {"PRG113"}, said(found)
    assert words in found[0].message
    if at is not None:
        assert text[found[0].span.start : found[0].span.end].strip() == at


def test_which_texts_are_lists() -> None:
    assert is_skill_list(Source("skills: {}", "x"))
    assert is_skill_list(Source("# mine\ntypes: {a: b}\nskills:\n  a:\n", "<stdin>"))
    assert not is_skill_list(HOUSEHOLD)
    assert not is_skill_list(Source("; skills: none\n(define (domain d))", "<stdin>"))
    assert not is_skill_list(Source("My skills: none", "task.txt"))


def test_a_model_is_told_what_the_list_says_and_no_more() -> None:
    told = ProgramLanguage().describe(CheckOptions(context=(Source(SKILLS, "skills.yaml"),)))
    assert "- pick(item: item, zone: zone)  # Lift an item from where it stands.\n" in told
    assert '  takes speed (0.05 to 0.3), grasp ("top")\n' in told
    assert "- wave()\n  takes no parameters\n" in told
    assert "- open()  # whether the lid is up\n" in told
    assert '- cup: "red-cup"\n' in told
    assert "What is so at first" not in told
    assert "needs" not in told.split("Actions:")[1].split("An example")[0]


def test_of_very_many_objects_a_model_is_told_some() -> None:
    many = ", ".join(f"apple{number}" for number in range(5_000))
    skills = Source(f"skills: {{pick: {{arguments: {{item: item}}}}}}\nobjects: {{item: [{many}]}}\n", "many.yaml")
    told = ProgramLanguage().describe(CheckOptions(context=(skills,)))
    assert '"apple299" and 4700 more\n' in told
    assert len(told) < 10_000


def test_a_skill_without_parameters_says_so() -> None:
    found = check("wave(speed=0.2)")
    assert [(one.code, one.message, one.hint) for one in found] == [
        ("PRG106", "`wave` has no parameter `speed`", "Leave it out: there are none")
    ]
