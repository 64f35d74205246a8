"""Ctrl-C ends the command line with 130 and without a traceback, also where Python would lose it."""

from __future__ import annotations

import subprocess
import sys

from case_tables import stored

from cli.test_execute import python

LOST = stored(__file__, "LOST")

EARLY = """
import sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from clairify_cli.__main__ import main
main()
"""


def test_an_interrupt_that_python_swallows_is_not_lost() -> None:
    done = python(LOST.format(code=0))
    assert done.returncode == 130
    assert done.stderr.endswith("clairify: interrupted\n")
    assert python(LOST.format(code=1)).returncode == 1


def test_an_interrupt_while_the_command_line_is_loaded_is_quiet() -> None:
    done = python(EARLY)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_the_package_can_be_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clairify_cli", "--version"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("clairify ")
