"""Numeric and temporal tasks, each solved and validated by one command with no solver named.

`python -m benchmarks.score_beyond` runs `clairify pddl --domain FILE --problem FILE` for the twenty tasks in
`benchmarks/beyond`, ten with numbers and ten with time: small ones of the usual kinds, written by hand before an engine
saw them. The extra `engines` is needed. A task counts as solved with exit code 0, which is given only for a plan that
was validated. `--show` prints what was told of the others.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.figures import share

HERE = Path(__file__).parent / "beyond"
SECONDS = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="print what was told of tasks that were not solved")
    parser.add_argument("tasks", nargs="*", help="names of tasks; all if none are given")
    asked = parser.parse_args()
    paths = [path for path in sorted(HERE.glob("*/*.pddl")) if not asked.tasks or path.stem in asked.tasks]
    done = 0
    for path in paths:
        code, solver, told = solved(path)
        done += code == 0
        print(f"{path.parent.name:9} {path.stem:14} exit {code}  {solver}")
        if asked.show and code:
            print(f"    {told}")
    print(f"{done} of {len(paths)} solved and validated")
    share("numeric and temporal tasks solved and validated", done, len(paths))


def solved(path: Path) -> tuple[int, str, str]:
    """The exit code of the command for a task, which solver found the plan, and what was told."""
    text = path.read_text(encoding="utf-8")
    cut = text.index("(define (problem")
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("domain.pddl", "problem.pddl")]
        for file, part in zip(files, (text[:cut], text[cut:]), strict=True):
            file.write_text(part, encoding="utf-8")
        command = [sys.executable, "-m", "clairify_cli", "pddl", "--domain", str(files[0]), "--problem", str(files[1])]
        options = ["--format", "json", "--time-limit", str(SECONDS)]
        ended = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    try:
        solver = json.loads(ended.stdout)["solver"]["name"]
    except (ValueError, KeyError, TypeError):
        solver = ""
    return ended.returncode, solver, f"{ended.stdout[-3000:]}\n{ended.stderr[-2000:]}".strip()


if __name__ == "__main__":
    main()
