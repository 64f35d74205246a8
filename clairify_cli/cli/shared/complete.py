"""What a shell is offered for values that click cannot list itself: files, dialects, rule codes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem


def complete_files(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The shell's own completion of file names."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def complete_lists(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Files behind `@`; a name of the laboratory's own cannot be known."""
    return _files("@", incomplete[1:]) if incomplete.startswith("@") else []


def complete_models(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The models of our own: the offline reader, and files to replay."""
    if incomplete.startswith("replay:"):
        return _files("replay:", incomplete.removeprefix("replay:"))
    return [name for name in ("reader", "replay:") if name.startswith(incomplete)]


def complete_dialects(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The dialects of every language."""
    from clairify_cli.languages import NAMES, get

    dialects = dict.fromkeys(dialect for name in NAMES for dialect in get(name).dialects)
    return [dialect for dialect in dialects if dialect.startswith(incomplete)]


def complete_languages(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The languages of the project, and of other packages."""
    from clairify_cli.languages import KINDS
    from clairify_cli.languages.plugins import LANGUAGES, names

    return [name for name in (*KINDS, *sorted(names(LANGUAGES))) if name.startswith(incomplete)]


def complete_domains(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The domains that come along, and files."""
    from click.shell_completion import CompletionItem

    from clairify_cli.agents.formalise.given import shipped

    names = [CompletionItem(name) for name in shipped() if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


def complete_problems(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The bundled problems, of the domain that is named already if there is one, and files."""
    from click.shell_completion import CompletionItem

    from clairify_cli.agents.formalise.given import shipped

    domain = ctx.params.get("domain")
    folders = [str(domain)] if domain in shipped() else list(shipped())
    names = dict.fromkeys(name for folder in folders for name in shipped(f"problems/{folder}"))
    found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return [*found, CompletionItem(incomplete, type="file")]


def complete_profiles(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The profiles of robots that come along, and files."""
    from click.shell_completion import CompletionItem

    from clairify_cli.worlds.ros.profile.text import shipped

    names = [CompletionItem(name) for name in shipped() if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


def complete_codes(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The codes of the rules, after the last comma."""
    from click.shell_completion import CompletionItem

    from clairify_cli.rulebook import all_rules

    before, comma, start = incomplete.rpartition(",")
    rules = all_rules().values()
    return [
        CompletionItem(f"{before}{comma}{rule.code}", help=rule.title)
        for rule in rules
        if rule.code.startswith(start.upper())
    ]


def complete_worlds(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The worlds of games."""
    from click.shell_completion import CompletionItem

    from clairify_cli.services.replan.request import WORLDS

    return [CompletionItem(name, help=what) for name, what in WORLDS.items() if name.startswith(incomplete)]


def complete_policies(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The policies that play games."""
    from clairify_cli.agents.policies.library import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


def complete_solvers(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The solvers by name, and the beginning of a command."""
    from clairify_cli.planning.solvers.registry import NAMES

    return [name for name in (*NAMES, "cmd:") if name.startswith(incomplete)]


def _files(prefix: str, start: str) -> list[str]:
    """Files and folders whose path begins with `start`, after the prefix."""
    folder = Path(start) if start.endswith("/") else Path(start).parent
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return []
    names = (f"{path}/" if path.is_dir() else str(path) for path in paths)
    return [prefix + name for name in names if name.startswith(start)]
