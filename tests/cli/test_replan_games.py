"""`clairify replan --world`: games from the command line, their report, and going on where a run ended."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from agents.policies.rooms_files import GOOD
from case_tables import stored
from schemas_kept import fits

from cli.conftest import Run, interrupted, shell, start
from cli.golden_files import golden_text

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden-games"

SEED_0 = ("go west", "open door to west", "go west", "take coin")
SEED_1 = ("go north", "open door to north", "go north", "take coin")
WORLD = ("replan", "--world", "coin_collector", "--size", "3")
OWN = ("replan", "--world", "pddl", "mine/three-rooms.pddl")
TALKING = (*WORLD, "--policy", "plangen", "--model", "replay:said.jsonl")


def said(*commands: str, folder: Path) -> None:
    lines = [json.dumps({"reply": f"Action: {one}", "input_tokens": 100, "output_tokens": 5}) for one in commands]
    (folder / "said.jsonl").write_text("\n".join(lines) + "\n")


def valid(path: str) -> dict[str, Any]:
    """The report, held to its schema, with the lines beside it."""
    made: dict[str, Any] = json.loads(Path(path).read_text())
    fits(made, "games-report")
    for line in lines(path):
        fits(line, "game")
    return made


def lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path.replace(".json", ".games.jsonl")).read_text().splitlines()]


def without_times(text: str) -> str:
    text = re.sub(r'"seconds": [\d.]+', '"seconds": #', text)
    return re.sub(r"\d+\.\d\d s\b", "# s", text).replace(str(ROOT), "ROOT")


@pytest.fixture
def own_world(own_folder: Path) -> Path:
    """A folder with a domain, its description and a problem."""
    folder = own_folder / "mine"
    folder.mkdir()
    for name in ("coin-collector.pddl", "coin-collector.world.yaml", "problems/coin-collector/three-rooms.pddl"):
        (folder / Path(name).name).write_text((ROOT / "domains" / name).read_text())
    return folder


CASES = stored(__file__, "CASES")


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str, clairify: Run, own_folder: Path) -> None:
    said(*((SEED_0 + SEED_1) * 2 if name != "no-answers" else SEED_0), folder=own_folder)
    (own_folder / "folder").mkdir()
    (own_folder / "broken.tw-pddl").write_text("{")
    ran = clairify(*CASES[name])
    got = without_times(f"$ clairify {' '.join(CASES[name])}\n{ran.out}")
    got += "".join(f"stderr: {without_times(line)}\n" for line in ran.err.splitlines())
    got += f"exit code {ran.code}\n"
    assert got == golden_text(GOLDEN / f"{name}.txt", got)


def test_the_solver_is_the_one_named_and_has_the_time_that_is_given(clairify: Run, own_folder: Path) -> None:
    reply = json.dumps({"reply": GOOD[0]}) + "\n"
    (own_folder / "files.jsonl").write_text(reply * 5)
    slow = f"cmd:{sys.executable} -c 'import time; time.sleep(60)' {{domain}} {{problem}} {{plan}}"
    limits = ("--solver", slow, "--solve-timeout", "0.3", "--memory", "1000")
    ran = clairify(*WORLD, "--policy", "pddlego+", "--model", "replay:files.jsonl", *limits, "--report", "out.json")
    assert ran.code == 1 and "within 0.3 s" in valid("out.json")["games"][0]["reason"]


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)


def test_the_report_counts_and_games_in_parallel_give_the_same(clairify: Run, own_folder: Path) -> None:
    said(*(SEED_0 + SEED_1), folder=own_folder)
    assert clairify(*TALKING, "--games", "2", "--report", "one.json", "-q").code == 0
    made = valid("one.json")
    assert [made["runs"][0][name] for name in ("games", "won", "success", "steps", "model_calls")] == [2, 2, 1, 4, 4]
    assert [game["invalid_actions"] for game in made["games"]] == [1, 0]
    assert made["games"][0]["prompt_tokens"] == 400
    assert [line["trace"][0]["refused"] for line in lines("one.json")] == [True, False]
    explored = (*WORLD, "--games", "6", "--report")
    assert clairify(*explored, "a.json", "-q").code == clairify(*explored, "b.json", "-q", "-j", "2").code
    a, b = valid("a.json"), valid("b.json")
    assert a.pop("times") != b.pop("times")
    assert a == b


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    stored(__file__, "what_makes_no_sense_is_said_before_a_model_is_asked"),
)
def test_what_makes_no_sense_is_said_before_a_model_is_asked(
    arguments: tuple[str, ...], sentence: str, clairify: Run, own_folder: Path
) -> None:
    answers(GOOD[0], folder=own_folder)
    ran = clairify(*WORLD, "--policy", "pddlego+", "--model", "replay:said.jsonl", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    stored(__file__, "options_that_say_nothing_are_refused"),
)
def test_options_that_say_nothing_are_refused(
    arguments: tuple[str, ...], sentence: str, clairify: Run, own_world: Path
) -> None:
    answers(GOOD[0], folder=own_world.parent)
    ran = clairify(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert not list(Path().glob("*.json"))


def test_a_model_of_the_environment_is_not_asked_by_a_policy_without_one(
    clairify: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIRIFY_MODEL", "replay:gone.jsonl")
    ran = clairify(*WORLD, "-q", "--format", "json")
    assert (ran.code, json.loads(ran.out)["setting"]["model"]) == (0, None)


def test_files_of_games_may_be_as_large_as_is_said(clairify: Run, own_world: Path) -> None:
    large = clairify(*OWN, "--max-size", "100", "-q")
    assert (large.code, "it is larger than 100 bytes; raise the limit with --max-size" in large.err) == (2, True)
    game = own_world / "large.tw-pddl"
    game.write_text("{" + " " * 200 + "}")
    told = clairify("replan", "--world", "alfworld", str(game), "--max-size", "100", "-q")
    assert (told.code, "it is larger than 100 bytes; raise the limit with --max-size" in told.err) == (2, True)
    assert "no text `pddl_domain`" in clairify("replan", "--world", "alfworld", str(game), "-q").err


def test_a_domain_that_comes_along_is_named(clairify: Run, own_world: Path) -> None:
    game = own_world / "three-rooms.pddl"
    game.write_text("; Collect the coin.\n" + game.read_text())
    ran = clairify(*OWN, "--world-domain", "coin-collector", "-q", "--format", "json")
    assert (ran.code, json.loads(ran.out)["runs"][0]["won"]) == (0, 1)


def test_a_run_goes_on_where_it_ended(clairify: Run, own_folder: Path) -> None:
    said(*SEED_0, folder=own_folder)
    short = clairify(*TALKING, "--games", "2", "--report", "out.json", "-q")
    assert short.code == 3
    assert "said.jsonl has no answer left" in short.err
    assert [game["ending"] for game in valid("out.json")["games"]] == ["won", "no-reply"]
    said(*SEED_1, folder=own_folder)
    again = clairify(*TALKING, "--games", "2", "--report", "out.json", "--resume")
    assert again.code == 0
    assert "2 games: 2 won, 1 of them before" in again.err
    assert [line["game"] for line in lines("out.json")] == [0, 1, 1]
    assert valid("out.json")["done"] == 2
    # Other options are other games.
    other = clairify(*TALKING, "--games", "1", "--solve-timeout", "9", "--report", "out.json", "--resume", "-q")
    assert other.code == 3 and len(lines("out.json")) == 4
    (own_folder / "out.games.jsonl").write_text("mine\n")
    assert clairify(*TALKING, "--report", "out.json").code == 2
    assert (own_folder / "out.games.jsonl").read_text() == "mine\n"


def test_a_part_of_the_games(clairify: Run, own_folder: Path) -> None:
    ran = clairify(*WORLD, "--games", "5", "--shard", "2/2", "--report", "out.json", "-q")
    assert ran.code == 0
    assert [game["game"] for game in valid("out.json")["games"]] == [1, 3]


def test_what_was_not_won_is_played_again_where_that_is_asked_for(clairify: Run, own_folder: Path) -> None:
    playing = (*WORLD, "--policy", "plangen", "--model", "replay:said.jsonl", "--report", "out.json", "-q")
    said(*["look"] * 100, folder=own_folder)
    assert clairify(*playing).code == 1
    said(*SEED_0, folder=own_folder)
    assert (clairify(*playing, "--resume").code, len(lines("out.json"))) == (1, 1)
    assert (clairify(*playing, "--resume", "--retry").code, len(lines("out.json"))) == (0, 2)


def test_the_report_for_people_and_as_json(clairify: Run, own_folder: Path) -> None:
    two = (*WORLD, "--games", "2")
    assert json.loads(clairify(*two, "--format", "json", "-q").out)["done"] == 2
    ran = clairify(*two, "--format", "text")
    assert re.fullmatch(r"game +result .*\ncoin_collector-3-0 +won .*\n.*\nsuccess +100.0 %\n.*", ran.out, re.DOTALL)
    assert re.fullmatch(r"2 games: 2 won \([\d.]+ s\)\n", ran.err)


def test_verbosely_every_game_has_a_line(clairify: Run, own_folder: Path) -> None:
    ran = clairify(*WORLD, "--games", "2", "-v")
    assert "coin_collector-3-0: won after " in ran.err and "coin_collector-3-1: won after " in ran.err


def test_ctrl_c_keeps_what_is_done(clairify: Run, own_folder: Path) -> None:
    process = start(*WORLD, "--games", "3000", "-j", "2", "--report", "out.json")
    path = own_folder / "out.games.jsonl"
    code, out, err = interrupted(process, lambda: path.exists() and path.read_bytes().count(b"\n") > 4)
    assert (code, out) == (130, "")
    made = valid("out.json")
    assert made["interrupted"] and 4 < made["done"] == len(lines("out.json")) < 3000
    assert f"clairify: interrupted; {made['done']:,} of 3,000 games are played, and the same command" in err
    assert "Traceback" not in err
    before = path.read_bytes()
    done = {line["game"] for line in lines("out.json")}
    assert clairify(*WORLD, "--games", "5", "--report", "out.json", "--resume", "-q").code in (0, 1)
    assert valid("out.json")["done"] == 5
    assert path.read_bytes().startswith(before)
    assert len(lines("out.json")) == len(done | set(range(5)))


def test_being_told_to_end_twice_stops_at_once(own_folder: Path) -> None:
    process = start(*WORLD, "--games", "3000", "--report", "out.json")
    path = own_folder / "out.games.jsonl"
    while not (path.exists() and path.read_bytes()):
        assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 130


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is looked at")
def test_processes_end_with_the_one_that_started_them(own_folder: Path) -> None:
    process = start(*WORLD, "--games", "3000", "-j", "2", "--report", "out.json")
    path = own_folder / "out.games.jsonl"
    while not (path.exists() and path.read_bytes()):
        assert process.poll() is None
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert children
    process.kill()
    process.wait()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{child}").is_dir() for child in children):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_game_that_cannot_be_read_costs_only_itself(clairify: Run, own_folder: Path) -> None:
    (own_folder / "games").mkdir()
    (own_folder / "games" / "broken.tw-pddl").write_text("{")
    (own_folder / "games" / "empty.tw-pddl").write_text("")
    ran = clairify("replan", "--world", "alfworld", "games", "--report", "out.json", "-q")
    assert ran.code == 2
    assert len([line for line in ran.err.splitlines() if line.startswith("clairify: ")]) == 2
    assert valid("out.json")["endings"] == {"unreadable": 2}


def test_java_that_is_missing_is_one_sentence(own_folder: Path) -> None:
    pytest.importorskip("textworld_express")
    command = Path(shell("command -v clairify").out.strip())
    ran = shell(f"PATH= {command} replan --world textworld-express --games 20 -j 2", JAVA_HOME="")
    assert (ran.code, ran.out) == (3, "")
    assert re.fullmatch(r"clairify: TextWorldExpress needs Java[^\n]*\n", ran.err)


DOMAIN = (ROOT / "domains" / "coin-collector.pddl").read_text()
BEGIN = """(define (problem now) (:domain coin-collector)
  (:objects kitchen west-room - room west - direction)
  (:init (at kitchen) (connected kitchen west-room west) (closed-door kitchen west-room))
  (:goal (at west-room)))"""
END = """(define (problem now) (:domain coin-collector)
  (:objects kitchen corridor - room west - direction coin - coin)
  (:init (at corridor) (connected kitchen corridor west) (in coin corridor))
  (:goal (have coin)))"""
RENAMED = 'RENAME west-room corridor BECAUSE "You are in the corridor"'


def answers(*replies: str, folder: Path) -> None:
    lines = [json.dumps({"reply": one, "input_tokens": 1000, "output_tokens": 50}) for one in replies]
    (folder / "said.jsonl").write_text("\n".join(lines) + "\n")


def test_a_domain_is_kept_and_used_again(clairify: Run, own_folder: Path) -> None:
    pytest.importorskip("pyperplan")
    both = "```pddl\n{domain}\n{problem}\n```\n"
    answers(
        both.format(domain=DOMAIN.replace("(:action go", "(:action go go"), problem=BEGIN),  # no PDDL
        both.format(domain=DOMAIN, problem=BEGIN),
        RENAMED + "\n" + both.format(domain=DOMAIN, problem=END),
        folder=own_folder,
    )
    playing = (*WORLD, "--policy", "pddlego+", "--model", "replay:said.jsonl", "-q", "--report")
    ran = clairify(*playing, "out.json", "--learn", "kept")
    assert (ran.code, ran.said) == (0, "")
    game = valid("out.json")["games"][0]
    assert [game[name] for name in ("steps", "model_calls", "solver_errors", "solver_fixed")] == [3, 3, 1, 1]
    assert (game["prompt_tokens"], game["completion_tokens"]) == (3000, 150)
    assert game["actions"] == {"planner": 3}
    assert valid("out.json")["runs"][0]["solver_fixed_share"] == 1
    kept = (own_folder / "kept" / "coin_collector.pddl").read_text()
    assert clairify("check", "kept/coin_collector.pddl", "-q").code == 0
    assert "(:action open-door" in kept

    answers(f"```pddl\n{BEGIN}\n```", f"{RENAMED}\n```pddl\n{END}\n```", folder=own_folder)
    assert clairify(*playing, "again.json", "--domain-from", "learned", "--learn", "kept").code == 0
    again = valid("again.json")
    assert again["setting"]["domain_from"] == "learned" and again["games"][0]["model_calls"] == 2
    nothing = clairify(*playing, "none.json", "--learn", "kept", "--seed", "1")  # the answers are of another game
    assert "clairify: no domain was kept, since no game was won" in nothing.err
    assert (own_folder / "kept" / "coin_collector.pddl").read_text() == kept


def test_streams_may_be_closed(own_folder: Path) -> None:
    ran = shell(f"clairify {' '.join(WORLD)} --games 2 --report out.json >&- 2>&- <&-")
    assert (ran.code, ran.said, valid("out.json")["done"]) == (0, "", 2)


def test_what_a_model_says_is_recorded_and_played_again(clairify: Run, own_folder: Path) -> None:
    said(*SEED_0, folder=own_folder)
    assert clairify(*TALKING, "-q", "--record", "again.jsonl").code == 0
    assert len((own_folder / "again.jsonl").read_text().splitlines()) == 4
    again = clairify(*WORLD, "--policy", "plangen", "--model", "replay:again.jsonl", "-q", "--format", "json")
    assert (again.code, json.loads(again.out)["games"][0]["steps"]) == (0, 4)


def test_a_world_of_ones_own(clairify: Run, own_folder: Path) -> None:
    problem = ROOT / "domains" / "problems" / "coin-collector" / "three-rooms.pddl"
    (own_folder / "mine").mkdir()
    (own_folder / "mine" / "p.pddl").write_text(problem.read_text())
    said("look", "look", folder=own_folder)
    ran = clairify(
        "replan", "--world", "pddl", "mine", "--policy", "plangen", "--model", "replay:said.jsonl", "--format", "json"
    )
    assert ran.code == 3  # no answers are left
    assert json.loads(ran.out)["games"][0]["world"] == "p"
    assert "  1 model> look" in ran.err


def test_rounds_are_how_often_a_policy_tries(clairify: Run, own_folder: Path) -> None:
    answers(*["no files"] * 9, folder=own_folder)
    playing = (*WORLD, "--policy", "pddlego+", "--model", "replay:said.jsonl", "-q", "--report", "out.json")
    for given, rounds in (((), 5), (("--rounds", "2"), 2)):
        assert clairify(*playing, *given).code == 1
        (game,) = valid("out.json")["games"]
        assert (game["model_calls"], f"{rounds} tries" in game["reason"]) == (rounds, True)


def test_replies_are_recorded(clairify: Run, own_folder: Path) -> None:
    said(*(SEED_0 + SEED_1), folder=own_folder)
    assert clairify(*TALKING, "--games", "2", "--record", "r.jsonl", "--temperature", "0.5", "-q").code == 0
    assert len(Path("r.jsonl").read_text().splitlines()) == 8
    again = clairify(*WORLD, "--policy", "plangen", "--model", "replay:r.jsonl", "--games", "2", "-q")
    assert again.code == 0


def test_the_domain_in_a_folder_of_problems_is_no_game(clairify: Run, own_world: Path) -> None:
    (own_world / "empty.pddl").write_text("")
    assert clairify("replan", "--world", "pddl", "mine", "--report", "out.json", "-q").code == 2
    assert [game["world"] for game in valid("out.json")["games"]] == ["mine/empty.pddl", "three-rooms"]


@pytest.mark.parametrize("text", [b"", b"\0", b"known: [", b"a: 1", b"<XDL/>"])
def test_a_description_that_is_none_is_a_game_that_cannot_be_read(text: bytes, clairify: Run, own_world: Path) -> None:
    Path("wrong.yaml").write_bytes(text)
    ran = clairify(
        "replan", "--world", "pddl", "mine/three-rooms.pddl", "--world-description", "wrong.yaml", "--report", "o.json"
    )
    assert (ran.code, ran.out) == (2, "")
    assert "wrong.yaml" in ran.err and "Traceback" not in ran.err
    assert valid("o.json")["endings"] == {"unreadable": 1}


@pytest.mark.parametrize("read", ["three-rooms.pddl", "coin-collector.pddl", "coin-collector.world.yaml"])
def test_a_report_is_not_written_over_what_is_read(read: str, clairify: Run, own_world: Path) -> None:
    files = [str(own_world / one) for one in ("coin-collector.pddl", "coin-collector.world.yaml")]
    before = (own_world / read).read_bytes()
    options = ("--world-domain", files[0], "--world-description", files[1], "--report", f"mine/{read}")
    ran = clairify("replan", "--world", "pddl", "mine/three-rooms.pddl", *options)
    assert (ran.code, ran.out, "would overwrite" in ran.err) == (2, "", True)
    assert (own_world / read).read_bytes() == before


def test_a_model_that_cannot_be_had_is_a_wrong_command_line(clairify: Run, own_folder: Path) -> None:
    ran = clairify("replan", "--world", "coin_collector", "--policy", "pddlego", "--model", "replay:nothere.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "clairify: nothere.jsonl cannot be read: No such file or directory\n"
