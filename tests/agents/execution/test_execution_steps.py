"""What each step of XDL becomes, what a bench must have for it, and what is said where that cannot be."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from case_tables import stored

from agents.execution.chem_edu import needs_texts, prepared, texts, xdl
from clairify_cli.agents.execution.jobs.bind import bound, most_held, needed
from clairify_cli.agents.execution.jobs.kinds import SKILLS, WEIGHING, Kind, matter
from clairify_cli.agents.execution.jobs.steps import TABLE, jobs_of
from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.xdl.schema import load
from clairify_cli.worlds.scene.needs import DEVICES

VESSEL = 'vessel="beaker"'


def test_every_step_of_the_table_is_a_step_of_the_schema_or_of_an_older_dialect() -> None:
    assert set(TABLE) - set(load().step_names) == {"HeatChillReturnToRT"}


def test_every_kind_of_job_has_a_skill_of_the_domain_and_devices_that_a_bench_can_have() -> None:
    assert set(SKILLS) == set(get_args(Kind))
    lab = read_once(Source(data_text("domains", "lab.pddl")))[0].domain
    assert lab is not None
    actions = {one for skill in SKILLS.values() for one in skill.actions}
    assert actions == {one.name.text for one in lab.actions if one.name is not None} - {
        "cap",
        "swirl",
    }  # what a plan may do and no step asks for
    needed = {one for skill in (*SKILLS.values(), WEIGHING) for one in skill.devices}
    assert needed == set(DEVICES) - {"pump"}  # which adds what it is fed, where a scene has one


@pytest.mark.parametrize(("step", "grams"), stored(__file__, "amounts_are_told_in_grams"))
def test_amounts_are_told_in_grams(step: str, grams: float) -> None:
    jobs, _ = jobs_of(xdl(f"<Add {VESSEL} {step}/>"))
    assert jobs is not None
    assert jobs.jobs[0].grams == pytest.approx(grams, rel=1e-3)


def test_an_amount_that_is_not_said_is_an_error_unless_one_is_assumed() -> None:
    source = xdl(f'<Add {VESSEL} reagent="ice"/>')
    jobs, found = jobs_of(source)
    assert jobs is not None and not jobs.jobs
    assert [(one.code, one.is_error) for one in found] == [("RUN104", True)]
    jobs, found = jobs_of(source, assume="12 mL")
    assert jobs is not None
    assert [one.code for one in found] == ["RUN110"]
    assert "12 mL" in jobs.jobs[0].remarks[-1]
    assert jobs.jobs[0].grams == pytest.approx(12.0 * matter("ice").density)


def test_what_is_said_to_be_cold_is_reported_as_not_cooled() -> None:
    for reagent, codes in (("chilled water", ["RUN110"]), ("water", [])):
        jobs, found = jobs_of(xdl(f'<Add {VESSEL} reagent="{reagent}" mass="5 g"/>'))
        assert jobs is not None
        assert [one.code for one in found] == codes


def test_equivalents_of_something_cannot_be_told_in_grams() -> None:
    jobs, found = jobs_of(xdl(f'<Add {VESSEL} reagent="water" amount="2 eq"/>'))
    assert [one.code for one in found] == ["RUN104"]
    assert jobs is not None
    assert not jobs.jobs


def test_a_step_without_a_skill_is_an_error_at_its_line_or_left_out() -> None:
    source = xdl(f'<Wait time="1 s"/>\n<Evaporate {VESSEL}/>\n<Stir {VESSEL} time="1 s"/>')
    _, found = jobs_of(source)
    assert [(one.code, one.span.line, one.is_error) for one in found] == [("RUN101", 2, True)]
    jobs, found = jobs_of(source, skip_unsupported=True)
    assert [one.is_error for one in found] == [False]
    assert jobs is not None
    assert [one.kind for one in jobs.jobs] == ["wait", "stir"]


def test_steps_are_counted_as_they_are_done() -> None:
    inside = f'<Add {VESSEL} reagent="water" mass="1 g"/><Stir {VESSEL} time="1 s"/>'
    jobs, _ = jobs_of(xdl(f'<Repeat repeats="2">{inside}</Repeat><Wait time="2 min"/>'))
    assert jobs is not None
    assert [(one.number, one.kind) for one in jobs.jobs] == [
        (1, "add"),
        (2, "stir"),
        (3, "add"),
        (4, "stir"),
        (5, "wait"),
    ]


@pytest.mark.parametrize("repeats", ["501", "1000", "999999999999"])
def test_more_steps_than_the_arm_does_are_an_error(repeats: str) -> None:
    step = f'<Add {VESSEL} reagent="water" mass="1 g"/>'
    _, found = jobs_of(xdl(f'<Repeat repeats="{repeats}">{step}</Repeat>'))
    assert [one.code for one in found] == ["RUN101"]


@pytest.mark.parametrize(
    ("temperature", "kind"), [("80 °C", "heat"), ("4 °C", "cool"), ("25 °C", "rest"), ("353 K", "heat")]
)
def test_heating_and_chilling_go_by_room_temperature(temperature: str, kind: str) -> None:
    jobs, _ = jobs_of(xdl(f'<HeatChill {VESSEL} temp="{temperature}" time="5 min"/>'))
    assert jobs is not None
    assert [(one.kind, one.seconds) for one in jobs.jobs] == [(kind, 300.0)]


@pytest.mark.parametrize(
    ("steps", "kinds", "kept"),
    [
        ('<HeatChill {v} temp="60 °C" time="1 h"/><HeatChillToTemp {v} temp="30 °C"/>', "heat rest", False),
        ('<HeatChillToTemp {v} temp="0 °C"/><HeatChillToTemp {v} temp="15 °C" active="false"/>', "cool rest", False),
        ('<HeatChill {v} temp="90 °C" time="1 h"/><HeatChill {v} temp="60 °C" time="1 h"/>', "heat heat", False),
        ('<HeatChillToTemp {v} temp="60 °C"/>', "heat", True),
        ('<StartHeatChill {v} temp="60 °C"/><StopHeatChill {v}/>', "heat", False),
        ('<HeatChillToTemp {v} temp="60 °C" continue_heatchill="false"/>', "heat", False),
        ('<HeatChillToTemp {v} temp="60 °C"/><HeatChillReturnToRT {v}/>', "heat rest", False),
    ],
)
def test_a_vessel_cools_by_itself_where_nothing_keeps_it_warm(steps: str, kinds: str, kept: bool) -> None:
    jobs, _ = jobs_of(xdl(steps.replace("{v}", VESSEL) + '<Wait time="5 min"/>'))
    assert jobs is not None
    *others, wait = jobs.jobs
    assert [one.kind for one in others] == kinds.split()
    assert wait.kept == ({"beaker"} if kept else frozenset())


def test_dissolving_is_adding_and_stirring() -> None:
    jobs, _ = jobs_of(xdl(f'<Dissolve {VESSEL} solvent="water" volume="20 mL" time="30 s"/>'))
    assert jobs is not None
    assert [(one.number, one.kind) for one in jobs.jobs] == [(1, "add"), (1, "stir")]


def test_a_bench_has_vessels_for_the_most_that_they_ever_hold() -> None:
    steps = (
        f'<Add {VESSEL} reagent="water" mass="50 g"/><Transfer from_vessel="beaker" to_vessel="flask" volume="all"/>'
        f'<Add {VESSEL} reagent="water" mass="20 g"/><CleanVessel vessel="flask"/>'
    )
    jobs, _ = jobs_of(xdl(steps))
    assert jobs is not None
    most = most_held(jobs.jobs)
    assert most["beaker"] == pytest.approx(50.2, abs=0.5)
    assert most["flask"] == pytest.approx(50.2, abs=0.5)
    made = needed(jobs)
    assert made.devices == {"balance", "sink"}
    assert made.reagents[0].doses_g == (50.0, 20.0)


def test_what_goes_into_a_hot_vessel_is_weighed_in_another_one() -> None:
    steps = f'<HeatChillToTemp {VESSEL} temp="90 °C"/><Add {VESSEL} reagent="sugar" mass="5 g"/>'
    jobs, _ = jobs_of(xdl(steps))
    assert jobs is not None
    assert [one.id for one in needed(jobs).vessels] == ["beaker", "weighing-beaker"]


CASES = {
    "RUN102": lambda scene: replace(scene, vessels=tuple(one for one in scene.vessels if one.kind == "bottle")),
    "RUN103": lambda scene: replace(scene, vessels=tuple(one for one in scene.vessels if one.kind != "bottle")),
    "RUN105": lambda scene: replace(scene, vessels=tuple(replace(one, capacity_ml=10.0) for one in scene.vessels)),
    "RUN106": lambda scene: replace(
        scene, devices=tuple(replace(one, ratings=(("hottest", 50.0),)) for one in scene.devices)
    ),
    "RUN107": lambda scene: replace(scene, places=tuple(one for one in scene.places if one.device is None)),
    "RUN108": lambda scene: replace(
        scene,
        vessels=tuple(
            replace(one, contents=tuple(replace(c, grams=1.0) for c in one.contents)) for one in scene.vessels
        ),
    ),
    "RUN109": lambda scene: replace(scene, vessels=tuple(replace(one, mass_g=4000.0) for one in scene.vessels)),
}


@pytest.mark.parametrize("code", CASES)
def test_what_a_scene_lacks_is_said_once(code: str) -> None:
    steps = f'<Add {VESSEL} reagent="water" mass="20 g"/><HeatChillToTemp {VESSEL} temp="90 °C"/>'
    jobs, scene, _, found = prepared(xdl(f"{steps}{steps}"))
    assert not [one for one in found if one.is_error]
    _, found = bound(jobs.jobs, CASES[code](scene), jobs.vessels)
    wanted = [one for one in found if one.code == code]
    assert wanted
    assert len({one.message for one in wanted}) == len(wanted) or code == "RUN106"
    assert {one.code for one in found} <= {code, "RUN107"}


@needs_texts()
def test_every_program_of_the_texts_can_be_bound_to_the_bench_that_is_made_for_it() -> None:
    from clairify_cli import api

    assert texts()
    for path in texts():
        program = api.translate(path.read_text(encoding="utf-8")).program
        _, _, made, found = prepared(type(xdl(""))(program, path.name))
        assert not [one for one in found if one.is_error], path.name
        assert made
