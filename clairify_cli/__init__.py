"""clairify: plain English into verified programs for laboratory robots.

The interface for scripts is `clairify_cli.api`.
"""

from __future__ import annotations

__version__ = "0.1.0"
