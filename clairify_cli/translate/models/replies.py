"""The text in a provider's message, from whichever field contains it."""

from __future__ import annotations

import ast
import re
from typing import Any

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
