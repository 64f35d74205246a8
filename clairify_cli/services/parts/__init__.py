"""Parts that several requests share: each option of theirs is declared here, once, with one meaning."""

from __future__ import annotations

from clairify_cli.services.parts.basic import (
    AsText,
    Dialect,
    Diff,
    KeepInvalid,
    Laboratory,
    Language,
    Map,
    MaxSize,
    Narration,
    Output,
    Quiet,
    Reading,
    Seed,
    Skills,
    Task,
)
from clairify_cli.services.parts.batch import Batch, Tables
from clairify_cli.services.parts.model import Budget, Loop, Model, ModelSettings, TimeLimit
from clairify_cli.services.parts.planning import TASKS, Lexicon, Scene, Solver

__all__ = [
    "TASKS",
    "AsText",
    "Batch",
    "Budget",
    "Dialect",
    "Diff",
    "KeepInvalid",
    "Laboratory",
    "Language",
    "Lexicon",
    "Loop",
    "Map",
    "MaxSize",
    "Model",
    "ModelSettings",
    "Narration",
    "Output",
    "Quiet",
    "Reading",
    "Scene",
    "Seed",
    "Skills",
    "Solver",
    "Tables",
    "Task",
    "TimeLimit",
]
