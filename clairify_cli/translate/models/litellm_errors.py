"""Translate litellm's exceptions into our own errors and messages."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from clairify_cli.files.addresses import public, without_secrets
from clairify_cli.translate.models.errors import (
    ConnectionFailedError,
    ContextTooLongError,
    KeyRejectedError,
    ModelError,
    ModelTimeoutError,
    NoCreditError,
    RateLimitedError,
    RequestRejectedError,
    ServerFailedError,
)
from clairify_cli.translate.models.retry import parse_retry_after

_LONGEST_QUOTE = 300
_PREFIX = re.compile(
    r"^(?:litellm\.\w+: |\w*(?:Error|Timeout|Exception)(?:: | -(?: |$))|Timeout Error: |"
    r"Request timed out\. Error_str: |Error code: \d+(?: - |$))+"
)
_KEY = re.compile(r"\b(sk|pk|key|gsk|xai|AIza)[-_][A-Za-z0-9_*.-]{6,}|(?<=[Bb]earer )\S+")
_NO_KEY = re.compile(r"missing .{0,40}(credentials|api[ _]key)|api_key client option", re.I)
_NO_COMPLETION = re.compile(
    r"Received response|invalid response from LLM|Invalid response object|Unable to get json response|'choices'"
)
_UNREAD = {"AttributeError", "IndexError", "JSONDecodeError", "KeyError", "RecursionError", "TypeError"}
"""Exceptions that litellm raises if the answer does not have the shape of a completion."""

_TRACEBACK = re.compile(r"Traceback \(most recent call last\).*", re.DOTALL)
_FRAME = re.compile(r"""\s*File \\?"[^"]*", line \d+.*""", re.DOTALL)
_PAGE = re.compile(r"<(?:!doctype\s+)?html\b", re.I)
_TITLE = re.compile(r"<(title|h1)[^>]*>(.*?)</\1>", re.I | re.DOTALL)
_TAG = re.compile(r"<[^>]*>?")
_SAYING = ("message", "msg", "detail", "error", "errors")
"""JSON keys under which providers and frameworks put an error message, the most informative first."""

_NOT_TAKEN = re.compile(
    r"unsupported|not support|does ?n[o']t support|unknown|unrecogni[sz]ed|invalid|not (?:allowed|permitted)|"
    r"extra inputs|only the default|deprecated|unexpected",
    re.I,
)
_DROPPABLE = ("temperature", "seed", "max_tokens", "response_format", "extra_body")
_TOO_LONG = re.compile(
    r"context[ _]length|context[ _]window|context[ _]limit|context[ _]size|maximum context|too many tokens|"
    r"prompt is too long|request_too_large",
    re.I,
)
_NO_CREDIT = re.compile(r"insufficient[ _](?:quota|balance|credits)|exceeded your current quota|credit balance", re.I)


def timeout_error(name: str, limit: float) -> ModelTimeoutError:
    """Return the error for a call that exceeded `limit` seconds."""
    return ModelTimeoutError(f"{name} did not answer within {limit:.3g} s: allow more time or use a faster model")


def as_model_error(library: Any, error: Exception, name: str, api_base: str | None = None) -> ModelError:
    """Return the `ModelError` for an exception of litellm that is not about our own time limit."""
    if (ours := next((one for one in _chain(error) if isinstance(one, ModelError)), None)) is not None:
        return ours
    said = provider_words(error)
    status = getattr(error, "status_code", None)
    if isinstance(error, library.Timeout):
        return ConnectionFailedError(f"{name}: the server or a gateway gave up waiting{_quoted(said)}")
    too_long = status in (400, 422) and _TOO_LONG.search(str(error))
    if isinstance(error, library.ContextWindowExceededError) or too_long or status == 413:
        return ContextTooLongError(
            f"{name} cannot read a prompt as long as this: shorten the text or use a model with a longer context"
            f"{_quoted(said)}"
        )
    # Before the rate limit, because some providers report an empty account as 429, for which retries do not help.
    if status == 402 or (status in (400, 403, 429) and _NO_CREDIT.search(str(error))):
        return NoCreditError(f"{name}: the account has no credit left{_quoted(said)}")
    if isinstance(error, library.RateLimitError) or status == 429:
        return RateLimitedError(f"{name}: the provider limits the rate of requests{_quoted(said)}", _retry_after(error))
    if isinstance(error, library.AuthenticationError) or status == 401 or _NO_KEY.search(said):
        return KeyRejectedError(f"{name}: {_key_advice(library, name) or f'the key is not accepted{_quoted(said)}'}")
    if isinstance(error, library.NotFoundError) or status == 404:
        return RequestRejectedError(f"{name}: the provider has no such model, or the address is wrong{_quoted(said)}")
    if _is_no_completion(error):
        return ServerFailedError(f"{name}: what the server answered is no chat completion; is its address right?")
    if isinstance(error, library.APIConnectionError) or _is_about_the_connection(error):
        where = f" at {public(api_base)}" if api_base else ""
        return ConnectionFailedError(
            f"{name}: the server{where} cannot be reached, or the connection broke{_quoted(said)}"
        )
    if isinstance(status, int) and 400 <= status < 500 and status != 408:
        return RequestRejectedError(f"{name}: the provider refused the request (status {status}){_quoted(said)}")
    return ServerFailedError(f"{name}: the server failed{_quoted(said)}", _retry_after(error))


def refused_parameter(said: str, request: Mapping[str, Any]) -> str | None:
    """Return the request parameter that the refusal names, if it can be left out, else None."""
    if not _NOT_TAKEN.search(said):
        return None
    inside = {name: (name, *request[name]) if isinstance(request[name], dict) else (name,) for name in request}
    return next((name for name in _DROPPABLE if any(word in said for word in inside.get(name, ()))), None)


def refusal(library: Any, error: Exception) -> str | None:
    """Return the message of a content filter that refused the request; None for any other error."""
    is_one = isinstance(error, library.ContentPolicyViolationError) or "content management policy" in str(error)
    return provider_words(error) if is_one else None


def _is_about_the_connection(error: BaseException) -> bool:
    """Whether a broken connection caused the error: litellm reports some of them as status 500."""
    return any(type(one).__name__ == "APIConnectionError" or isinstance(one, ConnectionError) for one in _chain(error))


def _is_no_completion(error: BaseException) -> bool:
    """Whether the server reported success, but its answer is not a completion."""
    names = {type(one).__name__ for one in _chain(error)}
    return not any("HTTPStatusError" in one for one in names) and bool(
        _NO_COMPLETION.search(str(error)) or names & _UNREAD
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and its causes."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def provider_words(error: Exception) -> str:
    """Return the provider's message on one line, without litellm's prefixes, markup or keys, and truncated."""
    words = _PREFIX.sub("", str(error).strip())
    if words[:1] in ("{", "["):
        words = _words_in(words)
    if _PAGE.search(words):
        title = _TITLE.search(words)
        words = title[2] if title else _TAG.sub(" ", words)
    cut = _FRAME.sub("", _TRACEBACK.sub("", words))
    text = _KEY.sub("[key]", without_secrets(" ".join(cut.split())))
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "..."


def _words_in(written: str) -> str:
    """Return the message in an error written as JSON or as a Python literal; "" if it has none."""
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        try:
            value = ast.literal_eval(written)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return ""
    while isinstance(value, dict):
        value = next((value[key] for key in _SAYING if value.get(key)), "")
    if isinstance(value, list):
        return "; ".join(_words_in(json.dumps(one)) if isinstance(one, dict) else str(one) for one in value)
    return str(value)


def _quoted(said: str) -> str:
    return f"; it said: {said}" if said else ""


def _key_advice(library: Any, name: str) -> str:
    try:
        missing = library.validate_environment(model=name).get("missing_keys") or []
    except Exception:  # litellm does not know the model; the advice is optional
        missing = []
    if missing:
        return f"there is no key: set the environment variable {' or '.join(missing)}"
    return ""


def _retry_after(error: Exception) -> float | None:
    sources = (
        getattr(error, "litellm_response_headers", None),
        getattr(getattr(error, "response", None), "headers", None),
    )
    for headers in sources:
        if headers:
            milliseconds = parse_retry_after(headers.get("retry-after-ms"))
            if milliseconds is not None:
                return milliseconds / 1000
            seconds = parse_retry_after(headers.get("retry-after"))
            if seconds is not None:
                return seconds
    return None
