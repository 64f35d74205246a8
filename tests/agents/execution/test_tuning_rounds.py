"""Several runs of a task, of which the best counts; the history of parameters; what a model may choose and propose."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from translate.scripted import Scripted as Failing

pytest.importorskip("numpy")
pytest.importorskip("up_fast_downward")

from agents.execution.chem_edu import prepared, xdl
from agents.execution.test_retune_model import Scripted
from agents.execution.thought_world import ThoughtWorld, failed
from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.carry import best_run
from clairify_cli.agents.execution.report import report
from clairify_cli.agents.execution.report_values import report_text
from clairify_cli.agents.execution.results import Done, Options, Run, Tried
from clairify_cli.agents.execution.retune import History, key_of
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.stages import program_task
from clairify_cli.agents.execution.task_motion import Tuned
from clairify_cli.agents.execution.tuning.improve import Proposal, moved, ranked, rule_improver, settled
from clairify_cli.agents.execution.tuning.improve_model import model_improver, read_proposal
from clairify_cli.agents.execution.tuning.retune_model import model_tuner
from clairify_cli.files import data_text
from clairify_cli.planning.solvers import registry
from clairify_cli.translate import ModelError
from clairify_cli.worlds.base import Action, Check, Motion, Outcome, Parameters
from clairify_cli.worlds.geometry import Box, Cylinder, Pose, Shape, Sphere
from clairify_cli.worlds.scene.model import Item, Scene

SOLVER = registry.get("auto", optimal=True)
TAKE = Action("take", ("beaker", "slot"))


class Scored(ThoughtWorld):
    """A world in thought whose motions score what a function of the action says; None is a collision."""

    def __init__(self, scene: Scene, scores: object) -> None:
        super().__init__(scene)
        self.scores = scores

    def act(self, action: Action) -> Outcome:
        outcome = super().act(action)
        score = self.scores(action)  # type: ignore[operator]
        if score is None:
            return failed(action, "collision_free")
        return replace(outcome, motions=(Motion("move", 1.0, score, 0.0),))


class Bench:
    """Runs of one small program; `worlds` are those that there were."""

    def __init__(self, scores: object) -> None:
        _, self.scene, made, _ = prepared(xdl('<Add vessel="beaker" reagent="water" mass="20 g"/>'))
        self.task = program_task(data_text("domains", "lab.pddl"), made, self.scene)
        self.scores = scores
        self.worlds: list[Scored] = []
        self.told: list[events.Event] = []

    def once(self, options: Options, sample: int, tuned: Tuned, history: History) -> Run:
        self.worlds.append(Scored(self.scene, self.scores))
        return execute(self.task, self.worlds[-1], SOLVER, options, sample=sample, tuned=tuned, history=history)

    def best(self, options: Options, **more: object) -> Run:
        improver = more.pop("improver", None) or rule_improver(self.scene)
        return best_run(self.once, options, improver=improver, tell=self.told.append, **more)  # type: ignore[arg-type]


def clearance_helps(action: Action) -> float:
    """The first action scores least, and better with more clearance."""
    least = 0.1 if action.name == "take" and action.arguments[0] == "beaker" else 0.5
    return least + (action.parameters.obstacle_clearance or 0.0)


def test_after_a_success_the_lowest_score_gets_more_clearance_and_the_best_is_kept() -> None:
    bench = Bench(clearance_helps)
    done = bench.best(Options(improve=2))
    assert done.succeeded
    first, second, third = done.rounds
    assert [one.kind for one in done.rounds] == ["plan", "improve", "improve"]
    ((action, change),) = second.changes
    assert (action, change.name, change.value) == ("(take beaker beaker-slot)", "obstacle_clearance", 0.04)
    assert first.score < second.score < third.score
    assert [one.kept for one in done.rounds] == [False, False, True]
    assert done.score == third.score
    takes = [world.done[0].parameters.obstacle_clearance for world in bench.worlds]
    assert takes == [None, 0.04, 0.06]


def test_what_is_worse_or_fails_is_not_kept() -> None:
    bench = Bench(lambda action: 0.5 if action.parameters == Parameters() else None)
    done = bench.best(Options(improve=3))
    assert done.succeeded
    assert [one.succeeded for one in done.rounds] == [True, False, False, False]
    assert [one.kept for one in done.rounds] == [True, False, False, False]
    assert all("collision_free" in one.why for one in done.rounds[1:])
    tried = [one.changes for one in done.rounds[1:]]
    assert len(set(tried)) == 3


def test_random_scores_never_make_the_result_worse_than_the_first_run() -> None:
    for seed in range(5):
        random = Random(seed)
        bench = Bench(lambda action, random=random: random.uniform(-1, 1) if random.random() < 0.9 else None)
        done = bench.best(Options(improve=4))
        kept = [one for one in done.rounds if one.kept]
        assert len(kept) == 1 and kept[0].score == done.score
        good = [one.score for one in done.rounds if one.succeeded]
        if good:
            assert done.succeeded and done.score >= max(good) - 1e-4
        else:
            assert len(done.rounds) == 1


def test_there_is_one_run_without_improve_and_none_after_a_failure() -> None:
    assert len(Bench(clearance_helps).best(Options()).rounds) == 1
    done = Bench(lambda action: None).best(Options(improve=3))
    assert not done.succeeded and len(done.rounds) == 1


def test_of_several_plans_each_is_run_and_the_best_successful_one_counts() -> None:
    times = iter([0.9, 0.2, 0.6])
    now: list[float] = []

    def scores(action: Action) -> float | None:
        if action.text == "(take beaker beaker-slot)":
            now.append(next(times))
        return None if now[-1] == 0.9 and action.name == "weigh" else now[-1]

    bench = Bench(scores)
    done = bench.best(Options(best_of=3))
    assert [one.succeeded for one in done.rounds] == [False, True, True]
    assert [one.kept for one in done.rounds] == [False, False, True]
    assert done.succeeded and done.score == pytest.approx(0.6) and len(done.scores) == 3
    assert done.options.best_of == 3
    assert [one.number for one in bench.told if isinstance(one, events.RoundStarted)] == [1, 2, 3]


def test_it_ends_where_it_is_stopped_with_the_best_so_far() -> None:
    bench = Bench(clearance_helps)
    done = bench.best(Options(improve=5), stop=lambda: len(bench.worlds) >= 2)
    assert done.succeeded and len(done.rounds) == 2


def test_rounds_and_history_are_in_the_report_and_a_plain_run_has_none() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    bench = Bench(clearance_helps)
    done = bench.best(Options(improve=1))
    value = json.loads(report_text(report(done, bench.scene)))
    jsonschema.validate(value, json.loads(data_text("schemas", "run-report.schema.json")))
    (take,) = (one for one in value["history"] if (one["name"], one["arguments"][0]) == ("take", "beaker"))
    assert [one["round"] for one in take["attempts"]] == [1, 2]
    assert [one["parameters"]["obstacle_clearance"] for one in take["attempts"]] == [None, 0.04]
    assert (take["successes"], take["failures"]) == (2, 0)
    assert value["rounds"][1]["kept"] is True and value["options"]["improve"] == 1
    plain = report(bench.once(Options(), 0, {}, History()), bench.scene)
    assert not {"rounds", "history"} & plain.keys()
    assert "improve" not in plain["options"]


def test_the_rules_try_everything_once_and_then_nothing() -> None:
    bench = Bench(clearance_helps)
    run = bench.once(Options(), 0, {}, History())
    improve = rule_improver(bench.scene)
    tried: dict[frozenset[tuple[tuple[str, ...], Parameters]], str] = {frozenset(): ""}
    names = []
    while (made := improve(run, {}, tried, History())) is not None:
        tried[frozenset(made.tuned.items())] = "score 0.100"
        names.append((made.changes[0][0], made.changes[0][1].name))
    assert names[:3] == [("(take beaker beaker-slot)", one) for one in ("obstacle_clearance", "grasp", "speed")]
    assert len(names) == len(set(names)) > len(ranked(run))


@pytest.mark.parametrize(
    ("shape", "ways"), [(Cylinder(0.02, 0.05), 3), (Sphere(0.03), 2), (Box((0.04, 0.04, 0.04)), 2)]
)
def test_the_other_grasp_is_tried_only_of_what_has_one(shape: Shape, ways: int) -> None:
    thing = Item("thing", "thing", "thing", shape, Pose((0.4, 0.0, 0.0)), 50.0)
    bench = Bench(clearance_helps)
    pick = Outcome(Action("pick", ("thing", "left")), (), (Motion("reach", 1.0, 0.1, 0.1),), 1.0)
    stage = bench.once(Options(), 0, {}, History()).stages[0]
    run = replace(bench.best(Options()), stages=(replace(stage, actions=(Done(pick.action, (Tried(pick),)),)),))
    improve = rule_improver(replace(bench.scene, items=(thing,)))
    tried: dict[frozenset[tuple[tuple[str, ...], Parameters]], str] = {frozenset(): ""}
    while (made := improve(run, {}, tried, History())) is not None:
        tried[frozenset(made.tuned.items())] = ""
    assert len(tried) == 1 + ways


def test_what_was_tuned_after_a_failure_is_part_of_the_set() -> None:
    first = [True]

    def slips(action: Action) -> float | None:
        return None if action.name == "weigh" and first and first.pop() else 0.5

    bench = Bench(slips)
    run = bench.once(Options(on_failure="retune"), 0, {}, History())
    assert run.succeeded
    ((key, parameters),) = settled(run, {}).items()
    assert key[0] == "weigh" and parameters.obstacle_clearance == 0.02
    assert [one.succeeded for one in run.history if key_of(one.action) == key] == [False, True]


def test_a_model_sees_the_history_of_an_action_with_its_scores() -> None:
    model = Scripted(['[{"parameter": "speed", "value": 0.2}]'])
    history = History()
    quick = replace(TAKE, parameters=Parameters(speed=0.9))
    history.add(Outcome(quick, (), (Motion("reach", 1.0, 0.1, 0.05),), 1.0), "")
    history.round = 2
    outcome = Outcome(TAKE, (Check("holding", False, "held", "gone"),), (), 1.0)
    history.add(outcome, "holding: gone")
    assert model_tuner(model)(TAKE, outcome, 0, history) is not None
    assert "round 1, speed 0.9" in model.prompts[0] and "score 0.150, succeeded" in model.prompts[0]
    assert "round 2" not in model.prompts[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no", "no JSON list"),
        ('[{"action": 9, "parameter": "speed", "value": 0.3}]', "no action 9"),
        ('[{"action": true, "parameter": "speed", "value": 0.3}]', "no action True"),
        ('[{"action": 1, "parameter": "speed", "value": 3}]', "from 0.05 to 1"),
        ('[{"action": 1, "parameter": "__class__", "value": 1}]', "no parameter"),
    ],
)
def test_what_a_model_proposes_is_verified(text: str, why: str) -> None:
    found = read_proposal(text, [TAKE], {})
    assert isinstance(found, str) and why in found


def test_a_model_improves_and_is_told_what_was_tried() -> None:
    change = '[{"action": 1, "parameter": "obstacle_clearance", "value": 0.07}]'
    model = Scripted([change, change, "[]"])
    bench = Bench(clearance_helps)
    done = bench.best(Options(improve=3), improver=model_improver(model))
    assert [one.kept for one in done.rounds] == [False, True]
    assert bench.worlds[1].done[0].parameters.obstacle_clearance == 0.07
    assert "obstacle_clearance 0.07" in model.prompts[1] and "tried already" in model.prompts[2]
    assert "nothing in the hand: speed 0.8, obstacle_clearance 0.015" in model.systems[0]
    assert isinstance(read_proposal(change, [TAKE], {}), Proposal)


def test_all_faults_of_an_answer_are_told_at_once_with_the_answer_and_without_older_ones() -> None:
    run = Bench(clearance_helps).best(Options())
    wrong = '[{"action": 99}, {"action": 1, "parameter": "clearance", "value": 1},]'
    model = Scripted(['[{"action": 1]', wrong, "[]"])
    assert model_improver(model)(run, {}, {frozenset(): ""}, History()) is None
    assert "its JSON cannot be read" in model.prompts[1]
    told = model.prompts[2]
    assert "no action 99" in told and "no parameter `clearance`, only speed" in told
    assert wrong in told and "cannot be read" not in told


def test_what_was_tried_is_told_also_where_nothing_was_done() -> None:
    change = '[{"action": 1, "parameter": "obstacle_clearance", "value": 0.07}]'
    twice = [{"action": 1, "parameter": "grasp", "value": one} for one in ("top", "side")]
    model = Scripted(["[]", json.dumps(twice), change])
    run = Bench(clearance_helps).best(Options())
    (action, _), *_ = ranked(run)
    other = frozenset({(key_of(action), replace(action.parameters, grasp="top"))})
    tried = {frozenset(): "", other: "FAILED: no room"}
    told: list[str] = []
    assert model_improver(model, tell=told.append)(run, {}, tried, History()) is None
    assert f"- {action.text} grasp top: FAILED: no room\n" in model.prompts[0].split("already tried, and")[1]
    assert told == ["the model says that nothing can get better: it ends here"]
    assert model_improver(model)(run, {}, tried, History()) is not None
    assert "grasp of action 1 stands twice" in model.prompts[2]


def test_a_model_that_improves_sees_the_order_of_the_actions_and_both_parts_of_their_scores() -> None:
    model = Scripted(["[]", "[]"])
    bench = Bench(clearance_helps)
    run = bench.once(Options(), 0, {}, History())
    model_improver(model)(run, {}, {frozenset(): ""}, History())
    names = [one.split("(")[1].split()[0] for one in model.prompts[0].splitlines() if one[:1].isdigit()]
    assert names == ["take", "put", "uncap", "take", "weigh", "put"]
    assert "1. (take beaker beaker-slot): score 0.100 = joints 0.100 + distance 0.000, " in model.prompts[0]
    take = moved(run)[0].action
    key, slow = key_of(take), Parameters(speed=0.2)
    history = History()
    history.add(Outcome(replace(take, parameters=slow), (), (), 1.0), "holding: gone")
    model_improver(model)(
        run, {key: slow}, {frozenset({(key, Parameters(grasp="top"))}): "score 0.090, 2.0 s"}, history
    )
    assert "by context\n   Its other attempts:\n   - round 1, speed 0.2, " in model.prompts[1]
    assert "(take beaker beaker-slot) speed by context, grasp top: score 0.090, 2.0 s" in model.prompts[1]


def test_a_model_that_is_of_no_use_is_not_passed_over_in_silence() -> None:
    told: list[str] = []
    outcome = Outcome(TAKE, (Check("holding", False, "held", "gone"),), (), 1.0)
    useless = Scripted(["no"] * 9)
    assert model_tuner(useless, tell=told.append)(TAKE, outcome, 0, History()) is not None
    run = Bench(clearance_helps).best(Options())
    model_improver(useless, tell=told.append)(run, {}, {}, History())
    model_tuner(Scripted(["[]"]), tell=told.append)(TAKE, outcome, 0, History())
    assert told == [
        "no answer of the model can be used (it has no changes): what is changed goes by rule",
        "no answer of the model can be used (it has no JSON list of changes): it ends here",
        "the model says that no parameter would help",
    ]
    gone = Failing([ModelError("nobody there")])
    assert model_tuner(gone, tell=told.append)(TAKE, outcome, 0, History()) is not None
    assert told[-1] == "the model gave no answer (nobody there): what is changed goes by rule"


def test_of_several_changes_none_is_lost() -> None:
    first = '{"action": 1, "parameter": "speed", "value": 0.4}'
    second = '{"action": 1, "parameter": "grasp", "value": "top"}'
    for text in (f"[\n  {first},  // slower\n  {second} # and from above\n]", f"```json\n[{first}, {second}]\n```"):
        found = read_proposal(text, [TAKE], {})
        assert isinstance(found, Proposal)
        assert [change.name for _, change in found.changes] == ["speed", "grasp"]
    for text in (f"{first}\n{second}", f"[{first} {second}]", f"[{first}, {{speed}}]"):
        assert isinstance(read_proposal(text, [TAKE], {}), str), text


def test_capitals_and_a_change_without_brackets_do_no_harm() -> None:
    found = read_proposal('Here: {"action": 1, "parameter": "Grasp", "value": "Side"}', [TAKE], {})
    assert isinstance(found, Proposal)
