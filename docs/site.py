"""A hook of mkdocs: pages that are made while the site is built, and the project's files that pages link to.

A page stands for each rule and for each command, and one for the objects of the Python interface. A link such as
`../schemas/xdl-result.schema.json` leads to a copy of that file; one to a folder of the project becomes plain text.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
COPIES = "files"
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")
ALWAYS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "benchmarks/README.md", "CITATION.cff", "LICENSE")


def on_files(files: Any, config: Any) -> Any:
    """Add what is generated, and the files of the project that pages link to."""
    files.remove(files.get_file_from_path("rules.md"))  # one long page for those who read it in the repository
    for name, text in generated().items():
        files.append(File.generated(config, name, content=text))
    left = {ROOT / name for name in ALWAYS}
    for page in (ROOT / "docs").rglob("*.md"):
        left |= set(linked(page))
    done: set[Path] = set()
    while left - done:
        path = (left - done).pop()
        done.add(path)
        name = f"{COPIES}/{path.relative_to(ROOT).as_posix()}"
        files.append(File.generated(config, name, content=path.read_bytes()))
        if path.suffix == ".md":
            left |= set(linked(path))
    program = printed("xdl", "examples/aspirin.txt", "--format", "html", "-q")
    files.append(File.generated(config, "gallery/aspirin.html", content=program))
    return files


def linked(page: Path) -> list[Path]:
    """The files of the project outside the site's pages that a page links to."""
    found = [(page.parent / match[2]).resolve() for match in LINK.finditer(page.read_text(encoding="utf-8"))]
    return [path for path in found if path.is_file() and path.is_relative_to(ROOT) and not is_page(path)]


def is_page(path: Path) -> bool:
    """Whether a file is in the folder of the site's pages."""
    return path.is_relative_to(ROOT / "docs") and path.suffix != ".toml"


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links to files of the project to their copies, and take away those to folders."""
    name = page.file.src_uri
    is_copy = name.startswith(f"{COPIES}/")
    source = ROOT / name.removeprefix(f"{COPIES}/") if is_copy else ROOT / "docs" / name

    def link(match: re.Match[str]) -> str:
        path = (source.parent / match[2]).resolve()
        if path.is_dir():
            return match[1]
        if not path.is_relative_to(ROOT):
            return match[0]
        inside = path.relative_to(ROOT / "docs") if is_page(path) else Path(COPIES) / path.relative_to(ROOT)
        up = "../" * (len(PurePosixPath(name).parts) - 1)
        return f"[{match[1]}]({up}{inside.as_posix()}{match[3] or ''})"

    return LINK.sub(link, markdown) if source.is_file() else markdown


def generated() -> dict[str, str]:
    """The generated pages by name."""
    return {"python-objects.md": "# Python objects\n\n::: clairify_cli.api\n", **rules(), **commands()}


def rules() -> dict[str, str]:
    """A page for each rule, from docs/rules.md, and their list."""
    head, *parts = re.split(r"(?m)^(?=##+ )", (ROOT / "docs" / "rules.md").read_text(encoding="utf-8"))
    pages = {}
    for part in parts:
        if (title := re.match(r"### (\w+) ", part)) is not None:
            pages[f"rules/{title[1]}.md"] = part.removeprefix("##")
    listed = re.sub(r"(?m)^- \[(\w+)( .*)?\]\(#.*\)$", lambda match: _group(match[1], match[2] or ""), head)
    listed = re.sub(r"(?m)^  - \[(\w+)\]\(#[^)]*\)", r"- [\1](rules/\1.md)", listed)
    return {**pages, "rules.md": listed}


def _group(code: str, title: str) -> str:
    return f"\n## {code}{title} {{ #{code.lower()} }}\n"


def commands() -> dict[str, str]:
    """The help pages of all commands on one page."""
    from clairify_cli.app import COMMANDS

    parts = [
        "# Commands\n\n[Options](options.md) tells what each option means, and who may set it in a settings file.\n"
    ]
    for command in COMMANDS:
        parts.append(f"\n## {command}\n\n```text\n{printed(command, '--help')}```\n")
    return {"commands.md": "".join(parts)}


def printed(*arguments: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "clairify_cli", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - our own
    return done.stdout
