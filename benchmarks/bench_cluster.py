"""Batches on a Dask cluster of this machine while workers are killed, against plain processes.

`python -m benchmarks.bench_cluster --texts 20000 --kill-every 30`. The texts are those of the shared data with other
numbers, so that no two are alike. Efficiency is the time of as many plain processes over that of the cluster; overhead
is the difference for each text, times the workers. Both include the start of the program.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.shared_data import DATA

SOURCES = ("chem-edu", "chem-rnd")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def texts(count: int) -> list[str]:
    """So many texts, no two alike."""
    folders = [DATA / name for name in SOURCES]
    found = [path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.rglob("*.txt"))]
    chance = random.Random(0)
    made: dict[str, int] = {}
    while len(made) < count:
        made[_NUMBER.sub(lambda match: f"{float(match[0]) * chance.uniform(0.8, 1.2):.3g}", chance.choice(found))] = 0
    return list(made)


@contextlib.contextmanager
def cluster(workers: int, kill_every: float) -> Iterator[str]:
    """The address of a scheduler with so many workers, of which one at random is killed now and then."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    started = [_dask("scheduler", "--host", "127.0.0.1", "--port", address.partition(":")[2])]
    time.sleep(3)
    started.append(_dask("worker", f"tcp://{address}", "--nworkers", str(workers), "--nthreads", "1"))
    time.sleep(5)
    over = threading.Event()
    killer = threading.Thread(target=_kill, args=(started[1].pid, kill_every, over))
    killer.start()
    try:
        yield f"tcp://{address}"
    finally:
        over.set()
        killer.join()
        for one in reversed(started):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(one.pid, signal.SIGKILL)
            one.wait()


def _dask(what: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments, "--no-dashboard"]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)


def _kill(nanny: int, every: float, over: threading.Event) -> None:
    """Kill one of the workers, which are the children of the nanny that have children or threads of Dask."""
    import psutil

    chance = random.Random(1)
    while not over.wait(every):
        workers = [one for one in psutil.Process(nanny).children() if "spawn_main" in " ".join(one.cmdline())]
        if workers:
            chance.choice(workers).kill()


def run(folder: Path, table: Path, *options: str) -> tuple[float, list[float]]:
    """Seconds that a batch takes, and the memory of its own process now and then in MB."""
    import psutil

    command = [sys.executable, "-m", "clairify_cli", "xdl", str(table), "-o", str(folder), "-q", *options]
    started = time.monotonic()
    memory = []
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            with contextlib.suppress(psutil.Error):
                memory.append(psutil.Process(process.pid).memory_info().rss / 1e6)
            time.sleep(1)
    return time.monotonic() - started, memory


def counted(folder: Path, count: int) -> str:
    """How many texts the manifest has lost, and how many it has twice."""
    lines = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    seen = Counter(json.loads(line)["number"] for line in lines)
    return f"{count - len(seen)} lost, {len(lines) - len(seen)} doubled"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=2000)
    parser.add_argument("--kill-every", type=float, default=30.0, metavar="SECONDS")
    parser.add_argument("--chunk", default="20")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    arguments = parser.parse_args()
    count = arguments.texts
    print(f"{count:,} texts, a worker killed every {arguments.kill_every:g} s; load {os.getloadavg()[0]:.0f} at first")
    print(
        f"{'workers':>7} {'processes':>10} {'cluster':>9} {'efficiency':>10} {'ms a text':>9}  client's MB   manifest"
    )
    with tempfile.TemporaryDirectory() as name:
        table = Path(name, "texts.csv")
        with table.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["text"], *([text] for text in texts(count))])
        for workers in arguments.workers:
            plain, _ = run(Path(name, f"plain-{workers}"), table, "-j", str(workers))
            folder = Path(name, f"cluster-{workers}")
            with cluster(workers, arguments.kill_every) as address:
                options = ("--executor", "dask", "--scheduler", address, "--chunk", arguments.chunk)
                taken, memory = run(folder, table, *options)
            overhead = 1000 * (taken - plain) * workers / count
            quarter = len(memory) // 4 or 1
            middle, end = max(memory[: 2 * quarter]), max(memory[-quarter:])
            print(
                f"{workers:7} {plain:8.0f} s {taken:7.0f} s {plain / taken:10.2f} {overhead:9.1f}"
                f"  {middle:.0f} to {end:.0f}  {counted(folder, count)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
