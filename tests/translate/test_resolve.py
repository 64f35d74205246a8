"""From a name to a model, and what a slip in the name is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.files.extras import install
from clairify_cli.translate import JsonLines, ModelSetupError, resolve_model
from clairify_cli.translate.models.litellm_model import LiteLLMModel, check_version
from clairify_cli.translate.models.offline import ReaderModel
from clairify_cli.translate.models.record import RecordingModel, ReplayModel

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", [None, "", "reader", " reader "])
def test_the_reader_is_the_default(name: str | None) -> None:
    assert isinstance(resolve_model(name), ReaderModel)


def test_a_replay(tmp_path: Path) -> None:
    (tmp_path / "a:b.jsonl").write_text('{"reply": "x"}\n')
    model = resolve_model(f"replay:{tmp_path}/a:b.jsonl")
    assert isinstance(model, ReplayModel)
    assert model.name == f"replay:{tmp_path}/a:b.jsonl"


@pytest.mark.parametrize("name", ["gpt-4o", "openai/gpt-4o", "ollama/llama3:8b", "anthropic/x", "command-r", "o3"])
def test_everything_else_is_litellms(name: str) -> None:
    model = resolve_model(name)
    assert isinstance(model, LiteLLMModel)
    assert model.name == name


def test_an_address(tmp_path: Path) -> None:
    model = resolve_model("openai/m", api_base="http://localhost:1/v1")
    assert isinstance(model, LiteLLMModel)
    assert model.api_base == "http://localhost:1/v1"
    assert "http://localhost:1/v1" in (model.cache_id or "")


def test_a_recording_wraps_any_model(tmp_path: Path) -> None:
    with JsonLines(tmp_path / "r") as file:
        model = resolve_model("reader", record=file)
    assert isinstance(model, RecordingModel)
    assert (model.name, model.deterministic, model.cache_id) == ("reader", True, None)


@pytest.mark.parametrize(
    ("name", "api_base", "words"),
    stored(__file__, "slips_get_a_sentence"),
)
def test_slips_get_a_sentence(name: str | None, api_base: str | None, words: str) -> None:
    with pytest.raises(ModelSetupError, match=words) as caught:
        resolve_model(name, api_base=api_base)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("version", ["1.82.7", "1.82.8"])
def test_the_compromised_versions_are_refused(version: str) -> None:
    with pytest.raises(ModelSetupError, match=f"litellm {version} was published by an attacker") as caught:
        check_version(version)
    assert str(caught.value).endswith(f"install another version with `{install('llm')}`")


def test_other_versions_are_not() -> None:
    for version in ("1.82.6", "1.82.9", "1.82.70", "1.106.2"):
        check_version(version)


def without_site_packages(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter that sees this project and the standard library, and nothing that is installed."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", start + code], capture_output=True, text=True, timeout=60, check=False
    )


def test_a_missing_extra_is_one_sentence() -> None:
    done = without_site_packages(
        "from clairify_cli.translate import resolve_model, ModelSetupError\n"
        "try: resolve_model('gpt-4o')\n"
        "except ModelSetupError as error: print(error)\n"
    )
    assert done.stderr == ""
    assert done.stdout.startswith("this model needs litellm, which is not installed: pip install '")
    assert done.stdout.endswith("[llm]'\n")


def test_nothing_heavy_is_imported_until_it_is_needed() -> None:
    done = without_site_packages(
        "from clairify_cli.translate import resolve_model, translate\n"
        "resolve_model('reader')\n"
        "heavy = {'sqlite3', 'json', 'hashlib', 'difflib', 'litellm', 'email', 'logging', 'http', 'asyncio'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    assert done.stderr == ""
    assert done.stdout == "[]\n"
