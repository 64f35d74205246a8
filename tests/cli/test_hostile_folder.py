"""Nothing in the current folder is run: a folder from elsewhere may hold modules with the names of Python's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from case_tables import stored

GOOD = '<XDL><Synthesis><Procedure><Add vessel="a" reagent="water" volume="5 mL"/></Procedure></Synthesis></XDL>'


@pytest.mark.parametrize(
    "arguments",
    stored(__file__, "no_module_of_the_current_folder_is_run"),
    ids=["check", "replan", "study"],
)
def test_no_module_of_the_current_folder_is_run(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    trap = f"open({str(tmp_path / 'trap')!r}, 'a').close()\n"
    for name in ("threading", "signal", "pickle", "socket", "tempfile"):
        (tmp_path / f"{name}.py").write_text(trap, encoding="utf-8")
    package = tmp_path / "multiprocessing"
    package.mkdir()
    (package / "__init__.py").write_text(trap, encoding="utf-8")
    (tmp_path / "plans").mkdir()
    for number in range(60):
        (tmp_path / "plans" / f"{number}.xdl").write_text(GOOD, encoding="utf-8")
    clairify = Path(sys.executable).with_name("clairify")
    run = subprocess.run([clairify, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode in (0, 1), run.stderr
    assert not (tmp_path / "trap").exists()
