"""Whether a domain has the actions of a world, so that the steps of its plans are commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from clairify_cli.agents.policies.files.rules import rules
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.language import Pddl
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.worlds.text.base import ActionForm, TextWorld
from clairify_cli.worlds.text.bundled import domain_of


def misfits_of(domain: Domain, forms: Sequence[ActionForm], source: Source) -> list[Diagnostic]:
    """The mismatches between a domain and the actions of a world; `source` is the text that it was read from."""
    actions = {one.name.text: one for one in domain.actions}
    found = []
    for form in forms:
        action = actions.pop(form.name.lower(), None)
        if action is None:
            found.append(
                rules.world_action_missing(source.span(domain.start, domain.start + 1), form.name, _words(form))
            )
        elif len(action.parameters) != len(form.parameters):
            at = source.span(action.name.start, action.name.end)
            given, wanted = len(action.parameters), len(form.parameters)
            found.append(rules.world_action_parameters(at, form.name, given, _words(form), wanted))
    names = ", ".join(f"`{form.name}`" for form in forms)
    for action in actions.values():
        at = source.span(action.name.start, action.name.end)
        found.append(rules.action_without_command(at, action.name.text, names))
    return found


def _words(form: ActionForm) -> str:
    parameters = " ".join(f"?{name} - {kind}" for name, kind in form.parameters)
    return f"(:action {form.name} :parameters ({parameters}) ...)"


Origin = Literal["given", "model", "learned"]
"""Where the domain comes from: it is that of the world, the model writes it, or it was kept after an earlier game."""

Style = Literal["simple", "goal", "hint", "detailed"]
"""What a prompt says about goals, as in PDDLego+: what they are for; their form as well, or hints; or all of that."""


def domain_for(world: TextWorld, origin: Origin | None, learned: str | None, usual: Origin) -> Source | str | None:
    """The domain that a policy starts from, None if the model writes it, or a sentence that says why there is none.

    Without an `origin`, it is the policy's `usual` one, and the model writes what is not there.
    """
    if learned is None and (origin or usual) == "model":
        return None
    text = learned if learned is not None else domain_of(world)
    if text is None:
        return None if origin is None else f"no domain is bundled for {world.kind}: let the model write it"
    source = Source(text, "<domain>")
    domain = read(source)[0].domain
    if domain is None:
        return "the domain to start from is no domain in PDDL"
    wrong = [one for one in Pddl().check(source, CheckOptions()) if one.is_error]
    wrong += misfits_of(domain, world.forms, source)
    if not wrong:
        return source
    if learned is None and origin is None:
        return None
    return f"the domain to start from does not fit this world: line {wrong[0].span.line}, {wrong[0].message}"
