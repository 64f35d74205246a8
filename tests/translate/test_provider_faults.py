"""What providers and proxies answer instead of a reply, through the command line and the real litellm."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored
from fakes import openai_server as fake

from clairify_cli.app import run
from clairify_cli.translate.models import limits
from clairify_cli.translate.models.retry import RetryPolicy, with_retries

FAULTS = stored(__file__, "FAULTS")
TEXT = "Add 5 mL of water to a beaker."
GOOD = '<XDL><Synthesis><Procedure><Add vessel="beaker" reagent="water" volume="5 mL"/></Procedure></Synthesis></XDL>'
BAD = GOOD.replace("5 mL", "7 mL")
NOT_FOR_PEOPLE = re.compile(r"litellm|Traceback|File \"|\.py\b|Exception|<html|<p>|sk-abc|\\n|\{|\}")


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses that nobody asked for are short; keys are there."""

    def quick(ask: Any, policy: RetryPolicy, **given: Any) -> Any:
        return with_retries(ask, replace(policy, first_pause=0.01), **given)

    monkeypatch.setattr(limits, "with_retries", quick)
    monkeypatch.setattr(limits, "_USUAL_PAUSE", 0.01)
    for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key")


def asked(model: str, address: str, *options: str) -> int:
    """The exit code of a translation."""
    return run(["xdl", TEXT, "--model", model, "--api-base", address, "--no-cache", *options])


def test_there_are_fifty_kinds() -> None:
    assert len(FAULTS) >= 50


@pytest.mark.parametrize("what", FAULTS)
def test_each_fault_is_a_sentence_and_loses_nothing(
    what: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    case: dict[str, Any] = FAULTS[what]
    provider = case.get("provider", "openai")
    first = {"content": BAD} if provider == "openai" else {"blocks": [{"type": "text", "text": BAD}]}
    script = [fake.told_by(answer, {"GOOD": GOOD}) for answer in (first, *case["answers"])]
    trace = tmp_path / "trace.jsonl"
    with fake.serve(*script) as server:
        limits_of_it = ["--rounds", "3", "--time-limit", str(case.get("limit", 60))]
        code = asked(f"{provider}/m", server.address, *limits_of_it, "--keep-invalid", "--trace", str(trace))
    out, err = capfd.readouterr()
    assert code == case.get("exit", 3), err
    assert "<XDL>" in out, "the best program so far is not lost"
    assert json.loads(trace.read_text().splitlines()[0])["reply"] == BAD
    assert case.get("says", "") in err
    assert not NOT_FOR_PEOPLE.search(err), err
    assert all(len(line) < 700 for line in err.splitlines()), err
    if "asked" in case:
        assert len(server.requests) - 1 == case["asked"]
    if "pause" in case:
        assert server.requests[2].at - server.requests[1].at >= case["pause"]


@pytest.mark.parametrize(
    ("address", "says"),
    stored(__file__, "a_server_that_says_nothing_is_a_sentence"),
    ids=["nobody listens", "no such host", "no TLS", "a hang from the first round on"],
)
def test_a_server_that_says_nothing_is_a_sentence(address: str, says: str, capfd: pytest.CaptureFixture[str]) -> None:
    with fake.serve(fake.hangs) as server:
        port = server.address.rpartition(":")[2].partition("/")[0]
        code = asked("openai/m", address.replace("PORT", port), "--time-limit", "1" if "within" in says else "20")
    out, err = capfd.readouterr()
    assert (code, out) == (3, ""), err
    assert says in err
    assert not NOT_FOR_PEOPLE.search(err), err


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini", "mistral"])
def test_a_missing_key_is_said_before_litellm_is_imported(provider: str) -> None:
    script = (
        "import sys; from clairify_cli.app import run\n"
        f"code = run(['xdl', {TEXT!r}, '--model', '{provider}/m', '--no-cache'])\n"
        "print(code, 'litellm' in sys.modules)"
    )
    keys = ("OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE", "MISTRAL")
    env = {key: value for key, value in os.environ.items() if not key.startswith(keys)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=True)
    assert done.stdout == "3 False\n"
    assert "there is no key: set the environment variable" in done.stderr
