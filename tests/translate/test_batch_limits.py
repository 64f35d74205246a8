"""Limits that requests share: rates hold for every minute, pauses for all, and no dollar is spent twice."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.translate import ModelOptions, Reply
from clairify_cli.translate.models.base import ChatMessage
from clairify_cli.translate.models.errors import BudgetSpentError, ModelStoppedError, RateLimitedError
from clairify_cli.translate.models.limits import LimitedModel, Limits, with_limits
from clairify_cli.translate.models.retry import RetryPolicy
from translate.scripted import Scripted

PROMPT = (ChatMessage("user", "x" * 400),)


@dataclass
class Clock:
    """Time that passes only when somebody waits, or takes time for a request."""

    now: float = 0.0
    waits: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float, stop: threading.Event | None) -> None:
        self.waits.append(seconds)
        self.now += seconds


def limits(clock: Clock, **given_limits: float | int) -> Limits:
    return Limits(**given_limits, clock=clock, wait=clock.wait)  # type: ignore[arg-type]


@settings(max_examples=50)
@given(st.integers(1, 5), st.lists(st.floats(0, 30), min_size=1, max_size=40))
def test_no_minute_has_more_requests_than_the_limit(most: int, pauses: list[float]) -> None:
    clock = Clock()
    limit = limits(clock, requests_per_minute=most)
    times = []
    for pause in pauses:
        clock.now += pause
        use = limit.begin(0)
        times.append(clock.now)
        limit.end(use, None)
    for at, start in enumerate(times):
        assert sum(1 for other in times[at:] if other < start + 60) <= most


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 3000)), min_size=1, max_size=30))
def test_no_minute_has_more_tokens_than_the_limit(requests: list[tuple[int, int]]) -> None:
    clock = Clock()
    limit = limits(clock, tokens_per_minute=10_000)
    made = []
    for prompt, output in requests:
        use = limit.begin(prompt)
        made.append((clock.now, prompt + output))
        limit.end(use, Reply("x", input_tokens=prompt, output_tokens=output))
    for at, (start, _) in enumerate(made):
        in_the_minute = [tokens for time, tokens in made[at:] if time < start + 60]
        assert sum(in_the_minute[:-1]) <= 10_000  # the last was let through by an estimate of its reply


def test_a_request_larger_than_the_limit_goes_alone() -> None:
    clock = Clock()
    limit = limits(clock, tokens_per_minute=1000)
    for _ in range(3):
        limit.end(limit.begin(5000), Reply("x", input_tokens=5000, output_tokens=1))
    assert clock.now == 120


def test_requests_at_the_same_time_count_before_they_are_over() -> None:
    clock = Clock()
    limit = limits(clock, requests_per_minute=2)
    limit.begin(0)
    limit.begin(0)
    assert clock.now == 0
    limit.begin(0)
    assert clock.now == 60


def test_a_pause_is_kept_by_all() -> None:
    clock = Clock()
    limit = limits(clock)
    limit.begin(0)
    limit.pause(20)
    limit.pause(5)
    limit.begin(0)
    assert clock.now == 20


def test_whoever_waits_can_be_stopped() -> None:
    limit = Limits(requests_per_minute=1)
    limit.begin(0)
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(ModelStoppedError):
        limit.begin(0, stop)


def test_limits_that_let_nothing_through() -> None:
    for name in ("requests", "tokens"):
        with pytest.raises(ValueError, match=f"the limit of {name} per minute must be at least 1, not 0"):
            Limits(**{f"{name}_per_minute": 0})  # type: ignore[arg-type]


def test_the_budget() -> None:
    limit = limits(Clock(), max_cost=1.0)
    for _ in range(2):
        limit.end(limit.begin(0), Reply("x", cost=0.4))
    assert limit.budget_is_spent
    with pytest.raises(BudgetSpentError, match=r"the budget of \$1 is spent"):
        limit.begin(0)


def test_a_budget_of_nothing_pays_for_replies_without_a_price() -> None:
    limit = limits(Clock(), max_cost=0.0)
    limit.end(limit.begin(0), Reply("x", cost=None))
    limit.end(limit.begin(0), Reply("x", cost=0.0))
    assert not limit.budget_is_spent
    limit.end(limit.begin(0), Reply("x", cost=0.1))
    assert limit.budget_is_spent


def test_money_is_spent_once_by_many_threads() -> None:
    limit = Limits(max_cost=1.0)
    spent: list[float] = []

    def work() -> None:
        try:
            while True:
                use = limit.begin(0)
                spent.append(0.15)
                limit.end(use, Reply("x", cost=0.15))
        except BudgetSpentError:
            pass

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert sum(spent) == pytest.approx(0.9)


def limited(model: Scripted, limit: Limits) -> LimitedModel:
    return LimitedModel(model, limit, RetryPolicy(), 600.0)


def test_a_refused_request_pauses_all_and_is_made_again() -> None:
    limit = Limits()
    model = Scripted([RateLimitedError("too many", retry_after=0.3), "x = 1", "y = 1"])
    reply = limited(model, limit).complete(PROMPT, ModelOptions())
    assert (reply.text, reply.tries) == ("x = 1", 2)
    limit.pause(0.2)
    reply = limited(model, limit).complete(PROMPT, ModelOptions())
    assert reply.text == "y = 1"
    assert 0.1 < reply.waited < 2


def test_only_models_that_are_paid_for_are_limited() -> None:
    model = Scripted(["x"])
    assert with_limits(model, Limits()) is model
