"""What a shell is offered for the value of an option, as a type of click's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from clairify_cli.commands import complete
from clairify_cli.services.options import Offer

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Offered = Sequence["CompletionItem[str]"] | Sequence[str]


def _worlds(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> _Offered:
    from click.shell_completion import CompletionItem

    from clairify_cli.services.replan.request import WORLDS

    return [CompletionItem(name, help=what) for name, what in WORLDS.items() if name.startswith(incomplete)]


def _policies(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> _Offered:
    from clairify_cli.agents.policies.library import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


def _solvers(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> _Offered:
    from clairify_cli.planning.solvers import NAMES

    return [name for name in (*NAMES, "cmd:") if name.startswith(incomplete)]


_OFFERS: dict[Offer, Callable[[click.Context, click.Parameter, str], _Offered]] = {
    Offer.FILES: complete.complete_files,
    Offer.LISTS: complete.complete_lists,
    Offer.DOMAINS: complete.complete_domains,
    Offer.DIALECTS: complete.complete_dialects,
    Offer.CODES: complete.complete_codes,
    Offer.MODELS: complete.complete_models,
    Offer.PROFILES: complete.complete_profiles,
    Offer.SOLVERS: _solvers,
    Offer.WORLDS: _worlds,
    Offer.POLICIES: _policies,
}


class Offered(click.ParamType[str]):  # type: ignore[explicit-any]  # click's own
    """A text for which a shell offers something."""

    name = "text"

    def __init__(self, offer: Offer):
        self.offer = offer

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        from click.shell_completion import CompletionItem

        found = _OFFERS[self.offer](ctx, param, incomplete)
        return [CompletionItem(one) if isinstance(one, str) else one for one in found]
