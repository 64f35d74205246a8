"""Which kind of text `clairify execute` is given: a program, a plan, a text in English, or nothing that it takes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.files.encoding import Decoded
from clairify_cli.files.inputs import Input
from clairify_cli.languages.base import CheckOptions
from clairify_cli.services.kinds import PDDL, PLAN, PLAN_SUFFIX, PROFILE, PROGRAM, SCENE, SKILLS, Kinds

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Source

ENGLISH = "english"
JSON = "json"


def kind_of(item: Input, text: str) -> str:
    """`xdl`, `json`, `pddl`, `plan`, `program`, `scene`, `profile` or `skills`, else English."""
    suffix = item.path.suffix.lower() if item.path is not None else ""
    begins = text.lstrip("\ufeff \t\r\n")
    if suffix in (".xdl", ".xml") or begins.startswith("<"):
        return "xdl"
    if suffix in (".json", ".jsonl") or _is_json(begins):
        return JSON
    held = replace(item, held=Decoded(text))
    kind = Kinds([held], None, lambda _: CheckOptions()).of(held)
    return kind if kind in (PLAN, PDDL, PROGRAM, SCENE, PROFILE, SKILLS) else ENGLISH


def _is_json(text: str) -> bool:
    """Whether a text is a list, or begins with an object, of JSON. A text in English may begin with `[1]`."""
    import json

    if not text.startswith(("{", "[")):
        return False
    try:
        found, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) or not text[end:].strip()


def other_kind(source: Source) -> str | None:
    """What a text is that was given for a domain or a problem, where it is plain that it is none."""
    kind = kind_of(Input(source.name), source.text)
    if kind == PLAN and Path(source.name).suffix.lower() != PLAN_SUFFIX:  # PDDL with a slip at its beginning
        return None
    return {
        "xdl": "an XDL program",
        JSON: "JSON",
        PLAN: "a plan",
        PROGRAM: "a program",
        SCENE: "a scene",
        PROFILE: "the profile of a robot",
        SKILLS: "a list of skills",
    }.get(kind)
