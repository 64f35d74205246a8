"""The mutation suite: every well-made program is accepted, and every break of it is reported on the right line.

A run takes up to three places for every operator in every file. With CLAIRIFY_ALL_MUTANTS=1 it takes every place
(some 120,000 mutants).
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from case_tables import stored
from checking import check
from markup import read
from mutations import CORPUS, OPERATORS, Operator, corpus
from xsd_tables import SECTIONS, entries, steps

FILES = corpus()
MOST = None if os.environ.get("CLAIRIFY_ALL_MUTANTS") else 3


@pytest.mark.parametrize("name", FILES)
def test_well_made_program_has_no_error(name: str) -> None:
    assert [d for d in check(FILES[name], name=name) if d.is_error] == []


WARNED = stored(__file__, "WARNED")
"""Warnings that files of the corpus earn on purpose."""

READ_OVER = {"XDL118", "XDL201", "XDL202", "XDL204"}
"""Empty optional properties, reagents declared again in the same words, and names that a caller or a bench may supply:
consumers read over them."""

OLD = {"legacy_mandatory_names.xdl", "legacy_optional_names.xdl", "legacy_rotavap.xdl", "commissioning_run.xdl"}


@pytest.mark.parametrize("name", FILES)
def test_well_made_program_has_no_warning_but_those_that_it_earns(name: str) -> None:
    codes = {d.code for d in check(FILES[name], name=name)}
    due = {"XDL304"} | ({"XDL116", "XDL120"} if name in OLD else set())
    due |= {"XDL503"} if name == "click_triazole.xdl" else set()
    assert codes <= due | ({"XDL104"} if name == "sections_out_of_order.xdl" else set())


def test_every_earned_warning_is_given() -> None:
    assert {d.code for name, text in FILES.items() for d in check(text, name=name)} == set(WARNED)


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda o: o.name)
def test_every_break_is_reported_on_its_line(operator: Operator) -> None:
    rng = Random(operator.name)
    missed = []
    for name, text in FILES.items():
        for mutant in operator(text, rng, MOST):
            errors = [d for d in check(mutant.text, name=name) if d.is_error or d.code in READ_OVER]
            if not any(d.span.line in mutant.lines and d.code.startswith(mutant.codes) for d in errors):
                where = min(mutant.lines)
                line = mutant.text.splitlines()[where - 1].strip()
                got = [f"{d.code} on {d.span.line}: {d.message}" for d in errors[:4]]
                missed.append(f"{name}, due on {sorted(mutant.lines)}: {line}\n      got {got}")
    assert not missed, f"{len(missed)} missed, such as\n" + "\n".join(missed[:6])


def test_there_is_enough_to_go_on() -> None:
    assert len(FILES) >= 44
    assert len(OPERATORS) >= 28
    assert {code[:4] for o in OPERATORS for code in o.codes} == {"XDL0", "XDL1", "XDL2", "XDL3"}


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda o: o.name)
def test_operator_applies_to_ten_files_and_changes_them(operator: Operator) -> None:
    rng = Random(0)
    broken = {name: operator(text, rng, 1) for name, text in FILES.items()}
    applied = [name for name, mutants in broken.items() if mutants]
    assert len(applied) >= 10
    assert all(m.text != FILES[name] for name, mutants in broken.items() for m in mutants)


def test_corpus_has_every_element_and_every_property() -> None:
    seen = Counter()  # type: Counter[tuple[str, str]]
    for text in FILES.values():
        for element in read(text).elements:
            seen[element.name, ""] += 1
            for attribute in element.attributes:
                seen[element.name, attribute.name] += 1
    due = {(e.name, p) for e in entries().values() for p in ("", *e.properties)}
    assert sorted(due - set(seen)) == []


def test_corpus_is_varied() -> None:
    counts = []
    for text in FILES.values():
        markup = read(text)
        blueprints = {b.value("id") for b in markup.named("Blueprint")}
        counts.append(sum(e.name in blueprints or e.name in steps() for e in markup.elements))
    everything = "".join(FILES.values())
    assert min(counts) >= 5
    assert max(counts) >= 40
    assert {read(t).root.name for t in FILES.values()} == {"XDL", "Synthesis"}
    assert sum(read(t).named("Parameters") != [] for t in FILES.values()) >= 10
    assert any(
        any(a.name == "Repeat" for a in m.ancestors(e)) for m in map(read, FILES.values()) for e in m.named("Repeat")
    )
    assert sum("\r\n" in t for t in FILES.values()) == 1
    assert sum(t.startswith("<?xml") for t in FILES.values()) >= 3
    for mark in ("µL", "μL", " °C", " ºC", " ˚C", "='", '="', "<!--", "&amp;", "\t"):
        assert mark in everything, mark
    assert set(SECTIONS) <= {e.name for t in FILES.values() for e in read(t).elements}


def test_corpus_keeps_its_line_ends() -> None:
    assert (CORPUS / ".gitattributes").read_text().split() == ["*.xdl", "-text"]
