"""Read models' answers as data: extract their JSON, and tell a model what is wrong with an unusable answer.

Every question to a model here has a fallback without one, so a model failure never ends a run.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from clairify_cli.files import filled
from clairify_cli.records import dataclass, replace
from clairify_cli.translate import ChatMessage, Model, ModelError, ModelOptions, Reply
from clairify_cli.translate.models.base import Wrapper
from clairify_cli.translate.models.errors import ModelStoppedError

ASKED_AGAIN = 2
"""How often a model is told the errors in its answer before the run continues without it."""

Read = TypeVar("Read")

Told = Callable[[str], None]
"""Receives a sentence that the user should see."""

_MOST_FAULTS = 10
"""The most faults of an answer that are reported at once."""

_LONGEST_SHOWN = 4000
_FENCED = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_JSON = re.compile(r"\[.*\]|\{.*\}", re.DOTALL)
_TRAILING = re.compile(r",(?=\s*[}\]])")


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A model gave no usable answer, with the reason in words; `is_over` means because the run is ending."""

    why: str
    is_over: bool = False


def answered(
    model: Model, options: ModelOptions, messages: tuple[str, str], read: Callable[[str], Read | str]
) -> Read | Unanswered:
    """Ask a model with a system and a user message, and return what `read` makes of its answer.

    If `read` returns a text, it says what is wrong with the answer; the model is told and asked again.
    """
    system, user = messages
    question, wrong = user, ""
    for _ in range(1 + ASKED_AGAIN):
        try:
            reply = model.complete((ChatMessage("system", system), ChatMessage("user", question)), options)
        except ModelStoppedError as error:
            return Unanswered(str(error), is_over=True)
        except ModelError as error:
            return Unanswered(f"the model gave no answer ({error})")
        found = read(reply.text)
        if not isinstance(found, str):
            return found
        wrong, answer = found, reply.text[:_LONGEST_SHOWN]
        marker = hashlib.sha256(answer.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        question = user + filled("retune-wrong", answer=answer, why=wrong, marker=marker)
    return Unanswered(f"no answer of the model can be used ({wrong})")


def json_in(text: str) -> object | str:
    """Return the JSON list or object in a text, preferring the last fenced block; None if there is none.

    Trailing commas are accepted. For invalid JSON, return a text that says what is wrong.
    """
    found: object = None
    # A model that shows several answers shows the best one last.
    for part in (*reversed(_FENCED.findall(text)), text):
        match = _JSON.search(part)
        if match is None:
            continue
        try:
            made: object = json.loads(_TRAILING.sub("", match.group()))
        except (ValueError, RecursionError) as error:
            found = f"its JSON cannot be read: {error}"
        else:
            return made
    return found


def told_faults(faults: Iterable[str]) -> str:
    """Join the faults of an answer into one line, each once."""
    return "; ".join(list(dict.fromkeys(faults))[:_MOST_FAULTS])


_POLL_SECONDS = 0.1


@dataclass(frozen=True)
class BoundedModel(Wrapper):
    """A model whose calls end with `ModelStoppedError` as soon as `is_over` returns True."""

    is_over: Callable[[], bool]

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        """Return the model's reply."""
        if self.is_over():
            raise ModelStoppedError("the run was stopped before the model was asked")
        over, answered = threading.Event(), threading.Event()

        def watch() -> None:
            while not answered.wait(_POLL_SECONDS):
                if self.is_over():
                    over.set()
                    return

        threading.Thread(target=watch, name="clairify-run-clock", daemon=True).start()
        try:
            return self.model.complete(messages, replace(options, stop=over))
        finally:
            answered.set()
