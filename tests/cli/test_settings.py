"""Settings: flags over environment over the user's file over the nearest file of a project over defaults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.cli.shared.settings import users_path
from cli.conftest import FIXABLE, GOOD, Run

TEXT = "Add 15 g of acetic acid to a beaker. Stir for 20 seconds."


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    (own_folder / "good.xdl").write_text(GOOD)
    (own_folder / "fixable.xdl").write_text(FIXABLE)
    (own_folder / "text.txt").write_text(TEXT)
    return own_folder


def settings(folder: Path, text: str, file: str = "clairify.toml") -> None:
    (folder / file).write_text(text, encoding="utf-8")


def codes(clairify: Run, *arguments: str) -> list[str]:
    ran = clairify("check", "--format", "json", *arguments)
    assert all(" sets ignore = " in line for line in ran.err.splitlines())
    return [found["code"] for file in json.loads(ran.out)["files"] for found in file["diagnostics"]]


@pytest.mark.parametrize(
    ("file", "text"),
    stored(__file__, "lists"),
)
def test_lists(file: str, text: str, clairify: Run, files: Path) -> None:
    assert codes(clairify, "fixable.xdl") == ["XDL304"]
    settings(files, text, file)
    assert codes(clairify, "fixable.xdl") == []


def test_the_nearest_file_counts_alone(clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = files / "a" / "b"
    inner.mkdir(parents=True)
    settings(files, 'ignore = ["XDL304"]\nstrict = true')
    settings(files / "a", "[tool.other]\nx = 1\n", "pyproject.toml")  # says nothing of this program
    monkeypatch.chdir(inner)
    assert codes(clairify, "../../fixable.xdl") == []
    settings(inner, "[tool.clairify]\nquiet = false\n", "pyproject.toml")
    assert codes(clairify, "../../fixable.xdl") == ["XDL304"]
    settings(inner, "strict = true")  # clairify.toml comes before the pyproject.toml beside it
    assert clairify("check", "../../fixable.xdl").code == 1


def test_flags_over_environment_over_file(clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(files, 'dialect = "9.1"')
    assert "no dialect `9.1`" in clairify("check", "good.xdl").err
    monkeypatch.setenv("CLAIRIFY_DIALECT", "9.2")
    assert "no dialect `9.2`" in clairify("check", "good.xdl").err
    assert "no dialect `9.3`" in clairify("check", "good.xdl", "--dialect", "9.3").err
    monkeypatch.setenv("CLAIRIFY_DIALECT", "")
    assert "no dialect `9.1`" in clairify("check", "good.xdl").err


def test_a_number_for_a_text(clairify: Run, files: Path) -> None:
    settings(files, "dialect = 2.0")
    assert clairify("check", "good.xdl").code == 0


def test_names_are_those_of_the_options(clairify: Run, files: Path) -> None:
    for name in ("max-size", "max_size"):
        settings(files, f"{name} = 10")
        assert "larger than 10 bytes" in clairify("check", "good.xdl").out
    settings(files, '[check]\nformat = "concise"')
    assert clairify("check", "good.xdl").out == ""
    settings(files, "[format]\ncheck = true")
    assert clairify("format", "good.xdl").out == ""


def test_an_option_of_another_command_is_left_to_it(clairify: Run, files: Path) -> None:
    settings(files, 'rounds = 3\nkeep-invalid = true\nformat = "concise"\n[xdl]\nmodel = "reader"\n')
    assert clairify("check", "good.xdl").out == ""
    assert clairify("xdl", "text.txt").code == 0
    assert clairify("rule", "XDL301").code == 0


def test_what_the_laboratory_has(clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ('["beaker"]', '"beaker"', '{"beaker" = "1 L"}', '"@lab.yaml"'):
        settings(files, f"hardware = {value}")
        (files / "lab.yaml").write_text("- beaker\n")
        assert codes(clairify, "good.xdl") == [], value
        settings(files, f"hardware = {value.replace('beaker', '1,2-flask').replace('lab', 'other')}")
        (files / "other.yaml").write_text("- flask\n")
        assert codes(clairify, "good.xdl") == ["XDL207"], value
    inner = files / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)  # a path in a settings file is relative to that file
    assert codes(clairify, "../good.xdl") == ["XDL207"]
    assert codes(clairify, "../good.xdl", "--hardware", "beaker") == []


def test_a_capacity(clairify: Run, files: Path) -> None:
    settings(files, '[check.hardware]\nbeaker = "5 mL"')
    assert codes(clairify, "good.xdl") != []
    settings(files, '[check.hardware]\nbeaker = "50 mL"')
    assert codes(clairify, "good.xdl") == []


REFUSED = [
    *stored(__file__, "REFUSED"),
    ("x = " + "[" * 5000, "cannot read the settings in clairify.toml: they are nested too deep"),
    ("a." * 50_000 + "b=1", "cannot read the settings in clairify.toml: they are nested too deep"),
    ('[a . "b.c".' + " 'd' ." * 50 + "e]", "cannot read the settings in clairify.toml: they are nested too deep"),
    ("#" * 1_000_001, "cannot read the settings in clairify.toml: it is larger than 1,000,000 bytes"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:30] for text, _ in REFUSED])
def test_a_wrong_setting_is_one_sentence(text: str, message: str, clairify: Run, files: Path) -> None:
    settings(files, text)
    ran = clairify("execute" if text.startswith("[execute]") else "check", "good.xdl")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"clairify: {message}")
    assert len(ran.err.splitlines()) <= 2
    assert f"{files}/clairify.toml" not in ran.err  # the file is named as seen from here
    for argument in ("--help", "-h"):
        assert clairify("check", argument).code == 0
    assert clairify("--version").code == 0


def test_a_broken_file_above_is_named_in_full(clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(files, "broken", "pyproject.toml")
    (files / "inner").mkdir()
    monkeypatch.chdir(files / "inner")
    assert (
        f"cannot read the settings in {files / 'pyproject.toml'}: expected '='" in clairify("check", "../good.xdl").err
    )


def test_settings_in_no_known_encoding(clairify: Run, files: Path) -> None:
    (files / "clairify.toml").write_bytes(b"\xff\xfe\x00")
    ran = clairify("check", "good.xdl")
    assert (ran.code, ran.err) == (
        2,
        "clairify: cannot read the settings in clairify.toml: it is not a text in UTF-8\n",
    )


@pytest.mark.parametrize("address", ["https://example.org/v1", "http://localhost:11434/v1", "nonsense"])
def test_a_project_sends_nothing_anywhere(address: str, clairify: Run, files: Path) -> None:
    settings(files, f'[xdl]\napi-base = "{address}"')
    ran = clairify("xdl", "text.txt")
    assert ran.code == 2
    assert ran.err.startswith("clairify: clairify.toml: `api-base` cannot be set in a project's file, since it sends")
    assert "--api-base, as CLAIRIFY_API_BASE or in " in ran.err


def test_the_users_own_file(clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = files.parent / "config" / "clairify" / "config.toml"
    own.parent.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(files.parent / "config"))
    own.write_text('dialect = "9.2"\n[xdl]\nmodel = "reader"\napi-base = "http://localhost:11434/v1"')
    settings(files, 'dialect = "9.1"')
    assert "no dialect `9.2`" in clairify("check", "good.xdl").err  # over the project's
    assert "no dialect `9.3`" in clairify("check", "good.xdl", "--dialect", "9.3").err
    (files / "clairify.toml").unlink()
    own.write_text('[xdl]\nmodel = "reader"\napi-base = "http://localhost:11434/v1"')
    assert "`reader` asks no server" in clairify("xdl", "text.txt").err  # so the address was read
    own.write_text('[xdl]\nmodel = "replay:missing.jsonl"')
    assert "missing.jsonl cannot be read" in clairify("xdl", "text.txt").err
    own.write_text('[check]\nhardware = "@lab.txt"')
    (own.parent / "lab.txt").symlink_to(files / "lab.txt")  # beside the settings, wherever that leads
    (files / "lab.txt").write_text("beaker\n")
    assert clairify("check", "good.xdl").code == 0
    own.write_text("[execute]\nyes = true")
    assert "cannot be set in a settings file" in clairify("execute", "good.xdl").err
    own.write_text("[")
    assert f"cannot read the settings in {own}" in clairify("check", "good.xdl").err
    monkeypatch.setenv("XDG_CONFIG_HOME", "config")  # a relative one would be the project's
    monkeypatch.setenv("HOME", str(files))
    assert clairify("check", "good.xdl").code == 0


def test_the_model_from_the_environment(clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    users = users_path()
    users.parent.mkdir(parents=True)
    users.write_text('model = "no-provider-has-this"')
    assert "no-provider-has-this" in clairify("xdl", "text.txt").err
    settings(files, 'model = "reader"')
    assert "no-provider-has-this" in clairify("xdl", "text.txt").err
    monkeypatch.setenv("CLAIRIFY_MODEL", "reader")
    assert clairify("xdl", "text.txt").code == 0


def test_no_working_folder(clairify: Run, files: Path) -> None:
    gone = files / "gone"
    gone.mkdir()
    import os

    os.chdir(gone)
    gone.rmdir()
    assert clairify("check", str(files / "good.xdl")).code == 0


def test_the_older_name_of_a_time_limit_says_nothing_about_runs(clairify: Run) -> None:
    Path("clairify.toml").write_text("timeout = 0.001\n")
    assert "--time-limit" not in clairify("execute", "gone.xdl", "--robot", "ros").err
    assert "there is no option `--timeout`" in clairify("execute", "gone.xdl", "--timeout", "3").err


def test_short_names_of_models(clairify: Run, files: Path) -> None:
    own = users_path()
    own.parent.mkdir(parents=True)
    own.write_text('[models]\nbig = "openai/gpt-4o"')
    ran = clairify("xdl", "text.txt", "--dry-run", "--model", "big")
    assert (ran.code, ran.err) == (0, "")
    assert "price: about $0.0" in ran.out
    assert clairify("check", "good.xdl").code == 0, "other commands do not mind"
    own.write_text("models = 3")
    assert "[models] holds names of models" in clairify("xdl", "text.txt", "--dry-run", "--model", "big").err


def test_a_dry_run_asks_nobody(clairify: Run) -> None:
    ran = clairify("xdl", "text.txt", "--dry-run", "--model", "openai/none-such", "--candidates", "3")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("texts: 1\nrequests: 3 for first programs, at most 10\ntokens: about ")
    assert ran.out.endswith("price: not known\n")
