"""All rules of the project in one table. Only code that lists or looks up rules needs it; checks import what they
use."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from clairify_cli.diagnostics.registry import AnyRule, registered


def all_rules() -> dict[str, AnyRule]:
    """Return every rule by code, in order of code. Importing their modules registers them.

    Names of these modules end in `rules` (`outcome_rules`), or the modules are in a folder of that name.
    """
    here = Path(__file__).parent
    for path in sorted({*here.rglob("*rules.py"), *here.rglob("rules/*.py")}):
        module = path.parent if path.stem == "__init__" else path.with_suffix("")
        import_module(".".join((__package__, *module.relative_to(here).parts)))
    return registered()
