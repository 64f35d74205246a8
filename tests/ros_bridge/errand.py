"""A small errand for the whole command: two actions with three blocks, as files in a folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = (0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854)
"""Where the arm of a scene stands that says nothing else (rad)."""
KEEP_IN = "keep_in: {low: [-0.4, -0.8, -0.1], high: [1, 0.8, 1.3]}"
PLAN = "(unstack green-block red-block)\n(stack green-block blue-block)\n"


def write_errand(folder: Path, robot: str, rate: float = 1.0) -> list[str]:
    """Write plan, problem, scene, and a profile that extends `robot` and needs nobody; `clairify execute …` without
    the address of a bridge."""
    problem = (ROOT / "domains/problems/tabletop/three-blocks.pddl").read_text(encoding="utf-8")
    files = {
        "two.plan": PLAN,
        "two.pddl": problem.replace("(on red-block green-block)", ""),
        "robot.yaml": f"profile: 1\nname: quick\nextends: {robot}\n{KEEP_IN}\nunattended: true\nrate: {rate:g}\n",
    }
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "clairify_cli", "execute", "two.plan", "--domain", "tabletop"]
    command += ["--problem", "two.pddl"]
    printed = subprocess.run(
        [*command, "--print-scene"], cwd=folder, env=environment(), capture_output=True, check=True
    )
    (folder / "scene.yaml").write_bytes(printed.stdout)
    return [*command, "--scene", "scene.yaml", "--robot", "ros", "--profile", "robot.yaml"]


def environment() -> dict[str, str]:
    """That of a process that runs this very package."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}
