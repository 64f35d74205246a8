"""Checks for missing, invented or different parts."""
