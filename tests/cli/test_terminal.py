"""Colours, and what only a terminal is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from case_tables import stored

from cli.conftest import BROKEN, GOOD, Run, on_a_terminal, shell

COLOR = "\x1b["


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    (own_folder / "broken.xdl").write_text(BROKEN)
    (own_folder / "good.xdl").write_text(GOOD)
    return own_folder


def test_colours_are_for_terminals(clairify: Run) -> None:
    assert COLOR in on_a_terminal("check", "broken.xdl", TERM="xterm")
    assert COLOR in on_a_terminal("check", "--format", "concise", "broken.xdl", TERM="xterm")
    assert COLOR not in on_a_terminal("check", "--format", "github", "broken.xdl", TERM="xterm")
    assert COLOR not in on_a_terminal("check", "broken.xdl", TERM="dumb")
    assert COLOR not in on_a_terminal("check", "broken.xdl", TERM="xterm", NO_COLOR="1")
    assert COLOR not in clairify("check", "broken.xdl").said


def test_colours_can_be_asked_for(clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert COLOR in clairify("check", "broken.xdl").out
    assert COLOR not in clairify("check", "broken.xdl", "--format", "json").out
    assert COLOR not in clairify("format", "good.xdl").out
    clairify("check", "broken.xdl", "-o", "report.txt")
    assert COLOR not in (files / "report.txt").read_text()
    monkeypatch.setenv("NO_COLOR", "1")
    assert COLOR not in clairify("check", "broken.xdl").out


def test_a_diff_in_a_pipe_leaves_the_report_on_the_terminal(files: Path) -> None:
    ran = shell("clairify check --diff broken.xdl | patch -p0 -o fixed.xdl", FORCE_COLOR="1")
    assert ran.code == 0
    assert COLOR in ran.err
    assert (files / "fixed.xdl").read_text() == BROKEN.replace("secs", "s").replace("reagnt", "reagent")


def test_the_artefact_is_utf8_whatever_the_locale(files: Path) -> None:
    (files / "warm.xdl").write_text(GOOD.replace("<Stir", '<Stir comment="45 °C"'), encoding="utf-8")
    for command in ("format warm.xdl", "check --diff warm.xdl broken.xdl", "check --fix - < warm.xdl"):
        ran = shell(f"clairify {command}", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
        assert ran.code in (0, 1)
    assert "45 °C" in shell("clairify format warm.xdl", PYTHONIOENCODING="latin-1", PYTHONUTF8="0").out


def test_a_terminal_shows_which_round_is_going_on(files: Path) -> None:
    (files / "text.txt").write_text("Add 15 g of acetic acid to a beaker.")
    shown = on_a_terminal("xdl", "text.txt", "-o", "out.xdl")
    assert "\r\x1b[Kround 1 of at most 10 …\r\x1b[K" in shown
    assert "round 1 of" not in on_a_terminal("xdl", "-q", "text.txt", "-o", "out.xdl")


@pytest.mark.parametrize("width", [40, 70])
def test_sentences_are_broken_between_words_and_excerpts_are_not(files: Path, width: int) -> None:
    whole = shell("clairify check broken.xdl").out
    shown = on_a_terminal("check", "broken.xdl", COLUMNS=str(width), NO_COLOR="1").replace("\r\n", "\n")
    excerpts = [line for line in whole.splitlines() if line.lstrip(" 0123456789").startswith("|")]
    assert [line for line in shown.splitlines() if line.lstrip(" 0123456789").startswith("|")] == excerpts
    rest = [line for line in shown.splitlines() if line not in excerpts]
    assert all(len(line) <= width or " " not in line.strip() for line in rest)
    assert " ".join(shown.split()) == " ".join(whole.split())
    colours = on_a_terminal("check", "broken.xdl", COLUMNS=str(width), TERM="xterm")
    assert re.sub(r"\x1b\[[0-9;]*m", "", colours).replace("\r\n", "\n") == shown


@pytest.mark.parametrize("command", ["", "execute", "rule"])
def test_help_on_a_terminal_has_every_panel_and_the_exit_codes(command: str, clairify: Run) -> None:
    coloured = on_a_terminal(*command.split(), "--help", TERM="xterm", COLUMNS="100")
    shown = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert "internal error" not in shown
    plain = clairify(*command.split(), "--help").out
    titles = re.findall(r"(?m)^([A-Z][A-Za-z ]+):$", plain)
    assert titles[-1] == "Exit codes"
    assert re.findall(r"╭─ ([A-Za-z ]+) ─", shown) == titles


ATTACK = "\x1b]0;owned\x07\x1b[8m\u202e"


@pytest.mark.parametrize(
    "command",
    stored(__file__, "a_terminal_is_sent_nothing_that_it_acts_on"),
    ids=lambda command: " ".join(command[:3]),
)
def test_a_terminal_is_sent_nothing_that_it_acts_on(files: Path, command: tuple[str, ...]) -> None:
    (files / "attack.xdl").write_text(f"<XDL><!-- {ATTACK} --><Add{chr(0x202E)}/></XDL>")
    (files / "attack.pddl").write_text(f"(define (domain d) (:predicates (p)) ; {ATTACK}\n(:action a{chr(0x202E)}))")
    (files / "attack-1.pddl").write_text(f"(define (problem q) (:domain d) (:init) ; {ATTACK}\n(:goal (p)))")
    (files / "reagents.txt").write_text(f"wa{ATTACK}ter\n")
    shown = on_a_terminal(*command, TERM="xterm")
    assert not re.search(r"[\x07\u202e]|\x1b\]|\x1b\[8m", shown)
