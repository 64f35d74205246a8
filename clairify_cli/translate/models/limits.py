"""The limits shared by all requests to a provider, from any number of threads: a rate, a pause, a budget.

A rate applies to every window of 60 seconds, not to an average: a request waits until those of the last minute leave
room for it. The tokens of a request are estimated beforehand and corrected afterwards. If the provider asks one request
to pause, all requests pause. Each request reserves the price of the most expensive one so far, so that concurrent
requests do not spend the same dollar.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from clairify_cli.records import dataclass, field, replace
from clairify_cli.translate.models.base import ChatMessage, Model, ModelOptions, Reply, Wrapper
from clairify_cli.translate.models.deadline import raise_if_stopped, sleep_unless_stopped
from clairify_cli.translate.models.errors import BudgetSpentError, RateLimitedError
from clairify_cli.translate.models.retry import RetryPolicy, with_retries

_WINDOW = 60.0
_POLL = 0.1
_CHARACTERS_OF_A_TOKEN = 4
_USUAL_REPLY = 800
"""Estimated tokens of a reply before the first one arrives."""

_USUAL_PAUSE = 2.0
"""Seconds that all requests wait after a refusal without a Retry-After."""


@dataclass
class _Use:
    """A request of the last minute: when it was admitted, and its tokens."""

    at: float
    tokens: int


@dataclass
class Limits:
    """The limits themselves, shared by all threads. None means no limit.

    `clock` and `wait` (seconds, stop) default to the system's. Raises `ValueError`, with one sentence, for a limit
    that would block every request.
    """

    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    max_cost: float | None = None
    clock: Callable[[], float] = time.monotonic
    wait: Callable[[float, threading.Event | None], None] = sleep_unless_stopped
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _turn: threading.Lock = field(default_factory=threading.Lock, init=False)
    _uses: deque[_Use] = field(default_factory=deque, init=False)
    _paused_until: float = field(default=0.0, init=False)
    _reply_tokens: int = field(default=_USUAL_REPLY, init=False)
    _spent: float = field(default=0.0, init=False)
    _dearest: float | None = field(default=None, init=False)
    _going_on: int = field(default=0, init=False)
    _let_through: dict[tuple[object, int], _Use] = field(default_factory=dict, init=False)
    """Unfinished requests of other processes, by process and number."""

    def __post_init__(self) -> None:
        for name, value in (("requests", self.requests_per_minute), ("tokens", self.tokens_per_minute)):
            if value is not None and value < 1:
                raise ValueError(f"the limit of {name} per minute must be at least 1, not {value}")

    @property
    def budget_is_spent(self) -> bool:
        """Whether another request as expensive as the most expensive one would exceed the budget."""
        with self._lock:
            return self._is_too_dear(reserved=0)

    def begin(self, prompt_tokens: int, stop: threading.Event | None = None) -> _Use:
        """Wait until a request may be made. Raises `BudgetSpentError`, and `ModelStoppedError` once `stop` is set."""
        while not self._turn.acquire(timeout=_POLL):  # only one thread waits for the rate; the others queue here
            raise_if_stopped(stop)
        try:
            while (pause := self._pause(prompt_tokens)) > 0:
                self.wait(pause, stop)
            raise_if_stopped(stop)
            with self._lock:
                use = _Use(self.clock(), prompt_tokens + self._reply_tokens)
                self._uses.append(use)
                self._going_on += 1
                return use
        finally:
            self._turn.release()

    def end(self, use: _Use, reply: Reply | None) -> None:
        """Finish a request: replace its estimated tokens with the actual ones and add its cost."""
        with self._lock:
            self._going_on -= 1
            if reply is None:
                return
            if reply.input_tokens is not None or reply.output_tokens is not None:
                use.tokens = (reply.input_tokens or 0) + (reply.output_tokens or 0)
                # The estimate for the next request; recent replies count most.
                self._reply_tokens = (self._reply_tokens + (reply.output_tokens or 0)) // 2
            cost = reply.cost or 0.0
            self._spent += cost
            self._dearest = max(self._dearest or 0.0, cost)

    def pause(self, seconds: float) -> None:
        """Hold all requests for `seconds`, because the provider wants fewer of them."""
        with self._lock:
            self._paused_until = max(self._paused_until, self.clock() + seconds)

    def answer(self, who: object, question: object) -> object:
        """Answer a question of `RemoteLimits` in another process; the question None means that process has died.

        The cost of its last requests is then unknown; each is charged like the most expensive one. Never waits.
        """
        match question:
            case ("begin", int(tokens), int(number)):
                try:
                    if (pause := self._pause(tokens)) > 0:
                        return pause
                except BudgetSpentError as error:
                    return error
                with self._lock:
                    self._let_through[who, number] = use = _Use(self.clock(), tokens + self._reply_tokens)
                    self._uses.append(use)
                    self._going_on += 1
            case ("end", int(number), (Reply() | None) as reply):
                self.end(self._let_through.pop((who, number)), reply)
            case ("pause", float(seconds)):
                self.pause(seconds)
            case None:
                for key in [one for one in self._let_through if one[0] == who]:
                    self.end(self._let_through.pop(key), None)
                    with self._lock:
                        self._spent += self._dearest or 0.0
        return None

    def __reduce__(self) -> tuple[type[Limits], tuple[int | None, int | None, float | None]]:
        """Pickle only the settings: another process has its own limits unless it uses ours through `RemoteLimits`."""
        return Limits, (self.requests_per_minute, self.tokens_per_minute, self.max_cost)

    def _pause(self, prompt_tokens: int) -> float:
        """Return the seconds until a request may be made. Raises `BudgetSpentError`."""
        with self._lock:
            if self.max_cost is not None:
                if self._is_too_dear(reserved=0):
                    raise BudgetSpentError(f"the budget of ${self.max_cost:g} is spent")
                unknown = self._dearest is None and self._going_on > 0  # no request has finished, so no price is known
                if unknown or self._is_too_dear(reserved=self._going_on):
                    return _POLL
            now = self.clock()
            while self._uses and self._uses[0].at <= now - _WINDOW:
                self._uses.popleft()
            return max(self._paused_until - now, self._until_there_is_room(now, prompt_tokens + self._reply_tokens))

    def _until_there_is_room(self, now: float, tokens: int) -> float:
        uses = self._uses
        until = now
        if self.requests_per_minute is not None and len(uses) >= self.requests_per_minute:
            until = uses[len(uses) - self.requests_per_minute].at + _WINDOW
        if self.tokens_per_minute is not None:
            used = sum(use.tokens for use in uses)
            for use in uses:  # a request larger than the limit is admitted alone
                if used + tokens <= self.tokens_per_minute:
                    break
                used -= use.tokens
                until = max(until, use.at + _WINDOW)
        return until - now

    def _is_too_dear(self, reserved: int) -> bool:
        if self.max_cost is None:
            return False
        return self._spent + (reserved + 1) * (self._dearest or 0.0) > self.max_cost or self._spent > self.max_cost


@dataclass(frozen=True)
class RemoteLimits:
    """Limits kept by another process for all; `ask` sends it a question and returns the answer."""

    ask: Callable[[object], object]

    def begin(self, prompt_tokens: int, stop: threading.Event | None = None) -> _Use:
        """Wait until a request may be made. Raises what `Limits.begin` raises."""
        use = _Use(time.monotonic(), prompt_tokens)
        while (answer := self.ask(("begin", prompt_tokens, id(use)))) is not None:
            if not isinstance(answer, float):
                raise answer if isinstance(answer, BudgetSpentError) else TypeError(answer)
            sleep_unless_stopped(answer, stop)
            raise_if_stopped(stop)
        return use

    def end(self, use: _Use, reply: Reply | None) -> None:
        """Finish a request."""
        self.ask(("end", id(use), reply))

    def pause(self, seconds: float) -> None:
        """Hold all requests for `seconds`."""
        self.ask(("pause", float(seconds)))


@dataclass(frozen=True)
class LimitedModel(Wrapper):
    """Sends requests to `model` within `limits`. `model` does not retry; failed requests are retried here, in order."""

    limits: Limits | RemoteLimits
    policy: RetryPolicy
    timeout: float

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        limit = self.timeout if options.timeout is None else options.timeout
        prompt_tokens = sum(len(message.content) for message in messages) // _CHARACTERS_OF_A_TOKEN
        waited = 0.0

        def ask(left: float) -> Reply:
            nonlocal waited
            started = time.monotonic()
            use = self.limits.begin(prompt_tokens, options.stop)
            waited += time.monotonic() - started
            reply: Reply | None = None
            try:
                reply = self.model.complete(messages, replace(options, timeout=left))
                return reply
            except RateLimitedError as error:
                self.limits.pause(_USUAL_PAUSE if error.retry_after is None else error.retry_after)
                raise
            finally:
                self.limits.end(use, reply)

        def sleep(seconds: float) -> None:
            sleep_unless_stopped(seconds, options.stop)

        reply = with_retries(ask, self.policy, timeout=limit, sleep=sleep, clock=lambda: time.monotonic() - waited)
        return replace(reply, waited=waited + reply.waited)


def with_limits(model: Model, limits: Limits | RemoteLimits) -> Model:
    """Return the model with `limits` instead of any it has; a model without a provider is returned unchanged.

    A recording stays outermost.
    """
    from clairify_cli.translate.models.offline import ReaderModel
    from clairify_cli.translate.models.record import RecordingModel

    if isinstance(model, ReaderModel):
        return model
    from clairify_cli.translate.models.litellm_model import DEFAULT_TIMEOUT, LiteLLMModel

    if isinstance(model, RecordingModel):
        return replace(model, model=with_limits(model.model, limits))
    if isinstance(model, LimitedModel):
        return replace(model, limits=limits)
    if not isinstance(model, LiteLLMModel):
        return model
    once = replace(model, policy=RetryPolicy(tries=1))
    return LimitedModel(once, limits, model.policy, DEFAULT_TIMEOUT)
