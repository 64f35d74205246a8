"""Scenes: what stands on a bench, as a file that people write and as values."""
