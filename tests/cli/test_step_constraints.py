"""`--forbid`, `--require` and `--constraints` in every command that plans, and what is said if they cannot be met."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from agents.kitchenette import DOMAIN, SCENE
from case_tables import stored

from cli.conftest import Run

COMMANDS = stored(__file__, "COMMANDS")
SAID = ("open door to west", "go west", "take coin")
CASES = stored(__file__, "CASES")


@pytest.mark.parametrize(("command", "options", "code", "out", "err"), CASES)
def test_steps(
    command: str, options: str, code: int, out: list[str], err: str, clairify: Run, own_folder: Path
) -> None:
    texts = {
        "kitchenette.pddl": DOMAIN,
        "morning.pddl": SCENE,
        "old.plan": "(take apple1 shelf1)\n(put apple1 fridge1)\n",
        "said.jsonl": "".join(json.dumps({"reply": f"Action: {one}"}) + "\n" for one in SAID),
        "rules.txt": "forbid (take apple2 *) ; not that one\nrequire (wash apple1)\n",
    }
    for name, text in texts.items():
        (own_folder / name).write_text(text, encoding="utf-8")
    ran = clairify(*COMMANDS[command], *shlex.split(options))
    assert ran.code == code, ran.err
    lines = ran.out.splitlines()
    for one in out:
        assert any(one in line for line in lines) if one[0] != "!" else not any(one[1:] in line for line in lines)
    assert err in ran.err
