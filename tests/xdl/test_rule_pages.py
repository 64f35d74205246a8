"""The manual pages of the XDL rules: whole, with examples that do what they say; and docs/rules.md made from them."""

from __future__ import annotations

import re
import runpy
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest
from case_tables import stored
from mutations import corpus
from xsd_tables import SECTIONS, entries

from clairify_cli.cli.format import run
from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.registry import Rule
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.constraints import read_names
from clairify_cli.languages.xdl.convert import convert
from clairify_cli.rulebook import all_rules
from clairify_cli.services.format import FormatRequest

DOCS = Path(__file__).resolve().parents[2] / "docs"
RULES = {code: rule for code, rule in all_rules().items() if code.startswith("XDL") and code < "XDL5"}

NOT_CHECKABLE = stored(__file__, "NOT_CHECKABLE")
"""Rules whose wrong example is only described, and why. Their right example is checked all the same."""

PARTS = re.compile(
    r"(?P<title>.+)\n\n(?P<body>(?:.|\n)+?)\n\nWrong:\n(?P<wrong>( {4}.+\n|\n)+)\nRight:\n(?P<right>(.+\n?|\n)+)"
)
GIVEN = re.compile(r"with --(\w+) (\"[^\"]+\"|\S+): (?=<)")
REMARK = re.compile(r" {3}\(.*\)$", re.MULTILINE)


@dataclass(frozen=True)
class Page:
    title: str
    body: str
    wrong: str
    right: str


def page(rule: Rule[...]) -> Page:
    match = PARTS.fullmatch(rule.page)
    assert match, f"{rule.code} has no page of the form title, body, Wrong, Right"
    return Page(match["title"], match["body"], dedent(match["wrong"]).strip(), dedent(match["right"]).strip())


# Examples become programs: what is left out with an ellipsis is filled in, what is not declared is declared.

CONTENTS = stored(__file__, "CONTENTS")
FRAGMENTS = {"!--", "Mix", "CleanBackbone", *entries()} - {"XDL", "Synthesis"}
"""What an example that is a part of a program may begin with."""
CONTENTS["Synthesis"] = "".join(f"<{name}>{CONTENTS[name]}</{name}>" for name in ("Hardware", "Reagents", "Procedure"))
CONTENTS["XDL"] = f"<Synthesis>{CONTENTS['Synthesis']}</Synthesis>"


def example(text: str, right: str) -> tuple[str, CheckOptions]:
    """The program that an example stands for, and the options that it is given with."""
    given = GIVEN.match(text)
    options = CheckOptions()
    if given:
        text, value = text[given.end() :], given[2].strip('"')
        options = CheckOptions(value) if given[1] == "dialect" else CheckOptions(None, _listed(given[1], value))
    text = re.sub(r"<(\w+)([^<>]*)>…</(?=\w)", r"<\1\2>⁂\1⁂</", REMARK.sub("", text))
    text = re.sub(r"⁂(\w+)⁂", lambda match: CONTENTS[match[1]], text)
    first = re.match(r"<(!--|\w+)", text)
    if first is None or first[1] not in FRAGMENTS:
        return text, options
    return wrapped(text, GIVEN.sub("", right)), options


def wrapped(fragment: str, right: str) -> str:
    """A program around a fragment. Names are declared as the right example has them, unless the fragment does it."""
    lines: dict[str, list[str]] = {name: [] for name in ("Blueprint", *SECTIONS, "whole")}
    at = "Procedure"
    for line in fragment.split("\n"):
        tag = re.match(r"<(\w+)", line)
        if tag:
            name = tag[1]
            declares = {"Component": "Hardware", "Reagent": "Reagents", "Parameter": "Parameters"}
            at = declares.get(name, "whole" if name in SECTIONS else name if name == "Blueprint" else "Procedure")
        lines[at].append(line)
    for name, text in declarations(right + (' <Stir vessel="waste"/>' if '"waste"' in fragment else "")):
        if f'"{text}"' not in "".join(lines["Hardware"] + lines["Reagents"]):
            type_ = ' type="waste"' if text == "waste" else ""
            made = f'<Component id="{text}"{type_}/>' if name == "Hardware" else f'<Reagent name="{text}"/>'
            lines[name].append(made.replace("&", "&amp;"))
    whole = "\n".join(lines["whole"])
    written = [name for name in re.findall(r"<(\w+)", whole) if name in SECTIONS]
    sections = [(min(map(SECTIONS.index, written)), whole)] if whole else []
    for rank, name in enumerate(SECTIONS):
        content = "\n".join(lines[name])
        if name == "Procedure" and not re.search(r"<\w", content):
            content += CONTENTS["Procedure"]
        if name not in written and (content or name in ("Hardware", "Reagents")):
            sections.append((rank, f"<{name}>\n{content}\n</{name}>"))
    inner = [text for _, text in sorted(sections)]
    blueprints = "\n".join(lines["Blueprint"])
    return f"<XDL>\n{blueprints}\n<Synthesis>\n" + "\n".join(inner) + "\n</Synthesis>\n</XDL>\n"


def declarations(right: str) -> list[tuple[str, str]]:
    """The vessels and reagents that the steps of an example name: the section in which they belong, and the name."""
    found = []
    for tag, properties in re.findall(r"<(\w+)((?:\s+[\w.]+=\"[^\"]*\")+)", right):
        for name, value in re.findall(r"([\w.]+)=\"([^\"]*)\"", properties):
            known = entries()[tag].properties.get(name) if tag in entries() else None
            if known and known.kind in ("vessel", "reagent"):
                found.append(("Hardware" if known.kind == "vessel" else "Reagents", value.replace("&amp;", "&")))
    return list(dict.fromkeys(found))


def codes(text: str, options: CheckOptions) -> set[str]:
    return {finding.code for finding in get("xdl").check(Source(text, "example.xdl"), options)}


@pytest.mark.parametrize("code", RULES)
def test_page_has_a_title_a_body_and_two_examples(code: str) -> None:
    made = page(RULES[code])
    assert made.title.endswith(".")
    assert len(made.title) <= 110
    assert made.body.rstrip().endswith((".", "`"))
    assert made.wrong != made.right


@pytest.mark.parametrize("code", RULES)
def test_wrong_example_is_wrong_and_right_example_is_right(code: str) -> None:
    made = page(RULES[code])
    right, options = example(made.right, made.right)
    assert code not in codes(right, options), right
    assert not {c for c in codes(right, options) if RULES[c].severity.value == "error"}, right
    if code not in NOT_CHECKABLE:
        wrong, options = example(made.wrong, made.right)
        assert code in codes(wrong, options), wrong


def test_exceptions_are_exceptions() -> None:
    for code in NOT_CHECKABLE:
        made = page(RULES[code])
        assert code not in codes(*example(made.wrong, made.right))


def test_docs_are_made_from_the_pages() -> None:
    made = runpy.run_path(str(DOCS / "rules.py"))["text"]()
    assert (DOCS / "rules.md").read_text(encoding="utf-8") == made, "run: make docs"


def _listed(what: str, value: str) -> Constraints:
    names, capacities = read_names(value, what)
    return Constraints(hardware=names, capacities=capacities) if what == "hardware" else Constraints(reagents=names)


# Converting between dialects: names change, nothing is lost, and what a dialect cannot say is reported


FILES = corpus()
OLD = stored(__file__, "OLD")
BLUEPRINT = stored(__file__, "BLUEPRINT")


def errors(text: str, dialect: str | None) -> list[str]:
    return [d.code for d in get("xdl").check(Source(text), CheckOptions(dialect)) if d.is_error]


@pytest.mark.parametrize("dialect", ["0.5", "2.0"])
def test_names_of_0_4_become_those_of_today(dialect: str) -> None:
    text, unsaid = convert(Source(OLD), dialect)
    assert unsaid == [] and errors(text, dialect) == []
    assert '<Reagent name="ether"/>' in text
    assert '<Filter vessel="filter" filtrate_vessel="funnel"/> <!-- the solid stays -->' in text
    assert 'product_phase="top"' in text and 'repeats="1"' in text and 'solvent=""' not in text
    assert 'dispense_speed="3"' in text and '<Evaporate vessel="rotavap"' in text
    assert ('version="0.5.0"' in text) is (dialect == "0.5") and "0.4.0" not in text


def test_a_way_there_and_back_changes_nothing() -> None:
    today, _ = convert(Source(OLD), "0.5")
    old, unsaid = convert(Source(today), "0.4")
    assert unsaid == []
    assert convert(Source(OLD), "0.4")[0] == old
    assert convert(Source(old), "0.5")[0] == today


@pytest.mark.parametrize("name", FILES)
def test_round_trips_of_the_corpus_lose_nothing(name: str) -> None:
    start, _ = convert(Source(FILES[name]), "2.0")
    for dialect in ("0.5", "0.4", "clairify"):
        there, unsaid = convert(Source(start), dialect)
        back, _ = convert(Source(there), "2.0")
        due = start.replace("<AddSolid", "<Add") if dialect == "clairify" else start
        assert back == convert(Source(due), "2.0")[0]
        assert bool(unsaid) == bool(set(errors(there, dialect)) - set(errors(start, "2.0")))


def test_a_solid_without_a_mass_is_not_taken_for_a_liquid() -> None:
    step = '<AddSolid vessel="filter" reagent="salt" volume="5 mL"/>'
    text, unsaid = convert(Source(OLD.replace("<Procedure>", f"<Procedure>{step}")), "clairify")
    assert step in text
    assert any("`AddSolid`" in one.message for one in unsaid)


def test_ids_of_the_reagents_of_a_blueprint_stay() -> None:
    reagents = '<Reagent id="acid"/>\n      <Reagent name="DMF" id="solvent"/>'
    wrapped = OLD.partition("?>")[2].replace("<Synthesis>", f"{BLUEPRINT}<Synthesis>").strip()
    text, _ = convert(Source(f"<XDL>{wrapped}</XDL>"), "2.0")
    assert reagents in text and '<Reagent name="ether"/>' in text


def test_what_a_dialect_cannot_say_is_left_and_reported() -> None:
    text, unsaid = convert(Source(OLD), "clairify")
    assert 'dispense_speed="3"' in text
    assert {(one.code, text.splitlines()[one.span.line - 1].split()[0]) for one in unsaid} >= {("XDL112", "<Add")}


def test_files_are_converted_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.xdl").write_text(OLD, encoding="utf-8")
    assert run(FormatRequest((str(tmp_path),), to="0.5", write=True)) == 0
    assert all('version="0.5.0"' in file.read_text(encoding="utf-8") for file in tmp_path.iterdir())
    assert run(FormatRequest((str(tmp_path),), to="clairify")) == 1
    assert "`Add` has no property `dispense_speed`" in capsys.readouterr().err


def test_only_xdl_is_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "domain.pddl").write_text("(define (domain d))", encoding="utf-8")
    assert run(FormatRequest((str(tmp_path / "domain.pddl"),), to="0.5")) == 2
    assert "is not XDL" in capsys.readouterr().err
