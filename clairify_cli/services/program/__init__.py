"""Turn English into programs with assertions, and plans into programs and back."""

from __future__ import annotations

from clairify_cli.services.program.request import COMBINATIONS, ProgramRequest

__all__ = ["COMBINATIONS", "ProgramRequest"]
