"""Answers of models as data: the JSON in them, and what a model is told about an answer that cannot be used.

Everything that models are asked here has a fallback without them, so none of their failures ends a run.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from clairify_cli.files import filled
from clairify_cli.translate import ChatMessage, Model, ModelError, ModelOptions, Reply
from clairify_cli.translate.models.errors import ModelStoppedError
from clairify_cli.translate.models.wrapper import Wrapper

ASKED_AGAIN = 2
"""How often a model is told the errors in its answer before the run continues without it."""

Read = TypeVar("Read")

Told = Callable[[str], None]
"""Takes a sentence that a person ought to know."""

_MOST_FAULTS = 10
"""So many faults of an answer are told at once."""

_LONGEST_SHOWN = 4000
_FENCED = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_TRAILING = re.compile(r",(?=\s*[}\]])")


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A model gave nothing that can be used, and why, in words; `is_over`: since the run is to end."""

    why: str
    is_over: bool = False


def answered(
    model: Model, options: ModelOptions, messages: tuple[str, str], family: str, read: Callable[[str], Read | str]
) -> Read | Unanswered:
    """What is read out of a model's answer to the system's and the user's message.

    If `read` returns a text, it says what is wrong with the answer; the model is told, and asked again.
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
        wrong = found
        question = user + told_wrong(family, reply.text, wrong)
    return Unanswered(f"no answer of the model can be used ({wrong})")


def json_in(text: str, pattern: re.Pattern[str]) -> object | str:
    """The JSON that a pattern finds in a text, that of fenced blocks first, the last one; None if there is none.

    Trailing commas are accepted. For an unreadable answer, a text that says what is wrong with it.
    """
    found: object = None
    # A model that shows several answers shows the better one last.
    for part in (*reversed(_FENCED.findall(text)), text):
        match = pattern.search(part)
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
    """The faults of an answer in one line, each once."""
    return "; ".join(list(dict.fromkeys(faults))[:_MOST_FAULTS])


def told_wrong(family: str, answer: str, why: str) -> str:
    """The end of the next question: the answer between markers, and why it cannot be used."""
    answer = answer[:_LONGEST_SHOWN]
    marker = hashlib.sha256(answer.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return filled(f"{family}-wrong", answer=answer, why=why, marker=marker)


_POLL_SECONDS = 0.1


@dataclass(frozen=True)
class BoundedModel(Wrapper):
    """A model whose calls end with `ModelStoppedError` as soon as `is_over` says so."""

    is_over: Callable[[], bool]

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        """Answer, as the model does."""
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
