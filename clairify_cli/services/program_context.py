"""Find the context of a program: the domain and the problem in its heading, `# clairify: domain household`.

Or the list of skills: `# clairify: skills bench.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.languages.program.heading import Heading
from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Source

_MOST_BYTES = 20_000_000
_SUFFIX = ".pddl"
_OF_SKILLS = (".yaml", ".yml")


def named_context(
    domain_name: str | None,
    problem_name: str | None,
    path: Path | None,
    domain: Source | None,
    why: list[str],
) -> tuple[Source | None, Source | None]:
    """Return the domain and the problem in a heading: bundled ones, or PDDL files relative to the program.

    `domain`, if given, takes precedence. `why` receives the reason for an unreadable file. Headings are untrusted, so
    they can open only PDDL files, and YAML files for skills.
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


def named_skills(heading: Heading, path: Path | None, why: list[str]) -> Source | None:
    """Return the list of skills in a heading, a YAML file relative to the program; None if there is none."""
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.reading import UnreadableError, read_text

    if heading.skills is None:
        return None
    try:
        if not heading.skills.lower().endswith(_OF_SKILLS):
            raise UnreadableError(
                heading.skills, f"a list of skills is a file {' or '.join(f'*{one}' for one in _OF_SKILLS)}"
            )
        where = _from_folder(heading.skills, path)
        return Source(read_text(where, most_bytes=_MOST_BYTES), where)
    except UnreadableError as error:
        why.append(f"in its heading: {error}")
        return None


def read_skills_file(name: str, *, most_bytes: int, beside: Iterable[str | None] = ()) -> Source:
    """Read the list of skills of `--skills`. Raises `RequestError` if it cannot be read or is something else.

    `beside` are the values of options that cannot be combined with a list.
    """
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.reading import STDIN, UnreadableError, read_text
    from clairify_cli.languages.program.skills import is_skill_list

    if any(one is not None for one in beside):
        raise RequestError("--skills stands in place of a domain, a problem and a world: leave those out")
    try:
        source = Source(read_text(name, most_bytes=most_bytes), STDIN if name == "-" else name)
    except UnreadableError as error:
        raise RequestError(str(error)) from None
    if not is_skill_list(source):
        raise RequestError(f"{source.name} is no list of skills, which is YAML with the key `skills`")
    return source


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
