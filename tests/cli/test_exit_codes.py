"""Exit codes: 0 good, 1 findings, 2 usage or unreadable, 3 something outside failed, 130 interrupted."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.language import Xdl
from clairify_cli.translate import ChatMessage, ModelOptions, Reply
from clairify_cli.translate.models.offline import ReaderModel
from cli.conftest import BROKEN, FIXABLE, GOOD, Run, interrupted, shell, start

TEXT = "Add 15 g of acetic acid to a beaker. Stir for 20 seconds."


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    for name, text in (("good.xdl", GOOD), ("broken.xdl", BROKEN), ("fixable.xdl", FIXABLE), ("text.txt", TEXT)):
        (own_folder / name).write_text(text, encoding="utf-8")
    (own_folder / "empty").mkdir()
    (own_folder / "broken.toml").write_text("ignore = [")
    (own_folder / "exhausted.jsonl").write_text('{"reply": "I cannot do that."}\n')
    return own_folder


CODES = stored(__file__, "CODES")


@pytest.mark.parametrize(("code", "arguments"), CODES, ids=[arguments or "nothing" for _, arguments in CODES])
def test_exit_code(code: int, arguments: str, clairify: Run) -> None:
    ran = clairify(*arguments.split())
    assert ran.code == code, ran.said
    assert "Traceback" not in ran.said
    assert "internal error" not in ran.said
    if code == 2 and arguments:
        assert ran.said.strip()
        assert len(ran.err.splitlines()) <= 4


@pytest.mark.parametrize("arguments", stored(__file__, "a_model_that_cannot_be_asked_here_is_no_wrong_use"))
def test_a_model_that_cannot_be_asked_here_is_no_wrong_use(
    arguments: tuple[str, ...], clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if find_spec("litellm") is None or (arguments[0] == "execute" and find_spec("pybullet") is None):
        pytest.skip("an extra is not installed")
    (files / "empty.plan").write_text("")
    monkeypatch.setattr("clairify_cli.translate.models.litellm_model.COMPROMISED", (version("litellm"),))
    ran = clairify(*arguments, "--model", "openai/none")
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert "was published by an attacker" in ran.err


def test_stdout_that_cannot_be_written(files: Path) -> None:
    for command in ("check good.xdl", "check --format json good.xdl", "describe", "--help", "xdl -q text.txt"):
        ran = shell(f"clairify {command} > /dev/full")
        assert (ran.code, ran.err) == (2, "clairify: cannot write to standard output: no space left on device\n")


def test_stdout_and_stdin_that_are_closed(files: Path) -> None:
    ran = shell("clairify check good.xdl >&-")
    assert (ran.code, ran.err) == (2, "clairify: cannot write to standard output: it is closed\n")
    ran = shell("clairify check - <&-")
    assert (ran.code, ran.out) == (2, "<stdin>: error: it is closed\n\n1 file could not be read\n")
    ran = shell("clairify check broken.xdl --fix 2>&-")
    assert ran.code == 1
    assert ran.err == ""


def test_a_reader_that_has_enough(files: Path) -> None:
    ran = shell("clairify rule XDL608 | head -n 1; exit ${PIPESTATUS[0]}")
    assert (ran.code, ran.err) == (0, "")
    ran = shell("clairify check broken.xdl | true; exit ${PIPESTATUS[0]}")
    assert (ran.code, ran.err) == (1, "")
    ran = shell("clairify xdl --help | true; exit ${PIPESTATUS[0]}")
    assert (ran.code, ran.err) == (0, "")


def test_a_terminal_without_the_characters(files: Path) -> None:
    for command in ("check broken.xdl", "describe", "rule XDL608"):
        ran = shell(f"clairify {command}", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
        assert ran.code in (0, 1)
        assert ran.err == ""


def test_a_bug_is_one_line_and_not_a_finding(clairify: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("clairify_cli.services.check.files.check_inputs", fail)
    ran = clairify("check", "good.xdl")
    assert ran.code == 3
    assert ran.err.startswith("clairify: internal error: ZeroDivisionError: division by zero (this is a bug")
    assert len(ran.err.splitlines()) == 1
    monkeypatch.setenv("CLAIRIFY_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        clairify("check", "good.xdl")


def test_a_bug_at_one_file_does_not_stop_the_others(
    clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = Xdl.check

    def fail_at_good(self: Xdl, source: Source, options: CheckOptions) -> list[Diagnostic]:
        if source.name == "good.xdl":
            raise ZeroDivisionError("division by zero")
        return check(self, source, options)

    monkeypatch.setattr(Xdl, "check", fail_at_good)
    bug = (
        "internal error: ZeroDivisionError: division by zero (this is a bug; CLAIRIFY_DEBUG=1 shows where it happened)"
    )
    ran = clairify("check", "good.xdl", "fixable.xdl")
    assert ran.code == 3
    assert ran.out.startswith(f"good.xdl: error: {bug}\n")
    assert "fixable.xdl:11:35: warning[XDL304]" in ran.out
    ran = clairify("check", "good.xdl", "--fix", "--format", "json")
    assert (ran.code, ran.err) == (3, f"clairify: checking good.xdl: {bug}\n")
    monkeypatch.setenv("CLAIRIFY_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        clairify("check", "good.xdl")


def test_a_bug_at_one_text_does_not_stop_the_others(
    clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete = ReaderModel.complete

    def fail_once(self: ReaderModel, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        if "vinegar" in options.source_text:
            raise ZeroDivisionError("division by zero")
        return complete(self, messages, options)

    monkeypatch.setattr(ReaderModel, "complete", fail_once)
    (files / "a.txt").write_text("Add 5 mL of vinegar to a beaker.")
    ran = clairify("xdl", "a.txt", "text.txt", "-o", "out")
    assert ran.code == 3
    assert ran.err.splitlines()[0].startswith("clairify: a.txt: internal error: ZeroDivisionError")
    assert ran.err.splitlines()[-1] == "2 inputs: 1 valid, 1 failed"
    assert sorted(path.name for path in (files / "out").iterdir()) == ["manifest.jsonl", "text.xdl"]


def test_ctrl_c_while_many_files_are_fixed(files: Path) -> None:
    folder = files / "many"
    folder.mkdir()
    for number in range(3000):
        (folder / f"{number:04}.xdl").write_text(FIXABLE)
    first, last = folder / "0000.xdl", folder / "2999.xdl"
    process = start("check", "--fix", "many")
    code, out, err = interrupted(process, lambda: first.read_text() == GOOD)
    assert (code, out, err) == (130, "", "clairify: interrupted\n")
    assert last.read_text() == FIXABLE  # it was not too late to interrupt
    assert {path.read_text() for path in folder.iterdir()} == {GOOD, FIXABLE}  # and nothing is half written


def test_ctrl_c_while_a_text_is_awaited_keeps_what_is_finished(files: Path) -> None:
    shutil.copy("text.txt", "another.txt")
    process = start("xdl", "text.txt", "-", "another.txt", "-o", "out")
    code, out, err = interrupted(process, (files / "out" / "text.xdl").exists)
    assert (code, out) == (130, "")
    assert err.splitlines()[-1].startswith("clairify: interrupted; 1 of 3 are done")
    assert "Traceback" not in err
    assert sorted(path.name for path in (files / "out").iterdir()) == ["manifest.jsonl", "text.xdl"]
    assert "acetic acid" in (files / "out" / "text.xdl").read_text()
