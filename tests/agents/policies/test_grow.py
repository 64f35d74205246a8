"""What is known grows: nothing is lost because it was not written again."""

from __future__ import annotations

import pytest
from case_tables import stored

from agents.policies.rooms_files import DOMAIN, FIRST, SECOND, problem
from clairify_cli.agents.policies.files.corrections import corrections_in, is_quoted, unread, unread_in
from clairify_cli.agents.policies.files.grow import Grown, Known, grown, known_of, problem_of, progressed, text_of
from clairify_cli.agents.policies.files.single import single_predicates
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, Problem
from clairify_cli.languages.pddl.writing.printing import print_tree

GO = ("go", "kitchen", "living-room", "east")
OPEN = ("open-door", "living-room", "north-of-living-room", "north")
SEEN = "north-of-living-room"
"""All names have been observed, so that no placeholder is renamed by itself."""

LATEST = "You are in the pantry. The door  to the living room is open."


def domain(text: str = DOMAIN) -> Domain:
    found = read(Source(text))[0].domain
    assert found is not None
    return found


def tree(text: str) -> Problem:
    found = read(Source(text))[0].problem
    assert found is not None
    return found


def empty(init: str = "", objects: str = "kitchen - room") -> Problem:
    return tree(problem(objects, init, "(and)"))


def merged(written: Problem, lines: str = "", *steps: tuple[str, ...], before: Known | None = None) -> Grown:
    known = known_of(tree(SECOND)) if before is None else before
    return grown(known, steps, domain(), known_of(written), corrections_in(lines), LATEST, SEEN)


def test_a_forgotten_fact_and_a_forgotten_object_are_kept() -> None:
    made = merged(empty("(in coin1 kitchen)", "coin1 - coin"))
    assert ("closed-door", "living-room", "north-of-living-room") in made.known.facts
    assert ("in", "coin1", "kitchen") in made.known.facts
    assert {"living-room", "north", "coin1"} <= set(made.known.objects)
    assert not made.stale and not made.groundless


def test_facts_are_carried_through_the_steps() -> None:
    known, deleted = progressed(known_of(tree(FIRST)), [GO], domain())
    assert known.facts == (("connected", "kitchen", "living-room", "east"), ("at", "living-room"))
    assert deleted == {("at", "kitchen"): GO}
    assert known.past == (frozenset({("at", "kitchen"), ("connected", "kitchen", "living-room", "east")}),)
    back, deleted = progressed(known, [("go", "living-room", "kitchen", "west"), ("fly",), ("go", "x")], domain())
    assert ("at", "kitchen") in back.facts and deleted == {
        ("at", "living-room"): ("go", "living-room", "kitchen", "west")
    }


def test_a_fact_that_a_step_made_false_is_not_taken_over_unless_it_was_observed() -> None:
    written = empty("(closed-door living-room north-of-living-room)")
    made = merged(written, "", OPEN)
    fact = ("closed-door", "living-room", "north-of-living-room")
    assert made.stale == ((fact, OPEN),) and fact not in made.known.facts
    line = 'OBSERVED (closed-door living-room north-of-living-room) BECAUSE "the door to the living room"'
    made = merged(written, line, OPEN)
    assert not made.stale and fact in made.known.facts


def test_retractions_quote_the_latest_observation() -> None:
    fact = ("closed-door", "living-room", "north-of-living-room")
    line = "; RETRACT (closed-door living-room north-of-living-room) BECAUSE "
    good = merged(empty(), line + '"door to the living room is open"')
    assert fact not in good.known.facts and not good.groundless
    bad = merged(empty(), line + '"I believe so"')
    assert fact in bad.known.facts
    ((correction, fault),) = bad.groundless
    assert correction.text.startswith("RETRACT (closed-door") and "latest observation" in fault.why


def test_a_retracted_fact_that_is_written_all_the_same_goes() -> None:
    made = merged(empty("(at living-room)"), 'RETRACT (at living-room) BECAUSE "You are in the pantry"')
    assert ("at", "living-room") not in made.known.facts


def test_two_names_of_one_thing() -> None:
    made = merged(
        empty("(at pantry)", "pantry - room"),
        'RENAME north-of-living-room pantry BECAUSE "You are in the pantry"',
        ("go", "living-room", "north-of-living-room", "north"),
    )
    assert "north-of-living-room" not in made.known.objects and "pantry" in made.known.objects
    assert ("connected", "living-room", "pantry", "north") in made.known.facts
    assert [fact for fact in made.known.facts if fact[0] == "at"] == [("at", "pantry")]
    assert not made.stale


def test_an_object_that_does_not_exist_goes_with_its_facts() -> None:
    made = merged(empty(), 'RETRACT north-of-living-room BECAUSE "You are in the pantry"')
    assert "north-of-living-room" not in made.known.objects
    assert not [fact for fact in made.known.facts if "north-of-living-room" in fact]


@pytest.mark.parametrize("line", stored(__file__, "corrections_without_ground"))
def test_corrections_without_ground(line: str) -> None:
    made = merged(empty(), line)
    assert len(made.groundless) == 1 and ("at", "living-room") in made.known.facts


HINTS = stored(__file__, "HINTS")


@pytest.mark.parametrize("line", HINTS)
def test_a_correction_without_ground_is_told_what_to_write(line: str) -> None:
    ((_, fault),) = merged(empty(), line).groundless
    assert HINTS[line] in fault.hint, fault


def test_to_take_back_what_is_not_known_does_no_harm() -> None:
    for line in ("RETRACT cellar", "RETRACT (at cellar)", "RETRACT living-room-2"):
        assert not merged(empty(), f'{line} BECAUSE "You are in the pantry"').groundless, line


def test_lines_that_cannot_be_read_are_known() -> None:
    reply = 'RETRACT (at kitchen)\nRENAME a b BECAUSE "x"\n- RENAME a;b c BECAUSE x\nI RETRACT a\nretract a'
    assert unread_in(reply) == ("RETRACT (at kitchen)", "RENAME a;b c BECAUSE x")
    assert "no BECAUSE" in unread("RETRACT (at kitchen)").why and "BECAUSE" not in unread("RENAME a;b c BECAUSE x").why


def test_what_is_no_correction_is_not_read_as_one() -> None:
    for line in ("I retract nothing", "RETRACT (at kitchen)", "RETRACT BECAUSE x", "RENAME a;b c BECAUSE x", "RETRACT"):
        assert not corrections_in(line), line
    assert len(corrections_in('RETRACT a BECAUSE "b"\n' * 500)) == 100
    pairs = (("kitchen", "living-room"), ("living-room", "kitchen"))
    ring = "".join(f'RENAME {a} {b} BECAUSE "You are in the pantry"\n' for a, b in pairs)
    assert "kitchen" in merged(empty(), ring).known.objects, "a ring of names is no renaming"


def test_quotes() -> None:
    assert is_quoted("THE DOOR to the living-room", LATEST)
    assert not is_quoted("the", "no such word") and not is_quoted("in", LATEST) and not is_quoted("", LATEST)


def test_what_is_known_can_be_printed_and_read() -> None:
    known = known_of(tree(SECOND))
    again = tree(print_tree(problem_of(known, domain(), tree(FIRST))))
    assert known_of(again) == known
    assert again.domain is not None and again.domain.text == "rooms"


KINDS = stored(__file__, "KINDS")


def test_a_type_stays_unless_the_later_one_is_narrower() -> None:
    before = Known({"s1": ("shelf",), "l1": ("item",)}, (("in", "l1", "s1"), ("lies", "l1")))
    written = tree("(define (problem p) (:domain d) (:objects s1 - place l1 - lamp) (:init) (:goal (and)))")
    made = grown(before, (), domain(KINDS), known_of(written))
    assert made.known.objects == {"s1": ("shelf",), "l1": ("item",)}
    assert made.known.facts == (("in", "l1", "s1"), ("lies", "l1"))


def test_each_section_of_a_problem_begins_a_line() -> None:
    lines = text_of(problem_of(known_of(tree(SECOND)), domain(), tree(FIRST))).splitlines()
    begun = [line.strip().split()[0] for line in lines if line.lstrip().startswith("(:")]
    assert begun == ["(:domain", "(:objects", "(:init", "(:goal"] and all(lines), "and no line is empty"


def test_one_is_in_one_place_at_a_time() -> None:
    go = ("go", "living-room", "north-of-living-room", "north")
    made = merged(empty("(at pantry)", "pantry - room"), "", go)
    assert made.double == ((("at", "north-of-living-room"), ("at", "pantry")),)
    line = 'RETRACT (at north-of-living-room) BECAUSE "You are in the pantry"'
    made = merged(empty("(at pantry)", "pantry - room"), line, go)
    assert not made.double and [fact for fact in made.known.facts if fact[0] == "at"] == [("at", "pantry")]
    made = merged(empty("(at living-room)"), 'OBSERVED (at living-room) BECAUSE "living room"', go)
    assert not made.double and [fact for fact in made.known.facts if fact[0] == "at"] == [("at", "living-room")]


def test_a_placeholder_is_what_is_met_there_under_a_known_name() -> None:
    go = ("go", "living-room", "north-of-living-room", "north")
    before = known_of(tree(SECOND.replace("kitchen living-room", "pantry kitchen living-room")))
    both = "(at pantry) (connected living-room pantry north)"
    made = grown(before, (go,), domain(), known_of(empty(both, "pantry - room")), (), LATEST, "pantry living-room")
    assert not made.double and "north-of-living-room" not in made.known.objects
    made = grown(before, (go,), domain(), known_of(empty("(at pantry)")), (), LATEST, "pantry living-room")
    assert made.double, "nothing but where one is says that it is the same"


def test_what_is_single_is_told_by_the_effects() -> None:
    assert single_predicates(domain()) == {"at": ()}
    moves = "(:action carry :parameters (?x - coin ?a ?b - room) :precondition (in ?x ?a) "
    carried = moves + ":effect (and (not (in ?x ?a)) (in ?x ?b))) (:action go"
    assert single_predicates(domain(DOMAIN.replace("(:action go", carried))) == {"at": (), "in": (0,)}
    others = (
        "(in ?x ?b)",
        "(and (not (in ?x ?b)) (in ?x ?b))",
        "(when (in ?x ?b) (and (not (in ?x ?a)) (in ?x ?b)))",
    )
    for other in others:
        text = DOMAIN.replace("(:action go", f"{moves}:effect {other}) (:action go")
        assert single_predicates(domain(text)) == {"at": ()}, other
