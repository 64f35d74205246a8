"""What tests of batches share: texts, the manifest as the schema says, and workers to be ended."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from schemas_kept import fits

from cli.conftest import PATIENCE

GRAMS = "Add {} g of acetic acid to a beaker. Stir for 20 seconds."


def write_texts(folder: Path, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"{number:04}.txt").write_text(GRAMS.format(number + 1))


def write_table(path: Path, count: int) -> None:
    path.write_text("".join(json.dumps({"text": GRAMS.format(number + 1)}) + "\n" for number in range(count)))


def manifest(folder: str | Path = "out") -> list[dict[str, Any]]:
    """The lines of a manifest, each as the schema says and for an output of its own."""
    lines = [json.loads(line) for line in Path(folder, "manifest.jsonl").read_text(encoding="utf-8").splitlines()]
    for line in lines:
        fits(line, "manifest")
    outputs = [line["output"] for line in lines]
    assert len(set(outputs)) == len(outputs)
    return lines


def runs() -> dict[str, Any]:
    """The lines of the manifest of `runs`, by their output."""
    return {line["output"]: line for line in manifest("runs")}


def batch_report(path: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    fits(found, "batch-report")
    return found


def outcomes(folder: str | Path = "out") -> list[str]:
    return [line["outcome"] for line in manifest(folder)]


def programs(folder: str | Path = "out") -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*.xdl"))


def wait_for(process: subprocess.Popen[bytes], what: Callable[[], bool]) -> None:
    """Wait until `what` holds; fail where the process ends before."""
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert process.poll() is None, process.stderr and process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.005)


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def workers_of(process: subprocess.Popen[bytes]) -> list[int]:
    """The worker processes (Linux)."""
    try:
        return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    except OSError:
        return []


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
