"""litellm's exceptions, put into our own words."""

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
"""What litellm runs into over an answer of another form than that of a completion."""

_TRACEBACK = re.compile(r"Traceback \(most recent call last\).*", re.DOTALL)
_FRAME = re.compile(r"""\s*File \\?"[^"]*", line \d+.*""", re.DOTALL)
_PAGE = re.compile(r"<(?:!doctype\s+)?html\b", re.I)
_TITLE = re.compile(r"<(title|h1)[^>]*>(.*?)</\1>", re.I | re.DOTALL)
_TAG = re.compile(r"<[^>]*>?")
_SAYING = ("message", "msg", "detail", "error", "errors")
"""Where providers and frameworks put the words of an error, the most telling first."""

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
    """The error for a call that used up its time of `limit` seconds."""
    return ModelTimeoutError(f"{name} did not answer within {limit:.3g} s: allow more time or use a faster model")


def as_model_error(library: Any, error: Exception, name: str, api_base: str | None = None) -> ModelError:
    """The `ModelError` for an exception of litellm that is not about our own time limit."""
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
    """The parameter of a request that is named by its refusal and can be left out; None if there is none."""
    if not _NOT_TAKEN.search(said):
        return None
    inside = {name: (name, *request[name]) if isinstance(request[name], dict) else (name,) for name in request}
    return next((name for name in _DROPPABLE if any(word in said for word in inside.get(name, ()))), None)


def refusal(library: Any, error: Exception) -> str | None:
    """The words of a filter that refused the request with an error; None for any other error."""
    is_one = isinstance(error, library.ContentPolicyViolationError) or "content management policy" in str(error)
    return provider_words(error) if is_one else None


def _is_about_the_connection(error: BaseException) -> bool:
    """Whether a broken connection caused the error: litellm reports some of them as status 500."""
    return any(type(one).__name__ == "APIConnectionError" or isinstance(one, ConnectionError) for one in _chain(error))


def _is_no_completion(error: BaseException) -> bool:
    """Whether the server answered as if all were well, and with something else than a completion."""
    names = {type(one).__name__ for one in _chain(error)}
    return not any("HTTPStatusError" in one for one in names) and bool(
        _NO_COMPLETION.search(str(error)) or names & _UNREAD
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what caused it."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def provider_words(error: Exception) -> str:
    """What the provider said, on one line, without litellm's prefixes, markup, keys or unbounded length."""
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
    """The words in an error that is written as JSON, or as Python prints it; "" if there are none."""
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
    except Exception:  # only advice: a model that litellm cannot look up has none
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
