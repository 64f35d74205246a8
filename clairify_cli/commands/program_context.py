"""What a program is held to: the domain and the problem that its heading names, `# clairify: domain household`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.languages.program.heading import Heading

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Source

_MOST_BYTES = 20_000_000
_SUFFIX = ".pddl"


def named_context(
    heading: Heading, path: Path | None, domain: Source | None, remarks: list[str]
) -> tuple[Source | None, Source | None]:
    """The domain and the problem that a heading names: those that come along, or PDDL files beside the program.

    `domain` is one that is given already and comes first. What cannot be read is said among the `remarks`. A heading is
    a part of a text that anybody may have written, so that it opens nothing but files of PDDL.
    """
    from clairify_cli.agents.formalise.given import read_domain, read_problem
    from clairify_cli.files.reading import UnreadableError

    problem = None
    try:
        if domain is None and heading.domain is not None:
            domain = read_domain(_beside(heading.domain, path), most_bytes=_MOST_BYTES)
        if heading.problem is not None:
            problem = read_problem(_beside(heading.problem, path), domain, most_bytes=_MOST_BYTES)
    except UnreadableError as error:
        remarks.append(f"{path or 'the program'}: in its heading: {error}")
    return domain, problem


def _beside(name: str, path: Path | None) -> str:
    """A file of PDDL beside the program; else the name as it stands, without folders or another ending."""
    if name.lower().endswith(_SUFFIX):
        return str((path.parent if path is not None else Path()) / name)
    return Path(name).name.split(".")[0]
