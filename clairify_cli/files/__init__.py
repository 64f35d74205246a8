"""Files: the package's own data, reading files that a user names, and atomic writing."""

from __future__ import annotations

from clairify_cli.files.data import data_path, data_text, filled, prompt

__all__ = ["data_path", "data_text", "filled", "prompt"]
