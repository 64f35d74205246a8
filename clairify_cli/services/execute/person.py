"""The person who is asked before and while a real arm moves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from clairify_cli.agents.robot.performance import Answer, Question


class Person(Protocol):
    """The person who allows a real arm to move, and does what no device can do."""

    @property
    def is_there(self) -> bool:
        """Whether somebody can be asked."""
        ...

    def confirms(self, meanwhile: Callable[[], None]) -> bool:
        """Whether the arm may move. Raises what `meanwhile` raises."""
        ...

    def ask(self, question: Question, meanwhile: Callable[[], None]) -> Answer:
        """Ask until there is an answer. Raises what `meanwhile` raises, and `HaltError`."""
        ...

    def watched(self, gone: Callable[[], None]) -> AbstractContextManager[None]:
        """Inside the context, call `gone` if the person can no longer be asked."""
        ...


class Nobody:
    """Nobody is there, so no arm moves that a person must watch."""

    is_there = False

    def confirms(self, meanwhile: Callable[[], None]) -> bool:
        return False

    def ask(self, question: Question, meanwhile: Callable[[], None]) -> Answer:
        from clairify_cli.agents.robot.performance import Answer

        return Answer(done=False)

    def watched(self, gone: Callable[[], None]) -> AbstractContextManager[None]:
        return nullcontext()
