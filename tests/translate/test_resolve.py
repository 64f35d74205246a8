"""From a name to a model, and what a slip in the name is told."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Diagnostic, Related, Severity, Source
from clairify_cli.files.extras import install
from clairify_cli.languages import get
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import JsonLines, ModelSetupError, resolve_model, translate
from clairify_cli.translate.models.litellm_model import LiteLLMModel, check_version
from clairify_cli.translate.models.offline import ReaderModel
from clairify_cli.translate.models.record import RecordingModel, ReplayModel
from clairify_cli.translate.resolve import has_address
from clairify_cli.translate.views import renamed
from translate.toy import Toy

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


ADDRESSES = stored(__file__, "ADDRESSES")


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_is_refused(name: str) -> None:
    for api_base in (None, "http://127.0.0.1:9/v1"):
        with pytest.raises(ModelSetupError, match="--api-base") as caught:
            resolve_model(name, api_base=api_base)
        assert "evil" not in str(caught.value)


def test_no_name_of_litellm_is_taken_for_an_address() -> None:
    from clairify_cli.translate.models.litellm_model import load_litellm

    names = [name for name, about in load_litellm().model_cost.items() if about.get("mode") in ("chat", "completion")]
    assert len(names) > 500
    assert [name for name in names if has_address(name)] == []


@pytest.mark.parametrize(
    "name",
    stored(__file__, "a_name_is_a_name"),
)
def test_a_name_is_a_name(name: str) -> None:
    assert not has_address(name)


def test_it_writes_xdl_without_a_model() -> None:
    if not hasattr(importlib.import_module("clairify_cli.reader.protocol"), "read_to_xdl"):
        pytest.skip("the reader is not there")
    result = translate("Add 15 g of acetic acid to a beaker. Stir for 20 seconds.", get("xdl"), ReaderModel())
    assert result.outcome is Outcome.VALID
    assert "15 g" in result.program
    assert "20 s" in result.program
    assert (result.cost, len(result.rounds)) == (0.0, 1)


def test_another_language_is_refused() -> None:
    result = translate("One flask.", Toy(), ReaderModel())
    assert result.outcome is Outcome.MODEL_FAILED
    assert result.error == "the offline reader writes XDL only, not toy: name a language model for that"


def test_spans_in_the_program_and_in_the_text() -> None:
    program, text = Source("<XDL/>", "<program>"), Source("Stir.", "<text>")
    related = (Related("here", text.span(0, 4)), Related("and here", program.span(0, 4)))
    finding = Diagnostic("XDL601", Severity.ERROR, "missing", program.span(0), related=related)
    found = renamed(finding, "plan.txt", "plan.xdl")
    assert found.span.file == "plan.xdl"
    assert [one.span.file for one in found.related] == ["plan.txt", "plan.xdl"]
    assert (found.related[0].span.start, found.related[0].span.end) == (0, 4)
    assert renamed(found, "plan.txt", "plan.xdl") == found
    note = Diagnostic("XDL690", Severity.WARNING, "unread", text.span(0, 4))
    assert renamed(note, "plan.txt", "plan.xdl").span.file == "plan.txt"
