"""What the command line loads, and does not load, before it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from agents.kitchenette import DOMAIN, SCENE
from case_tables import stored

from clairify_cli.app import COMMANDS
from cli.conftest import GOOD

HEAVY = set(stored(__file__, "HEAVY"))
"""What only some commands need, or only tests."""

FOR_FINDINGS = {"json", "clairify_cli.rulebook", "clairify_cli.diagnostics.fixes"}

SCRIPT = """
import sys
from clairify_cli.app import run
for words in sys.argv[1:]:
    print(run(words.split("|")), *sys.modules, file=sys.stderr)
"""


def loaded(*runs: list[str]) -> set[str]:
    """The modules that are loaded when runs of the command line, one after another in a process, have ended."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map("|".join, runs)], capture_output=True, text=True, check=True
    )
    *_, last = lines = [line.split() for line in done.stderr.splitlines() if line[0].isdigit()]
    assert [code for code, *_ in lines] == ["0"] * len(runs)
    return set(last[1:])


def test_help_loads_nothing_heavy() -> None:
    """Neither rich nor pydantic either, off a terminal."""
    modules = loaded(["--help"], *([command, "--help"] for command in COMMANDS))
    assert not modules & (HEAVY | {"pydantic"})
    assert "clairify_cli.languages.xdl.language" not in modules
    assert "clairify_cli.translate" not in modules


def test_checking_a_good_file_loads_nothing_heavy(own_folder: Path) -> None:
    (own_folder / "good.xdl").write_text(GOOD)
    modules = loaded(["check", "good.xdl"])
    assert not modules & (HEAVY | FOR_FINDINGS)
    assert "clairify_cli.translate" not in modules


def test_the_offline_reader_loads_no_client(own_folder: Path) -> None:
    modules = loaded(["xdl", "-q", "Add 15 g of acetic acid to a beaker. Stir for 20 seconds.", "-o", "a.xdl"])
    assert not modules & {"litellm", "openai", "rich", "asyncio", "lxml", "xmlschema", "yaml", "sqlite3"}


def test_importing_the_package_loads_nothing() -> None:
    # What others load at every start of Python, as Pinocchio's packaging does, is not ours.
    script = "import sys; before = set(sys.modules); import clairify_cli; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    modules = set(done.stdout.split())
    assert not modules & (HEAVY | FOR_FINDINGS | {"click", "pathlib", "dataclasses"})
    assert {name for name in modules if name.startswith("clairify_cli")} == {"clairify_cli"}


def test_importing_the_interface_loads_nothing_heavy() -> None:
    script = "import sys; from clairify_cli.api import check, translate; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & (HEAVY | {"click"})


def test_checking_pddl_loads_nothing_heavy(own_folder: Path) -> None:
    (own_folder / "domain.pddl").write_text(DOMAIN)
    (own_folder / "p.pddl").write_text(SCENE)
    modules = loaded(["check", "p.pddl"])
    assert not modules & (HEAVY | FOR_FINDINGS | {"tarski", "pyperplan"})
    assert not {name for name in modules if name.startswith(("clairify_cli.translate", "clairify_cli.planning"))}
    assert "clairify_cli.languages.xdl.language" not in modules
