"""Checks of programs: names and types, and the effects of the steps."""
