"""Find the context of a program: the domain and the problem in its heading, `# clairify: domain household`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Source

_MOST_BYTES = 20_000_000
_SUFFIX = ".pddl"


def named_context(
    domain_name: str | None,
    problem_name: str | None,
    path: Path | None,
    domain: Source | None,
    why: list[str],
) -> tuple[Source | None, Source | None]:
    """Return the domain and the problem in a heading: bundled ones, or PDDL files relative to the program.

    `domain`, if given, takes precedence. `why` receives the reason for an unreadable file. Headings are untrusted, so
    they can open only PDDL files.
    """
    from clairify_cli.agents.formalise.given import read_domain, read_problem
    from clairify_cli.files.reading import UnreadableError

    problem = None
    try:
        if domain is None and domain_name is not None:
            domain = read_domain(_beside(domain_name, path), most_bytes=_MOST_BYTES)
        if problem_name is not None:
            problem = read_problem(_beside(problem_name, path), domain, most_bytes=_MOST_BYTES)
    except UnreadableError as error:
        why.append(f"in its heading: {error}")
    return domain, problem


def _beside(name: str, path: Path | None) -> str:
    """Return a PDDL file's path relative to the program, or else a bundled name without folders or suffix.

    Raises `UnreadableError` for pipes and devices.
    """
    if name.lower().endswith(_SUFFIX):
        return _from_folder(name, path)
    return Path(name).name.split(".")[0]


def _from_folder(name: str, path: Path | None) -> str:
    """Return a file's path relative to the program's folder. Raises `UnreadableError` for pipes and devices."""
    from clairify_cli.files.reading import UnreadableError

    where = (path.parent if path is not None else Path()) / name
    try:
        if where.exists() and not where.is_file() and not where.is_dir():
            raise UnreadableError(str(where), "it is no file")
    except (OSError, ValueError):
        pass  # reported when the file is read
    return str(where)
