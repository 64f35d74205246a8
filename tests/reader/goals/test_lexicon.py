"""Lexicons: what is read, what is refused and in which words, and that the project's own name only what there is."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from case_tables import stored
from schemas_kept import fits

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.reader.goals import read_goal
from clairify_cli.reader.goals.facts import Template, facts_of
from clairify_cli.reader.goals.lexicon import Lexicon, LexiconError, lexicon_beside, load_lexicon, read_lexicon
from reader.goals.goal_cases import DOMAINS, scene

OWN = sorted(DOMAINS.glob("*.lexicon.yaml"))


def test_every_entry() -> None:
    found = read_lexicon(
        "names: {fridge: [icebox]}\ngroups: {vessel: [cup, mug]}\nverbs:\n  examine ?x under ?y:lamp: (seen ?x ?y)\n"
        "adjectives:\n  dirty: (not (clean ?x))\nstops:\n  fridge: (cold ?x)\nignore: [on]\ndefaults: {robot: R2}\n"
    )
    assert found.names == {"fridge": ("icebox",)}
    assert found.groups == {"vessel": ("cup", "mug")}
    frame = found.frames[0]
    assert frame.verb == ("examine",)
    assert [(slot.words, slot.variable, slot.type) for slot in frame.slots] == [
        ((), "?x", None),
        (("under",), "?y", "lamp"),
    ]
    assert frame.literals == (Template("seen", ("?x", "?y")),)
    assert found.adjectives == {"dirty": (Template("clean", ("?x",), False),)}
    assert found.stops == {"fridge": (Template("cold", ("?x",)),)}
    assert found.ignore == ("on",)
    assert found.defaults == {"robot": "r2"}


def test_nothing_is_an_empty_lexicon() -> None:
    assert read_lexicon("") == read_lexicon("# only a comment\n") == Lexicon()


@pytest.mark.parametrize(("text", "goal"), stored(__file__, "beside_the_words_of_the_domain"))
def test_a_short_lexicon_stands_beside_the_words_of_the_domain(text: str, goal: str) -> None:
    there = scene("watering.pddl", "watering-flat.pddl")
    lexicon = read_lexicon("verbs: {'sprinkle ?x': (watered ?x)}\nadjectives: {dry: (not (watered ?x))}")
    assert read_goal(Source(text), there.domain, there.problem, lexicon).goal == f"(:goal {goal})"


@pytest.mark.parametrize(("text", "words"), stored(__file__, "what_is_refused"))
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(LexiconError) as caught:
        read_lexicon(text, "home.lexicon.yaml")
    assert words in str(caught.value)
    assert str(caught.value).startswith("home.lexicon.yaml")
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for content in (None, b"\xff\xfe\x00"):
        path = tmp_path / "x.lexicon.yaml"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(LexiconError, match=r"x\.lexicon\.yaml"):
            load_lexicon(path)


def test_beside_the_domain(tmp_path: Path) -> None:
    (tmp_path / "home.lexicon.yaml").write_text("ignore: [x]\n", encoding="utf-8")
    assert lexicon_beside(tmp_path / "home.pddl") == tmp_path / "home.lexicon.yaml"
    assert lexicon_beside(tmp_path / "other.pddl") is None


def test_a_lexicon_extends_another(tmp_path: Path) -> None:
    base = (
        "ignore: [old]\nnames: {fridge: [icebox], mug: [beaker]}\nverbs:\n  take ?x: (holding ?x)\n  heat ?x: (hot ?x)"
    )
    own = "extends: home.lexicon.yaml\nnames: {fridge: [cooler]}\nverbs:\n  heat ?x: (warm ?x)"
    (tmp_path / "home.lexicon.yaml").write_text(base, encoding="utf-8")
    (tmp_path / "own.lexicon.yaml").write_text(own, encoding="utf-8")
    found = load_lexicon(tmp_path / "own.lexicon.yaml")
    assert found.names == {"fridge": ("cooler",), "mug": ("beaker",)}
    assert [one.literals[0].predicate for one in found.frames] == ["holding", "warm"]
    assert found.ignore == ("old",)
    (tmp_path / "own.lexicon.yaml").write_text("extends: gone.lexicon.yaml", encoding="utf-8")
    with pytest.raises(LexiconError, match=r"gone\.lexicon\.yaml"):
        load_lexicon(tmp_path / "own.lexicon.yaml")
    for name in ("../home.lexicon.yaml", "/etc/passwd"):
        with pytest.raises(LexiconError, match="the name of a file beside it"):
            read_lexicon(f"extends: {name}")


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_own_lexicons_keep_to_the_schema(path: Path) -> None:
    fits(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader), "lexicon")


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_own_lexicons_name_what_their_domains_have(path: Path) -> None:
    lexicon = read_lexicon(path.read_text(encoding="utf-8"))  # without the words of the one that it extends
    text = path.with_name(path.name.replace(".lexicon.yaml", ".pddl")).read_text(encoding="utf-8")
    facts = facts_of(
        read(Source(text))[0], read(Source("(define (problem p) (:domain d) (:objects) (:init) (:goal (and)))"))[0]
    )
    assert facts is not None
    known = {*facts.task.hierarchy.supertypes, *facts.task.objects}
    said = {one.replace(" ", "-") for words in lexicon.names.values() for one in words}
    slots = {slot.type for frame in lexicon.frames for slot in frame.slots if slot.type}
    named = {*lexicon.names, *(one for kinds in lexicon.groups.values() for one in kinds), *lexicon.stops}
    assert named <= known and slots <= known | said
    literals = [one for frame in lexicon.frames for one in frame.literals]
    literals += [one for those in (*lexicon.adjectives.values(), *lexicon.stops.values()) for one in those]
    for one in literals:
        assert len(facts.predicates[one.predicate].types) == len(one.arguments), one
        types = {name for word in one.arguments if ":" in word for name in word.partition(":")[2].split("|")}
        assert types <= known


def test_a_default_is_meant_where_nothing_is_named() -> None:
    there = scene("office.pddl", "office-day.pddl")
    from clairify_cli.reader.goals import read_goal

    problem = read(Source(there.problem_text.replace("robbie - robot", "robbie marvin - robot")))[0]
    text = Source("carry letter1")
    assert read_goal(text, there.domain, problem).goal == "(:goal (exists (?robot - robot) (carrying ?robot letter1)))"
    chosen = Lexicon(defaults={"robot": "marvin"})
    assert read_goal(text, there.domain, problem, chosen).goal == "(:goal (carrying marvin letter1))"
