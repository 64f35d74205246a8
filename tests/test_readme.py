"""What the README and the guides show is what the commands print."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from clairify_cli.app import run

ROOT = Path(__file__).resolve().parent.parent
GUIDES = {
    path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}
SHOWN = [
    (match.group(1), match.group(2))
    for name in ("README", "check", "index", "pddl", "translate")
    for match in re.finditer(r"```console\n\$ (clairify [^\n]*)\n((?:(?!\$ |```).*\n)+)```", GUIDES[name])
]


def test_there_is_something_shown() -> None:
    assert len(SHOWN) >= 2


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_commands_print_what_is_shown(
    command: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    run(shlex.split(command)[1:])
    printed = capsys.readouterr().out
    if shown.endswith("…\n"):
        assert printed.startswith(shown.removesuffix("…\n"))
    else:
        assert printed == shown


def test_batches_run_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "examples" / "aspirin.txt").read_text(encoding="utf-8")
    Path("protocols", "sub").mkdir(parents=True)
    for name in ("a.txt", "sub/b.txt"):
        Path("protocols", name).write_text(text, encoding="utf-8")
    Path("papers.jsonl").write_text(json.dumps({"doi": "10.1/c", "si": {"text": text}}), encoding="utf-8")
    Path("papers.csv").write_text('text\n"' + text.replace('"', '""') + '"\n', encoding="utf-8")
    section = GUIDES["translate"].split("## Many texts")[1].split("```")[1]
    commands = [line.split("#")[0] for line in section.splitlines() if line.startswith("$ ") and "--model" not in line]
    assert len(commands) == 7
    for command in commands:
        assert run(shlex.split(command)[2:]) == 0, command
    made = {str(path.relative_to("programs")) for path in Path("programs").rglob("*.xdl")}
    assert made == {"a.xdl", "sub/b.xdl", "10.1_c.xdl", "papers-000001.xdl"}
    assert json.loads(Path("report.json").read_text(encoding="utf-8"))["valid"] == 1


def test_the_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", GUIDES["python"], re.DOTALL)
    assert examples
    for code in examples:
        exec(compile(code, "python.md", "exec"), {})


def test_the_readme_takes_two_minutes() -> None:
    assert len(GUIDES["README"].splitlines()) <= 120


@pytest.mark.parametrize("name", GUIDES)
def test_links_between_pages_are_alive(name: str) -> None:
    folder = ROOT if name == "README" else ROOT / "docs"
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", GUIDES[name]):
        assert (folder / target).exists(), target
