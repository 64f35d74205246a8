"""Findings about a program: their rules, and how they are suppressed, fixed, selected and shown."""
