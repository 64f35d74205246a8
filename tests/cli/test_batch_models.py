"""A batch with a model that is waited for: so many at a time, so much money, so many requests."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from fakes.openai_server import Handler, OpenAIServer, completion, fails, says, serve

from cli.batches import batch_report, manifest, outcomes, programs, wait_for, write_texts
from cli.conftest import GOOD, Run, interrupted, start

BAD = GOOD.replace('time="20 s"', 'time="-20 s"')


@pytest.fixture(autouse=True)
def files(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    write_texts(own_folder / "texts", 9)
    return own_folder


def ask(server: OpenAIServer, model: str = "openai/some-model") -> list[str]:
    return [
        "xdl",
        "texts",
        "-o",
        "out",
        "--model",
        model,
        "--api-base",
        server.address,
        "--time-limit",
        "60",
        "--no-fidelity",
    ]


@dataclass
class Slow:
    """Answers after a while, and counts how many requests it has at the same time."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    now: int = 0
    most: int = 0

    def __call__(self, handler: Handler) -> None:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.2)
        with self.lock:
            self.now -= 1
        handler.send(200, completion(GOOD))


def test_as_many_requests_at_a_time_as_there_are_jobs(clairify: Run) -> None:
    for jobs in (1, 3):
        slow = Slow()
        with serve(slow) as server:
            ran = clairify(*ask(server), "-j", str(jobs), "--no-cache")
        assert (ran.code, slow.most) == (0, jobs)
        assert outcomes() == ["valid"] * 9
        assert [line["output"] for line in manifest()] == programs()


def test_tokens_and_cost_are_told(clairify: Run) -> None:
    with serve(says(BAD, tokens=(1000, 500)), says(GOOD, tokens=(1000, 500))) as server:
        ran = clairify(*ask(server, "openai/gpt-4o"), "--report", "report.json")
    assert ran.code == 0
    assert "tokens              10,000 in, 5,000 out\ncost                $0.0750\n" in ran.err
    first = manifest()[0]
    assert (first["input_tokens"], first["output_tokens"], first["cost"]) == (2000, 1000, pytest.approx(0.015))
    told = batch_report("report.json")
    assert (told["input_tokens"], told["output_tokens"], told["cost"]) == (10_000, 5000, pytest.approx(0.075))
    with serve(says(GOOD)) as server:
        ran = clairify(*ask(server), "--no-cache")
    assert "cost                $0.0000, and what 9 texts cost is not known\n" in ran.err


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_the_budget_is_that_of_the_whole_batch(clairify: Run, jobs: str) -> None:
    with serve(says(GOOD, tokens=(1000, 500))) as server:  # 0.0075 dollars
        command = (*ask(server, "openai/gpt-4o"), "-j", jobs, "--max-cost", "0.04")
        ran = clairify(*command)
        assert ran.code == 1
        assert outcomes().count("valid") == 5
        assert len(server.requests) == 5
        assert "clairify: stopped: the budget is spent; " in ran.err
        assert ran.err.rstrip().endswith("and the same command with --resume goes on")
        ran = clairify(*command, "--resume")
        assert ran.code == 0
        assert outcomes() == ["valid"] * 9
        assert len(server.requests) == 9
    assert "cost                $0.0300, and $0.0375 before\n" in ran.err


def test_the_budget_ends_a_loop_that_goes_on(clairify: Run) -> None:
    with serve(says(BAD, tokens=(1000, 500))) as server:
        ran = clairify(*ask(server, "openai/gpt-4o"), "-j", "2", "--max-cost", "0.04")
    assert ran.code == 1
    assert len(server.requests) <= 5
    assert set(outcomes()) == {"budget"}
    assert "not valid: the budget is spent, left XDL305" in ran.err


def test_a_pause_that_the_provider_asks_for_is_kept_by_all(clairify: Run) -> None:
    def answers_late(handler: Handler) -> None:
        time.sleep(0.8)  # so that the refusal is known when the next request would be made
        handler.send(200, completion(GOOD))

    with serve(fails(429, headers={"retry-after": "2"}), answers_late) as server:
        ran = clairify(*ask(server), "-j", "3")
    assert (ran.code, outcomes()) == (0, ["valid"] * 9)
    assert len(server.requests) == 10
    refused = server.requests[0].at
    assert all(request.at - refused > 1.9 for request in server.requests[3:])


def test_requests_per_minute(files: Path) -> None:
    with serve(says(GOOD)) as server:
        process = start(*ask(server), "-j", "2", "--requests-per-minute", "2")
        wait_for(process, lambda: len(server.requests) == 2)
        time.sleep(1.0)
        code, _, err = interrupted(process, lambda: True)
        assert len(server.requests) == 2
    assert code == 130
    assert "clairify: interrupted; 2 of 9 are done" in err


@pytest.mark.long
def test_tokens_per_minute(files: Path) -> None:
    with serve(says(GOOD, tokens=(3000, 3000))) as server:
        process = start(*ask(server), "-j", "2", "--tokens-per-minute", "100")
        wait_for(process, lambda: len(server.requests) == 1)
        time.sleep(1.0)
        code, _, _ = interrupted(process, lambda: True)
        assert (code, len(server.requests)) == (130, 1)


def test_what_a_server_breaks_costs_its_text_only(clairify: Run) -> None:
    behaviours = [says(GOOD), fails(400, "no"), says("I would rather not."), *[says(GOOD)] * 9]
    with serve(*behaviours) as server:
        ran = clairify(*ask(server), "--rounds", "1")
    assert ran.code == 3
    assert outcomes() == ["valid", "model-failed", "rounds", *["valid"] * 6]
    assert "texts/0001.txt: the model failed: openai/some-model: the provider refused the request" in ran.err


def test_record_and_trace_with_many_at_once(clairify: Run) -> None:
    with serve(says(GOOD)) as server:
        clairify(*ask(server), "-j", "4", "--record", "r.jsonl", "--trace", "t.jsonl")
    ran = clairify("xdl", "texts", "-o", "again", "--model", "replay:r.jsonl", "-j", "4", "--no-fidelity")
    assert (ran.code, outcomes("again")) == (0, ["valid"] * 9)
    assert len(Path("t.jsonl").read_text().splitlines()) == 9
    assert clairify("xdl", "texts", "-o", "out3", "-j", "2", "--record", "r3.jsonl", "--trace", "t3.jsonl").code == 0
    assert len(Path("t3.jsonl").read_text().splitlines()) == len(Path("r3.jsonl").read_text().splitlines()) == 9
