"""A model that does not answer is not waited for once a run is to end."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from translate.scripted import Scripted

from clairify_cli.agents.execution.retune import History
from clairify_cli.agents.execution.tuning.retune_model import BoundedModel, model_tuner
from clairify_cli.translate import ChatMessage, ModelOptions, Reply
from clairify_cli.translate.models.deadline import run_within
from clairify_cli.translate.models.errors import ModelStoppedError
from clairify_cli.worlds.base import Action, Check, Outcome

TAKE = Action("take", ("beaker", "slot"))
FAILED = Outcome(TAKE, (Check("holding", False, "held", "gone"),), (), 1.0)


@dataclass
class Silent(Scripted):
    """A model that never answers, and may be stopped; `asked_now` is set when it is asked."""

    asked_now: threading.Event | None = None

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        assert self.asked_now is not None
        self.asked_now.set()
        return run_within(lambda: Reply(str(threading.Event().wait(60.0))), 60.0, options.stop)


def test_a_model_that_does_not_answer_is_left_when_the_run_is_to_end() -> None:
    asked, told = threading.Event(), list[str]()
    model = BoundedModel(Silent([], asked_now=asked), asked.is_set)
    with pytest.raises(ModelStoppedError):
        model.complete((ChatMessage("user", "?"),), ModelOptions())
    again = threading.Event()
    waiting = BoundedModel(Silent([], asked_now=again), again.is_set)
    assert model_tuner(waiting, tell=told.append)(TAKE, FAILED, 0, History()) is None, (
        "nothing is tried any more, by no rule"
    )
    assert told == []


def test_it_is_not_even_asked_where_the_run_is_over_and_answers_otherwise() -> None:
    behind = Scripted(["[]"])
    with pytest.raises(ModelStoppedError):
        BoundedModel(behind, lambda: True).complete((ChatMessage("user", "?"),), ModelOptions())
    assert behind.asked == []
    model = BoundedModel(behind, lambda: False)
    assert model.complete((ChatMessage("user", "?"),), ModelOptions()).text == "[]"
    assert (model.name, model.deterministic, model.cache_id) == ("scripted", False, None)
