"""Whether a domain has the actions of a world, so that the steps of its plans are commands."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.agents.policies.files.rules import rules
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.language import Pddl
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.worlds.text.base import ActionForm


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


GIVEN = "<domain>"


def given_domain(text: str, forms: Sequence[ActionForm]) -> Source | str:
    """The domain as a source; if it has errors or does not fit the world, a sentence that says why."""
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
    """Our domain for a kind of world, if there is one with exactly its actions."""
    from clairify_cli.agents.formalise.given import shipped

    path = shipped().get(kind.replace("_", "-"))
    if path is None:
        return None
    given = given_domain(path.read_text(encoding="utf-8"), forms)
    return given if isinstance(given, Source) else None
