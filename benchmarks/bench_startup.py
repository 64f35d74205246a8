"""CPU time of whole commands, against a Python that does nothing, and of a second check of unchanged files."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.bench_check import SLIPS
from benchmarks.programs import program


def cpu(command: list[str], repeat: int = 7, **more: str) -> float:
    """The least CPU time (user and system) of several runs of a command, in seconds.

    Compiled modules are kept, even if the environment tells Python not to, so only the first run compiles them. `more`
    is added to the environment.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | more
    times = []
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main() -> None:
    script = str(Path(sys.executable).with_name("clairify"))
    nothing = cpu([sys.executable, "-c", "pass"])
    print("\nStart-up (CPU time of the whole process, best of 7)\n")
    print(f"{'command':44} {'CPU':>10} {'of an empty Python':>20}")
    print(f"{'python -c pass':44} {nothing * 1e3:7.0f} ms {1.0:19.1f}×")
    with tempfile.TemporaryDirectory() as folder:
        good = Path(folder) / "good.xdl"
        good.write_text(program(10, 1), encoding="utf-8")
        kitchen = Path(__file__).parents[1] / "domains" / "problems" / "household" / "kitchen.pddl"
        given = ["--domain", "household", "--problem", "kitchen"]
        for name, arguments in (
            ("clairify --help", ["--help"]),
            ("clairify check --help", ["check", "--help"]),
            ("clairify xdl --help", ["xdl", "--help"]),
            ("clairify check good.xdl", ["check", str(good)]),
            ("clairify check kitchen.pddl", ["check", str(kitchen)]),
            ('clairify pddl "Close the fridge." --no-solve', ["pddl", "Close the fridge.", *given, "--no-solve"]),
            ('clairify xdl "Add 5 g of salt to a beaker."', ["xdl", "Add 5 g of salt to a beaker."]),
        ):
            took = cpu([script, *arguments])
            print(f"{name:44} {took * 1e3:7.0f} ms {took / nothing:19.1f}×")
    _twice(script)


def _twice(script: str) -> None:
    """2,000 files, checked and then checked again, unchanged. The bar is a tenth."""
    print(f"\n{'2,000 files, checked twice':44} {'first':>10} {'second':>10} {'share':>9}")
    for name, most, slips in (
        ("of 10 steps", 10, ()),
        ("of 10 steps, 24,000 findings", 10, SLIPS),
        ("of 8 to 60 steps, some with findings", 60, SLIPS[:2]),
    ):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as kept:
            for seed in range(2000):
                text = program(10 if most == 10 else random.Random(seed).randint(8, most), seed)
                for right, wrong in slips if most == 10 or seed % 3 == 0 else ():
                    text = text.replace(right, wrong)
                Path(folder, f"{seed}.xdl").write_text(text, encoding="utf-8")
            command = [script, "check", folder]
            first = cpu(command, 1, CLAIRIFY_CACHE=kept)
            again = cpu(command, 3, CLAIRIFY_CACHE=kept)
        print(f"{name:44} {first * 1e3:7.0f} ms {again * 1e3:7.0f} ms {again / first:9.2f}")


if __name__ == "__main__":
    main()
