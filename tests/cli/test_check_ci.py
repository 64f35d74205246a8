"""Adopting `clairify check` in CI: what is searched, baselines, comments, exit codes, several processes, the cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from case_tables import stored

from clairify_cli.files import inputs
from clairify_cli.files.encoding import Decoded
from clairify_cli.files.reading import read_decoded
from clairify_cli.services.check import files
from clairify_cli.services.check.files import code_files
from cli.conftest import BROKEN, FIXABLE, GOOD, Run

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that nobody else writes to."""
    monkeypatch.setenv("CLAIRIFY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "check"


def write(**files: str) -> None:
    for name, text in files.items():
        path = Path(name.replace("__", "/") + ".xdl")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_the_current_folder_is_checked_where_nothing_is_named(clairify: Run, own_folder: Path) -> None:
    write(a=BROKEN, sub__b=GOOD)
    done = clairify("check", "--format", "concise")
    assert done.code == 1
    assert done.out.startswith("a.xdl:")
    assert clairify("check", "--exit-zero").code == 0
    assert clairify("check", "--exit-zero", "missing.xdl").code == 2


def test_what_git_ignores_is_not_looked_for(clairify: Run, own_folder: Path) -> None:
    write(a=GOOD, build__b=BROKEN, sub__old__c=BROKEN, sub__keep_old=GOOD, sub__x_old=BROKEN)
    Path(".gitignore").write_text("# made\nbuild/\n*_old.xdl\n!keep_*\n")
    Path("sub/.gitignore").write_text("/old\n")
    assert clairify("check").code == 0
    assert clairify("check", "sub").code == 0
    assert clairify("check", "build/b.xdl").code == 1  # a file that is named is meant
    Path(".gitignore").unlink()
    assert clairify("check").code == 1
    assert clairify("check", "--exclude", "build, sub/**/*_old.xdl").code == 0


@pytest.mark.parametrize(
    ("pattern", "path", "is_ignored"),
    stored(__file__, "patterns_are_those_of_git"),
)
def test_patterns_are_those_of_git(own_folder: Path, pattern: str, path: str, is_ignored: bool) -> None:
    from clairify_cli.files.ignored import Ignored

    Path(".gitignore").write_text(f"{pattern}\n")
    assert Ignored()(Path(path), False) is is_ignored
    subprocess.run(["git", "init", "-q"], check=True)
    asked = subprocess.run(["git", "check-ignore", "-q", path], check=False)
    assert (asked.returncode == 0) is is_ignored


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_only_a_file_says_what_is_ignored(clairify: Run, own_folder: Path) -> None:
    write(a=GOOD)
    os.mkfifo(".gitignore")  # which nobody ever writes to
    assert clairify("check").code == 0
    Path(".gitignore").unlink()
    Path(".gitignore").symlink_to("/dev/zero")
    assert clairify("check").code == 0
    Path("a" * 40 + ".xdl").write_text(GOOD)
    assert clairify("check", "--exclude", "a*" * 30 + "c").code == 0  # trying every place would take for ever


def test_a_process_that_dies_is_said(clairify: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(a=GOOD, b=GOOD)
    monkeypatch.setattr(files, "_in_parts", lambda pool, *_: pool.submit(os._exit, 1).result())
    ran = clairify("check", "-j", "2")
    said = "a process that checks files ended before it was done, as when memory is short; try again with -j 1"
    assert (ran.code, ran.out, ran.err) == (3, "", f"clairify: {said}\n")


def test_a_baseline_hides_what_is_known_wherever_it_stands(clairify: Run, own_folder: Path) -> None:
    write(a=BROKEN, sub__b=BROKEN)
    done = clairify("check", "--write-baseline", "known.json")
    assert (done.code, "8 findings" in done.err) == (0, True)
    assert clairify("check", "--baseline", "known.json", "--strict").code == 0
    write(a="\n\n<!-- moved -->\n" + BROKEN)
    assert clairify("check", "--baseline", "known.json", "--strict").code == 0
    again = '      <Stir vessel="beaker" time="-20 secs"/>\n'
    write(a=BROKEN.replace(again, again * 2))
    assert clairify("check", "--baseline", "known.json").code == 1
    write(a=GOOD)
    done = clairify("check", "--baseline", "known.json")
    assert (done.code, "4 of the findings" in done.err) == (0, True)


def test_part_of_the_files_or_rules_takes_nothing_else_out_of_a_baseline(clairify: Run, own_folder: Path) -> None:
    write(a=BROKEN, sub__b=BROKEN)
    clairify("check", "-q", "--write-baseline", "known.json")  # -q is about what is printed
    whole = Path("known.json").read_text()
    for part in (("a.xdl",), ("--select", "XDL1"), ("--ignore", "XDL"), ("-q",)):
        ran = clairify("check", *part, "--write-baseline", "known.json")
        assert (ran.code, json.loads(Path("known.json").read_text())) == (0, json.loads(whole)), part
    assert clairify("check", "--baseline", "known.json").err == "note: 8 known findings hidden by known.json\n"
    Path("sub", "b.xdl").unlink()
    assert "4 of the findings in known.json are no longer there" in clairify("check", "--baseline", "known.json").err
    assert "stay" not in clairify("check", "--write-baseline", "known.json").err
    assert len(json.loads(Path("known.json").read_text())["findings"]) == 1


def test_plans_of_planners_are_found_in_folders(clairify: Run, own_folder: Path) -> None:
    for name in ("sas_plan", "sas_plan.12", "sas_plan.old", "my_sas_plan"):
        Path(name).write_text("(pick")
    found = json.loads(clairify("check", "--format", "json").out)["files"]
    assert [one["file"] for one in found] == ["sas_plan", "sas_plan.12"]


def test_files_that_are_left_out_are_not_said_to_be_missing(clairify: Run, own_folder: Path) -> None:
    write(a=GOOD)
    assert "that are neither ignored by git nor excluded" in clairify("check", "--exclude", "*.xdl").out
    Path("a.xdl").unlink()
    assert "in this folder\n" in clairify("check", "--exclude", "*.xdl").out


def test_the_file_that_weakens_a_check_is_named(clairify: Run, own_folder: Path) -> None:
    write(a=BROKEN)
    Path("clairify.toml").write_text('ignore = "XDL3"\n[check]\nexit-zero = true\n')
    ran = clairify("check")
    named = "note: clairify.toml sets exit-zero = true and ignore = XDL3\n"
    assert (ran.code, ran.err) == (0, named)
    assert clairify("check", "-q").err == ""
    Path("clairify.toml").write_text('ignore = "XDL3"\nquiet = true\n[check]\nexit-zero = true\n')
    assert clairify("check").err == named
    Path("clairify.toml").write_text('[check]\nexclude = "a.xdl"\n')
    assert "note: clairify.toml sets exclude = a.xdl\n" in clairify("check").err
    Path("clairify.toml").write_text("no-fidelity = true\n")
    assert "note: clairify.toml sets no-fidelity = true\n" in clairify("xdl", "Add 5 g of salt to a flask.").err
    for line, what in (('select = "XDL1,XDL99"', "no rule has the code `XDL99`"), ('dialect = "9.9"', "xdl has no")):
        Path("clairify.toml").write_text(f"[check]\n{line}\n")
        ran = clairify("check")
        assert (ran.code, ran.err.startswith(f"clairify: clairify.toml: {what}")) == (2, True), ran.err


@pytest.mark.parametrize(("value", "left"), stored(__file__, "IGNORED_IN"))
def test_rules_are_turned_off_for_patterns(clairify: Run, own_folder: Path, value: object, left: object) -> None:
    write(a=BROKEN, old__b=BROKEN, old__sub__c_draft=BROKEN)
    Path("clairify.toml").write_text(f"[check]\nignore-in = {value}\n")
    ran = clairify("check", "--format", "json")
    if isinstance(left, str):
        assert (ran.code, left in ran.err) == (2, True), ran.err
        return
    found = json.loads(ran.out)["files"]
    assert [[one["code"] for one in file["diagnostics"]] for file in found] == left
    assert "note: clairify.toml sets ignore-in = " in ran.err


def test_a_baseline_is_seen_from_its_own_folder(
    clairify: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(sub__b=BROKEN)
    assert clairify("check", "--write-baseline", "known.json").code == 0
    monkeypatch.chdir("sub")
    assert clairify("check", "--baseline", "../known.json").code == 0


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 9, "findings": {}}', '{"version": 1, "findings": [1]}'])
def test_another_file_is_no_baseline(clairify: Run, own_folder: Path, text: str) -> None:
    write(a=GOOD)
    Path("known.json").write_text(text)
    done = clairify("check", "--baseline", "known.json")
    assert done.code == 2
    assert "known.json" in done.err
    assert clairify("check", "--baseline", "none.json").code == 2


@pytest.mark.parametrize(
    "text",
    [
        BROKEN,
        FIXABLE,
        BROKEN.replace("<Stir ", "<Stir\n        ").replace("\n", "\r\n"),
        GOOD.replace("<Add", "x <Add"),
    ],
    ids=["broken", "warning", "over lines", "text"],
)
def test_comments_suppress_what_is_found(clairify: Run, own_folder: Path, text: str) -> None:
    Path("a.xdl").write_bytes(text.encode())
    assert clairify("check", "--strict").code == 1
    done = clairify("check", "--add-ignores", "--strict")
    assert done.code == 0, done.said
    assert clairify("check", "--strict").code == 0
    assert b"clairify: ignore" in Path("a.xdl").read_bytes()
    lines = [line for line in Path("a.xdl").read_bytes().split(b"\n") if b"clairify:" not in line]
    if "x <Add" not in text:
        assert b"\n".join(lines) == text.encode()


def test_a_comment_suppresses_what_is_said_of_a_whole_text(clairify: Run, own_folder: Path) -> None:
    Path("a.plan").write_text("; problem: missing.pddl\n(pick a)\n")
    assert "PLN117" in clairify("check", "a.plan").out
    assert clairify("check", "-q", "a.plan").out == "no errors in 1 file\n"
    clairify("check", "--add-ignores", "a.plan")
    assert clairify("check", "--strict", "a.plan").out == "no findings in 1 file\n"


def test_comments_suppress_only_the_rules_that_are_named(clairify: Run, own_folder: Path) -> None:
    write(a=BROKEN)
    done = clairify("check", "--add-ignores", "--select", "XDL3", "--strict")
    assert done.code == 0
    assert clairify("check", "--select", "XDL1").code == 1


def test_a_text_that_is_not_well_formed_is_left_alone(clairify: Run, own_folder: Path) -> None:
    write(a=BROKEN.replace("</Hardware>", ""))
    before = Path("a.xdl").read_text()
    assert clairify("check", "--add-ignores").code == 1
    assert Path("a.xdl").read_text() == before


@pytest.mark.parametrize("format_", ["sarif", "jsonl", "concise"])
def test_rules_are_named_in_other_processes_and_from_the_cache(own_folder: Path, own_cache: Path, format_: str) -> None:
    write(**{f"f{number}": BROKEN for number in range(25)})
    for more in ("-j1", "-j1", "-j2"):
        given = [sys.executable, "-m", "clairify_cli", "check", "--statistics", "--format", format_, more]
        assert "negative" in subprocess.run(given, capture_output=True, text=True, check=False).stdout, more


def test_several_processes_say_the_same(clairify: Run, own_folder: Path) -> None:
    write(**{f"f{number}": BROKEN if number % 3 else GOOD for number in range(9)})
    one = clairify("check", "--format", "json")
    two = clairify("check", "--format", "json", "-j", "2")
    assert (one.code, one.out) == (two.code, two.out)


@pytest.mark.parametrize(("format_", "recent"), [("text", 10**18), ("text", -(10**18)), ("json", 10**18)])
def test_findings_are_kept_until_a_file_changes(
    clairify: Run, own_folder: Path, own_cache: Path, format_: str, recent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_RECENT_NS", recent)
    write(**{f"f{number}": BROKEN if number % 3 else GOOD for number in range(25)})
    given = "check", "--format", format_
    first = clairify(*given)
    assert first.code == 1
    (kept,) = own_cache.glob("*.kept")
    assert kept.parent.stat().st_mode & 0o077 == 0
    for more in ((), ("--no-cache",), ("-j", "2"), ("-j", "2", "--no-cache")):
        again = clairify(*given, *more)
        assert (again.code, again.out) == (1, first.out)
    for more in (("--hardware", "flask"), ("--ignore", "XDL"), ("--statistics", "--strict")):
        fresh = clairify(*given, *more, "--no-cache")
        assert (clairify(*given, *more).out, clairify(*given, *more).code) == (fresh.out, fresh.code)
    write(f1=GOOD)
    assert clairify(*given).out == clairify(*given, "--no-cache").out != first.out
    whole = kept.read_bytes()
    for rubbish in (b"", b"[1]", b"{}", whole[:-9], whole.replace(b": ", b": 9"), b"\xff" + whole):
        kept.write_bytes(rubbish)
        assert "f2.xdl" in clairify(*given).out


def test_a_file_with_its_old_stamp_is_not_read(
    clairify: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(**{f"f{number}": BROKEN for number in range(25)})
    first = clairify("check").out
    assert clairify("check").out == first
    read: list[Path | str] = []

    def noted(path: Path | str, **limits: int) -> Decoded:
        read.append(path)
        return read_decoded(path, **limits)

    monkeypatch.setattr(inputs, "read_decoded", noted)
    assert (clairify("check").out, len(read)) == (first, 25)  # they were written just now
    monkeypatch.setattr(files, "_RECENT_NS", -(10**15))
    assert [clairify("check").out for _ in range(2)] == [first, first]
    assert len(read) == 50
    path = Path("f3.xdl")
    times = path.stat()
    path.write_text(BROKEN.replace("beaker", "flasks"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert path.stat().st_size == times.st_size
    assert clairify("check").out == clairify("check", "--no-cache").out != first
    path.unlink()
    path.symlink_to("/dev/null")
    assert "f3.xdl:1:1: error[XDL001]" in clairify("check", ".", "f3.xdl").out
    assert clairify("check", "--max-size", "10").code == 2


def test_what_is_kept_is_shown_in_colour_where_that_is_wanted(
    clairify: Run, own_folder: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(**{f"f{number}": BROKEN for number in range(25)})
    plain = clairify("check").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    colored = clairify("check").out
    assert "\x1b[" in colored
    assert clairify("check").out == colored == clairify("check", "--no-cache").out
    monkeypatch.delenv("FORCE_COLOR")
    assert clairify("check").out == plain


def test_kept_findings_are_only_for_the_code_that_made_them() -> None:
    hashed = {Path(path).relative_to(ROOT).as_posix() for path in code_files()}
    parts = (
        "languages/pddl/checks/goals.py",
        "languages/xdl/rules/xml.txt",
        "diagnostics/model.py",
        "english/units.tsv",
    )
    assert {*(f"clairify_cli/{one}" for one in parts), "schemas/xdl.xsd"} <= hashed


def test_standard_input_goes_by_a_name(own_folder: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "clairify_cli",
        "check",
        "--format",
        "concise",
        "--stdin-filename",
        "sub/a.xdl",
        "-",
    ]
    done = subprocess.run(
        command, input=BROKEN, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout.startswith("sub/a.xdl:")


def test_the_action_runs_as_it_is(own_folder: Path) -> None:
    steps = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]
    (script,) = [step["run"] for step in steps if step["name"] == "Check"]
    bin_folder = own_folder / "bin"
    bin_folder.mkdir()
    (bin_folder / "clairify").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m clairify_cli "$@"\n')
    (bin_folder / "clairify").chmod(0o755)
    write(two__words=BROKEN, good=GOOD)
    Path("two").rename("two words")
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "CLAIRIFY_PATHS": "two words\n  good.xdl\n",
        "CLAIRIFY_OPTIONS": "",
        "CLAIRIFY_SARIF": "found.sarif",
    }
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "::error file=two words/words.xdl,line=" in done.stdout
    assert json.loads(Path("found.sarif").read_text())["runs"][0]["results"]
    environment["CLAIRIFY_OPTIONS"] = "--select=XDL9\n--exit-zero"
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    environment["CLAIRIFY_OPTIONS"] = "--select=XDL4\n"
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_comments_that_may_hide_a_difference_from_the_text_are_told(clairify: Run, own_folder: Path) -> None:
    Path("a.xdl").write_text(f"<!-- clairify: ignore XDL6 -->{GOOD}")
    Path("a.txt").write_text("Stir.")
    done = clairify("check", "a.xdl", "--source", "a.txt")
    assert "note: comments in a.xdl may hide findings (clairify: ignore)\n" in done.err
