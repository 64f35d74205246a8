"""Shell completion for the value of an option, as a click type: names, files, or both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import click

from clairify_cli.services.options import Offer

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_AND_FILES = (Offer.FILES, Offer.DOMAINS, Offer.PROBLEMS, Offer.PROFILES)
"""Values that may also be files."""


class Offered(click.ParamType[str]):  # type: ignore[explicit-any]  # click's own
    """A text value with shell completion."""

    name = "text"

    def __init__(self, offer: Offer):
        self.offer = offer

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        from click.shell_completion import CompletionItem

        before, comma, start = incomplete.rpartition(",") if self.offer is Offer.CODES else ("", "", incomplete)
        start = start.upper() if self.offer is Offer.CODES else start
        names = _names(self.offer, ctx)
        helps: Mapping[str, str] = names if isinstance(names, Mapping) else {}
        found = [CompletionItem(f"{before}{comma}{one}", help=helps.get(one)) for one in names if one.startswith(start)]
        return [*found, CompletionItem(incomplete, type="file")] if self.offer in _AND_FILES else found


def _names(offer: Offer, ctx: click.Context) -> Iterable[str]:
    """Return the available names; a mapping also has descriptions."""
    match offer:
        case Offer.MODELS:
            return ("reader", "replay:")
        case Offer.DIALECTS:
            from clairify_cli.languages import NAMES, get

            return dict.fromkeys(dialect for name in NAMES for dialect in get(name).dialects).keys()
        case Offer.LANGUAGES:
            from clairify_cli.languages import KINDS
            from clairify_cli.languages.plugins import LANGUAGES, names

            return (*KINDS, *sorted(names(LANGUAGES)))
        case Offer.DOMAINS | Offer.PROBLEMS:
            from clairify_cli.agents.formalise.given import shipped

            if offer is Offer.DOMAINS:
                return tuple(shipped())
            domain = ctx.params.get("domain")
            folders = [str(domain)] if domain in shipped() else list(shipped())
            return dict.fromkeys(name for folder in folders for name in shipped(f"problems/{folder}")).keys()
        case Offer.CODES:
            from clairify_cli.rulebook import all_rules

            return {code: rule.title for code, rule in all_rules().items()}
        case Offer.PROFILES:
            from clairify_cli.worlds.ros.profile.text import shipped as profiles

            return profiles()
        case Offer.WORLDS:
            from clairify_cli.worlds.text.base import WORLDS

            return WORLDS
        case Offer.POLICIES:
            from clairify_cli.agents.policies.library import NAMES as POLICIES

            return POLICIES
        case Offer.SOLVERS:
            from clairify_cli.planning.solvers.registry import NAMES as SOLVERS

            return (*SOLVERS, "cmd:")
    return ()
