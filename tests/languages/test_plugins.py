"""Languages and rules that other packages bring: named on the command line, and never in the way of a check."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.languages import KINDS, SEARCHED, by_file_name, get, sniff

ROOT = Path(__file__).parents[2]

RULES, LANGUAGE = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "plugins.md").read_text(), re.DOTALL)

PROGRAM = stored(__file__, "PROGRAM")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with an installed package that brings a language and rules, of which some are broken."""
    site = tmp_path / "site"
    info = site / "our_lab-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: our-lab\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[clairify.languages]\nkarel = our_karel:Karel\nbroken = our_broken:Nothing\n"
        "[clairify.rules]\nlab = our_lab\nbroken = our_broken\nfailing = our_failing\n"
    )
    crash = '        if "crash" in source.text:\n            raise KeyError("crash")\n'
    (site / "our_karel.py").write_text(LANGUAGE.replace("        at =", crash + "        at ="))
    (site / "our_lab.py").write_text(RULES)
    (site / "our_broken.py").write_text("raise RuntimeError('not today')\n")
    failing = "from clairify_cli.languages.plugins import finds\n@finds('xdl')\ndef fail(program):\n    return 1 / 0\n"
    (site / "our_failing.py").write_text(failing)
    (tmp_path / "good.xdl").write_text(PROGRAM.format(comment=""))
    return site


def run(site: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a run in the folder above the site."""
    path = os.pathsep.join((str(ROOT), str(site)))
    done = subprocess.run(
        [sys.executable, "-m", "clairify_cli", *arguments],
        cwd=site.parent,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def test_a_language_is_found_by_its_name_and_by_the_ending_of_files(site: Path) -> None:
    (site.parent / "a.karel").write_text("walk\njump\n")
    assert run(site, "check", "a.karel")[0] == 1
    assert "KAR001" in run(site, "check", "a.karel")[1]
    (site.parent / "b.txt").write_text("jump\n")
    assert "KAR001" in run(site, "check", "--language", "karel", "b.txt")[1]


def test_rules_are_used_where_they_are_named(site: Path) -> None:
    assert run(site, "check", "good.xdl")[0] == 0
    code, out, _ = run(site, "check", "good.xdl", "--plugins", "lab")
    assert code == 1
    assert "LAB001" in out
    assert "good.xdl:7" in out
    assert "no-mercury" in run(site, "rule", "LAB001")[1]


def test_comments_suppress_added_findings(site: Path) -> None:
    (site.parent / "kept.xdl").write_text(PROGRAM.format(comment=" <!-- clairify: ignore LAB001 -->"))
    code, out, _ = run(site, "check", "kept.xdl", "--plugins", "lab", "--strict")
    assert (code, "CLA001" in out) == (0, False)


def test_a_plugin_that_fails_does_not_break_the_check(site: Path) -> None:
    code, _, err = run(site, "check", "good.xdl", "--plugins", "failing")
    assert code == 0
    assert "ZeroDivisionError" in err
    code, _, err = run(site, "check", "good.xdl", "--plugins", "broken")
    assert (code, "not today" in err) == (2, True)
    (site.parent / "a.broken").write_text("x\n")
    code, out, _ = run(site, "check", "a.broken", "good.xdl", "--format", "concise")
    assert code == 2
    assert "not today" in out
    assert "good.xdl" not in out
    (site.parent / "b.karel").write_text("crash\n")
    code, out, _ = run(site, "check", "b.karel", "good.xdl", "--format", "concise")
    assert (code, "KeyError" in out) == (2, True)
    assert run(site, "check", "good.xdl")[0] == 0  # which loads nothing
    assert "no language" in run(site, "check", "good.xdl", "--language", "none")[2]


@pytest.mark.parametrize("line", ['language = "karel"', 'plugins = "lab"'])
def test_settings_files_cannot_name_what_is_loaded(site: Path, line: str) -> None:
    (site.parent / "clairify.toml").write_text(f"[check]\n{line}\n")
    code, _, err = run(site, "check", "good.xdl")
    assert code == 2
    assert "settings file" in err


@pytest.mark.parametrize("name", KINDS)
def test_every_language_is_registered_by_its_own_name(name: str) -> None:
    assert get(name).name == name


@pytest.mark.parametrize(
    ("text", "name"),
    stored(__file__, "a_text_is_known_by_its_beginning"),
)
def test_a_text_is_known_by_its_beginning(text: str, name: str | None) -> None:
    assert sniff(text) == name
    assert [kind for kind in KINDS if get(kind).sniff(text)] == ([name] if name else [])


def test_a_file_is_known_by_its_name() -> None:
    names = ("a.XDL", "a.xml", "p.pddl", "t.py", "x.plan", "sas_plan", "sas_plan.12", "plan", "plan.1.soln", "b.soln")
    assert [by_file_name(name) for name in names] == ["xdl", "xdl", "pddl", "program"] + ["plan"] * 6
    assert [by_file_name(name) for name in ("plan.txt", "scene.yaml", "README", "x.none")] == [None] * 4
    assert set(SEARCHED) == {suffix for kind in ("xdl", "pddl", "plan") for suffix in get(kind).suffixes} - {".xml"}
