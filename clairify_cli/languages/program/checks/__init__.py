"""Checks of programs: names and types, and what the steps lead to."""
