"""Any provider that litellm knows, and any local server that speaks the OpenAI protocol.

litellm is used only for single chat completions: its retries, cache, tools and logging stay off. We do the retries
(`retry`) and enforce the time limit (`deadline`) ourselves. Missing keys of well-known providers are found before
anything is loaded or sent.
"""

from __future__ import annotations

import ast
import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from clairify_cli.files.addresses import hold_back, without_held
from clairify_cli.files.data import rows
from clairify_cli.files.extras import check_versions, install
from clairify_cli.records import dataclass, field, replace
from clairify_cli.translate.models.base import ChatMessage, Forms, ModelOptions, Reply
from clairify_cli.translate.models.deadline import run_within, sleep_unless_stopped
from clairify_cli.translate.models.errors import (
    KeyRejectedError,
    ModelError,
    ModelMissingError,
    ModelSetupError,
    RequestRejectedError,
    ServerFailedError,
)
from clairify_cli.translate.models.guarded_http import guarded
from clairify_cli.translate.models.litellm_errors import as_model_error, refusal, refused_parameter, timeout_error
from clairify_cli.translate.models.retry import RetryPolicy, with_retries

COMPROMISED = ("1.82.7", "1.82.8")
"""Versions of litellm that an attacker published; they steal credentials."""

DEFAULT_TIMEOUT = 600.0
"""Seconds that one call, including retries, may take by default."""

_NO_KEY = "no-key-needed"
_OPENAI_PROTOCOL = ("openai", "custom_openai", "text-completion-openai")


@dataclass(frozen=True)
class LiteLLMModel:
    """A model by litellm's name (`openai/gpt-4o`, `anthropic/...`, `ollama/...`), at `api_base` if given."""

    name: str
    api_base: str | None = None
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    sleep: Callable[[float], None] | None = None
    refused: set[str] = field(default_factory=set, compare=False)
    """Parameters that the provider rejected, which are not sent again."""
    deterministic: bool = field(default=False, init=False)

    @property
    def cache_id(self) -> str:
        return f"{self.name} at {_address(self.api_base) or 'the provider'}"

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        hold_back(self.api_base)  # here too, since another process may have made the model
        refuse_without_key(self.name, self.api_base)
        begun = time.monotonic()
        library = load_litellm()
        loading = time.monotonic() - begun
        request = _request(library, self.name, self.api_base, messages, options)
        for parameter in self.refused:
            request.pop(parameter, None)
        dropped: list[str] = []
        limit = DEFAULT_TIMEOUT if options.timeout is None else options.timeout

        def sleep(seconds: float) -> None:
            sleep_unless_stopped(seconds, options.stop)

        started = time.monotonic()
        while True:
            try:
                reply = with_retries(
                    lambda left: self._ask(request, left, limit, options.stop),
                    self.policy,
                    timeout=max(limit - (time.monotonic() - started), 0.001),
                    sleep=self.sleep or sleep,
                )
                break
            except RequestRejectedError as error:
                unwanted = refused_parameter(str(error), request)
                if unwanted is None:
                    raise
                del request[unwanted]
                self.refused.add(unwanted)
                dropped.append(f"{self.name} does not take `{unwanted}`, so it was asked without")
        seconds = time.monotonic() - started
        text, refused = map(without_held, (reply.text, reply.refusal or ""))  # a server may repeat the key it was sent
        reply = replace(reply, text=text, refusal=refused or reply.refusal)
        return replace(reply, seconds=seconds, waited=loading, remarks=tuple(dropped))

    def _ask(self, request: dict[str, Any], left: float, limit: float, stop: threading.Event | None) -> Reply:
        """Send one request, with `left` of the `limit` seconds remaining."""
        library = load_litellm()
        started = time.monotonic()
        try:
            answer = run_within(
                lambda: guarded(lambda: library.completion(**request, timeout=max(left, 0.001))), left, stop
            )
            return _reply(answer, self.name)
        except ModelError:
            raise
        except TimeoutError:
            raise timeout_error(self.name, limit) from None
        except Exception as error:
            if (text := text_in_parts(error)) is not None:
                return Reply(text)
            if (words := refusal(library, error)) is not None:
                return Reply("", finish_reason="content_filter", refusal=words)
            # litellm has the same limit as `run_within` and may notice it first.
            if isinstance(error, library.Timeout) and time.monotonic() - started > 0.95 * left:
                raise timeout_error(self.name, limit) from error
            raise as_model_error(library, error, self.name, self.api_base) from error


def _request(
    library: Any, name: str, api_base: str | None, messages: Sequence[ChatMessage], options: ModelOptions
) -> dict[str, Any]:
    model, provider = _route(library, name, api_base)
    request: dict[str, Any] = {
        "model": model,
        "messages": [_message(message, marked="claude" in model or provider == "anthropic") for message in messages],
        "num_retries": 0,
        "max_retries": 0,
        "drop_params": True,
        "caching": False,
    }
    if api_base is not None:
        request["api_base"] = api_base
    if _address(api_base) and provider in _OPENAI_PROTOCOL and not os.environ.get("OPENAI_API_KEY"):
        request["api_key"] = _NO_KEY  # a local server needs no key, but the client refuses to start without one
    for parameter in ("temperature", "seed"):
        value = getattr(options, parameter)
        if value is not None:
            request[parameter] = value
    if options.constrain != "off" and options.forms is not None:
        takes_grammar = _address(api_base) is not None and provider in _OPENAI_PROTOCOL
        _constrain(request, options.forms, options.constrain, grammar_first=takes_grammar)
    if options.max_tokens is not None:
        request["max_tokens"] = _within_model_limit(library, model, options.max_tokens)
    return request


def _constrain(request: dict[str, Any], forms: Forms, wanted: str, *, grammar_first: bool) -> None:
    """Constrain the decoder in the format of every server that supports it; each ignores the other formats.

    llama.cpp takes a `grammar`, vLLM `structured_outputs`, SGLang `ebnf`; providers take a JSON schema.
    """
    last = request["messages"][-1]
    if forms.grammar and (wanted == "grammar" or (wanted == "auto" and grammar_first)):
        rules = forms.grammar
        request["extra_body"] = {"grammar": rules, "structured_outputs": {"grammar": rules}, "ebnf": rules}
        last["content"] += forms.grammar_words
    elif forms.schema is not None and wanted != "grammar":
        schema = {"name": "program", "schema": forms.schema}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
        last["content"] += forms.schema_words


def _message(message: ChatMessage, *, marked: bool) -> dict[str, Any]:
    """Return a message as sent. The part that is the same in every round is marked for providers that cache only on
    request."""
    if not (marked and message.role == "system"):
        return {"role": message.role, "content": message.content}
    part = {"type": "text", "text": message.content, "cache_control": {"type": "ephemeral"}}
    return {"role": message.role, "content": [part]}


def _route(library: Any, name: str, api_base: str | None) -> tuple[str, str]:
    """Return litellm's name and provider. At the user's own address, an unknown name is taken as that server's."""
    try:
        _, provider, _, _ = library.get_llm_provider(model=name, api_base=api_base)
        return name, str(provider)
    except Exception as error:
        if api_base is not None:
            return f"openai/{name}", "openai"
        raise ModelSetupError(
            f"no provider is known for the model `{name}`: write PROVIDER/NAME, as in openai/gpt-4o, or give the "
            "address of a local server"
        ) from error


def _address(api_base: str | None) -> str | None:
    return api_base or os.environ.get("OPENAI_BASE_URL") or os.environ.get("OPENAI_API_BASE") or None


def _within_model_limit(library: Any, model: str, wanted: int) -> int:
    try:
        limit = library.get_max_tokens(model)
    except Exception:  # litellm has no entry for the model
        return wanted
    return min(wanted, limit) if isinstance(limit, int) and limit > 0 else wanted


def _reply(response: Any, name: str) -> Reply:
    choices = getattr(response, "choices", None)
    if not choices:
        raise ServerFailedError(f"{name}: what the server answered is no chat completion: it has no choices")
    finish_reason = str(choices[0].finish_reason or "stop")
    text, refused = content_of(choices[0].message, finish_reason)
    usage = getattr(response, "usage", None)
    input_tokens = _count(usage, "prompt_tokens")
    output_tokens = _count(usage, "completion_tokens")
    cost = (getattr(response, "_hidden_params", None) or {}).get("response_cost")
    return Reply(
        text=text,
        finish_reason=finish_reason,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cost=float(cost) if isinstance(cost, int | float) else None,
        refusal=refused,
    )


def _count(usage: Any, name: str) -> int | None:
    count = getattr(usage, name, None)
    return count if isinstance(count, int) and count > 0 else None


def check_version(version: str) -> None:
    """Refuse the versions of litellm that an attacker published."""
    if version in COMPROMISED:
        raise ModelMissingError(
            f"litellm {version} was published by an attacker and steals credentials: remove it, change every key that "
            f"this machine held, and install another version with `{install('llm')}`"
        )


def check_installed() -> None:
    """Raise `ModelMissingError` if litellm is missing or must not run, without importing it."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        check_version(version("litellm"))
    except PackageNotFoundError:
        raise ModelMissingError(f"this model needs litellm, which is not installed: {install('llm')}") from None
    check_versions("llm", "this model", ModelMissingError)


@lru_cache(maxsize=1)
def load_litellm() -> Any:
    """Import litellm once, silenced and offline except for the completions themselves.

    Raises `ModelMissingError` if it is missing, broken or a version that must not run.
    """
    check_installed()
    # litellm reads these at import: take prices from the installed file, not the network, and load no .env file.
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    _quieten_loggers()
    try:
        import litellm
    except Exception as error:  # a broken installation must not end in a traceback
        raise ModelMissingError(
            f"litellm is installed but cannot be imported ({error}): remove it, then {install('llm')}"
        ) from error
    _quieten_loggers()
    library: Any = litellm
    library.suppress_debug_info = True
    library.set_verbose = False
    library.telemetry = False
    library.cache = None
    library.num_retries = None
    library.callbacks = []
    library.success_callback = []
    library.failure_callback = []
    return library


def _quieten_loggers() -> None:
    """Silence litellm's loggers: stdout and stderr are ours, and we report its exceptions ourselves."""
    import logging
    import warnings

    for name in ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router", "httpx", "openai"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL + 1)
        logger.propagate = False
    warnings.filterwarnings("ignore", module=r"(litellm|pydantic)(\..*)?")


_KEYS = {provider: names for provider, *names in rows(Path(__file__).with_name("keys.tsv"))}
"""Environment variables for each provider's key; providers with other ways to authenticate are left out."""

_OWN_SERVERS = {"openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"), "anthropic": ("ANTHROPIC_BASE_URL",)}
"""Variables that name the user's own server, which may not need a key."""


def refuse_without_key(name: str, api_base: str | None) -> None:
    """Raise `KeyRejectedError` if the provider needs a key and none of its variables is set."""
    provider = name.partition("/")[0]
    variables = _KEYS.get(provider)
    if variables is None or api_base is not None or any(map(os.environ.get, _OWN_SERVERS.get(provider, ()))):
        return
    if not any(map(os.environ.get, variables)):
        raise KeyRejectedError(f"{name}: there is no key: set the environment variable {' or '.join(variables)}")


_PARTS = re.compile(r"Invalid response object.*?'message': \{'content': (\[\{.*?\}\]), '", re.DOTALL)
_FILTERED = ("content_filter", "refusal", "safety")
"""Finish reasons for a refusal by a filter or by the model itself."""


def content_of(message: Any, finish_reason: str) -> tuple[str, str | None]:
    """Return the text of a message, and its refusal if it is one.

    The text may come as one string, in parts, or as the arguments of a tool that the model thinks it has.
    """
    content = getattr(message, "content", None)
    if isinstance(content, list):
        content = "".join(_text_of(part) for part in content)
    text = content if isinstance(content, str) else ""
    refusal = getattr(message, "refusal", None) or (getattr(message, "provider_specific_fields", None) or {}).get(
        "refusal"
    )
    if isinstance(refusal, str) and refusal.strip() and not text.strip():
        return "", refusal
    if finish_reason.lower() in _FILTERED:
        return "", text.strip() or f"it gave no words, only `{finish_reason}`"
    if not text.strip():
        calls = getattr(message, "tool_calls", None) or []
        text = "\n".join(str(getattr(getattr(call, "function", None), "arguments", "") or "") for call in calls)
    return text, None


def text_in_parts(error: Exception) -> str | None:
    """Return the text of a reply whose content came in parts, which litellm rejects but quotes in its error."""
    quoted = _PARTS.search(str(error))
    try:
        parts = ast.literal_eval(quoted[1]) if quoted else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return "".join(_text_of(part) for part in parts) if isinstance(parts, list) else None


def _text_of(part: object) -> str:
    text = part.get("text") if isinstance(part, dict) else getattr(part, "text", None)
    return text if isinstance(text, str) else ""
