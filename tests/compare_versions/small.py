"""A version of a made-up `clairify`, small enough to be changed in one place."""

from __future__ import annotations

import sys
from pathlib import Path

from case_tables import stored

from benchmarks.compare_versions.sides import Side

ENTRY = """\
#!{python} -S
import sys
sys.path.insert(0, {tree!r})
from clairify_cli.__main__ import main
sys.exit(main())
"""

MAIN = stored(__file__, "MAIN")


def version(folder: Path, name: str, *, old: str = "", new: str = "", **values: object) -> Side:
    """A version whose program is the usual one, but for values and for one replacement."""
    text = MAIN.format(**{"seconds": 0.25, "film": "--record", "code": 0, **values})
    assert old in text
    package = folder / "clairify_cli"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(text.replace(old, new) if old else text)
    entry = folder / "bin" / "clairify"
    entry.parent.mkdir()
    entry.write_text(ENTRY.format(python=sys.executable, tree=str(folder)))
    entry.chmod(0o755)
    return Side(name, folder, entry.parent, None)
