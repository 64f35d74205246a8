"""CPU time of whole commands, against a Python that does nothing."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.programs import program


def cpu(command: list[str], repeat: int = 7) -> float:
    """The least CPU time (user and system) of several runs of a command, in seconds.

    Compiled modules are kept, even if the environment tells Python not to, so only the first run compiles them.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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


if __name__ == "__main__":
    main()
