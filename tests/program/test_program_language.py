"""Programs as a language: what is read, printed, found in replies, described, silenced, and held to which domain."""

from __future__ import annotations

import re

import pytest
from case_tables import stored

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.nearest import MOST_COMPARED
from clairify_cli.languages import SEARCHED, by_suffix, get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.motion import GRASPS, RANGES
from clairify_cli.languages.program import syntax
from clairify_cli.languages.program.heading import heading_of
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.vocabulary import python_name, vocabulary_of
from clairify_cli.worlds import base as worlds
from program.program_cases import CONTEXTS, HOUSEHOLD, ROOT

PROGRAM = stored(__file__, "PROGRAM")


def check(text: str, context: str = "none") -> list[Diagnostic]:
    return get("program").check(Source(text, "task.py"), CheckOptions(context=CONTEXTS[context]))


def formatted(text: str) -> str:
    return get("program").format(Source(text), CheckOptions())


def test_the_language_is_known_by_its_name_and_ending_and_not_searched_for_in_folders() -> None:
    assert get("program").name == "program"
    assert by_suffix(".py") == "program"
    assert ".py" not in SEARCHED


def test_the_tree_has_what_is_written_and_where() -> None:
    program, found = read(Source(PROGRAM))
    assert program is not None and not found
    assert program.name.text == "warm_the_apple_up" and program.doc == "Warm it up.\n\nIn the microwave."
    assert program.heading == ("clairify: domain household, problem kitchen",) and program.trailing == ("the end",)
    take, go, sure, choice, loop = program.body
    assert isinstance(take, syntax.Call) and isinstance(go, syntax.Call)
    assert take.comment == ("1: fetch it",) and take.aside == "gently"
    assert [(one.name.text, one.value) for one in take.parameters] == [("speed", 0.3), ("grasp", "top")]
    assert isinstance(sure, syntax.Assertion) and sure.recovery[0].action.text == "turn_back"
    assert isinstance(sure.condition, syntax.And) and isinstance(sure.condition.operands[1], syntax.Or)
    assert isinstance(choice, syntax.If) and isinstance(choice.condition, syntax.Not)
    (other,) = choice.orelse
    assert isinstance(other, syntax.If) and other.comment == ("perhaps",) and other.aside == "no"
    (each,) = other.orelse
    assert (
        isinstance(each, syntax.For)
        and each.count is None
        and [one.text for one in each.values] == ["fridge1", "sink1"]
    )
    assert isinstance(loop, syntax.While)
    for one in syntax.walk(program.body):
        assert PROGRAM[one.start : one.end].startswith(
            ("take(", "go(", "assert ", "if ", "elif ", "pass", "for ", "while ")
        ) or (isinstance(one, syntax.Call) and PROGRAM[one.start : one.end].startswith(one.action.text))
    for call in syntax.calls(program.body):
        for term in call.arguments:
            assert PROGRAM[term.start : term.end].strip('"') == term.text
        assert PROGRAM[call.action.start : call.action.end] == call.action.text


def test_places_are_right_behind_letters_of_several_bytes() -> None:
    text = 'def f():\n    """日本"""\n    assert a("äöü"), [b("é😀"), c("x")]  # ü\n'
    program, found = read(Source(text))
    assert program is not None and not found
    (one,) = program.body
    assert isinstance(one, syntax.Assertion) and one.aside == "ü"
    assert text[one.recovery[1].start : one.recovery[1].end] == 'c("x")'
    assert text[one.recovery[0].arguments[0].start : one.recovery[0].arguments[0].end] == '"é😀"'


def test_printing_is_canonical() -> None:
    assert formatted(PROGRAM) == PROGRAM
    sloppy = (
        "def f( ):\n  take( 'a',\n    'b' , speed = 1.0 )\n  if ((x('a'))) : pass\n  for i in ('a', 'b',): put( i )\n"
    )
    assert formatted(sloppy) == (
        'def f():\n    take("a", "b", speed=1)\n    if x("a"):\n        pass\n'
        '    for i in ["a", "b"]:\n        put(i)\n'
    )


@pytest.mark.parametrize("text", ["", "def f(:", "import os", "def f():\n    exec.x('1')\n", "take the apple"])
def test_what_cannot_be_read_is_not_printed(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        formatted(text)


def test_brackets_are_printed_where_they_are_due_and_only_there() -> None:
    for condition in (
        'a("x") and (b("y") or c("z"))',
        'not (a("x") and b("y"))',
        'not a("x") or b("y") and c("z")',
        'not not a("x")',
        '(a("x") and b("y")) and c("z")',
    ):
        assert f"assert {condition}" in formatted(f"def f():\n    assert {condition}\n")


REPLIES = stored(__file__, "REPLIES")


@pytest.mark.parametrize(("reply", "program"), REPLIES.values(), ids=REPLIES)
def test_programs_are_found_in_replies(reply: str, program: str) -> None:
    assert get("program").extract(reply.replace("{}", 'def f():\n    take("a")\n')) == program


def test_a_reply_without_a_program_is_left_as_it_is() -> None:
    assert get("program").extract("I cannot do that.") == "I cannot do that."


@pytest.mark.parametrize("context", ["none", "household", "kitchen"])
def test_the_description_has_words_and_an_example_without_faults(context: str) -> None:
    text = get("program").describe(CheckOptions(context=CONTEXTS[context]))
    (shown,) = re.findall(r"^def .*\n(?:(?: {4}.*)?\n)+", text, re.MULTILINE)
    assert check(shown, "none") == [] and "of another world" in text
    if context != "none":
        assert "- take(item: item, holder: thing)  # Take, get, grab or pick up an item" in text
        assert "needs at(place) and closed(place) and hand_empty()\n  does not closed(place)" in text
        assert "- in_(item: item, holder: thing)" in text
    assert ('- apple: "apple1", "apple2"' in text) is (context == "kitchen")


def test_what_no_object_is_there_for_is_not_told_in_full() -> None:
    bare = Source(
        "(define (problem bare) (:domain household) (:objects t1 - table a1 - apple k - room) (:init) (:goal (and)))"
    )
    text = get("program").describe(CheckOptions(context=(CONTEXTS["household"][0], bare)))
    assert re.search(r"^- .*cook.*: not here, since there is no object of a type that is needed$", text, re.MULTILINE)
    assert "- take(item" in text and "- cook(" not in text and "- heat_on_stove(" not in text


def test_where_there_is_nothing_of_a_type_nothing_else_is_offered() -> None:
    bare = Source(
        "(define (problem bare) (:domain household) (:objects t1 - table a1 - apple k - room) (:init) (:goal (and)))"
    )
    text = 'def f():\n    turn_to_box("t2", "t1")\n'
    found = get("program").check(Source(text), CheckOptions(context=(CONTEXTS["household"][0], bare)))
    assert [(one.code, one.hint, one.fix) for one in found if one.code == "PRG103"] == [
        ("PRG103", "there is no object of type box, so this is impossible here", None)
    ]


def test_what_programs_cannot_say_is_told_in_words() -> None:
    domain = Source((ROOT / "domains" / "lab.pddl").read_text(encoding="utf-8"), "lab.pddl")
    text = get("program").describe(CheckOptions(context=(domain,)))
    assert "and from is not to" in text
    assert "(for every reagent: reagent: (where contains(from, reagent): contains(to, reagent)" in text
    assert "forall" not in text and "?" not in text


def test_claims() -> None:
    claims = get("program").claims(Source(PROGRAM), CheckOptions())
    assert [one.name for one in claims] == ["take", "go", "turn_back", "heat", "go", "open"]
    assert claims[0].notes == ("1: fetch it",)
    assert get("program").claims(Source("def f(:"), CheckOptions()) == ()


def test_findings_are_silenced_and_headings_are_no_suppressions() -> None:
    text = (
        "# clairify: domain household, problem kitchen\ndef f():\n"
        '    take("a", speed=3)  # clairify: ignore PRG107\n    # clairify: ignore PRG107\n'
        '    take("b", speed=3)\n'
    )
    assert check(text) == []
    assert [one.code for one in check(text.replace("PRG107", "PRG022", 1))] == ["PRG107", "CLA001"]


def test_headings() -> None:
    assert heading_of("# clairify: domain household, problem kitchen\n").problem == "kitchen"
    assert heading_of("#clairify: Problem a/b.pddl; domain = x.pddl").domain == "x.pddl"
    assert heading_of("# clairify: ignore PRG2").domain is None
    assert heading_of("def f(): pass").domain is None


def test_a_domain_with_faults_is_said() -> None:
    broken = Source("(define (domain d) (:action a :parameters (?x)", "d.pddl")
    found = get("program").check(Source("def f(): pass"), CheckOptions(context=(broken,)))
    assert [one.code for one in found] == ["PRG112"]
    assert found[0].related and found[0].related[0].span.file == "d.pddl"
    alone = get("program").check(Source("def f(): pass"), CheckOptions(context=(CONTEXTS["kitchen"][1],)))
    assert [one.code for one in alone] == ["PRG112"]


def test_all_slips_of_a_reply_are_mended_without_being_asked() -> None:
    text = (
        "from actions import go, find\n"
        "def take_the_egg():\n"
        "    go('table1', 'fridge1', 'kitchen')\n"
        "    assert at('fridge1'), go('table1', 'fridge1', 'kitchen')\n"
        "    assert not closd('fridge1'), open(fridge1)\n"
        "    tke('eg1', 'fridge1', sped=0.3)\n"
        "take_the_egg()\n"
    )
    result = fix_until_stable(text, lambda one: check(one, "kitchen"))
    assert result.text == (
        "def take_the_egg():\n    go('table1', 'fridge1', 'kitchen')\n"
        + "    assert at('fridge1'), go('table1', 'fridge1', 'kitchen')\n"
        + "    assert not closed('fridge1'), "
        + 'open("fridge1")\n'
        + "    take(\"egg1\", 'fridge1', speed=0.3)\n"
    )
    assert result.remaining == []


def test_names_of_pddl_as_python_spells_them() -> None:
    assert [python_name(one) for one in ("go-next-door", "in", "3d-print", "a.b", "open")] == [
        "go_next_door",
        "in_",
        "_3d_print",
        "a_b",
        "open",
    ]
    text = "(define (domain d) (:predicates (a-b) (a_b)) (:action is :effect (a-b)) (:action is_ :effect (a_b)))"
    known, _ = vocabulary_of((Source(text, "d.pddl"),))
    assert known is not None
    assert {name: one.name.text for name, one in known.predicates.items()} == {"a_b": "a-b", "a_b_": "a_b"}
    assert {name: one.name.text for name, one in known.actions.items()} == {"is_": "is", "is__": "is_"}


def test_the_parameters_are_those_of_the_worlds() -> None:
    assert dict(RANGES) == dict(worlds.RANGES)
    assert GRASPS == worlds.GRASPS


def test_the_words_of_a_domain_are_made_once() -> None:
    assert vocabulary_of((HOUSEHOLD,))[0] is vocabulary_of((HOUSEHOLD,))[0]


@pytest.mark.parametrize(("slip", "meant"), [("domian", "domain"), ("ignor", "ignore")])
def test_a_slip_in_what_a_comment_begins_with_is_mended(slip: str, meant: str) -> None:
    found = check(f"# clairify: {slip} household, problem kitchen\n\ndef task():\n    pass\n")
    said = [one for one in found if one.code == "CLA002"]
    assert [one.hint for one in said] == [f"did you mean `{meant}`?"]
    assert [edit.text for one in said if one.fix is not None for edit in one.fix.edits] == [meant]


# ------------------------------ Near names for very many unknown objects: the first get one, and the work stays bounded


OBJECTS, UNKNOWN = 2_000, 60
DOMAIN = """(define (domain blocks) (:requirements :strips) (:predicates (on-table ?x))
(:action take :parameters (?x) :precondition (on-table ?x) :effect (not (on-table ?x))))
"""


def test_near_names_are_looked_for_as_long_as_there_is_something_left_to_spend() -> None:
    objects = [f"block{number}" for number in range(OBJECTS)]
    problem = f"(define (problem p) (:domain blocks) (:objects {' '.join(objects)}) (:init) (:goal (and)))"
    program = "def task():\n" + "".join(f'    take("blok{number}x")\n' for number in range(UNKNOWN))
    found = get("program").check(Source(program, "task.py"), CheckOptions(context=(Source(DOMAIN), Source(problem))))
    unknown = [one for one in found if one.code == "PRG103"]
    assert len(unknown) == UNKNOWN
    meant = ["did you mean" in (one.hint or "") for one in unknown]
    told = meant.count(True)
    assert 0 < told <= MOST_COMPARED // OBJECTS
    assert meant == [True] * told + [False] * (UNKNOWN - told)
    assert all("block0" in (one.hint or "") for one in unknown)  # what there is, is said to the end
