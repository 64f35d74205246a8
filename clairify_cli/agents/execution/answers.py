"""Answers of models as data: the JSON in them, and what a model is told of an answer that cannot be used."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from string import Template

from clairify_cli.files import data_text

_MOST_FAULTS = 10
"""So many faults of an answer are told at once."""

_LONGEST_SHOWN = 4000
_TRAILING = re.compile(r",(?=\s*[}\]])")


def json_in(text: str, pattern: re.Pattern[str]) -> object | str:
    """The JSON that a pattern finds in a text, where a comma too many does no harm; None where there is none.

    A text says what is wrong with what cannot be read.
    """
    match = pattern.search(text)
    if match is None:
        return None
    try:
        made: object = json.loads(match.group())
    except RecursionError:
        return "its JSON is nested too deeply"
    except ValueError as error:
        try:
            made = json.loads(_TRAILING.sub("", match.group()))
        except (ValueError, RecursionError):
            return f"its JSON cannot be read: {error}"
    return None if isinstance(made, str) else made


def told_faults(faults: Iterable[str]) -> str:
    """The faults of an answer in one line, each once."""
    return "; ".join(list(dict.fromkeys(faults))[:_MOST_FAULTS])


def told_wrong(family: str, answer: str, why: str) -> str:
    """The end of the next question: the answer between markers, and why it cannot be used."""
    answer = answer[:_LONGEST_SHOWN]
    marker = hashlib.sha256(answer.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    template = Template(data_text("prompts", f"{family}-wrong.txt"))
    return template.substitute(answer=answer, why=why, marker=marker)
