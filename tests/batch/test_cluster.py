"""Batches on a cluster of Dask, with a real scheduler and real workers: whoever dies, every item ends once."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from batch.limited import act, ask_once
from clairify_cli.batch.executors.base import FatalError, Lost, drive
from clairify_cli.batch.executors.processes import Processes
from clairify_cli.translate.models.limits import Limits

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


class Dask:
    """A scheduler with two workers of one thread each."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._log = (folder / "dask.log").open("w")
        paths = [str(ROOT), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        self.scheduler = self._started("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-show")
        while not self._answers(port):
            time.sleep(0.1)
        self._workers = self._started("worker", self.address, "--nworkers", "2", "--nthreads", "1")

    def _started(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + what, *arguments, "--no-dashboard"]
        return subprocess.Popen(
            command, env=self._environment, stdout=self._log, stderr=self._log, start_new_session=True
        )

    def _answers(self, port: int) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    def close(self) -> None:
        for process in (self._workers, self.scheduler):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._log.close()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    pytest.importorskip("distributed")
    with closing(Dask(tmp_path_factory.mktemp("dask"))) as cluster:
        yield cluster


def results(dask: Dask, folder: Path, texts: list[str]) -> Counter[str]:
    """What became of the texts, each counted."""
    from clairify_cli.batch.cluster import Cluster

    items = [(text, str(folder)) for text in texts]
    with closing(Cluster(act, dask.address, chunk=4)) as cluster:
        done = list(drive(iter(items), cluster, stopping=threading.Event()))
    return Counter(one.value.why if isinstance(one.value, Lost) else str(one.value) for one in done)


def test_a_poison_text_is_tried_twice_and_costs_nobody_else(dask: Dask, tmp_path: Path) -> None:
    texts = [f"text{number}" for number in range(10)]
    found = results(dask, tmp_path, [*texts[:5], "poison", *texts[5:]])
    assert found == Counter([*(f"done {text}" for text in texts), "the worker process was ended by SIGKILL, twice"])
    assert len(list(tmp_path.glob("poison-*"))) == 2
    assert len(list(tmp_path.glob("text*"))) == 10


@pytest.mark.long
def test_a_text_that_kills_workers_of_dask_is_recorded_and_the_others_done(dask: Dask, tmp_path: Path) -> None:
    texts = [f"text{number}" for number in range(6)]
    found = results(dask, tmp_path, [*texts[:3], "murder", *texts[3:]])
    assert found == Counter([*(f"done {text}" for text in texts), "its workers of Dask died, twice"])


@pytest.mark.parametrize("where", ["processes", "cluster"])
def test_a_rate_and_a_budget_hold_across_workers(dask: Dask, where: str) -> None:
    limits = Limits(requests_per_minute=4, clock=lambda: 100.0)
    assert answers(dask, where, limits, range(1, 9)) == Counter(yes=4, wait=4)
    limits = Limits(max_cost=3.5, clock=lambda: 100.0)
    assert answers(dask, where, limits, range(1, 2)) == Counter(yes=1)
    assert set(answers(dask, where, limits, range(2, 20))) <= {"yes", "wait", "spent"}
    assert limits._spent <= 3.5
    assert limits._going_on == 0


@pytest.mark.long
@pytest.mark.parametrize("where", ["processes", "cluster"])
def test_a_request_whose_process_died_is_counted_at_the_highest_price(dask: Dask, where: str) -> None:
    limits = Limits(max_cost=10, clock=lambda: 100.0)
    answers(dask, where, limits, range(1, 2))
    answers(dask, where, limits, range(1))
    tries = 1 if where == "processes" else 2
    assert (limits._spent, limits._going_on) == (1.0 + tries, 0)


def answers(dask: Dask, where: str, limits: Limits, items: range) -> Counter[str]:
    from clairify_cli.batch.cluster import Cluster

    made = (
        Cluster(ask_once, dask.address, chunk=2, answer=limits.answer)
        if where == "cluster"
        else Processes(ask_once, 2, answer=limits.answer)
    )
    with closing(made) as executor:
        done = list(drive(iter(items), executor, stopping=threading.Event()))
    return Counter("lost" if isinstance(one.value, Lost) else one.value for one in done)


def clairify(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "clairify_cli", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_client_that_is_killed_resumes_and_nothing_is_lost_or_doubled(dask: Dask, tmp_path: Path) -> None:
    rows = [f"Add {number} g of acetic acid to a beaker. Stir for 20 seconds." for number in range(1, 201)]
    (tmp_path / "texts.csv").write_text("text\n" + "\n".join(rows) + "\n", encoding="utf-8")
    command = ("xdl", "texts.csv", "-o", "out", "--executor", "dask", "--scheduler", dask.address, "--chunk", "5", "-q")
    more = ("--workers-write", "--per-folder", "100")
    first = clairify(tmp_path, *command, *more)
    manifest = tmp_path / "out" / "manifest.jsonl"
    while first.poll() is None and not (manifest.exists() and manifest.read_text().count("\n") > 20):
        time.sleep(0.05)
    first.kill()
    first.communicate()
    before = manifest.read_text().splitlines()
    assert 20 < len(before) < 200
    second = clairify(tmp_path, *command, *more, "--resume")
    assert (second.communicate()[1], second.returncode) == ("", 0)
    lines = [json.loads(line) for line in manifest.read_text().splitlines()]
    assert [line["number"] for line in lines] == list(range(200))
    assert {line["outcome"] for line in lines} == {"valid"}
    kept = {line["output"]: line["time"] for line in lines}
    assert all(kept[line["output"]] == line["time"] for line in map(json.loads, before))
    made = sorted((tmp_path / "out").rglob("*.xdl"))
    assert [len(list((tmp_path / "out" / name).glob("*.xdl"))) for name in ("00000", "00001")] == [100, 100]
    assert all(f'mass="{number} g"' in path.read_text() for number, path in enumerate(made, 1))


def test_check_runs_on_the_cluster(dask: Dask, tmp_path: Path) -> None:
    broken = (ROOT / "examples" / "broken.xdl").read_text(encoding="utf-8")
    for number in range(6):
        (tmp_path / f"{number}.xdl").write_text(broken, encoding="utf-8")
    there, here = (
        subprocess.run(
            [sys.executable, "-m", "clairify_cli", "check", ".", "--format", "concise", *more],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
            capture_output=True,
            text=True,
            check=False,
        )
        for more in (("--executor", "dask", "--scheduler", dask.address, "--chunk", "2"), ())
    )
    assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)
    assert here.returncode == 1


def test_no_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from clairify_cli.batch import cluster

    monkeypatch.setattr(cluster, "_CONNECTING", 0.5)
    with pytest.raises(FatalError, match=r"^no scheduler of Dask answers at tcp://127.0.0.1:1: "):
        cluster.connected("tcp://127.0.0.1:1")
    with pytest.raises(FatalError, match="needs --scheduler"):
        cluster.connected(None)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = "tcp://{}:{}".format(*silent.getsockname())
        with pytest.raises(FatalError, match=rf"^no scheduler of Dask answers at {address}: something listens there"):
            cluster.connected(address)


@pytest.mark.parametrize("address", ["here", "http://127.0.0.1:1", "tls://127.0.0.1:1", "tcp://me:secret@127.0.0.1:1"])
def test_an_address_that_is_none_is_one_sentence_at_once(address: str, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    (tmp_path / "a.xdl").write_text("<XDL/>", encoding="utf-8")
    with clairify(tmp_path, "check", "a.xdl", "--executor", "dask", "--scheduler", address) as process:
        said = process.communicate(timeout=25)[1]
    assert process.returncode == 3
    assert re.fullmatch(r"clairify: no scheduler of Dask answers at \S+: .*\n", said)
    assert "secret" not in said
