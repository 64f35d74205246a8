"""What a batch adds to the work itself: many short texts by the command, against a loop over `translate` alone.

Run with `make bench`. CPU times of all processes; the ratio is what counts. The start of the program is left out: it is
that of a batch of one text.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from clairify_cli.languages import get
from clairify_cli.translate import translate
from clairify_cli.translate.models.offline import ReaderModel

TEXTS = 1000


def text(number: int) -> str:
    """A short text like no other."""
    return f"Add {number + 1} g of acetic acid to a beaker. Stir for 20 seconds."


def cpu_of_batch(folder: Path, count: int, jobs: int) -> float:
    """CPU seconds of a batch of so many texts."""
    inputs = folder / f"texts-{count}"
    inputs.mkdir(exist_ok=True)
    for number in range(count):
        (inputs / f"{number:06}.txt").write_text(text(number), encoding="utf-8")
    before = os.times()
    output = folder / f"out-{count}-{jobs}"
    command = (sys.executable, "-m", "clairify_cli", "xdl", inputs, "-o", output, "-j", jobs, "--resume", "-q")
    subprocess.run([str(part) for part in command], check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def cpu_of_loop(count: int) -> float:
    """CPU seconds of the translations alone."""
    xdl, reader = get("xdl"), ReaderModel()
    translate(text(0), xdl, reader)
    before = time.process_time()
    for number in range(count):
        translate(text(number), xdl, reader)
    return time.process_time() - before


def main() -> None:
    """Measure, and print a table."""
    alone = min(cpu_of_loop(TEXTS) for _ in range(3))
    print(f"A batch of {TEXTS:,} short texts (CPU time, start of the program left out)\n")
    print(f"{'what':24} {'seconds':>8} {'ratio':>6}")
    print(f"{'translations alone':24} {alone:8.2f} {1:6.2f}")
    with tempfile.TemporaryDirectory() as folder:
        start = cpu_of_batch(Path(folder), 1, 1)
        for jobs in (1, 2):
            taken = cpu_of_batch(Path(folder), TEXTS, jobs) - start
            print(f"{f'batch, -j {jobs}':24} {taken:8.2f} {taken / alone:6.2f}")
        again = cpu_of_batch(Path(folder), TEXTS, 1) - start
        print(f"{'the same again, --resume':24} {again:8.2f} {again / alone:6.2f}")


if __name__ == "__main__":
    main()
