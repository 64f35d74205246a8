"""Worlds: somewhere to act and to look."""
