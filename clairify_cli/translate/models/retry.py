"""When and after what pause a failed request is retried.

If the server asks for a pause (Retry-After, with 429 or 503), that pause is used. Otherwise, and after 5xx answers and
broken connections, the pause doubles from half a second, with jitter so that many clients do not return together.
No request is retried past the deadline, and a pause that would exceed it is not started.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from clairify_cli.records import dataclass, replace
from clairify_cli.translate.models.base import Reply
from clairify_cli.translate.models.errors import PassingError


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """`tries` requests at most; pauses in seconds."""

    tries: int = 4
    first_pause: float = 0.5
    longest_pause: float = 30.0
    longest_retry_after: float = 120.0


def with_retries(
    ask: Callable[[float], Reply],
    policy: RetryPolicy,
    *,
    timeout: float,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
    jitter: Callable[[], float] | None = None,
) -> Reply:
    """Call `ask` with the remaining seconds until it answers; raise the last error when the retries are used up."""
    deadline = clock() + timeout
    for number in range(1, policy.tries + 1):
        left = max(deadline - clock(), 0.0)
        try:
            return replace(ask(left), tries=number)
        except PassingError as error:
            if number == policy.tries:
                if number == 1:
                    raise
                raise _told(error, f"after {number} tries") from error
            pause = _pause(error, number, policy, jitter)
            left = deadline - clock()
            if pause > policy.longest_retry_after:
                raise _told(error, f"it asks for a pause of {pause:.0f} s") from error
            if pause >= left:
                raise _told(
                    error, f"a pause of {pause:.1f} s does not fit into the {max(left, 0):.1f} s left"
                ) from error
            sleep(pause)
    raise AssertionError("a retry policy has at least one try")


def _pause(error: PassingError, number: int, policy: RetryPolicy, jitter: Callable[[], float] | None) -> float:
    if error.retry_after is not None:
        return error.retry_after
    longest = min(policy.first_pause * 2.0 ** (number - 1), policy.longest_pause)
    from random import random

    return longest * (0.5 + 0.5 * (jitter or random)())


def _told(error: PassingError, why: str) -> PassingError:
    return type(error)(f"{error} ({why})", error.retry_after)


def parse_retry_after(value: str | None, *, now: float | None = None) -> float | None:
    """Return the seconds to wait from a Retry-After header: a number of seconds or an HTTP date (RFC 9110, 10.2.3).

    None if the header is absent or invalid; a date in the past is 0. `now` is seconds since the epoch.
    """
    if value is None:
        return None
    value = value.strip()
    try:
        seconds = float(value)
        return max(seconds, 0.0) if math.isfinite(seconds) else None
    except ValueError:
        pass
    from email.utils import parsedate_to_datetime

    try:
        when = parsedate_to_datetime(value).timestamp()
    except (ValueError, TypeError, OverflowError):
        return None
    return max(when - (time.time() if now is None else now), 0.0)
