"""docs/program.md says of running what the code does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from clairify_cli.agents.programs.base import Bounds
from clairify_cli.agents.programs.disturb import Disturbed
from clairify_cli.languages.program.syntax import MOST_ROUNDS, WHILE_ROUNDS
from clairify_cli.services.execute.request import World

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "program.md").read_text().split("\n## Running\n")[1].split("\n## ")[0]
CHECKED = ("collision_free", "timeout", "motion_health")
PLAIN = " ".join(TEXT.split())


def test_the_bounds() -> None:
    told = f"`for` has at most {MOST_ROUNDS} rounds and `while` {WHILE_ROUNDS};"
    assert told in PLAIN
    assert f"at most {Bounds().actions} actions and {Bounds().looks:,} looks and rounds" in PLAIN
    assert Bounds().recoveries == 2 and "twice at the most; then the program has failed" in PLAIN
    assert Disturbed.__dataclass_fields__["most"].default == 2 and "twice at the most, what earlier" in PLAIN


def test_the_names() -> None:
    schema = json.loads((ROOT / "schemas" / "program-report.schema.json").read_text())
    assert all(f"`{one}`" in PLAIN for one in schema["properties"]["ending"]["enum"])
    assert all(f"`{one}`" in PLAIN for one in (*CHECKED, *get_args(World)))


def test_the_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert "run_program" in code
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
