"""Adoption as docs/ci.md tells it: a repository full of findings has a green CI after the four commands of the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import GOOD

PAGE = Path(__file__).parents[2] / "docs" / "ci.md"
BAD = (
    '      <Add vessel="beaker" reagnt="water" volume="{n} mls"/>\n'  # both have a safe fix
    '      <Add vessel="flask{n}" reagent="water" volume="{n} mL"/>\n'  # nobody has declared it
    '      <Stir vessel="beaker" time="-{n} s"/>\n'
)


def commands() -> list[str]:
    """The commands of the first block of the page."""
    block = re.search(r"^```console\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert block is not None
    return [line.removeprefix("$ ").partition("  #")[0] for line in block[1].splitlines() if line.startswith("$ ")]


class Repository:
    """A git repository, with `clairify` on the path of its shell."""

    def __init__(self, folder: Path, files: int) -> None:
        self.folder, bin_ = folder / "repository", folder / "bin"
        bin_.mkdir()
        self.folder.mkdir()
        script = bin_ / "clairify"
        script.write_text(f"#!{sys.executable}\nfrom clairify_cli.__main__ import main\nmain()\n")
        script.chmod(0o755)
        names = {f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.environment = os.environ | names | {"CLAIRIFY_CACHE": str(folder / "cache")}
        self.environment["PATH"] = f"{bin_}{os.pathsep}{os.environ['PATH']}"
        for number in range(files):
            path = self.folder / f"group{number % 20}" / f"p{number}.xdl"
            path.parent.mkdir(exist_ok=True)
            path.write_text(GOOD.replace("      <Stir", f"{BAD.format(n=number + 1)}      <Stir"))
        assert self.run("git init -q").returncode == 0

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, shell=True, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )


@pytest.mark.parametrize(
    ("files", "findings"), [(30, 75), pytest.param(2000, 5000, marks=pytest.mark.long, id="as many as a large one has")]
)
def test_four_commands_make_ci_green(tmp_path: Path, files: int, findings: int) -> None:
    repository = Repository(tmp_path, files)
    before = repository.run("clairify check --format concise")
    assert before.returncode == 1
    assert len(before.stdout.splitlines()) >= findings
    assert len(commands()) == 4
    *once, in_ci = [repository.run(command) for command in commands()]
    assert [one.returncode for one in once] == [1, 0, 0], [one.stderr for one in once]  # what no fix removes is left
    assert in_ci.returncode == 0, in_ci.stderr
    new = repository.folder / "group1" / "new.xdl"
    new.write_text(GOOD.replace("20 s", "-20 s"))
    again = repository.run(commands()[-1])
    assert again.returncode == 1
    assert "group1/new.xdl" in again.stdout
    assert "p1.xdl" not in again.stdout
