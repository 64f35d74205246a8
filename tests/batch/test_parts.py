"""The parts of a batch by themselves: tasks, manifest, workers that are spawned, sums."""

from __future__ import annotations

import json
import multiprocessing
import statistics
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.agents.translation import Asking, Translating
from clairify_cli.batch.executors.base import Done, Executor, FatalError
from clairify_cli.batch.executors.processes import Processes
from clairify_cli.batch.items import Item, Shard, count, items
from clairify_cli.batch.manifest import Manifest, ManifestError
from clairify_cli.batch.record import Record, Result, from_json
from clairify_cli.batch.summary import Spread, Summary
from clairify_cli.files.inputs import Input
from clairify_cli.files.tables import open_table
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import LoopOptions, Trace
from clairify_cli.translate.models.offline import ReaderModel


def translating(folder: Path, trace: Trace | None = None) -> Translating:
    return Translating(Asking(ReaderModel(), LoopOptions(), trace), CheckOptions(), folder)


def all_done(pool: Executor[Item, Result], left: list[Item]) -> list[Done[Item, Result]]:
    found: list[Done[Item, Result]] = []
    try:
        while left or not pool.is_idle:
            while left and pool.has_room:
                pool.submit(left.pop(0))
            found += pool.done(0.1)
    finally:
        pool.close()
    return found


def outcomes(found: list[Done[Item, Result]]) -> list[Outcome]:
    return [done.value.outcome for done in found]


ROWS = 5_000


def test_a_table_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    with path.open("w") as file:
        for number in range(ROWS):
            file.write(json.dumps({"text": f"{number} " + "Add salt. " * 800}) + "\n")
    assert path.stat().st_size > 40_000_000
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:  # its own, without others' threads
        assert pool.submit(_most_memory, path).result() < 10_000_000


def _most_memory(path: Path) -> int:
    """The most bytes that are held at once while a table of thousands of texts is counted and gone through."""
    table = open_table(path)
    tracemalloc.start()
    try:
        assert count([table]) == ROWS
        assert sum(1 for _ in items([table], ".xdl")) == ROWS
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_table_that_goes_away_is_a_task_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("text\nStir.\n")
    table = open_table(path)
    path.unlink()
    (item,) = items([table], ".xdl")
    assert item.problem == "no such file or directory"
    assert count([table, Input("x", literal="Stir.")]) == 2


def test_spawned_workers_do_the_same(tmp_path: Path) -> None:
    texts = [f"Add {number} g of salt to a beaker." for number in range(1, 8)]
    with Trace(tmp_path / "trace.jsonl") as trace:
        pool = Processes(translating(tmp_path / "out", trace), 2, method="spawn", ahead=3)
        found = all_done(pool, list(items([Input(f"t{at}", literal=text) for at, text in enumerate(texts)], ".xdl")))
    assert outcomes(found) == [Outcome.VALID] * 7
    assert all(isinstance(done.value, Result) and len(done.value.files) == 1 for done in found)
    lines = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text().splitlines()]
    assert sorted(line["input"] for line in lines) == [f"t{at}" for at in range(7)]


def test_a_system_that_gives_no_more_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    process = multiprocessing.get_context("fork").Process
    start, allowed = process.start, [1]

    def limited(self: multiprocessing.process.BaseProcess) -> None:
        allowed[0] -= 1
        if allowed[0] < 0:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        start(self)

    monkeypatch.setattr(process, "start", limited)
    work = translating(tmp_path / "out")
    left = list(items([Input(f"t{at}", literal="Add 1 g of salt to a beaker.") for at in range(5)], ".xdl"))
    assert outcomes(all_done(Processes(work, 3, method="fork"), left)) == [Outcome.VALID] * 5
    pool: Processes[Item, Result] = Processes(work, 3, method="fork")
    with pytest.raises(FatalError, match="no worker process can be started: Resource temporarily unavailable"):
        pool.submit(next(items([Input("t", literal="Add 1 g of salt.")], ".xdl")))


def test_the_fingerprint_is_of_what_shapes_a_program() -> None:
    def fingerprint(options: LoopOptions | None = None, checks: CheckOptions | None = None) -> str:
        return Asking(ReaderModel(), options or LoopOptions()).fingerprint("xdl", checks or CheckOptions())

    plain = fingerprint()
    assert fingerprint(LoopOptions(rounds=3, timeout=1, max_cost=2)) == plain
    others = (
        fingerprint(LoopOptions(temperature=0.5)),
        fingerprint(checks=CheckOptions("clairify")),
        fingerprint(checks=CheckOptions(constraints=Constraints(reagents=("water",)))),
        fingerprint(checks=CheckOptions(constraints=Constraints(("flask",), capacities=(("flask", 1.0),)))),
    )
    assert len({plain, *others}) == 5


def record(number: int, outcome: Outcome = Outcome.VALID) -> Record:
    return Record(input=f"{number}.txt", output=f"{number}.xdl", outcome=outcome, fingerprint="f", rounds=1)


def test_a_record_is_read_as_it_was_written() -> None:
    for outcome in Outcome:
        assert from_json(json.loads(json.dumps(record(1, outcome).as_json()))) == record(1, outcome)


@settings(max_examples=30, deadline=None)
@given(st.permutations(range(6)), st.integers(0, 6), st.integers(0, 200))
def test_a_manifest_in_order_whatever_was_done_first(
    tmp_path_factory: pytest.TempPathFactory, order: list[int], done: int, cut: int
) -> None:
    folder = tmp_path_factory.mktemp("out")
    with Manifest(folder, resume=False) as manifest:
        for number in order[:done]:
            manifest.append(number, record(number, Outcome.ROUNDS))
    path = folder / "manifest.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[: max(0, len(whole) - cut)])  # as after a power failure
    survived = path.read_bytes().count(b"\n")
    with Manifest(folder, resume=True) as manifest:
        known = [number for number in range(6) if manifest.earlier(f"{number}.xdl") is not None]
        assert known == sorted(order[:survived])
        for number in range(6):
            if number in known:
                manifest.keep(number, f"{number}.xdl")
            else:
                manifest.append(number, record(number))
        manifest.compact()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["output"] for line in lines] == [f"{number}.xdl" for number in range(6)]
    assert [line["valid"] for line in lines] == [number not in known for number in range(6)]


def test_the_last_line_for_an_output_counts(tmp_path: Path) -> None:
    with Manifest(tmp_path, resume=False) as manifest:
        manifest.append(0, record(0, Outcome.CRASHED))
        manifest.append(0, record(0, Outcome.VALID))
    with Manifest(tmp_path, resume=True) as manifest:
        earlier = manifest.earlier("0.xdl")
        assert earlier is not None
        assert earlier.valid


def test_lines_of_other_shapes_are_passed_over(tmp_path: Path) -> None:
    good = json.dumps(record(0).as_json(), separators=(",", ":"))
    bad = ["[]", "null", "{}", '{"format":"clairify-manifest","version":2}', good[:-5], good.replace("valid", "odd", 1)]
    (tmp_path / "manifest.jsonl").write_text("\n".join([good, *bad]) + "\n")
    with Manifest(tmp_path, resume=True) as manifest:
        assert manifest.earlier("0.xdl") == record(0)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with Manifest(tmp_path, resume=False), pytest.raises(ManifestError, match="another run is writing to"):
        Manifest(tmp_path, resume=True)
    Manifest(tmp_path, resume=True).__exit__()


@pytest.mark.parametrize("resume", [False, True])
def test_parts_may_run_at_the_same_time(tmp_path: Path, resume: bool) -> None:
    others = pytest.raises(ManifestError, match="another run is writing to")
    for _ in range(2):
        with (
            Manifest(tmp_path, resume=resume, shard=Shard(1, 2)),
            Manifest(tmp_path, resume=resume, shard=Shard(2, 2)),
        ):
            for shard in (Shard(1, 2), Shard(2, 2), Shard()):
                with others:
                    Manifest(tmp_path, resume=resume, shard=shard)
    with Manifest(tmp_path, resume=resume), others:
        Manifest(tmp_path, resume=resume, shard=Shard(1, 2))


@settings(max_examples=50)
@given(st.lists(st.integers(0, 1000), min_size=1, max_size=50))
def test_spread(numbers: list[int]) -> None:
    spread = Spread()
    for number in numbers:
        spread.add(number)
    assert spread.mean == pytest.approx(statistics.fmean(numbers))
    assert spread.deviation == pytest.approx(statistics.pstdev(numbers), abs=1e-6)
    assert (spread.least, spread.most) == (min(numbers), max(numbers))


def test_what_was_interrupted_is_not_done_but_was_paid_for() -> None:
    summary = Summary(3)
    summary.add(Record("a", "a.xdl", Outcome.INTERRUPTED, rounds=2, cost=0.5, input_tokens=10))
    summary.add(Record("b", "b.xdl", Outcome.VALID, rounds=1, cost=0.25), skipped=True)
    assert (summary.done, summary.valid, summary.cost, summary.earlier_cost) == (1, 1, 0.5, 0.25)
    assert (summary.input_tokens, summary.calls.count) == (10, 1)
