"""llama.cpp's server, with a model that writes at random: its decoder takes our grammar and schema as they are sent."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from decoding import matcher_of

from clairify_cli.app import run
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.constrain import grammar, schema

pytest.importorskip("xllamacpp")
pytest.importorskip("gguf")
pytestmark = pytest.mark.long

SERVER = Path(__file__).parents[1] / "fakes/tiny_llama.py"
TASKS = {
    "xdl": ("xdl", "Add 5 g of salt to a beaker."),
    "goal": ("pddl", "Stack red on blue.", "--domain", "blocks", "--problem", "three", "--no-solve"),
}
FORM = re.compile(r"XDL[0-2]|XDL30[1-49]|XDL31[25]|PDL[0-4]|MDL00[1-5]")
"""Faults of syntax, structure, names and quantities, and replies without a program; one may say why there is none."""


@pytest.fixture(scope="module", params=range(2))
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose weights are drawn by a seed."""
    model = tmp_path_factory.mktemp("llama") / "tiny.gguf"
    command = [sys.executable, str(SERVER), str(model), str(request.param)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"{process.stdout.readline().strip()}/v1"
        finally:
            process.kill()


@pytest.mark.parametrize("form", ["auto", "grammar", "schema"])
@pytest.mark.parametrize("task", TASKS)
def test_a_reply_has_no_fault_of_form(
    server: str, task: str, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    trace = tmp_path / "trace.jsonl"
    asks = ("--model", "openai/tiny", "--api-base", server, "--max-tokens", "2000", "--rounds", "1", "--no-cache")
    run([*TASKS[task], *asks, "--temperature", "1", "--constrain", form, "--trace", str(trace)])
    (told,) = (json.loads(line) for line in trace.read_text("utf-8").splitlines())
    if told["finish_reason"] == "length":  # a long program, as far as it got
        matcher = matcher_of(schema(CheckOptions()) if form == "schema" else grammar(CheckOptions()))
        assert all(matcher.consume_token(byte) for byte in told["reply"].encode()), told["reply"]
        return
    assert told["finish_reason"] == "stop", told["error"]
    wrong = [one for one in told["diagnostics"] if one["severity"] == "error" and FORM.match(one["code"])]
    assert not wrong, told["reply"]


def test_without_it_the_reply_is_noise(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    trace = tmp_path / "trace.jsonl"
    asks = ("--model", "openai/tiny", "--api-base", server, "--max-tokens", "200", "--rounds", "1", "--no-cache")
    run([*TASKS["xdl"], *asks, "--constrain", "off", "--trace", str(trace)])
    told = json.loads(trace.read_text("utf-8").splitlines()[0])
    assert [one for one in told["diagnostics"] if FORM.match(one["code"])], told["reply"]
