"""All rules of the project in one table. Only what lists or looks up rules needs it; checks import what they use."""

from __future__ import annotations

from importlib import import_module

from clairify_cli.diagnostics.registry import Rule, registered

MODULES = (
    "clairify_cli.diagnostics.suppress",
    "clairify_cli.languages.xdl.rules.xml",
    "clairify_cli.languages.xdl.rules.structure",
    "clairify_cli.languages.xdl.rules.references",
    "clairify_cli.languages.xdl.rules.quantities",
    "clairify_cli.languages.xdl.rules.state",
    "clairify_cli.languages.xdl.rules.chemistry",
    "clairify_cli.languages.pddl.rules.text",
    "clairify_cli.languages.pddl.rules.structure",
    "clairify_cli.languages.pddl.rules.declarations",
    "clairify_cli.languages.pddl.rules.requirements",
    "clairify_cli.languages.pddl.rules.types",
    "clairify_cli.languages.pddl.rules.meaning",
    "clairify_cli.languages.pddl.rules.support",
    "clairify_cli.languages.pddl.rules.plan_text",
    "clairify_cli.languages.program.rules.text",
    "clairify_cli.languages.program.rules.structure",
    "clairify_cli.languages.program.rules.spelling",
    "clairify_cli.languages.program.rules.names",
    "clairify_cli.languages.program.rules.meaning",
    "clairify_cli.languages.program.rules.rehearsal",
    "clairify_cli.fidelity.rules",
    "clairify_cli.fidelity.flow.rules",
    "clairify_cli.fidelity.goals.rules",
    "clairify_cli.planning.solvers.outcome_rules",
    "clairify_cli.planning.explain.rules",
    "clairify_cli.reader.rules",
    "clairify_cli.reader.goals.rules",
    "clairify_cli.planning.validate.rules",
    "clairify_cli.translate.findings",
    "clairify_cli.agents.formalise.rules",
    "clairify_cli.agents.policies.files.rules",
    "clairify_cli.documents.rules",
    "clairify_cli.worlds.scene.rules",
    "clairify_cli.worlds.scene.rules",
    "clairify_cli.agents.execution.rules",
    "clairify_cli.worlds.ros.profile.rules",
)


def all_rules() -> dict[str, Rule[...]]:
    """Every rule by code, in order of code."""
    for module in MODULES:
        import_module(module)
    return registered()
