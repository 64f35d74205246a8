"""The loop through the real litellm against a server that misbehaves: each ends as it should, with nothing lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored
from fakes import openai_server as fake

from clairify_cli.languages import get
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import Hooks, LoopOptions, ReplyKind, ResponseCache, Trace, Translation, translate
from clairify_cli.translate.models.litellm_model import LiteLLMModel, load_litellm
from clairify_cli.translate.models.retry import RetryPolicy
from translate.toy import Toy

GOOD = "```toy\nflask = 1\n```"
BAD = "```toy\nflsk = 1\n```"
TEXT = "Take one flask."

Records = Callable[[Path], list[dict[str, Any]]]


@pytest.fixture(scope="session", autouse=True)
def _imported_once() -> None:
    load_litellm()


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)


class Bench:
    """Runs the loop against a script and keeps the trace and the server's requests."""

    def __init__(self, folder: Path, records: Records) -> None:
        self._trace = folder / "trace.jsonl"
        self._records = records
        self.requests: list[fake.Request] = []
        self.trace: list[dict[str, Any]] = []

    def run(self, *script: fake.Behaviour, options: LoopOptions | None = None, name: str = "openai/m") -> Translation:
        with fake.serve(*script) as server, Trace(self._trace) as trace:
            policy = RetryPolicy(tries=3, first_pause=0.01)
            model = LiteLLMModel(name, server.address, policy, sleep=lambda _: None)
            result = translate(TEXT, Toy(), model, options or LoopOptions(rounds=3, timeout=20), hooks=Hooks(trace))
        self.requests = server.requests
        self.trace = self._records(self._trace)
        assert [line["round"] for line in self.trace] == [done.number for done in result.rounds]
        assert [line["reply"] for line in self.trace] == [done.reply for done in result.rounds]
        assert self.trace[-1]["outcome"] == result.outcome.value
        return result


@pytest.fixture
def bench(tmp_path: Path, lines_of: Records, capfd: pytest.CaptureFixture[str]) -> Any:
    yield Bench(tmp_path, lines_of)
    assert capfd.readouterr() == ("", ""), "nothing may be printed: stdout and stderr are the command line's"


def test_a_good_answer(bench: Bench) -> None:
    result = bench.run(fake.says(GOOD, tokens=(120, 7)))
    assert result.outcome is Outcome.VALID
    assert result.program == "flask = 1\n"
    assert (result.input_tokens, result.output_tokens) == (120, 7)
    assert result.cost is None, "nobody knows the price of a local model"
    request = bench.requests[0]
    assert request.path == "/v1/chat/completions"
    assert request.body["model"] == "m"
    assert set(request.body) == {"model", "messages", "temperature"}, "no tools, and nothing that was not asked for"
    assert "flask" in request.system
    assert TEXT in request.user


def test_sampling_settings_are_sent(bench: Bench) -> None:
    bench.run(fake.says(GOOD), options=LoopOptions(temperature=0.25, seed=7, max_tokens=99))
    body = bench.requests[0].body
    assert (body["temperature"], body["seed"], body["max_tokens"]) == (0.25, 7, 99)


def test_errors_are_fed_back(bench: Bench) -> None:
    result = bench.run(fake.says(BAD), fake.says(GOOD))
    assert result.outcome is Outcome.VALID
    assert len(result.rounds) == 2
    assert "Line 1, error: `flsk` is no known name" in bench.requests[1].user
    assert "did you mean `flask`?" in bench.requests[1].user


def test_a_truncated_reply_is_asked_for_again_with_more_room(bench: Bench) -> None:
    cut = fake.says("```toy\nflask = 1\nbeak", "length")
    result = bench.run(cut, fake.says(GOOD), options=LoopOptions(max_tokens=100))
    assert result.outcome is Outcome.VALID
    assert result.rounds[0].kind is ReplyKind.CUT_OFF
    assert result.rounds[0].diagnostics[-1].code == "MDL002"
    assert bench.requests[1].body["max_tokens"] == 200
    assert "cut off" in bench.requests[1].user


def test_a_truncated_reply_is_never_a_valid_program(bench: Bench) -> None:
    result = bench.run(fake.says("```toy\nflask = 1\n", "length"))
    assert result.outcome is Outcome.ROUNDS
    assert all(done.kind is ReplyKind.CUT_OFF for done in result.rounds)


def test_what_follows_a_whole_program_may_be_cut_off(bench: Bench) -> None:
    result = bench.run(fake.says(GOOD + "\nThis program takes one fl", "length"))
    assert result.outcome is Outcome.VALID


@pytest.mark.parametrize("text", ["", None, "  \n"])
def test_an_empty_reply_is_a_round_of_its_own(bench: Bench, text: str | None) -> None:
    result = bench.run(fake.says(text), fake.says(GOOD))
    assert result.outcome is Outcome.VALID
    assert [done.kind for done in result.rounds] == [ReplyKind.EMPTY, ReplyKind.PROGRAM]
    assert "Your last reply was empty" in bench.requests[1].user


@pytest.mark.parametrize(
    "said",
    stored(__file__, "a_parameter_that_is_refused_is_left_out"),
)
def test_a_parameter_that_is_refused_is_left_out(bench: Bench, said: str) -> None:
    result = bench.run(fake.fails(400, said), fake.says(BAD), fake.says(GOOD))
    assert (result.outcome, len(result.rounds)) == (Outcome.VALID, 2)
    assert ["temperature" in request.body for request in bench.requests] == [True, False, False]
    assert result.remarks == ("openai/m does not take `temperature`, so it was asked without",)


@pytest.mark.parametrize("form", ["grammar", "schema"])
def test_a_decoder_is_held_to_a_form_and_what_it_writes_is_read(form: str) -> None:
    steps = '<Add vessel="beaker" reagent="water" volume="5 mL"/>'
    replies = {
        "grammar": f"<XDL><Synthesis><Procedure>\n{steps}\n</Procedure></Synthesis></XDL>",
        "schema": '{"steps": [{"step": "Add", "vessel": "beaker", "reagent": "water", "volume": "5 mL"}]}',
    }
    with fake.serve(fake.fails(400, "seed: Extra inputs are not permitted"), fake.says(replies[form])) as server:
        model = LiteLLMModel("openai/m", server.address)
        result = translate("Add 5 mL of water.", get("xdl"), model, LoopOptions(constrain=form, seed=1))
    assert (result.outcome, len(result.rounds)) == (Outcome.VALID, 1)
    assert re.sub(r"\s+", "", steps) in re.sub(r"\s+", "", result.program)
    body = server.requests[1].body
    given = body["grammar"] if form == "grammar" else json.dumps(body["response_format"])
    assert "EvacuateAndRefill" in given
    assert {"grammar": "one step a line", "schema": '{"steps": ['}[form] in server.requests[1].user


def test_a_server_that_takes_no_grammar_is_asked_without() -> None:
    program = "<XDL><Synthesis><Procedure>\n<Wait time='5 min'/>\n</Procedure></Synthesis></XDL>"
    with fake.serve(fake.fails(400, "unknown field `grammar`"), fake.says(program)) as server:
        model = LiteLLMModel("openai/m", server.address)
        result = translate("Wait 5 min.", get("xdl"), model, LoopOptions(constrain="grammar", rounds=1))
    assert "grammar" not in server.requests[1].body
    assert result.remarks == ("openai/m does not take `extra_body`, so it was asked without",)


def test_prose_instead_of_a_program(bench: Bench) -> None:
    result = bench.run(fake.says("First I would take a flask. Then I would stop."), fake.says(GOOD))
    assert result.outcome is Outcome.VALID
    assert result.rounds[0].diagnostics[0].code == "MDL003"
    assert "held no toy program" in bench.requests[1].user


def test_two_programs_in_one_reply(bench: Bench) -> None:
    result = bench.run(fake.says(f"First: {BAD}\nBetter:\n{GOOD}"))
    assert result.outcome is Outcome.VALID
    assert result.program == "flask = 1\n"


def test_a_megabyte_of_nonsense(bench: Bench) -> None:
    nonsense = "".join(f"{n:06x} = {n}{'z' * 66}\n" for n in range(12_000))
    assert len(nonsense) > 900_000
    result = bench.run(fake.says(nonsense), fake.says(GOOD), options=LoopOptions(rounds=3, timeout=240))
    assert result.outcome is Outcome.VALID
    assert result.rounds[0].errors > 20_000
    assert bench.trace[0]["reply"] == nonsense
    assert len(bench.requests[1].user) < 80_000, "what a model is told stays bounded"


def test_a_megabyte_without_a_line_end(bench: Bench) -> None:
    result = bench.run(fake.says("lorem ipsum " * 90_000), fake.says(GOOD), options=LoopOptions(timeout=240))
    assert result.outcome is Outcome.VALID


def test_the_same_wrong_answer_for_ever(bench: Bench) -> None:
    result = bench.run(fake.says(BAD), options=LoopOptions(rounds=5, temperature=0.0, seed=1))
    assert result.outcome is Outcome.ROUNDS
    assert len(bench.requests) == 5
    assert [done.repeated for done in result.rounds] == [False, True, True, True, True]
    bodies = [request.body for request in bench.requests]
    assert [body["temperature"] for body in bodies] == [0.0, 0.0, 0.3, 0.6, pytest.approx(0.9)]
    assert len({body["seed"] for body in bodies[1:]}) == 4, "the same thing is not asked the same way"
    assert "exactly this answer before" not in bench.requests[1].user
    assert "exactly this answer before" in bench.requests[2].user


def test_a_bare_name_at_a_local_address(bench: Bench) -> None:
    result = bench.run(fake.says(GOOD), name="some-team/some-model")
    assert result.outcome is Outcome.VALID
    assert bench.requests[0].body["model"] == "some-team/some-model"


def test_the_users_key_is_sent_where_there_is_one(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "the-key")
    bench.run(fake.says(GOOD))
    assert bench.requests[0].headers["authorization"] == "Bearer the-key"


def test_a_key_that_the_server_repeats_is_kept_nowhere(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "abc-secret-123")
    result = bench.run(fake.says("flsk = 1 # abc-secret-123"), fake.fails(400, "no abc-secret-123 here"))
    assert len(bench.requests) == 2
    assert "***" in bench.trace[0]["reply"]
    assert "abc-secret-123" not in json.dumps(bench.trace) + repr(result)


@pytest.mark.parametrize("name", ["openai/m", "ollama/m"])
def test_an_answer_without_an_end_is_not_read(bench: Bench, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clairify_cli.translate.models.guarded_http.MOST_BYTES", 100_000)
    result = bench.run(fake.says("x" * 200_000), name=name)
    assert result.outcome is Outcome.MODEL_FAILED
    assert len(bench.requests) == 1
    assert "answers with more than 100,000 bytes, which are not read" in (result.error or "")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])  # the latter has another port
@pytest.mark.parametrize("name", ["openai/m", "ollama/m"])
def test_requests_are_not_sent_on_to_another_server(bench: Bench, name: str, host: str) -> None:
    def send_on(handler: fake.Handler) -> None:
        handler.send(307, b"", {"location": f"{server.address.replace('127.0.0.1', host)}/chat/completions"})

    with fake.serve(fake.says(GOOD)) as server:
        result = bench.run(send_on, name=name)
    assert result.outcome is Outcome.MODEL_FAILED
    assert server.requests == []
    assert f"another {'host' if host == 'localhost' else 'server'}" in (result.error or "")


def test_a_redirect_within_a_host_is_followed(bench: Bench) -> None:
    result = bench.run(lambda handler: handler.send(307, b"", {"location": "/v2/chat/completions"}), fake.says(GOOD))
    assert result.outcome is Outcome.VALID
    assert [one.path for one in bench.requests] == ["/v1/chat/completions", "/v2/chat/completions"]


def test_many_runs_at_once_share_a_trace_and_a_cache(tmp_path: Path, lines_of: Records) -> None:
    def answer(handler: fake.Handler) -> None:
        fake.says(GOOD if "flsk = 1" in handler.told.requests[-1].user else BAD)(handler)

    cache = ResponseCache(tmp_path / "cache")

    def run(number: int) -> Translation:
        model = LiteLLMModel("openai/m", server.address)
        return translate(
            f"Take flask {number % 4}.", Toy(), model, LoopOptions(rounds=9), hooks=Hooks(trace, cache=cache)
        )

    with fake.serve(answer) as server, Trace(tmp_path / "t") as trace, ThreadPoolExecutor(6) as pool:
        first = list(pool.map(run, range(12)))
        asked = len(server.requests)
        again = list(pool.map(run, range(12)))
    assert {result.outcome for result in first + again} == {Outcome.VALID}
    assert len(server.requests) == asked, "the second time everything is in the cache"
    lines = lines_of(tmp_path / "t")
    assert len(lines) == sum(len(result.rounds) for result in first + again)
    assert len({line["run"] for line in lines}) == 24


def test_the_same_beginning_is_marked_for_a_provider_that_caches_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key")
    wrong, right = (
        f'<XDL><Synthesis><Procedure><Wait time="{time}"/></Procedure></Synthesis></XDL>' for time in ("9 min", "5 min")
    )
    replies = [fake.told_by({"blocks": [{"type": "text", "text": one}]}, {}) for one in (wrong, right)]
    with fake.serve(*replies) as server:
        result = translate("Wait 5 min.", get("xdl"), LiteLLMModel("anthropic/claude-x", server.address))
    assert (result.outcome, len(result.rounds)) == (Outcome.VALID, 2)
    first, second = (request.body["system"] for request in server.requests)
    assert first == second
    assert [part["cache_control"] for part in first] == [{"type": "ephemeral"}]
