"""Goal after goal, planned by the solver and carried out in thought: faults, other plans, tuning, reports."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from case_tables import stored
from schemas_kept import fits

pytest.importorskip("numpy")
pytest.importorskip("up_fast_downward")

from agents.execution.chem_edu import needs_texts, prepared, texts, xdl
from agents.execution.thought_world import ThoughtWorld, effect, failed
from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.jobs.totals import totals
from clairify_cli.agents.execution.program import Setting, constrained, set_plan
from clairify_cli.agents.execution.report import report, report_text
from clairify_cli.agents.execution.results import STOPPED, Options, Run
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.stages import program_task
from clairify_cli.agents.execution.task_motion import StoppedError
from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.planning.solvers import registry
from clairify_cli.worlds.base import Action, Obstruction, Outcome, Refusal
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import Scene

LAB = data_text("domains", "lab.pddl")
SOLVER = registry.get("auto", optimal=True)
ELSEWHERE = """(define (problem elsewhere) (:domain lab)
  (:objects beaker1 - beaker slot1 far1 near1 - slot)
  (:init (hand-empty) (at beaker1 slot1) (clean beaker1) (free far1) (free near1))
  (:goal (exists (?slot - slot) (and (at beaker1 ?slot) (not (= ?slot slot1))))))"""
ADD = '<Add vessel="beaker" reagent="water" mass="20 g"/>'


def run(
    source: Source,
    options: Options | None = None,
    progress: events.Progress | None = None,
    **faults: Callable[..., object],
) -> tuple[Run, ThoughtWorld]:
    _, scene, made, _ = prepared(source)
    world = ThoughtWorld(scene, **faults)  # type: ignore[arg-type]
    return execute(program_task(LAB, made, scene), world, SOLVER, options, progress=progress), world


def steps_of(world: ThoughtWorld) -> list[str]:
    return [one.text for one in world.done]


def test_an_addition_is_weighed_and_the_bottle_put_back() -> None:
    done, world = run(xdl(ADD))
    assert done.succeeded
    assert steps_of(world) == [
        "(take beaker beaker-slot)",
        "(put beaker balance)",
        "(uncap water-bottle)",
        "(take water-bottle water-bottle-slot)",
        "(weigh water water-bottle beaker balance)",
        "(put water-bottle water-bottle-slot)",
    ]
    assert world.done[4].settings == {"mass": 20.0}


@pytest.mark.parametrize("warms", [True, False])
def test_a_temperature_that_is_not_reached_is_a_failure(warms: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not warms:
        monkeypatch.setattr(ThoughtWorld, "let_stand", lambda world, vessel, celsius: 0.0)
    rest = '<HeatChillToTemp vessel="beaker" temp="15 °C" active="false"/><Wait time="5 min"/>'
    done, world = run(xdl(f'{ADD}<HeatChillToTemp vessel="beaker" temp="0 °C"/>{rest}'))
    assert done.succeeded is warms and [one.completed for one in done.stages][2:] == (
        [True, True] if warms else [False]
    )
    assert done.failure is None or done.failure.message == "temperature: expected 15 °C ± 3 °C, observed 0.0 °C"
    assert world.passed[0][1:] == (frozenset(), "") and world.passed[1][1:] == (frozenset(), "beaker")


def test_the_same_reagent_twice_is_two_doses() -> None:
    done, world = run(xdl(ADD + ADD))
    assert done.succeeded
    assert sum(one.name == "weigh" for one in world.done) == 2
    found = totals(world.scene, [one.stage.job for one in done.stages if one.stage.job], world.observe())
    assert [(one.vessel, one.asked, one.there) for one in found] == [("beaker", 40.0, 40.0)]


def test_a_hot_vessel_stays_where_it_is() -> None:
    steps = f'{ADD}<HeatChillToTemp vessel="beaker" temp="90 °C"/>{ADD}<Stir vessel="beaker" time="5 s"/>'
    done, world = run(xdl(steps))
    assert done.succeeded
    names = [one.name for one in world.done]
    assert "let-cool" not in names
    assert names.count("heat") == 1
    assert "(transfer weighing-beaker beaker)" in steps_of(world)
    assert world.observe().temperatures["beaker"] == 90.0


def test_cooling_a_hot_vessel_waits_until_it_can_be_gripped() -> None:
    steps = '<HeatChillToTemp vessel="beaker" temp="90 °C"/><HeatChillToTemp vessel="beaker" temp="2 °C"/>'
    done, world = run(xdl(ADD + steps))
    assert done.succeeded
    assert [one.name for one in world.done][-4:] == ["let-cool", "take", "put", "cool"]


def test_stirring_again_is_done_again() -> None:
    done, world = run(xdl(ADD + 2 * '<Stir vessel="beaker" time="5 s"/>'))
    assert done.succeeded
    assert sum(one.name == "stir" for one in world.done) == 2


def test_all_that_is_transferred_goes_over_and_a_vessel_can_be_cleaned() -> None:
    steps = f'{ADD}<Transfer from_vessel="beaker" to_vessel="flask" volume="all"/><CleanVessel vessel="beaker"/>'
    hardware = '<Component id="beaker" type="beaker"/><Component id="flask" type="flask"/>'
    done, world = run(xdl(steps, hardware))
    assert done.succeeded
    assert [one.grams for one in world.observe().contents["flask"]] == [20.0]
    assert steps_of(world)[-1] == "(wash beaker sink)"


def test_waiting_is_skipped_time() -> None:
    done, world = run(xdl('<Wait time="2 h"/>'))
    assert done.succeeded
    assert not world.done
    assert done.skipped == 7200.0


def test_what_geometry_forbids_is_planned_around() -> None:
    """The place on the balance is taken by another vessel, which has to be moved first."""

    steps = f'{ADD}<Transfer from_vessel="other" to_vessel="beaker" volume="all"/>'
    hardware = '<Component id="beaker" type="beaker"/><Component id="other" type="flask"/>'

    def not_at_first(action: Action, belief: Belief) -> Refusal | None:
        if action.name == "put" and action.arguments == ("beaker", "balance"):
            there = belief.places.get("other-slot")
            if there == "other":
                return Refusal(Obstruction.BLOCKED, "other is in the way", "beaker", "balance", ("other",))
        return None

    done, world = run(xdl(steps, hardware), forbid=not_at_first)
    assert done.succeeded
    assert "(take other other-slot)" in steps_of(world)
    assert steps_of(world).index("(take other other-slot)") < steps_of(world).index("(put beaker balance)")
    assert "other is in the way" in done.stages[0].remarks


@pytest.mark.parametrize(
    ("pattern", "fits", "why"),
    stored(__file__, "what_is_forbidden_is_planned_around"),
)
def test_what_is_forbidden_is_planned_around(pattern: str, fits: str, why: str) -> None:
    _, scene, made, _ = prepared(xdl(ADD))
    setting = constrained(Setting(program_task(LAB, made, scene), scene, ()), [pattern])
    assert setting.task is not None
    world = ThoughtWorld(scene)
    done = execute(setting.task, world, SOLVER)
    assert not [one for one in steps_of(world) if one.startswith(fits)]
    assert done.succeeded is not bool(why)
    assert why in "".join(one.message for one in done.findings)


@pytest.mark.parametrize(
    ("forbid", "require", "goes"),
    stored(__file__, "a_given_plan_gives_way_to_what_is_forbidden_or_required"),
)
def test_a_given_plan_gives_way_to_what_is_forbidden_or_required(forbid: str, require: str, goes: str) -> None:
    sources = Source("(take beaker1 slot1)\n(put beaker1 far1)\n"), Source(LAB), Source(ELSEWHERE)
    setting = constrained(set_plan(*sources), [forbid] if forbid else [], [require] if require else [])
    assert setting.task is not None
    assert setting.scene is not None
    world = ThoughtWorld(setting.scene)
    assert execute(setting.task, world, registry.get("auto")).succeeded
    assert steps_of(world)[:2] == ["(take beaker1 slot1)", f"(put beaker1 {goes})"]
    assert len(steps_of(world)) == (4 if goes == "slot1" else 2)


@pytest.mark.parametrize(("pattern", "succeeds"), [("(put beaker spare*)", True), ("(stir *)", False)])
def test_what_is_required_is_done_after_the_last_step_at_the_latest(pattern: str, succeeds: bool) -> None:
    _, scene, made, _ = prepared(xdl(2 * ADD))
    setting = constrained(Setting(program_task(LAB, made, scene), scene, ()), require=[pattern])
    assert setting.task is not None
    world = ThoughtWorld(scene)
    done = execute(setting.task, world, SOLVER)
    assert done.succeeded is succeeds
    assert any(one.startswith("(put beaker spare") for one in steps_of(world)) is succeeds
    assert any("--require" in one.message for one in done.findings) is not succeeds


def test_what_cannot_be_reached_at_all_ends_before_anything_moves() -> None:
    def unreachable(action: Action, belief: Belief) -> Refusal | None:
        if action.arguments[0] == "water-bottle":
            return Refusal(Obstruction.UNREACHABLE, "water is out of reach", "water-bottle")
        return None

    done, world = run(xdl(ADD), forbid=unreachable)
    assert not done.succeeded
    assert [one.code for one in done.findings] == ["RUN201"]
    assert "water is out of reach" in done.findings[0].message
    assert not world.done


def test_a_dry_run_moves_nothing() -> None:
    done, world = run(xdl(ADD), Options(dry_run=True))
    assert done.succeeded
    assert not world.done
    assert [one.action.name for one in done.planned.stages[0].actions][-1] == "put"


def slips_once(action: Action, time: int) -> Outcome | None:
    return failed(action, "holding") if action.name == "take" and time == 1 else None


def test_a_failed_check_stops_the_run_safely() -> None:
    done, world = run(xdl(ADD + ADD), fail=slips_once)
    assert not done.succeeded
    assert world.retreated
    assert len(world.done) == 1
    assert done.failure is not None
    assert "holding" in done.failure.message
    assert ("at", "beaker", "beaker-slot") in done.failure.facts


def test_a_failed_check_is_retuned_where_that_is_asked_for() -> None:
    told: list[events.Event] = []
    done, world = run(xdl(ADD), Options(on_failure="retune"), told.append, fail=slips_once)
    assert done.succeeded
    assert [one.parameters.grasp for one in world.done][:2] == [None, "top"]
    assert [one.times for one in told if isinstance(one, events.ActionRetuned)] == [1]
    ended = [one.outcome for one in told if isinstance(one, events.ActionDone)]
    assert [check.name for one in ended for check in one.checks if not check.passed] == ["holding"]


def test_an_action_is_retuned_at_most_three_times() -> None:
    done, world = run(
        xdl(ADD),
        Options(on_failure="retune"),
        fail=lambda action, time: failed(action, "motion_health") if action.name == "take" else None,
    )
    assert not done.succeeded
    assert [one.parameters.speed for one in world.done] == [None, 0.25, 0.125, 0.0625]


def test_the_rest_of_a_dose_that_was_too_small_is_poured() -> None:
    done, world = run(
        xdl(ADD),
        Options(on_failure="retune"),
        fail=lambda action, time: (
            failed(action, "amount", {"poured_g": 15.0}) if action.name == "weigh" and time == 1 else None
        ),
    )
    assert done.succeeded
    assert [one.settings["mass"] for one in world.done if one.name == "weigh"] == [20.0, 5.0]


@pytest.mark.parametrize("on_failure", ["stop", "replan"])
def test_facts_after_a_dose_that_stopped_short_agree_with_the_contents(on_failure: str) -> None:
    _, scene, made, _ = prepared(xdl(ADD))

    def short(action: Action, time: int) -> Outcome | None:
        if action.name != "weigh":
            return None
        part = replace(action, settings={"mass": 10.84 if time == 1 else 0.0})
        world.belief = effect(scene, world.belief, part)
        return failed(action, "amount", {"poured_g": part.settings["mass"]})

    world = ThoughtWorld(scene, fail=short)
    done = execute(program_task(LAB, made, scene), world, SOLVER, Options(on_failure=on_failure))  # type: ignore[arg-type]
    whole = report(done, scene)
    fits(whole, "run-report")
    for state in (whole["failure"]["state"], whole["state"]):
        assert state["contents"]["beaker"] == {"water": 10.84}
        assert "(contains beaker water)" in state["facts"] and "(clean beaker)" not in state["facts"]
        assert "(contains water-bottle water)" in state["facts"]
        assert not any(one.startswith("(weighed beaker") for one in state["facts"])


def helped(scene: Scene) -> ThoughtWorld:
    """Somebody else takes the bottle's cap off and puts the beaker on the balance: both are harmless."""
    world = ThoughtWorld(scene)
    looked = 0
    seen = world.observe

    def observe() -> Belief:
        nonlocal looked
        looked += 1
        if looked == 3:
            places = {place: one for place, one in world.belief.places.items() if one != "beaker"}
            world.belief = type(world.belief)(
                **{
                    **{name: getattr(world.belief, name) for name in world.belief.__dataclass_fields__},
                    "places": {**places, "balance": "beaker"},
                    "capped": frozenset(),
                }
            )
        return seen()

    world.observe = observe  # type: ignore[method-assign]
    return world


def test_what_is_observed_counts_and_another_plan_is_made() -> None:
    _, scene, made, _ = prepared(xdl(ADD))
    world = helped(scene)
    done = execute(program_task(LAB, made, scene), world, SOLVER)
    assert done.succeeded
    assert done.stages[0].replanned == 1
    assert "uncap" not in [one.name for one in world.done]


@pytest.mark.parametrize("dry", [False, True])
def test_a_run_that_is_stopped_while_it_is_planned_moves_nothing(dry: bool) -> None:
    _, scene, made, _ = prepared(xdl(ADD))
    world = ThoughtWorld(scene)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    with pytest.raises(StoppedError):
        execute(program_task(LAB, made, scene), world, SOLVER, Options(dry_run=dry), stop=stop)
    assert (asked, world.done, world.retreated) == (3, [], False)


def test_a_run_that_moves_is_stopped_between_actions() -> None:
    _, scene, made, _ = prepared(xdl(ADD))
    world = ThoughtWorld(scene)
    done = execute(program_task(LAB, made, scene), world, SOLVER, stop=lambda: len(world.done) == 2)
    assert done.failure is not None
    assert (done.failure.message, done.failure.action) == (STOPPED, None)
    assert (len(world.done), world.retreated) == (2, True)


def test_a_run_that_is_stopped_while_it_is_planned_anew_ends_safely() -> None:
    _, scene, made, _ = prepared(xdl(ADD))
    world = helped(scene)
    told: list[events.Event] = []
    done = execute(
        program_task(LAB, made, scene),
        world,
        SOLVER,
        progress=told.append,
        stop=lambda: any(isinstance(one, events.StageStarted) for one in told),
    )
    assert done.failure is not None
    assert done.failure.message == STOPPED
    assert done.stages[0].replanned == 1
    assert (world.done, world.retreated) == ([], True)


def test_the_report_is_the_same_for_the_same_run_and_fits_its_schema() -> None:
    made = []
    for options in (Options(), Options(), Options(on_failure="retune"), Options(dry_run=True)):
        done, world = run(xdl(ADD + '<Wait time="1 min"/>'), options, fail=slips_once)
        value = report(done, world.scene, source="test.xdl", text="...")
        fits(value, "run-report")
        made.append(report_text(value))
    assert made[0] == made[1]
    assert made[0] != made[2]
    first = json.loads(made[0])
    assert first["failure"]["action"]["name"] == "take"
    assert "(at beaker beaker-slot)" in first["failure"]["state"]["facts"]
    assert json.loads(made[3])["steps"][0]["status"] == "planned"


def _shape(source: Source) -> tuple[object, ...]:
    """What a program's goals look like but for names."""
    _, _, made, _ = prepared(source)
    numbers: dict[str, int] = {}
    return tuple((one.kind, numbers.setdefault(one.reagent, len(numbers))) for one in made)


@needs_texts()
def test_the_goals_of_the_texts_have_plans_that_are_carried_out_in_thought() -> None:
    """Those of every sixth text; `benchmarks/score_execute.py` has them all."""
    from clairify_cli import api

    programs: dict[object, Source] = {}
    for path in texts()[::6]:
        source = Source(api.translate(path.read_text(encoding="utf-8")).program, path.name)
        programs.setdefault(_shape(source), source)
    for source in programs.values():
        done, world = run(source)
        assert done.succeeded, source.name
        jobs = [one.stage.job for one in done.stages if one.stage.job is not None]
        for one in totals(world.scene, jobs, world.observe()):
            assert one.there == pytest.approx(one.asked), source.name
