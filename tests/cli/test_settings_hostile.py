"""A project's settings file that somebody hostile wrote: nothing leaves, nothing is written, nothing moves."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import click
import pytest
from fakes.openai_server import says, serve

from clairify_cli.app import COMMANDS, load
from clairify_cli.cli.shared.settings import options_of
from clairify_cli.services.execute.request import OfRealArm
from clairify_cli.services.options import Does, declared
from cli.conftest import CLAIRIFY, GOOD, Run

SECRET = "hunter2-of-the-laboratory"
OPTIONS = [(name, option) for name in COMMANDS for option in load(name).params if isinstance(option, click.Option)]
DOES = {one.option: one.does for name in COMMANDS for one in options_of(load(name))}
ONCE = {f"{option.name}, which {DOES[option].value}": (name, option) for name, option in OPTIONS if option in DOES}
"""Each option in one command: what it does is declared once, whatever the command (`test_one_name_means_one_thing`)."""
FREE_TEXTS = {
    "dialect",
    "column",
    "exclude",
    "id_column",
    "ignore",
    "ignore_in",
    "select",
    "set",
    "settings",
    "policy",
    "films",
    "docs_url",
}
"""Options that take any text and still do nothing but compute: each was looked at by a person."""
READ = {"print_scene", "solve", "no_solve"}
"""Options whose help says "Write", and which write to stdout only."""
SENT = ("openai/gpt-4o", "ollama/llama3", "big")
OUTSIDE = ("http://evil.example/v1", "../secret", "@../secret", "replay:../secret", "cmd:touch {plan}", "/etc/passwd")


@pytest.mark.parametrize(
    ("command", "option"), OPTIONS, ids=[f"{name}{max(option.opts, key=len)}" for name, option in OPTIONS]
)
def test_every_option_says_what_it_does(command: str, option: click.Option) -> None:
    assert option in DOES, "declare it in its request"
    takes_text = isinstance(option.type, click.types.StringParamType) and not option.is_flag
    if takes_text and option.name not in FREE_TEXTS:
        assert DOES[option] is not Does.COMPUTES, "it takes any text: a file, an address, a command?"
    if (option.help or "").startswith(("Write ", "Append ", "Keep ", "Apply ", "Film ")) and option.name not in READ:
        assert DOES[option] is Does.WRITES
    if command == "execute" and option.name in {one.name for one in declared(OfRealArm)}:
        assert DOES[option] in (Does.MOVES, Does.WRITES, Does.READS)
    if option.metavar == "URL":
        assert DOES[option] in (Does.SENDS, Does.MOVES)


@pytest.mark.parametrize("name", ONCE)
def test_a_project_reaches_nothing_outside(name: str, clairify: Run, own_folder: Path) -> None:
    command, option = ONCE[name]
    (own_folder.parent / "secret").write_text(SECRET)
    if option.is_flag or not isinstance(option.type, click.types.StringParamType) or option.name in FREE_TEXTS:
        return
    key = max(option.opts, key=len).lstrip("-")
    allowed = OUTSIDE[:2] + OUTSIDE[3:] if DOES[option] is Does.LISTS else ()
    for value in {*OUTSIDE, *(SENT if DOES[option] is Does.ASKS else ())}.difference(allowed):
        Path("clairify.toml").write_text(f'[{command}]\n{key} = "{value}"\n')
        if DOES[option] is Does.READS and value in ("@../secret", "replay:../secret", "cmd:touch {plan}"):
            continue  # odd names, below this folder or not
        ran = clairify(command, "text.txt")
        assert ran.code == 2, value
        assert SECRET not in ran.out + ran.err
        assert len(ran.err.splitlines()) <= 2


@pytest.mark.parametrize("project", ["clairify.toml", "pyproject.toml"])
@pytest.mark.parametrize("line", ['model = "openai/gpt-4o"', 'fallback = "big"', '[models]\nbig = "openai/gpt-4o"'])
def test_a_project_sends_nothing(project: str, line: str, clairify: Run, own_folder: Path) -> None:
    table = "[tool.clairify]\n" if project == "pyproject.toml" else ""
    Path(project).write_text(table + (line.replace("[models]", "[tool.clairify.models]") if table else line))
    with serve(says(GOOD)) as server:
        ran = clairify("xdl", "Stir.", "--model", "big", "--api-base", server.address)
        assert (ran.code, ran.out, server.requests) == (2, "", [])
    assert ran.err.startswith(f"clairify: {project}: ")
    assert "cannot be set in a project's file, since it may send texts away and cost money; " in ran.err
    assert "config.toml" in ran.err and ("CLAIRIFY_MODEL" in ran.err) == line.startswith("model =")


def hostile(folder: Path, settings: str) -> None:
    (folder.parent / "secret").write_text(f"{SECRET}\nother-{SECRET}\n")
    (folder / "clairify.toml").write_text(settings)
    (folder / "text.txt").write_text("Add 15 g of acetic acid to a beaker.")
    (folder / "good.xdl").write_text(GOOD)


def test_the_file_of_a_user_goes_nowhere(own_folder: Path) -> None:
    with serve(says(GOOD)) as server:
        address = server.address
        for model in (f"huggingface/{address}", f"oobabooga/{address}", f"openai/{address}".replace(":", "%3A")):
            hostile(own_folder, f'model = "{model}"\nhardware = "@{own_folder.parent}/secret"\n')
            for settings in (None, f'model = "{model}"\n'):
                if settings is not None:
                    (own_folder / "clairify.toml").write_text(settings)
                ran = subprocess.run([CLAIRIFY, "xdl", "text.txt"], capture_output=True, text=True, check=False)
                assert (ran.returncode, ran.stdout) == (2, "")
                assert SECRET not in ran.stderr
        assert server.requests == []


@pytest.mark.parametrize("link", [False, True])
def test_a_list_outside_is_not_read(link: bool, clairify: Run, own_folder: Path) -> None:
    hostile(own_folder, 'hardware = "@lab.txt"' if link else f'hardware = "@{own_folder.parent}/secret"')
    (own_folder / "lab.txt").symlink_to(own_folder.parent / "secret")
    for command in (("check", "good.xdl"), ("xdl", "text.txt"), ("xdl", "text.txt", "--format", "html")):
        ran = clairify(*command)
        assert ran.code == 2
        assert SECRET not in ran.out + ran.err
        assert "links followed" in ran.err


@pytest.mark.parametrize(
    "inner", ["hunter2-key\nother-hunter2\n", "- {hunter2: [\n", "beaker: hunter2-key\n", "@%hunter2: b"]
)
def test_a_list_inside_is_used_but_not_printed(inner: str, clairify: Run, own_folder: Path) -> None:
    """As an `.env` is that a build server keeps in the folder of the project that it checks."""
    hostile(own_folder, 'hardware = "@.env"\nreagents = "@.env"')
    (own_folder / ".env").write_text(inner)
    for format_ in ("text", "json", "jsonl", "sarif", "junit", "github", "concise"):
        ran = clairify("check", "good.xdl", "--format", format_)
        assert ran.code in (1, 2)
        assert "hunter2" not in ran.out + ran.err
    for command in (("xdl", "text.txt", "--trace", "t"), ("xdl", "text.txt", "--keep-invalid", "--page", "p.html")):
        ran = clairify(*command)
        written = "".join(path.read_text() for path in own_folder.iterdir() if path.name in ("t", "p.html"))
        assert "hunter2" not in ran.out + ran.err + written
        assert ".env" in ran.out + ran.err


def test_a_file_of_a_flag_is_named_by_place(clairify: Run, own_folder: Path) -> None:
    hostile(own_folder, "")
    (own_folder / "lab.yaml").write_text("flask: 1 L\nbeaker: *hunter2\n")
    ran = clairify("check", "good.xdl", "--hardware", "@lab.yaml")
    assert (ran.code, ran.err.splitlines()[0]) == (
        2,
        "clairify: lab.yaml: the list of hardware is not YAML on line 2",
    )
    (own_folder / "lab.yaml").write_text("- flask\n")
    ran = clairify("check", "good.xdl", "--hardware", "@lab.yaml", "--format", "json")
    assert "Available are `flask`" in json.dumps(json.loads(ran.out), ensure_ascii=False)
