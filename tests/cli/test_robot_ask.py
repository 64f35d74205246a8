"""What a person answers at the terminal when a robot needs one."""

from __future__ import annotations

import os
import pty
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clairify_cli.agents.policies.base import Doubt
from clairify_cli.agents.robot.performance import Answer, Question
from clairify_cli.cli.execute.ask import Terminal, confirmed, terminal_watched
from clairify_cli.cli.replan.games import Narrator
from clairify_cli.cli.shared.terminal import NobodyError
from clairify_cli.reader.goals import Reading
from clairify_cli.services.interrupts import endings
from clairify_cli.worlds.ros.robot import Cause, HaltError

STIR = Question(3, "Stir the flask")
WEIGH = Question(4, "Weigh the flask", 20.0, 1.0)


@pytest.fixture
def hung_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A terminal of which the other end is closed is standard input."""
    ours, theirs = pty.openpty()
    with Path(os.ttyname(theirs)).open() as typed:
        monkeypatch.setattr("sys.stdin", typed)
        os.close(theirs)
        os.close(ours)
        yield


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A terminal is standard input; what is written to this end is typed."""
    ours, theirs = pty.openpty()
    with Path(os.ttyname(theirs)).open() as typed:
        monkeypatch.setattr("sys.stdin", typed)
        yield ours
    for one in (ours, theirs):
        os.close(one)


def later(keyboard: int, *texts: str) -> None:
    """Type texts, each a moment after the one before."""

    def write() -> None:
        for text in texts:
            time.sleep(0.15)
            os.write(keyboard, text.encode())

    threading.Thread(target=write, daemon=True).start()


def nothing() -> None:
    """Nothing happens meanwhile."""


@pytest.mark.parametrize(
    ("question", "typed", "answer"),
    [
        (STIR, ("\n",), Answer(done=True)),
        (STIR, ("Done\n",), Answer(done=True)),
        (STIR, ("no\n",), Answer(done=False)),
        (STIR, ("19.5\n", "\n"), Answer(done=True)),
        (WEIGH, ("\n",), Answer(done=True)),
        (WEIGH, ("19.5\n",), Answer(done=True, grams=19.5)),
        (WEIGH, ("19,5 g\n",), Answer(done=True, grams=19.5)),
        (WEIGH, ("1e9\n", "nan\n", "-2\n"), Answer(done=True, grams=-2.0)),
        (WEIGH, ("stop\n",), Answer(done=False)),
    ],
)
def test_answers(question: Question, typed: tuple[str, ...], answer: Answer, keyboard: int) -> None:
    later(keyboard, *typed)
    assert Terminal(nothing).ask(question, nothing) == answer


GOALS = (Reading("(:goal (at hall))", "be in the hall"), Reading("(:goal (at cellar))", ""))


@pytest.mark.parametrize(
    ("typed", "settled"),
    [(("2\n",), 1), (("9\n", "1\n"), 0), ((" Go home. \n",), "Go home."), (("\n",), None)],
)
def test_a_task_is_settled(typed: tuple[str, ...], settled: object, keyboard: int) -> None:
    later(keyboard, *typed)
    assert Narrator(quiet=True, verbose=False).ask(Doubt("Go down", (), GOALS)) == settled


def test_nobody_settles_a_task_once_it_is_interrupted(keyboard: int) -> None:
    narrator = Narrator(quiet=True, verbose=False)
    narrator.stopping.set()
    assert narrator.ask(Doubt("Go down", (), GOALS)) is None


@pytest.mark.parametrize(("typed", "may"), [("move\n", True), (" move \n", True), ("\n", False), ("Move\n", False)])
def test_only_the_word_lets_the_arm_move(typed: str, may: bool, keyboard: int) -> None:
    later(keyboard, typed)
    assert confirmed(nothing) is may


def test_what_was_typed_before_is_forgotten(keyboard: int) -> None:
    os.write(keyboard, b"move\n")
    time.sleep(0.1)
    later(keyboard, "no\n")
    assert confirmed(nothing) is False


def test_a_terminal_that_is_closed_answers_no(keyboard: int) -> None:
    later(keyboard, "\x04")
    with pytest.raises(NobodyError):
        confirmed(nothing)
    later(keyboard, "\x04")
    assert Terminal(nothing).ask(STIR, nothing) == Answer(done=False)


def test_a_terminal_that_is_gone_gives_no_answer(hung_up: None) -> None:
    with pytest.raises(HaltError, match="the terminal was closed") as caught:
        Terminal(nothing).ask(STIR, nothing)
    assert caught.value.cause is Cause.INTERRUPTED


def test_a_terminal_that_goes_is_noticed_once(hung_up: None) -> None:
    gone = threading.Semaphore(0)
    with terminal_watched(gone.release):
        assert gone.acquire(timeout=5.0)
        assert not gone.acquire(timeout=0.2)


def test_a_terminal_that_is_there_is_not_gone(keyboard: int) -> None:
    gone = threading.Event()
    with terminal_watched(gone.set):
        os.write(keyboard, b"move\n")
        assert not gone.wait(0.2)


def test_what_happens_meanwhile_ends_the_question(keyboard: int, capsys: pytest.CaptureFixture[str]) -> None:
    class GoneError(Exception):
        pass

    begun = time.monotonic()

    def meanwhile() -> None:
        if time.monotonic() - begun > 0.2:
            raise GoneError

    with pytest.raises(GoneError):
        Terminal(nothing).ask(STIR, meanwhile)
    assert time.monotonic() - begun < 5.0
    assert capsys.readouterr().err == "\aStir the flask. Press Enter when that is done, or `no`: \n"


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP])
def test_whatever_ends_the_program_or_puts_it_to_sleep_is_handled(number: signal.Signals) -> None:
    before, called = signal.getsignal(number), threading.Event()
    with endings(called.set):
        os.kill(os.getpid(), number)
        assert called.wait(5.0)
    assert signal.getsignal(number) == before
