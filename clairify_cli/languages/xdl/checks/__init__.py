"""The checks of XDL, one file per layer. `check_document` runs all of them on one document."""

from __future__ import annotations

from clairify_cli.languages.xdl.checks.structure import check_document

__all__ = ["check_document"]
