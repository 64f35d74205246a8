"""The words of rules in text files: their forms, and that the code calls each rule with what its words need."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from case_tables import stored

import clairify_cli
from clairify_cli.diagnostics.model import Fix, Related, Severity, Source, in_source_order
from clairify_cli.diagnostics.registry import AnyRule
from clairify_cli.diagnostics.wording import RuleTable, Words
from clairify_cli.rulebook import all_rules

ROOT = Path(clairify_cli.__file__).parent

TEXT = stored(__file__, "TEXT")
HERE = Source("abc", "file").span(0, 1)


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RuleTable:
    monkeypatch.setattr("clairify_cli.diagnostics.registry._RULES", {})
    monkeypatch.setattr("clairify_cli.diagnostics.wording.TABLES", [])
    (tmp_path / "rules.txt").write_text(TEXT)
    return RuleTable([tmp_path / "rules.txt"])


def test_the_head_of_a_rule(rules: RuleTable) -> None:
    found = rules.seen_twice
    assert (found.code, found.name, found.severity) == ("TST002", "seen-twice", Severity.WARNING)
    assert rules.unknown_thing.page == "A thing is unknown.\n\nWrong:\n    a thinx"
    with pytest.raises(AttributeError):
        _ = rules.nothing_such


def test_threads_ask_for_their_first_rule_at_once(rules: RuleTable, tmp_path: Path) -> None:
    def files() -> Iterator[Path]:
        time.sleep(0.1)
        yield tmp_path / "rules.txt"

    table = RuleTable(files())
    with ThreadPoolExecutor(2) as threads:
        assert [*threads.map(lambda _: table.seen_twice.code, range(2))] == ["TST002", "TST002"]


def test_equal_findings_of_one_place_are_told_once(rules: RuleTable) -> None:
    found = [rules.seen_twice(HERE, ["a"], None, related=[Related("here", HERE)]) for _ in range(2)]
    assert in_source_order(found) == found[:1]


@pytest.mark.parametrize(("given", "message", "hint"), stored(__file__, "the_first_that_fits_is_said"))
def test_the_first_that_fits_is_said(rules: RuleTable, given: tuple[object, ...], message: str, hint: str) -> None:
    fix = Fix("remove it", ())
    found = rules.unknown_thing(HERE, *given, fix)
    assert (found.message, found.hint, found.fix, found.severity) == (message, hint, fix, Severity.ERROR)


def test_names_in_every_form_and_places(rules: RuleTable) -> None:
    found = rules.seen_twice(HERE, ["a", "b"], HERE, others=[HERE] * 6)
    assert found.message == "{`a` and `b`} stand twice, as a+b and 2, `a` and 1 more (and in 6 more places)"
    assert [one.message for one in found.related] == ["the first is here", *["here too"] * 4]
    assert rules.seen_twice(HERE, ["a"], None).related == ()


def test_what_is_not_sure_is_a_warning(rules: RuleTable) -> None:
    assert rules.seen_twice(HERE, ["a"], HERE, sure=False).severity is Severity.WARNING


# --------------------------------------------------------------------------------------------- the rules of the project

FREE = {"fix", "related", "severity", "hint", "others", "sure"}
"""Parameters that have no words of their own."""


@cache
def tables() -> dict[str, RuleTable]:
    """Every table by the module and the name that it has there."""
    all_rules()
    found = {}
    for path in [*ROOT.rglob("*rules.py"), *ROOT.rglob("rules/__init__.py")]:
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        for key, value in vars(import_module(name)).items():
            if isinstance(value, RuleTable):
                found[f"{name}.{key}"] = value
    return found


@cache
def uses() -> list[tuple[str, RuleTable, str, ast.Call | None]]:
    """Every mention of a rule in the package: its place, the table, the name, and the call where it is one."""
    found: list[tuple[str, RuleTable, str, ast.Call | None]] = []
    known = tables()
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text("utf-8")
        if "rules import" not in text and "RuleTable" not in text:
            continue
        tree = ast.parse(text)
        module = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        named = {name.rpartition(".")[2]: table for name, table in known.items() if name.rpartition(".")[0] == module}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for one in node.names:
                    if f"{node.module}.{one.name}" in known:
                        named[one.asname or one.name] = known[f"{node.module}.{one.name}"]
        calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
        calls |= {id(one): node for node in calls.values() for one in node.args if handed_on(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in named:
                found.append((f"{path.name}:{node.lineno}", named[node.value.id], node.attr, calls.get(id(node))))
    return found


def test_every_rule_is_called_with_what_its_words_need() -> None:
    wrong = []
    for place, table, name, call in uses():
        rule = table.rules().get(name)
        if rule is None:
            wrong.append(f"{place}: there is no rule {name}")
        elif call is not None:
            wrong += [f"{place}: {name}: {why}" for why in faults(rule, call)]
    assert not wrong


HANDED_ON = {"add_recurring": 3, "_say": 3, "say": 3}
"""Functions of checks that are given a rule; behind so many of their arguments stand those of the rule."""


def handed_on(call: ast.Call) -> int:
    """How many arguments of a call do not belong to the words of the rule that it is given; 0 of other calls."""
    return HANDED_ON.get(call.func.attr, 0) if isinstance(call.func, ast.Attribute) else 0


def faults(rule: AnyRule, call: ast.Call) -> Iterator[str]:
    """What is wrong with the arguments of a call."""
    words = rule.words
    assert isinstance(words, Words)
    positional = call.args[handed_on(call) or 1 :]
    if handed_on(call) and rule.code.startswith("PDL69"):  # the reader of goals puts the words in front
        positional = [ast.Constant(""), *positional]
    starred = any(isinstance(one, ast.Starred) for one in call.args)
    if len(positional) > len(words.parameters):
        yield "too many arguments"
    given = {one.arg for one in call.keywords} | set(words.parameters[: len(positional)])
    yield from (f"it has no {one}" for one in given - {*words.parameters, None})
    asked = {one for variant in words.variants for one, _ in variant.conditions}
    places = {variant.kind for variant in words.variants}
    if not starred:
        yield from (f"{one} is missing" for one in {*words.parameters} - given - FREE - asked - places)


def test_every_rule_is_used_and_has_words() -> None:
    used = {(id(table), name) for _, table, name, _ in uses()}
    for place, table in tables().items():
        for name, rule in table.rules().items():
            assert (id(table), name) in used, f"{place}: nothing uses {rule.code} {rule.name}"
            assert isinstance(rule.words, Words)
            assert any(one.kind == ">" for one in rule.words.variants), f"{rule.code} has no message"


def test_every_field_of_a_template_is_a_parameter() -> None:
    for table in tables().values():
        for rule in table.rules().values():
            assert isinstance(rule.words, Words)
            for variant in rule.words.variants:
                names = {one for one, _ in variant.conditions}
                names |= set(re.findall(r"(?<!\{)\{(\w+)", variant.text))
                names |= set(re.findall(r":(?:\?|in )(\w+)\}", variant.text))
                names |= {variant.kind} - {">", "?"}
                assert names <= {*rule.words.parameters}, f"{rule.code}: {names - {*rule.words.parameters}}"
