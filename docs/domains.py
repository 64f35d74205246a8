"""Writes the tables of `domains.md` anew from the domains and problems that are shipped: `python docs/domains.py`."""

from __future__ import annotations

import re
from pathlib import Path

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.describe import documentation
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Action, Domain, File, PredicateDeclaration, TypedName

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "domains.md"
ORDER = ("household", "alfworld", "lab", "tabletop", "coin-collector", "blocks")
_BETWEEN = re.compile(r"(<!-- tables:[^\n]*-->\n).*(<!-- end of tables -->)", re.DOTALL)


def page(text: str) -> str:
    """The page with its tables written anew."""
    tables = "\n".join(_domain(name) for name in ORDER)
    return _BETWEEN.sub(lambda found: f"{found[1]}\n{tables}\n{found[2]}", text)


def _domain(name: str) -> str:
    text = (ROOT / "domains" / f"{name}.pddl").read_text(encoding="utf-8")
    file, _ = read(Source(text))
    assert file.domain is not None
    return "\n".join(
        (
            f"## {name}\n\n{_header(text)}\n",
            _types(file.domain),
            _table("predicate", file.domain.predicates, file, text),
            _table("action", file.domain.actions, file, text),
            _problems(name),
        )
    )


def _header(text: str) -> str:
    """The comment at the top of a file, as paragraphs."""
    lines = [line.removeprefix(";").strip() for line in text[: text.index("(define")].splitlines()]
    return "\n".join(lines).strip()


def _types(domain: Domain) -> str:
    """The types by what they are a kind of, in the order of the file."""
    below: dict[str, list[str]] = {}
    for one in domain.types:
        below.setdefault(one.types[0].written if one.types else "object", []).append(one.name.written)
    rows = "".join(f"| `{above}` | {', '.join(f'`{name}`' for name in names)} |\n" for above, names in below.items())
    return f"| a kind of | types |\n|---|---|\n{rows}"


def _table(kind: str, declared: tuple[PredicateDeclaration, ...] | tuple[Action, ...], file: File, text: str) -> str:
    rows = "".join(
        f"| `{one.name.written}` | {_parameters(one.parameters)} "
        f"| {_as_code(documentation(one.start, one.end, file.comments, text))} |\n"
        for one in declared
    )
    return f"| {kind} | parameters | what it means |\n|---|---|---|\n{rows}"


def _parameters(parameters: tuple[TypedName, ...]) -> str:
    return ", ".join(
        f"`{one.name.written} - {one.types[0].written}`" if one.types else f"`{one.name.written}`" for one in parameters
    )


def _as_code(words: str) -> str:
    """Variables of a sentence as code."""
    return re.sub(r"\?[\w-]*\w", lambda found: f"`{found[0]}`", words)


def _problems(name: str) -> str:
    """The problems from small to large."""
    rows = []
    for path in (ROOT / "domains" / "problems" / name).glob("*.pddl"):
        text = path.read_text(encoding="utf-8")
        file, _ = read(Source(text))
        assert file.problem is not None
        count = len(file.problem.objects)
        rows.append((count, f"| `{path.stem}` | {count} | {' '.join(_header(text).split())} |\n"))
    return f"| problem | objects | what it is |\n|---|---|---|\n{''.join(row for _, row in sorted(rows))}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
