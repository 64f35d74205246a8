"""All mutation operators, by layer."""

from __future__ import annotations

from pathlib import Path

import mutate_quantities
import mutate_references
import mutate_structure
import mutate_xml
from mutant import Mutant, Operator, registered

__all__ = ["CORPUS", "OPERATORS", "Mutant", "Operator", "corpus"]

CORPUS = Path(__file__).resolve().parent / "corpus"

LAYERS = (mutate_xml, mutate_structure, mutate_references, mutate_quantities)
"""Importing them registers their operators."""

OPERATORS: tuple[Operator, ...] = registered()


def corpus() -> dict[str, str]:
    """The texts of the corpus by file name, with their line ends as they are."""
    return {p.name: p.read_bytes().decode("utf-8") for p in sorted(CORPUS.glob("*.xdl"))}
