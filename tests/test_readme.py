"""What the README shows is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from clairify_cli.app import run

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = [
    (match.group(1), match.group(2))
    for match in re.finditer(r"```console\n\$ (clairify [^\n]*)\n((?:(?!\$ |```).*\n)+)```", README)
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


def test_the_python_example_runs() -> None:
    for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(code, "README.md", "exec"), {})
