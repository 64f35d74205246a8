"""A text and its program side by side, as one HTML page that needs nothing else.

Whatever the text and the program hold is shown, never obeyed: it is escaped, and the page's own policy lets nothing
run or load but the one script and the one style that stand in it.
"""

from __future__ import annotations

from clairify_cli.fidelity.page.render import page

__all__ = ["page"]
