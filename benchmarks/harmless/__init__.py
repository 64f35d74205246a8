"""Harmless rewritings of XDL programs: the program reads otherwise and means the same."""

from .rewrite import KINDS, Rewrite, rewrite

__all__ = ["KINDS", "Rewrite", "rewrite"]
