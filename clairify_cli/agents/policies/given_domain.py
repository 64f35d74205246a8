"""A domain that is given to start from: whether it can be used in a world."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.agents.policies.contract import misfits_of
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.language import Pddl
from clairify_cli.languages.pddl.reader import read
from clairify_cli.worlds.text.base import ActionForm

GIVEN = "<domain>"


def given_domain(text: str, forms: Sequence[ActionForm]) -> Source | str:
    """The domain as a source; why it cannot be used, in a sentence, where it is wrong or is not of the world."""
    source = Source(text, GIVEN)
    domain = read(source)[0].domain
    if domain is None:
        return "the domain to start from is no domain in PDDL"
    wrong = [one for one in Pddl().check(source, CheckOptions()) if one.is_error]
    wrong += misfits_of(domain, forms, source)
    if not wrong:
        return source
    return f"the domain to start from does not fit this world: line {wrong[0].span.line}, {wrong[0].message}"


def shipped_domain(kind: str, forms: Sequence[ActionForm]) -> Source | None:
    """The domain of ours for a kind of world, where there is one with just its actions."""
    from clairify_cli.agents.formalise.given import shipped

    path = shipped().get(kind.replace("_", "-"))
    if path is None:
        return None
    given = given_domain(path.read_text(encoding="utf-8"), forms)
    return given if isinstance(given, Source) else None
