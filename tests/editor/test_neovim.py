"""A genuine editor: Neovim, set up as docs/editors.md says for the version that Debian has."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.conftest import GOOD

pytest.importorskip("pygls")
NEOVIM = shutil.which("nvim")
PAGE = Path(__file__).parents[2] / "docs" / "editors.md"


def settings() -> str:
    """The settings for older versions, as the page has them."""
    (found,) = re.findall(r"^```lua\n(local space.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert isinstance(found, str)
    return found


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed (apt-get install neovim)")
def test_neovim_shows_findings_and_hints_and_applies_a_fix(tmp_path: Path) -> None:
    assert NEOVIM is not None
    (tmp_path / "config.lua").write_text(settings())
    bad = GOOD.replace('type="beaker"', 'type="reactor"').replace("beaker", "µ😀").replace("20 s", "20 secs")
    (tmp_path / "a.xdl").write_text(bad)
    server = tmp_path / "bin" / "clairify"
    server.parent.mkdir()
    server.write_text(f"#!{sys.executable}\nfrom clairify_cli.__main__ import main\nmain()\n")
    server.chmod(0o755)
    given = {"CONFIG": "config.lua", "FILE": "a.xdl", "SEEN": "seen.json", "XDG_STATE_HOME": str(tmp_path)}
    path = {"PATH": f"{server.parent}{os.pathsep}{os.environ['PATH']}"}
    script = Path(__file__).with_name("neovim.lua")
    done = subprocess.run(
        [NEOVIM, "--headless", "-n", "-u", "NONE", "-i", "NONE", "-c", f"luafile {script}"],
        cwd=tmp_path,
        env=os.environ | path | given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads((tmp_path / "seen.json").read_text())
    assert "problem" not in seen, seen["problem"]
    (found,) = seen["findings"]
    assert (found["code"], found["lnum"]) == ("XDL304", 10)
    assert seen["hints"][0] == [9, "  10 mL"]
    assert seen["left"] == 0
    assert (tmp_path / "a.xdl").read_text() == bad.replace("20 secs", "20 s")
