"""The tables of a study: a matrix of batches over the same texts."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from case_tables import stored
from fakes.openai_server import says, serve

from clairify_cli.records import replace
from clairify_cli.services.parts import Loop, Model, ModelSettings
from clairify_cli.services.refused import read_scene_file
from clairify_cli.services.study import household, trials
from clairify_cli.services.study.pairs import sign_test
from clairify_cli.services.study.tables import interval
from clairify_cli.translate.models.errors import ModelError
from cli.conftest import Run

ROOT = Path(__file__).parents[2]

TEXT = "Add 5 g of salt to 50 mL of water in a beaker. Stir for 10 min."


@pytest.fixture(autouse=True)
def texts(own_folder: Path) -> Path:
    (own_folder / "texts").mkdir()
    for number in (1, 2):
        (own_folder / "texts" / f"{number}.txt").write_text(TEXT.replace("10 min", f"{number}0 min"))
    return own_folder


def test_ways_of_feedback_and_runs_are_batches_of_their_own(clairify: Run, texts: Path) -> None:
    made = clairify("xdl", "texts/1.txt").out
    wrong = made.replace("10 min", "soon")
    with serve(says(wrong, tokens=(100, 10)), says(made, tokens=(100, 10))) as server:
        model = ("--model", "openai/m,reader", "--api-base", server.address)
        ran = clairify("study", "xdl", "texts/1.txt", "-o", "two", *model, "--runs", "2", "--rounds", "2", "-q")
    assert ran.code == 0
    assert "| openai/m | previous+errors | 2 of 2 (34 to 100 %) | 2 of 2 (34 to 100 %) | 300 | " in ran.out
    assert "| 0 | 0 | 0 | 1 | 0 | 0 | 0 | 1.50 ± 0.50, 2/1 |" in ran.out
    assert "| reader | previous+errors | 2 of 2 (34 to 100 %) | 2 of 2 (34 to 100 %) | 0 | $0.0000 |" in ran.out
    assert (texts / "two" / "openai_m" / "previous+errors" / "run-2" / "manifest.jsonl").is_file()


def test_all_ways_of_feedback_as_json(clairify: Run) -> None:
    ran = clairify("study", "xdl", "texts", "-o", "out", "--all-feedback", "--format", "json", "-q")
    assert ran.code == 0
    cells = json.loads(ran.out)["cells"]
    assert [cell["feedback"] for cell in cells] == ["naive", "last-errors", "all-errors", "previous+errors"]
    assert {(cell["texts"], cell["valid"], cell["calls_mean"]) for cell in cells} == {(2, 2, 1.0)}
    again = clairify("study", "xdl", "texts", "-o", "out", "--all-feedback", "--resume", "-q")
    assert (again.code, again.out.count("2 of 2 (34 to 100 %)")) == (0, 12)


def test_a_study_needs_a_folder(clairify: Run) -> None:
    assert "add -o FOLDER" in clairify("study", "xdl", "texts").err


def test_intervals_are_those_of_wilson() -> None:
    assert [round(one, 3) for one in interval(75, 108)] == [0.602, 0.773]
    assert [round(one, 3) for one in interval(0, 10)] == [0.0, 0.278]


SAID = {3: ("go west", "open door to west", "go west", "take coin"), 4: ("look",) * 100}
"""What wins the game of three rooms, and not the one of four."""


def test_policies_play_in_worlds_of_several_sizes(clairify: Run, own_folder: Path) -> None:
    for size, commands in SAID.items():
        place = own_folder / "said" / f"coin_collector-{size}" / "plangen.jsonl"
        place.parent.mkdir(parents=True)
        place.write_text("".join(json.dumps({"reply": f"Action: {one}", "input_tokens": 9}) + "\n" for one in commands))
    worlds = "coin_collector:3..4,coin_collector:4"
    playing = ("study", "games", "--worlds", worlds, "--policies", "explorer,plangen", "-o", "out", "-q")
    ran = clairify(*playing, "--model", "replay:said", "--plot", "won.svg")
    assert ran.code == 0 and ran.out == (own_folder / "out" / "tables.md").read_text()
    assert "| coin_collector | explorer | 2 of 2 (34 to 100 %) |" in ran.out
    assert "| coin_collector | plangen, replay | 1 of 2 (9 to 91 %) | 4.0 | 0.0 | 52.0 | 468 | 0.0 |" in ran.out
    assert "| coin_collector | explorer / plangen, replay | 2 | 1 | 0 | 1 |" in ran.out
    assert "| coin_collector | pddlego+ | o3-mini | 86 % |  | no: these games are made here" in ran.out
    rows = (own_folder / "out" / "games.csv").read_text().splitlines()
    assert rows[0].startswith("world,size,policy,model,prompt,domain,run,game,won,ending,steps,plans,model_calls")
    assert rows[2] == "coin_collector,3,plangen,replay:said,,,1,0,1,won,4,0,4,36,0,0.0,0" and len(rows) == 5
    assert ElementTree.fromstring((own_folder / "won.svg").read_text()).tag.endswith("svg")
    again = clairify(*playing, "--model", "replay:said", "--resume", "--format", "json")
    cells = json.loads(again.out)["cells"]
    assert [(one["size"], one["policy"], one["won"]) for one in cells] == [
        (3, "explorer", 1),
        (3, "plangen", 1),
        (4, "explorer", 1),
        (4, "plangen", 0),
    ]


FOUND: list[str] = stored(__file__, "FOUND")
"""Problems that win the game of three rooms: one is explored, then the coin is taken."""


def test_prompts_and_learned_domains_have_rows_and_games_without_replies_do_not_count(
    clairify: Run, own_folder: Path
) -> None:
    domain = (ROOT / "domains" / "coin-collector.pddl").read_text()
    told = {"simple": (domain + FOUND[0], FOUND[1]), "simple-learned": FOUND, "detailed": ("None is known.",)}
    folder = own_folder / "said" / "coin_collector-3"
    folder.mkdir(parents=True)
    for name, texts in told.items():
        lines = [json.dumps({"reply": f"```pddl\n{text}```" if "(" in text else text}) + "\n" for text in texts]
        (folder / f"pddlego+-{name}.jsonl").write_text("".join(lines))
    playing = ("study", "games", "--worlds", "coin_collector:3", "--policies", "explorer,pddlego+", "-o", "out")
    ran = clairify(*playing, "--model", "replay:said", "--prompt", "detailed,simple", "--learn")
    assert ran.code == 3 and "pddlego+, replay, detailed, learned domain does not play in coin_collector" in ran.err
    assert "| coin_collector | pddlego+, replay, simple | 1 of 1 (21 to 100 %) | 3.0 | 2.0 | 2.0 |" in ran.out
    assert "| coin_collector | pddlego+, replay, simple, learned domain | 1 of 1 (21 to 100 %) | 3.0 |" in ran.out
    assert "| pddlego+, replay, detailed | 0 of 0 (0 to 100 %); 1 with no reply left | - |" in ran.out
    assert "| explorer / pddlego+, replay, detailed | 0 | 0 | 0 | 1 |" in ran.out
    assert "| pddlego+, replay, simple / pddlego+, replay, simple, learned domain | 1 | 0 | 0 | 1 |" in ran.out
    kept = own_folder / "out" / "coin_collector-3" / "pddlego+-simple-replay_said.learned" / "coin_collector.pddl"
    assert "(define (domain coin-collector)" in kept.read_text()


COOKED = ("take cookbook", "read cookbook", "take knife", "take red apple", "open fridge", "take chicken wing",
          "take red onion", "chop red apple", "slice red onion", "cook red apple in oven", "fry red onion in stove",
          "cook chicken wing in toaster", "prepare meal", "eat meal")  # fmt: skip
TIDIED = ("take copybook", "eat copybook", "put copybook on desk", *("look around",) * 98)


@pytest.mark.skipif(shutil.which("java") is None, reason="TextWorldExpress needs Java")
def test_a_model_plays_the_games_without_a_description(clairify: Run, own_folder: Path) -> None:
    pytest.importorskip("textworld_express")
    for world, commands in (("cookingworld", COOKED), ("twc", TIDIED)):
        place = own_folder / "said" / f"{world}-1" / "react.jsonl"
        place.parent.mkdir(parents=True)
        place.write_text("".join(json.dumps({"reply": f"Action: {one}"}) + "\n" for one in commands))
    playing = ("study", "games", "--worlds", "cookingworld:1,twc:1", "--policies", "react", "-o", "out", "-q")
    assert clairify(*playing, "--model", "replay:said").code == 0
    rows = [line.split(",") for line in (own_folder / "out" / "games.csv").read_text().splitlines()[1:]]
    assert [(row[0], *row[8:13]) for row in rows] == [
        ("cookingworld", "1", "won", "14", "0", "14"),
        ("twc", "0", "lost", "100", "0", "101"),  # eating is not a command there, and is never given
    ]


@pytest.mark.skipif(shutil.which("java") is None, reason="TextWorldExpress needs Java")
@pytest.mark.parametrize("begins", ["clairify replan --world pddl examples", "clairify study games"])
def test_the_page_of_worlds_shows_what_is_printed(begins: str, clairify: Run, own_folder: Path) -> None:
    pytest.importorskip("textworld_express")
    (own_folder / "examples").symlink_to(ROOT / "examples")
    page = (ROOT / "docs" / "worlds.md").read_text(encoding="utf-8")
    shown = re.search(rf"```console\n\$ ({begins}(?:.*\\\n)*.*)\n((?:.*\n)+?)```", page)
    assert shown is not None
    ran = clairify(*shlex.split(shown[1].replace("\\\n", " "))[1:])
    assert (ran.code, ran.out.rstrip()) == (0, shown[2].rstrip())


@pytest.mark.parametrize(
    ("options", "words"),
    stored(__file__, "what_a_study_of_games_needs"),
)
def test_what_a_study_of_games_needs(options: tuple[str, ...], words: str, clairify: Run, own_folder: Path) -> None:
    ran = clairify("study", "games", *options, "-q")
    assert ran.code == 2 and words in ran.err
    assert not (own_folder / "out").exists()
    assert clairify("study", "xdl", "texts", "--worlds", "household").err.startswith(
        "clairify: --worlds is for a study"
    )


def judged(path: Path, rows: dict[int, dict[str, str]]) -> None:
    """Fill in verdicts: by the number of the pair, cells by their columns."""
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    for number, cells in rows.items():
        for column, value in cells.items():
            lines[number][lines[0].index(column)] = value
    path.write_text("\n".join("\t".join(line) for line in lines) + "\n")


@pytest.fixture
def folders(texts: Path, clairify: Run) -> tuple[str, str]:
    """Programs of the reader, and the same with a step less, without a manifest."""
    clairify("xdl", "texts", "-o", "good", "-q")
    (texts / "poor").mkdir()
    for path in (texts / "good").glob("*.xdl"):
        lines = path.read_text().splitlines(keepends=True)
        (texts / "poor" / path.name).write_text("".join(line for line in lines if "<Stir" not in line))
    return "good", "poor"


def test_pairs_are_blind_and_their_verdicts_are_counted(clairify: Run, texts: Path, folders: tuple[str, str]) -> None:
    asked = ("study", "xdl", "--pairs", *folders, "-o", "pairs")
    ran = clairify(*asked)
    assert (ran.code, ran.out) == (0, "")
    assert "2 pairs are in pairs" in ran.err
    shown = [(texts / "pairs" / f"pair-00{number}.txt").read_text() for number in (1, 2)]
    assert all("Add 5 g of salt" in one and one.count("<XDL>") == 2 and "good" not in one for one in shown)
    places = [1 if "<Stir" in one.partition("=== Program 2")[0] else 2 for one in shown]  # where the good one is
    verdicts = texts / "pairs" / "verdicts.tsv"
    judged(verdicts, {1: {"preferred": str(places[0]), f"{3 - places[0]}: missing action": "2"}, 2: {"preferred": "="}})
    ran = clairify(*asked, "--plot", "preference.svg")
    assert "| good | 1 of 2 (" in ran.out
    assert "| neither | 1 of 2 (" in ran.out
    assert "| poor | 1.00 ± 1.00 | 0.00 ± 0.00 |" in ran.out
    assert ElementTree.fromstring((texts / "preference.svg").read_text()).tag.endswith("svg")
    counted = json.loads(clairify(*asked, "--format", "json").out)
    assert (counted["prefers_a"], counted["prefers_b"], counted["equal"], counted["p"]) == (1, 0, 1, 1.0)


@pytest.mark.parametrize(("column", "value", "says"), stored(__file__, "a_verdict_that_makes_no_sense"))
def test_a_verdict_that_makes_no_sense(
    clairify: Run, texts: Path, folders: tuple[str, str], column: str, value: str, says: str
) -> None:
    asked = ("study", "xdl", "--pairs", *folders, "-o", "pairs")
    clairify(*asked)
    judged(texts / "pairs" / "verdicts.tsv", {1: {"preferred": "1", column: value}})
    ran = clairify(*asked)
    assert ran.code == 2
    assert says in ran.err


def test_pairs_need_two_folders_with_common_programs(clairify: Run, folders: tuple[str, str]) -> None:
    assert "have no programs of the same name" in clairify("study", "xdl", "--pairs", "good", "texts", "-o", "p").err
    assert "--pairs A B -o FOLDER" in clairify("study", "xdl", "--pairs", "good", "-o", "p").err
    assert (
        "leave out the options of models"
        in clairify("study", "xdl", "--pairs", *folders, "-o", "p", "--model", "reader").err
    )
    clairify("study", "xdl", "--pairs", *folders, "-o", "p")
    assert "p has the pairs of good and poor" in clairify("study", "xdl", "--pairs", "poor", "good", "-o", "p").err


def test_the_preference_of_the_paper_is_no_chance() -> None:
    assert sign_test(75, 13) < 1e-9
    assert sign_test(3, 3) == 1.0


def test_the_shares_of_a_study_are_plotted(clairify: Run, texts: Path) -> None:
    ran = clairify("study", "xdl", "texts", "-o", "out", "--plot", "study.svg", "-q")
    assert ran.code == 0
    words = [one.text for one in ElementTree.fromstring((texts / "study.svg").read_text()).iter() if one.text]
    assert "reader, previous+errors: valid" in words


def tried(task: str, *left: str, score: float = 0.5) -> trials.Tried:
    one = next(one for one in trials.trials_of(1) if one.task == task)
    return trials.Tried(one, left, "it slipped" if left else "", score, 1, 0, 12.0)


def test_the_trials_of_the_arm_are_on_benches_that_have_their_things() -> None:
    found = trials.trials_of(8)
    assert len(found) == 80 and len({(one.task, one.seed) for one in found}) == 80
    assert len({one.scene for one in found if one.task == "apple"}) == 8
    for one in found:
        scene = read_scene_file(str(household.FOLDER / f"{one.scene}.yaml"), 100_000)
        known = {thing.id for thing in scene.things} | {zone.id for zone in scene.zones}
        assert {word for goal in one.goals for word in goal.split()[1:]} <= known


def test_tables_of_the_arm() -> None:
    done = [tried("apple"), tried("full glass", "24 g of full-glass", score=0.1), tried("original")]
    text = trials.as_markdown(done)
    assert "| one object: full glass | 0 of 1 (0 to 79 %) | 0.10 | 1.00 | 0.00 | 12.00 |" in text
    assert "| one object, all | 1 of 2 (9 to 91 %) | 0.30 |" in text
    assert "Action Contextualization | a large language model | 81.25 % |  | no: another arm" in text
    assert [one["succeeded"] for one in json.loads(trials.as_json(done))["trials"]] == [True, False, True]
    assert [one.share for one in trials.bars(done)[:3]] == [1.0, 0.0, 1.0]


def test_programs_stand_next_to_trials_and_what_was_published() -> None:
    ran = [household.Ran("apple-away", "m before feedback", True, seed, True, 1.0, 0.5) for seed in (None, 0)]
    lost = replace(ran[1], succeeded=False, goal_recall=0.25, seed=1)
    text = trials.as_markdown([tried("apple"), *ran, lost])
    row = "m before feedback, with assertions, disturbed | 1 of 2 (9 to 91 %) | - | - | - | - | 0.62 | 0.50 |"
    assert f"| household: {row}" in text and "| one object: apple | 1 of 1 (21 to 100 %) |" in text
    assert (
        "| household tasks | ProgPrompt | GPT-3, with assertions and comments | 34 % of 50; goal recall 0.65, " in text
    )
    assert [one["succeeded"] for one in json.loads(trials.as_json([*ran, lost]))["trials"]] == [True, True, False]
    assert [one.share for one in trials.bars([*ran, lost])] == [1.0, 0.5]


def test_a_model_is_asked_for_programs_with_comments_and_without(own_folder: Path) -> None:
    (task,) = (one for one in household.tasks() if one.name == "apple-away")
    replies = (ROOT / "benchmarks" / "programs" / "apple-away.replay.jsonl").read_text()
    (own_folder / "replies.jsonl").write_text(replies * 2)
    trace = str(own_folder / "trace.jsonl")
    settings = ModelSettings(Model("replay:replies.jsonl", no_cache=True), loop=Loop(trace=trace))
    (written,) = household.by_model([task], settings, print)
    assert [by.partition(".jsonl")[2] for by in written] == [
        f"{how} {when} feedback" for how in ("", " without comments") for when in ("before", "after")
    ]
    assert len(set(written.values())) == 2
    assert "Write no comments" in (own_folder / "trace.jsonl").read_text()
    with pytest.raises(ModelError, match=r"replies\.jsonl"):
        household.by_model([task] * 2, settings, print)


@pytest.mark.long
def test_household_tasks_are_done_by_programs(clairify: Run) -> None:
    ran = clairify("study", "arm", "household", "-j", "0", "--plot", "shares.svg")
    assert "| household: rule, with assertions, undisturbed | 10 of 10 (72 to 100 %) |" in ran.out
    assert (ran.code, ran.err.count("assertions, disturbed: ")) == (0, 20) and "one object" not in ran.out


def test_a_trial_of_the_arm_is_judged_by_where_things_are() -> None:
    pytest.importorskip("pybullet")
    (one,) = [one for one in trials.trials_of(1) if one.task == "apple"]
    assert trials.tried(one).left == ()
    missed = trials.tried(replace(one, goals=("at full-glass on-table", "at full-glass tray")))
    assert missed.left and missed.trial.goals != one.goals


@pytest.mark.parametrize(
    ("options", "said"),
    stored(__file__, "what_is_not_for_a_study_of_the_arm"),
)
def test_what_is_not_for_a_study_of_the_arm(options: tuple[str, ...], said: str, clairify: Run) -> None:
    ran = clairify("study", "arm", *options)
    assert (ran.code, ran.out) == (2, "") and said in ran.err
