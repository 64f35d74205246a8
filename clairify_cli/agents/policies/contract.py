"""Whether a domain has the actions of a world, so that the steps of its plans are commands."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.agents.policies import rules
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.worlds.text.base import ActionForm


def misfits_of(domain: Domain, forms: Sequence[ActionForm], source: Source) -> list[Diagnostic]:
    """What stands between a domain and the actions of a world; `source` is the text that it was read from."""
    actions = {one.name.text: one for one in domain.actions}
    found = []
    for form in forms:
        action = actions.pop(form.name.lower(), None)
        if action is None:
            found.append(rules.action_missing(source.span(domain.start, domain.start + 1), form.name, _words(form)))
        elif len(action.parameters) != len(form.parameters):
            at = source.span(action.name.start, action.name.end)
            given, wanted = len(action.parameters), len(form.parameters)
            found.append(rules.action_parameters(at, form.name, given, _words(form), wanted))
    names = ", ".join(f"`{form.name}`" for form in forms)
    for action in actions.values():
        at = source.span(action.name.start, action.name.end)
        found.append(rules.action_without_command(at, action.name.text, names))
    return found


def _words(form: ActionForm) -> str:
    parameters = " ".join(f"?{name} - {kind}" for name, kind in form.parameters)
    return f"(:action {form.name} :parameters ({parameters}) ...)"
