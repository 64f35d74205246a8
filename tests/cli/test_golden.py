"""What the command line prints, whole: stdout, stderr and exit code, as files in `golden`.

`CLAIRIFY_GOLDEN=write pytest tests/cli/test_golden.py` writes them anew, for `git diff` to show.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli import __version__
from clairify_cli.app import COMMANDS
from cli.conftest import BROKEN, FIXABLE, GOOD, Run
from cli.golden_files import golden_text

GOLDEN = Path(__file__).parent / "golden"

CASES = {**stored(__file__, "CASES"), **{f"help-{name}": f"{name} --help" for name in COMMANDS}}

REPORT = """\
Add 5 g of salt to 50 mL of water. Stir vigorously for 5 min. Tap it with a magic wand.
Add ethanol. Stir vigorously for 10 min until it is clear. Repeat this twice.
"""
"""A text of which every kind of thing is guessed, left out or to be decided."""


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str, clairify: Run, own_folder: Path) -> None:
    for file, text in (
        ("good.xdl", GOOD),
        ("broken.xdl", BROKEN),
        ("fixable.xdl", FIXABLE),
        ("other.xdl", GOOD.replace("10 mL", "15 mL").replace("<Stir ", "<Filter ").replace(' time="20 s"', "")),
        ("good.txt", "Add 10 mL of water to a beaker.\nStir for 20 s.\n"),
        ("report.txt", REPORT),
        ("ragged.xdl", GOOD.replace("      <Stir", "<Stir")),
    ):
        (own_folder / file).write_text(text, encoding="utf-8")
    ran = clairify(*CASES[name].split())
    got = f"$ clairify {CASES[name]}".rstrip() + "\n"
    out = _without_rule_pages(ran.out) if "sarif" in name else ran.out
    got += out.replace(f'"{__version__}"', '"VERSION"').replace(f"clairify {__version__}", "clairify VERSION")
    err = re.sub(r"\d+\.\d+ s\b", "N s", ran.err)
    got += "".join(f"stderr: {line}\n" for line in err.splitlines())
    got += f"exit code {ran.code}\n"
    assert got == golden_text(GOLDEN / f"{name}.txt", got)


def _without_rule_pages(sarif: str) -> str:
    """The report without the manual pages, whose wording is not for this test."""
    report = json.loads(sarif)
    for rule in report["runs"][0]["tool"]["driver"]["rules"]:
        rule["help"] = "…"
    return json.dumps(report, indent=2, ensure_ascii=False) + "\n"


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)
