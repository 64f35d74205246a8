"""What a shell is offered for the value of an option, as a type of click's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from clairify_cli.cli.shared import complete
from clairify_cli.services.options import Offer

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Offered = Sequence["CompletionItem[str]"] | Sequence[str]


_OFFERS: dict[Offer, Callable[[click.Context, click.Parameter, str], _Offered]] = {
    Offer.FILES: complete.complete_files,
    Offer.LISTS: complete.complete_lists,
    Offer.DOMAINS: complete.complete_domains,
    Offer.PROBLEMS: complete.complete_problems,
    Offer.DIALECTS: complete.complete_dialects,
    Offer.LANGUAGES: complete.complete_languages,
    Offer.CODES: complete.complete_codes,
    Offer.MODELS: complete.complete_models,
    Offer.PROFILES: complete.complete_profiles,
    Offer.SOLVERS: complete.complete_solvers,
    Offer.WORLDS: complete.complete_worlds,
    Offer.POLICIES: complete.complete_policies,
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
