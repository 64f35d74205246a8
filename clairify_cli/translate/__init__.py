"""English to a verified program: a model writes it, a verifier checks it, and the model is told what to fix."""

from __future__ import annotations

from clairify_cli.files.jsonl import JsonLines
from clairify_cli.translate.cache import ResponseCache
from clairify_cli.translate.loop import NO_HOOKS, Hooks, Progress, translate
from clairify_cli.translate.models.base import ChatMessage, Model, ModelOptions, Reply
from clairify_cli.translate.models.errors import ModelError, ModelSetupError
from clairify_cli.translate.options import Feedback, LoopOptions, ReplyKind, Round, Translation
from clairify_cli.translate.resolve import resolve_model
from clairify_cli.translate.trace import Trace

__all__ = [
    "NO_HOOKS",
    "ChatMessage",
    "Feedback",
    "Hooks",
    "JsonLines",
    "LoopOptions",
    "Model",
    "ModelError",
    "ModelOptions",
    "ModelSetupError",
    "Progress",
    "Reply",
    "ReplyKind",
    "ResponseCache",
    "Round",
    "Trace",
    "Translation",
    "resolve_model",
    "translate",
]
