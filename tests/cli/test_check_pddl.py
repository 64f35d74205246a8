"""PDDL and plans in `check`, `format` and `describe`: what belongs together is found, and mixed folders work."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from agents.kitchenette import DOMAIN, SCENE
from case_tables import stored
from jsonschema import Draft202012Validator  # type: ignore[import-untyped, unused-ignore]

from clairify_cli.files import data_text
from cli.conftest import BROKEN, GOOD, Run

FINDINGS = Draft202012Validator(json.loads(data_text("schemas", "diagnostics.schema.json")))

PLAN = "(take apple1 shelf1)\n(put apple1 fridge1)\n; cost = 2 (unit cost)\n"
WRONG = SCENE.replace("(in apple1 shelf1)", "(in appel1 shelf1)")


def write(**texts: str) -> None:
    for name, text in texts.items():
        path = Path(name.replace("__", "/").replace("_pddl", ".pddl").replace("_plan", ".plan"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def codes(clairify: Run, *arguments: str) -> list[str]:
    report = json.loads(clairify("check", "--format", "json", *arguments).out)
    return [one["code"] for file in report["files"] for one in file["diagnostics"]]


@pytest.mark.parametrize(("domain", "problem", "arguments"), stored(__file__, "a_problem_finds_its_domain"))
def test_a_problem_finds_its_domain(domain: str, problem: str, arguments: tuple[str, ...], clairify: Run) -> None:
    write(**{domain: DOMAIN, problem: WRONG})
    assert codes(clairify, *arguments) == ["PDL204"]


def test_a_domain_that_is_not_found_is_said(clairify: Run) -> None:
    write(p_pddl=WRONG)
    ran = clairify("check", "p.pddl")
    assert (ran.code, "[PDL222" in ran.out) == (0, True)
    assert "the domain `kitchenette` was not found, so the problem is not checked against its domain" in ran.out
    assert clairify("check", "p.pddl", "--strict").code == 1


def test_of_several_domains_of_one_name(clairify: Run) -> None:
    other = DOMAIN.replace("apple egg", "apple egg ham")
    write(one_pddl=DOMAIN, two_pddl=other, p_pddl=WRONG)
    assert codes(clairify, "p.pddl") == ["PDL222"]
    assert "2 domains are called `kitchenette` (one.pddl, two.pddl)" in clairify("check", "p.pddl").out
    write(**{"p-domain_pddl": DOMAIN})
    assert codes(clairify, "p.pddl") == ["PDL204"]
    Path("p-domain.pddl").unlink()
    write(two_pddl=DOMAIN)
    assert codes(clairify, "p.pddl") == ["PDL204"], "the same domain twice is one"


def test_a_file_with_both(clairify: Run) -> None:
    write(both_pddl=DOMAIN + WRONG)
    assert codes(clairify, "both.pddl") == ["PDL204"]


def test_a_goal_that_stands_alone(clairify: Run) -> None:
    write(d_pddl=DOMAIN, p_pddl=SCENE, goal_pddl="(:goal (clean appel1))")
    assert codes(clairify, "goal.pddl", "--domain", "d.pddl", "--problem", "p.pddl") == ["PDL204"]


def test_mixed_folders(clairify: Run) -> None:
    write(d_pddl=DOMAIN, p_pddl=WRONG)
    Path("bad.xdl").write_text(BROKEN)
    Path("good.xdl").write_text(GOOD)
    found = codes(clairify, ".", "--hardware", "beaker", "--dialect", "2.0")
    assert {"XDL304", "PDL204"} <= set(found)
    ran = clairify("check", ".", "--format", "sarif")
    assert {run["ruleId"][:3] for run in json.loads(ran.out)["runs"][0]["results"]} == {"XDL", "PDL"}


def test_fixes(clairify: Run) -> None:
    write(d_pddl=DOMAIN.replace(" :negative-preconditions", ""))
    shown = clairify("check", "--diff", "d.pddl")
    assert (shown.code, ":negative-preconditions" in shown.out) == (1, True)
    assert clairify("check", "--fix", "d.pddl").code == 0
    assert Path("d.pddl").read_text() == DOMAIN


def test_a_text_that_is_no_pddl_is_never_hidden(clairify: Run) -> None:
    write(d_pddl="(define (domain d) (:predicates (p))")
    assert codes(clairify, "--select", "XDL3", "d.pddl") == ["PDL004"]
    write(a_plan="(take (apple1)", p_pddl=SCENE)
    assert {code[:4] for code in codes(clairify, "--select", "XDL3", "a.plan", "--problem", "p.pddl")} >= {"PLN0"}


# ----------------------------------------------------------------------------------------------------------- plans


@pytest.mark.parametrize("name", ["p.plan", "sas_plan", "sas_plan.2", "plan.txt"])
def test_plans_are_carried_out(name: str, clairify: Run) -> None:
    write(d_pddl=DOMAIN, p_pddl=SCENE)
    given = ("--domain", "d.pddl", "--problem", "p.pddl") if name == "plan.txt" else ()
    Path(name).write_text(PLAN)
    assert codes(clairify, name, *given) == []
    Path(name).write_text(PLAN.replace("shelf1", "shelf2"))
    assert codes(clairify, name, *given) == ["PLN105"]


def test_a_plan_finds_the_problem_of_its_name(clairify: Run) -> None:
    write(d_pddl=DOMAIN, p_pddl=SCENE, q_pddl=SCENE.replace("(in apple1 fridge1)", "(clean apple1)"))
    write(p_plan=PLAN, q_plan=PLAN)
    report = json.loads(clairify("check", ".", "--format", "json").out)
    assert [Path(file["file"]).name for file in report["files"] if file["diagnostics"]] == ["q.plan"]


def test_a_plan_alone(clairify: Run, feed: Callable[[bytes], None]) -> None:
    write(a_plan=PLAN)
    ran = clairify("check", "a.plan")
    assert (ran.code, "its problem was not found, so the plan is not validated" in ran.out) == (0, True)
    write(d_pddl=DOMAIN, p_pddl=SCENE)
    feed(PLAN.replace("(put", "(wash apple1)\n(putt").encode())
    ran = clairify("check", "-", "--domain", "d.pddl", "--problem", "p.pddl")
    assert (ran.code, "did you mean `(put ?x" in ran.out) == (1, True)


def test_what_a_text_is_if_nothing_says_it(clairify: Run, feed: Callable[[bytes], None]) -> None:
    said = "; a comment\n\n"
    for text, code in (
        (said + DOMAIN.replace("free", "fre", 1), "PDL202"),
        ("(:goal (in apple1))", ""),
        (said + "0: (take apple1 shelf1) 3", "PLN002"),
        ("(take apple1", "PLN005"),
        ("take apple1", "XDL001"),
        ("<XDL>", "XDL0"),
    ):
        feed(text.encode())
        assert f"[{code}" in clairify("check", "-").out or not code
        Path("some.txt").write_text(text)
        assert f"[{code}" in clairify("check", "some.txt").out or not code
    feed(said.encode() + PLAN.upper().encode())
    assert clairify("format", "-").out.endswith("(put apple1 fridge1)\n; COST = 2 (UNIT COST)\n")
    feed(b"\xef\xbb\xbf" + DOMAIN.encode())
    assert clairify("check", "-").code == 0


def test_a_plan_that_may_be_for_several_problems(clairify: Run) -> None:
    write(d_pddl=DOMAIN, p_pddl=SCENE, q_pddl=SCENE, a_plan=PLAN)
    ran = clairify("check", "a.plan")
    assert (ran.code, "it may be for any of 2 problems (p.pddl, q.pddl)" in ran.out) == (0, True)
    for name in ("q.pddl", "evening"):
        write(a_plan=f"; problem: {name}\n{PLAN}", q_pddl=SCENE.replace("morning", "evening"))
        assert codes(clairify, "a.plan") == []
    write(a_plan=f"; problem: noon.pddl\n{PLAN}")
    assert "the problem `noon` was not found" in clairify("check", "a.plan").out


def test_a_plan_for_a_problem_with_errors(clairify: Run) -> None:
    write(d_pddl=DOMAIN, p_pddl=WRONG, a_plan=PLAN)
    note = "note: p.pddl has errors (PDL204), for which plans may fail"
    assert note in clairify("check", "a.plan", "--domain", "d.pddl", "--problem", "p.pddl").err
    assert note not in clairify("check", "a.plan", "p.pddl").err, "its errors are in the report"
    ran = clairify("check", "a.plan", "--domain", "p.pddl", "--problem", "d.pddl")
    assert (ran.code, "p.pddl: it is the problem `morning`, and a domain is expected" in ran.err) == (2, True)


# ----------------------------------------------------------------------------------------------- texts and the rest


def test_a_problem_is_held_to_its_text(clairify: Run) -> None:
    write(d_pddl=DOMAIN, p_pddl=SCENE)
    Path("p.txt").write_text("Put a clean apple in the fridge.\n")
    assert codes(clairify, "p.pddl", "--source", "p.txt") == ["PDL602"]
    Path("p.txt").write_text("Put an apple in the fridge.\n")
    assert codes(clairify, "p.pddl", "--source", "p.txt") == []
    Path("d.pddl").unlink()
    ran = clairify("check", "p.pddl", "--source", "p.txt")
    assert (ran.code, "the domain `kitchenette` was not found" in ran.out) == (2, True)
    ran = clairify("check", "p.pddl", "--source", "p.txt", "--format", "html")
    assert (ran.code, "--format html is for XDL programs" in ran.err) == (2, True)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00\x01", b"\x00" * 100, b"(" * 50_000, b")" * 50_000, b"(a " * 9000]
)
def test_what_is_hardly_pddl(content: bytes, clairify: Run) -> None:
    Path("x.pddl").write_bytes(content)
    ran = clairify("check", "x.pddl")
    assert ran.code in (1, 2)
    assert "internal error" not in ran.said


def test_format(clairify: Run) -> None:
    write(d_pddl=DOMAIN, a_plan="0: (TAKE apple1 shelf1)\n")
    ran = clairify("format", "d.pddl")
    assert (ran.code, ran.out.startswith("(define (domain kitchenette)")) == (0, True)
    assert clairify("format", "a.plan").out == "(take apple1 shelf1)\n"
    assert clairify("format", "--write", "d.pddl").code == 0
    assert clairify("format", "--check", "d.pddl").code == 0


def test_describe(clairify: Run) -> None:
    write(d_pddl=DOMAIN, p_pddl=SCENE)
    assert "(:predicates" in clairify("describe", "pddl").out
    told = clairify("describe", "pddl", "--domain", "d.pddl", "--problem", "p.pddl").out
    assert "- (clean ?x - item)  ; ?x has been washed" in told
    assert "- (locked shelf2)" in told
    assert "PDDL" in clairify("describe", "xdl", "--domain", "d.pddl").err


def test_a_plan_is_explained(clairify: Run) -> None:
    write(d_pddl=DOMAIN, p_pddl=SCENE, a_plan=PLAN, b_plan="(take apple1 fridge1)\n")
    arguments = ["a.plan", "b.plan", "d.pddl", "--domain", "d.pddl", "--problem", "p.pddl", "--explain"]
    report = json.loads(clairify("check", *arguments, "--format", "json", "-v").out)
    FINDINGS.validate(report)
    good, bad, domain = report["files"]
    assert [one["step"] for one in good["explanation"]["events"]] == [1, 2]
    assert "(in apple1 fridge1)" in good["explanation"]["events"][1]["state"]
    assert bad["explanation"]["faults"][0]["message"] == bad["diagnostics"][0]["message"]
    assert "explanation" not in domain
    ran = clairify("check", "d.pddl", "--explain")
    assert (ran.code, "none of the files is one" in ran.err) == (2, True)
    assert clairify("check", "a.plan", "--explain", "--format", "sarif").code == 2


def test_a_plan_is_shown(clairify: Run) -> None:
    levels = Path(__file__).parents[1] / "pddl" / "levels"
    task = ["--domain", str(levels / "match.pddl"), "--problem", str(levels / "match-problem.pddl")]
    write(a_plan="0: (light_match m1) [8]\n2: (mend_fuse f1 m1) [5]\n")
    ran = clairify("check", "a.plan", *task, "--show", "gantt", "-o", "a.svg")
    assert (ran.code, ran.out, "does not reach the goal: `(mended f2)` is false" in ran.err) == (1, "", True)
    drawn = ElementTree.parse("a.svg").getroot()
    bars = [(float(one.attrib["x"]), float(one.attrib["width"])) for one in drawn if one.tag.endswith("rect")]
    assert bars == [(260, 400), (360, 250)], "from 2 to 7 of 8"
    ran = clairify("check", "a.plan", *task, "--show", "states")
    assert ran.out.splitlines()[:3] == ["0: (light_match m1) [8]", ";   true: (light m1)", ";   false: (unused m1)"]
    write(b_plan=PLAN)
    assert clairify("check", ".", "--show", "states").code == 2
    clairify("check", "a.plan", *task, "--show", "gantt", "-o", "a.png")
    with pytest.importorskip("PIL.Image").open("a.png") as image:
        blue = [image.getpixel((x, 60)) == image.getpixel((262, 36)) for x in (355, 365, 605, 615)]
    assert blue == [False, True, True, False]
