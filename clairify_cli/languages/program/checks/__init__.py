"""Checks of programs: names, types, and the effects of steps."""
