"""Runs of batches: what is done, what is done again, in which order, and what is on record whatever happens."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batch.works import act, run
from clairify_cli.agents.translation import Asking
from clairify_cli.batch.executors.base import FatalError, Threads
from clairify_cli.batch.executors.pool import processes
from clairify_cli.batch.executors.processes import Processes
from clairify_cli.batch.items import Shard, shard_of
from clairify_cli.batch.record import Record
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import LoopOptions
from clairify_cli.translate.models.offline import ReaderModel

FINAL = ("valid", "stuck", "unfaithful", "ambiguous", "unsolvable", "refused", "check-failed", "rounds")
OUTSIDE = ("model-failed", "solver-failed", "timeout", "budget", "died", "simulator-failed", "crashed")
TEXTS = st.lists(st.sampled_from(FINAL + OUTSIDE), min_size=1, max_size=12)
FEW = settings(max_examples=25, deadline=None)


def lines(folder: Path, name: str = "manifest.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


def summed_up(folder: Path) -> list[tuple[int, str, str]]:
    return [(line["number"], line["output"], line["outcome"]) for line in lines(folder)]


def is_alike(texts: list[str], heard: list[str], wanted: set[str]) -> bool:
    return sorted(heard) == sorted(str(at) for at, text in enumerate(texts) if text in wanted)


@FEW
@given(TEXTS)
def test_resume_tries_what_failed_from_outside(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    folder = tmp_path_factory.mktemp("out")
    _, first = run(folder, texts)
    if len(first.done) < len(texts):  # a server that fails always
        return
    _, second = run(folder, texts, resume=True)
    assert is_alike(texts, second.skipped, set(FINAL))
    _, third = run(folder, texts, resume=True, retry=True)
    assert is_alike(texts, third.skipped, {"valid"})
    assert summed_up(folder) == [
        (at, f"text{'' if at == 0 else f'-{at + 1}'}.out", text) for at, text in enumerate(texts)
    ]


@FEW
@given(TEXTS, st.integers(0, 12), st.integers(0, 12))
def test_no_line_is_lost_when_the_budget_is_spent(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], first: int, second: int
) -> None:
    folder = tmp_path_factory.mktemp("out")
    run(folder, texts, after=first)
    before = {line["output"] for line in lines(folder)}
    batch, _ = run(folder, texts, resume=True, retry=True, after=second)
    after = {line["output"] for line in lines(folder)}
    assert before <= after
    assert (batch.gave_up is not None) or len(after) == len(texts)


@FEW
@given(TEXTS, st.integers(0, 30), st.integers(0, 30))
def test_a_second_ctrl_c_at_any_moment_loses_nothing(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], first: int, second: int
) -> None:
    texts = [text if text != "model-failed" else "died" for text in texts]  # which ends a run after five
    folder = tmp_path_factory.mktemp("out")
    kept: set[str] = set()
    for ticks in (first, second):
        with contextlib.suppress(KeyboardInterrupt):
            run(folder, texts, resume=True, ticks=ticks)
        now = {line["output"] for line in lines(folder)}
        assert kept <= now
        kept = now
    run(folder, texts, resume=True)
    assert [(number, outcome) for number, _, outcome in summed_up(folder)] == list(enumerate(texts))


def test_a_place_that_cannot_be_written_costs_its_input_only(tmp_path: Path) -> None:
    (tmp_path / "text-2.out").mkdir()
    run(tmp_path, ["valid", "valid", "valid"])
    assert [outcome for _, _, outcome in summed_up(tmp_path)] == ["valid", "unwritable", "valid"]
    (tmp_path / "text-2.out").rmdir()
    (tmp_path / "text-2.out").symlink_to(tmp_path.parent / "elsewhere")
    _, heard = run(tmp_path, ["valid", "valid", "valid"], resume=True)
    assert (heard.done, summed_up(tmp_path)[1][2]) == (["1"], "unwritable")
    assert not (tmp_path.parent / "elsewhere").exists()


def test_what_was_never_tried_comes_first(tmp_path: Path) -> None:
    texts = ["timeout", "valid", "stuck", "valid", "unsolvable", "valid"]
    run(tmp_path, texts[:3])
    _, heard = run(tmp_path, texts, resume=True)
    assert (heard.done, heard.skipped) == (["3", "4", "5", "0"], ["1", "2"])
    _, heard = run(tmp_path, texts, resume=True, retry=True)
    assert heard.done == ["0", "2", "4"]


def test_a_changed_text_or_setting_is_as_never_tried(tmp_path: Path) -> None:
    run(tmp_path, ["stuck", "valid"])
    batch, heard = run(tmp_path, ["stuck now", "valid"], resume=True)
    assert (heard.done, batch.left_alone) == (["0"], 0)
    batch, heard = run(tmp_path, ["stuck now", "valid"], resume=True, named=lambda _: ["a new domain"])
    assert heard.done == ["0", "1"]
    batch, heard = run(tmp_path, ["stuck now", "valid"], resume=True, named=lambda _: ["a new domain"])
    assert (heard.done, batch.left_alone) == ([], 1)


def test_more_rounds_and_worse_programs_are_worth_another_try() -> None:
    def asking(**options: Any) -> Asking:
        return Asking(ReaderModel(), LoopOptions(rounds=options.pop("rounds", 3)), **options)

    ended = Record("a", "a.xdl", Outcome.ROUNDS, rounds=3)
    assert asking().is_final(ended)
    assert not asking(rounds=4).is_final(ended)
    assert not asking(keep_invalid=True).is_final(Record("a", "a.xdl", Outcome.STUCK, rounds=1))


@FEW
@given(TEXTS, st.integers(1, 4), st.booleans())
def test_shards_merged_are_as_one_run(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], parts: int, one_is_missing: bool
) -> None:
    texts = [text if text != "model-failed" else "died" for text in texts]  # which ends a run after five
    whole, split = tmp_path_factory.mktemp("whole"), tmp_path_factory.mktemp("split")
    run(whole, texts)
    for part in range(1, parts + (0 if one_is_missing else 1)):
        _, heard = run(split, texts, shard=Shard(part, parts))
        assert heard.done == [str(at) for at in range(len(texts)) if at % parts == part - 1]
    run(split, texts, resume=True)
    assert summed_up(split) == summed_up(whole)
    assert not list(split.glob("manifest.*-of-*.jsonl"))


def test_a_shard_takes_what_others_did_before(tmp_path: Path) -> None:
    texts = ["valid", "valid", "valid", "valid"]
    run(tmp_path, texts[:2])
    _, heard = run(tmp_path, texts, resume=True, shard=Shard(1, 2))
    assert (heard.skipped, heard.done) == (["0"], ["2"])
    assert [line["number"] for line in lines(tmp_path, "manifest.1-of-2.jsonl")] == [0, 2]
    assert len(lines(tmp_path)) == 2, "the manifest of all is not for a part to write"


@pytest.mark.parametrize("written", ["", "0/2", "3/2", "1/0", "1", "1/2/3", "a/b", "-1/2", "1.0/2"])
def test_a_part_that_is_none(written: str) -> None:
    with pytest.raises(ValueError, match="a part is written K/N"):
        shard_of(written)


def test_a_manifest_of_version_1_is_read_and_rewritten(tmp_path: Path) -> None:
    texts = ["valid", "stuck", "timeout", "valid"]
    run(tmp_path, texts)
    old = [{name: value for name, value in line.items() if name != "number"} for line in lines(tmp_path)]
    path = tmp_path / "manifest.jsonl"
    path.write_text("".join(json.dumps({**line, "version": 1}, separators=(",", ":")) + "\n" for line in old))
    _, heard = run(tmp_path, texts[:3], resume=True)
    assert (heard.skipped, heard.done) == (["0", "1"], ["2"])
    assert [(line["version"], line["number"]) for line in lines(tmp_path)] == [(2, 0), (2, 1), (2, 2), (2, None)]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_what_goes_wrong_in_a_worker_costs_its_input_only(tmp_path: Path, method: Any) -> None:
    texts = ["valid", "killed", "valid 2", "bug", "unsendable", "valid 3", "killed", "valid 4"]
    pool = Processes(act, 2, ahead=3, method=method)
    run(tmp_path, texts, executor=pool)
    assert [outcome for _, _, outcome in summed_up(tmp_path)] == [
        "valid", "died", "valid", "crashed", "crashed", "valid", "died", "valid",
    ]  # fmt: skip
    errors = [line["error"] for line in lines(tmp_path)]
    assert errors[1] == "the worker process was ended by SIGKILL"
    assert errors[3] == "ZeroDivisionError: division by zero"


def test_a_process_for_each_item_with_a_limit(tmp_path: Path) -> None:
    pool = Processes(act, 2, fresh=True, limit=2, method="fork")  # 0.3 s were too few to start one on a busy machine
    run(tmp_path, ["valid", "hung", "killed", "valid 2"], executor=pool)
    assert [outcome for _, _, outcome in summed_up(tmp_path)] == ["valid", "timeout", "died", "valid"]


def test_nothing_works(tmp_path: Path) -> None:
    for pool in (None, Threads(act, 2), Processes(act, 2, method="fork")):
        with pytest.raises(FatalError, match=r"^nothing works: buy a new one$"):
            run(tmp_path, ["valid", "fatal", "valid", "valid"], executor=pool, resume=True)
        assert lines(tmp_path)[0]["outcome"] == "valid"


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_a_stop_ends_what_goes_on_and_keeps_what_is_done(tmp_path: Path, kind: str) -> None:
    pool = Threads(act, 2) if kind == "threads" else Processes(act, 2, method="fork")
    texts = ["valid", "endless", "valid 2", "endless", "valid 3"]
    begun = time.monotonic()
    batch, _ = run(tmp_path, texts, executor=pool, stop_after=2)
    assert batch.stopping.is_set() and time.monotonic() - begun < 10
    assert [outcome for _, _, outcome in summed_up(tmp_path)] == ["valid", "valid"]
    _, heard = run(tmp_path, ["valid", "valid 1", "valid 2", "valid", "valid 3"], resume=True)
    assert (heard.skipped, heard.done) == (["0", "2"], ["1", "3", "4"])


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no signals of POSIX here")
def test_an_interrupt_ends_running_work() -> None:
    others = active_children()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), processes(2, "waits") as pool:
        waiting = [pool.submit(time.sleep, 600) for _ in range(4)]
        for process in active_children():
            os.kill(process.pid or 0, signal.SIGINT)
        time.sleep(0.5)
        assert not any(one.done() for one in waiting)
        raise KeyboardInterrupt
    assert time.monotonic() - begun < 60
    assert active_children() == others
