"""A text and its program side by side, as one self-contained HTML page.

Content of the text and the program is escaped and never executed: the page's content security policy allows only the
one script and the one style in it.
"""

from __future__ import annotations

from clairify_cli.fidelity.page.render import page

__all__ = ["page"]
