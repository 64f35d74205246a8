"""The cache: what shapes a reply is in the key, what is no good is not kept, and nothing here breaks a run."""

from __future__ import annotations

import multiprocessing
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clairify_cli.files.data import cache_path
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import ChatMessage, Hooks, LoopOptions, ModelOptions, Reply, ResponseCache, translate
from clairify_cli.translate.cache import cache_key
from clairify_cli.translate.models.errors import ServerFailedError
from clairify_cli.translate.models.litellm_model import LiteLLMModel
from translate.scripted import Scripted
from translate.toy import Toy

MESSAGES = (ChatMessage("system", "s"), ChatMessage("user", "u"))
OPTIONS = ModelOptions(temperature=0.1, seed=1, max_tokens=10, attempt=0)


def model(*replies: Any) -> Scripted:
    return Scripted(replies, cache_id="m")


def test_a_second_run_asks_nothing(tmp_path: Path) -> None:
    asked = model(Reply("flsk = 1\n", cost=1.0), Reply("flask = 1\n", "stop", 5, 6, 1.0))
    first = translate("x", Toy(), asked, hooks=Hooks(cache=ResponseCache(tmp_path / "c")))
    second = translate("x", Toy(), asked, hooks=Hooks(cache=ResponseCache(tmp_path / "c")))
    assert len(asked.asked) == 2
    assert second.program == first.program
    assert [done.cached for done in second.rounds] == [True, True]
    assert (first.cost, second.cost) == (2.0, 0.0)
    assert second.output_tokens == 6


@pytest.mark.parametrize(
    "change",
    [{"temperature": 0.2}, {"temperature": None}, {"seed": 2}, {"max_tokens": 11}, {"attempt": 1}],
    ids=str,
)
def test_the_key_has_the_settings(change: dict[str, Any]) -> None:
    assert cache_key("m", MESSAGES, OPTIONS) != cache_key("m", MESSAGES, replace(OPTIONS, **change))


def test_the_key_has_the_model_the_address_and_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    models = [LiteLLMModel("a"), LiteLLMModel("b"), LiteLLMModel("a", "http://x/v1"), LiteLLMModel("a", "http://y/v1")]
    prompts = [MESSAGES, MESSAGES[:1], (ChatMessage("system", "su"), ChatMessage("user", ""))]
    keys = {cache_key(each.cache_id, prompt, OPTIONS) for each in models for prompt in prompts}
    assert len(keys) == 12


def test_the_key_does_not_have_the_time_limit() -> None:
    assert cache_key("m", MESSAGES, OPTIONS) == cache_key("m", MESSAGES, replace(OPTIONS, timeout=3.0))


@pytest.mark.parametrize("bad", [Reply(""), Reply(" \n"), Reply("flask = 1", "length"), Reply("", "content_filter")])
def test_replies_that_are_no_good_are_not_kept(tmp_path: Path, bad: Reply) -> None:
    cache = ResponseCache(tmp_path / "c")
    cache.put("k", "m", bad)
    assert cache.get("k") is None


def test_errors_are_not_kept(tmp_path: Path) -> None:
    asked = model(ServerFailedError("boom"), "flask = 1\n")
    cache = ResponseCache(tmp_path / "c")
    assert translate("x", Toy(), asked, hooks=Hooks(cache=cache)).outcome is Outcome.MODEL_FAILED
    assert translate("x", Toy(), asked, hooks=Hooks(cache=cache)).outcome is Outcome.VALID


def test_a_model_without_an_identity_is_not_cached(tmp_path: Path) -> None:
    asked = Scripted(["flask = 1\n"], cache_id=None)
    for _ in range(2):
        translate("x", Toy(), asked, hooks=Hooks(cache=ResponseCache(tmp_path / "c")))
    assert len(asked.asked) == 2
    assert not (tmp_path / "c").exists()


def test_a_repeated_candidate_is_sampled_anew_through_the_cache(tmp_path: Path) -> None:
    asked = model("flsk = 1\n")
    translate("x", Toy(), asked, LoopOptions(rounds=5), hooks=Hooks(cache=ResponseCache(tmp_path / "c")))
    assert len(asked.asked) == 5, "no round is answered by the reply that was wrong the round before"


def break_by_file(path: Path) -> None:
    path.write_bytes(b"this is no folder")


def break_by_folder(path: Path) -> None:
    path.mkdir()
    (path / "replies").write_bytes(b"this is no folder")


@pytest.mark.parametrize("damage", [break_by_file, break_by_folder])
def test_a_cache_of_no_use_is_mentioned_once_and_breaks_nothing(tmp_path: Path, damage: Any) -> None:
    damage(tmp_path / "c")
    told: list[str] = []
    cache = ResponseCache(tmp_path / "c", told.append)
    result = translate("x", Toy(), model("flsk = 1\n", "flask = 1\n"), hooks=Hooks(cache=cache))
    assert result.outcome is Outcome.VALID
    assert len(told) == 1
    assert "cannot be used" in told[0]


@pytest.mark.parametrize("kept", ["", "[]", "no JSON", '{"version": 1}', '{"version": 99, "text": "x"}'])
def test_a_damaged_reply_is_asked_for_again(tmp_path: Path, kept: str) -> None:
    told: list[str] = []
    cache = ResponseCache(tmp_path / "c", told.append)
    cache.put("k", "m", Reply("x"))
    (file,) = (tmp_path / "c").rglob("k.json")
    file.write_text(kept)
    assert cache.get("k") is None
    cache.put("k", "m", Reply("y"))
    assert (cache.get("k"), told) == (Reply("y", cost=0.0, cached=True), [])


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told: list[str] = []
    cache = ResponseCache(tmp_path / "file" / "c", told.append)
    assert translate("x", Toy(), model("flask = 1\n"), hooks=Hooks(cache=cache)).is_valid
    assert len(told) == 1


def test_a_lone_surrogate_is_kept(tmp_path: Path) -> None:
    cache = ResponseCache(tmp_path / "c")
    cache.put("k", "m", Reply("\ud800"))
    assert cache.get("k") == Reply("\ud800", cost=0.0, cached=True)


def _use(path: Path, name: str, result: Any) -> None:
    told: list[str] = []
    cache = ResponseCache(path, told.append)
    for n in range(40):
        cache.put(f"{name}{n}", "m", Reply(name * 100))
        cache.get(f"{name}{n}")
    result.put((name, told))


def test_many_processes_share_it(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    results: Any = context.Queue()
    users = [context.Process(target=_use, args=(tmp_path / "c", name, results)) for name in "abcdef"]
    for user in users:
        user.start()
    told = [results.get(timeout=60) for _ in users]
    for user in users:
        user.join()
    assert sorted(told) == [(name, []) for name in "abcdef"]
    cache = ResponseCache(tmp_path / "c")
    assert all((cache.get(f"{name}{n}") or Reply("")).text == name * 100 for name in "abcdef" for n in range(40))


def test_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAIRIFY_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_path() == tmp_path / "xdg" / "clairify"
    monkeypatch.setenv("CLAIRIFY_CACHE", str(tmp_path / "mine"))
    assert cache_path() == tmp_path / "mine"
    assert cache_path(tmp_path / "given") == tmp_path / "given"
    monkeypatch.setenv("CLAIRIFY_CACHE", "~/c")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_path() == tmp_path / "c"


def test_its_folder_is_the_users_alone(tmp_path: Path) -> None:
    ResponseCache(tmp_path / "new").put("k", "m", Reply("x"))
    assert os.stat(tmp_path / "new").st_mode & 0o077 == 0
