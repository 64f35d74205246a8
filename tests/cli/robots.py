"""A process of the command line at a terminal, with a person who types, and an arm behind the test bridge."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.ros.profile.text import read_profile
from clairify_cli.worlds.ros.profile.values import RobotProfile
from cli.conftest import CLAIRIFY, PATIENCE

HOME = (0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854)
"""Where the simulated arm begins, in the scenes that are made."""

PLAN = "(pick a left)\n(place a right)\n"
PROBLEM = stored(__file__, "PROBLEM")
SCENE = stored(__file__, "SCENE")
GIVEN = ("one.plan", "--domain", "tabletop", "--problem", "one.pddl", "--scene", "one.yaml")
"""A plan of two actions, with its bench."""

KEEP_IN = "keep_in: {low: [-0.4, -0.8, -0.1], high: [1, 0.8, 1.3]}"
CONFIRM = "leave it: "
ASKED = "or `no`: "
Typed = Mapping[str, str]
"""What is typed where the terminal shows something."""


def prepare(folder: Path, *, rate: float = 5.0, more: str = "", base: str = "franka-ros2") -> RobotProfile:
    """Put the plan, its bench and a profile `robot.yaml` into a folder; the profile comes back."""
    (folder / "one.plan").write_text(PLAN)
    (folder / "one.pddl").write_text(PROBLEM)
    (folder / "one.yaml").write_text(SCENE)
    text = f"profile: 1\nname: quick\nextends: {base}\n{KEEP_IN}\nrate: {rate:g}\n{more}"
    (folder / "robot.yaml").write_text(text)
    made, found = read_profile(Source(text, "robot.yaml"))
    assert made is not None, found
    return made


@dataclass
class Session:
    """A process at a terminal of its own; `shown` is what is on it so far."""

    process: subprocess.Popen[bytes]
    terminal: int
    shown: str = ""
    typed: list[str] = field(default_factory=list)

    def read(self, seconds: float = 0.02) -> bool:
        """Take what there is; whether the process still writes."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)

    def until(self, words: str, answers: Typed | None = None, *, seconds: float = 90.0) -> None:
        """Read until some words are shown, and answer what is asked."""
        deadline = time.monotonic() + seconds
        while words not in self.shown:
            assert self.read(), self.shown
            assert time.monotonic() < deadline, self.shown
            self.answer(answers or {})

    def answer(self, answers: Typed) -> None:
        """Type what belongs to the words that are shown last."""
        for words, text in answers.items():
            if self.shown.endswith(words):
                self.typed.append(words)
                self.shown += " "
                os.write(self.terminal, text.encode())

    def end(self, answers: Typed | None = None, *, seconds: float = 90.0) -> int:
        """Read to the end; the exit code comes back."""
        deadline = time.monotonic() + seconds
        while self.read():
            assert time.monotonic() < deadline, self.shown
            self.answer(answers or {})
        os.close(self.terminal)
        return self.process.wait(timeout=PATIENCE)

    def interrupt(self, number: signal.Signals = signal.SIGINT) -> float:
        """Send a signal; when that was."""
        at = time.monotonic()
        self.process.send_signal(number)
        return at

    @property
    def plain(self) -> str:
        """What is shown without what moves the cursor."""
        return re.sub(r"\x1b\[K|\r", "", self.shown)


def at_terminal(*arguments: str, **environment: str) -> Session:
    """Begin a run at a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [CLAIRIFY, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "COLUMNS": "200", **environment},
    )
    os.close(theirs)
    return Session(process, ours)


def without_terminal(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A run without a terminal."""
    return subprocess.run(
        [CLAIRIFY, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120
    )
