"""When a failed request is made again, and after how long, on a clock of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.translate.models.base import Reply
from clairify_cli.translate.models.errors import (
    ConnectionFailedError,
    KeyRejectedError,
    ModelError,
    RateLimitedError,
    ServerFailedError,
)
from clairify_cli.translate.models.retry import RetryPolicy, parse_retry_after, with_retries


@dataclass
class Clock:
    now: float = 100.0
    pauses: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


def asks(*answers: Reply | ModelError) -> Callable[[float], Reply]:
    left = list(answers)

    def ask(seconds: float) -> Reply:
        answer = left.pop(0)
        if isinstance(answer, ModelError):
            raise answer
        return answer

    return ask


def run(clock: Clock, *answers: Reply | ModelError, timeout: float = 1000.0, tries: int = 4) -> Reply:
    return with_retries(
        asks(*answers), RetryPolicy(tries), timeout=timeout, sleep=clock.sleep, clock=clock, jitter=lambda: 1.0
    )


def test_pauses_double() -> None:
    clock = Clock()
    failure = ServerFailedError("boom")
    assert run(clock, failure, failure, failure, Reply("x")).tries == 4
    assert clock.pauses == [0.5, 1.0, 2.0]


def test_the_pause_asked_for_is_taken() -> None:
    clock = Clock()
    run(clock, RateLimitedError("slow", 7.0), ServerFailedError("overloaded", 3.0), Reply("x"))
    assert clock.pauses == [7.0, 3.0]


def test_pauses_are_bounded() -> None:
    clock = Clock()
    run(clock, *[ConnectionFailedError("gone")] * 9, Reply("x"), tries=10)
    assert clock.pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]


def test_the_tries_are_bounded_and_the_kind_of_error_is_kept() -> None:
    clock = Clock()
    with pytest.raises(RateLimitedError, match=r"slow \(after 4 tries\)"):
        run(clock, *[RateLimitedError("slow", 1.0)] * 9)
    assert clock.pauses == [1.0, 1.0, 1.0]


def test_what_a_retry_cannot_mend_is_raised_at_once() -> None:
    clock = Clock()
    with pytest.raises(KeyRejectedError, match=r"^no$"):
        run(clock, KeyRejectedError("no"), Reply("x"))
    assert clock.pauses == []


def test_a_pause_beyond_the_deadline_is_not_begun() -> None:
    clock = Clock()
    with pytest.raises(RateLimitedError, match=r"a pause of 7.0 s does not fit into the 5.0 s left"):
        run(clock, RateLimitedError("slow", 7.0), Reply("x"), timeout=5.0)
    assert clock.pauses == []


def test_a_pause_of_hours_is_refused() -> None:
    clock = Clock()
    with pytest.raises(RateLimitedError, match="it asks for a pause of 7200 s"):
        run(clock, RateLimitedError("slow", 7200.0), Reply("x"), timeout=1e6)


def test_each_try_gets_what_is_left() -> None:
    clock = Clock()
    given_times: list[float] = []

    def ask(left: float) -> Reply:
        given_times.append(left)
        clock.now += 3
        if len(given_times) < 3:
            raise ServerFailedError("boom")
        return Reply("x")

    with_retries(ask, RetryPolicy(), timeout=20, sleep=clock.sleep, clock=clock, jitter=lambda: 1.0)
    assert given_times == [20, 16.5, 12.5]


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["rate", "server", "connection"]), max_size=12), st.floats(0.1, 60), st.floats(0, 1))
def test_nothing_outlasts_the_deadline(failures: list[str], timeout: float, jitter: float) -> None:
    clock = Clock()
    errors = {
        "rate": RateLimitedError("slow", 2.0),
        "server": ServerFailedError("boom"),
        "connection": ConnectionFailedError("gone"),
    }
    answers = [errors[failure] for failure in failures]
    try:
        with_retries(
            asks(*answers, Reply("x")),
            RetryPolicy(tries=20),
            timeout=timeout,
            sleep=clock.sleep,
            clock=clock,
            jitter=lambda: jitter,
        )
    except ModelError as error:
        assert "does not fit" in str(error)
    assert clock.now - 100.0 <= timeout


@pytest.mark.parametrize(
    ("value", "seconds"),
    stored(__file__, "retry_after"),
)
def test_retry_after(value: str | None, seconds: float | None) -> None:
    assert parse_retry_after(value, now=1_000_000) == seconds


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_retry_after_never_raises(value: str) -> None:
    seconds = parse_retry_after(value)
    assert seconds is None or seconds >= 0
