"""Holds a program to its text: what is missing, what is invented, what is something else."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.fidelity.action_checks import check_actions
from clairify_cli.fidelity.alignment import alignment
from clairify_cli.fidelity.evidence import compared
from clairify_cli.fidelity.model import Alignment
from clairify_cli.fidelity.order_checks import check_order
from clairify_cli.fidelity.quantity_checks import check_quantities
from clairify_cli.fidelity.reagent_checks import check_reagents
from clairify_cli.languages.base import CheckOptions, Language


def check_fidelity(program: Source, text: Source, language: Language, options: CheckOptions) -> list[Diagnostic]:
    """Everything in which a program and its source text differ, in the program's order.

    Spans are in the program; what is missing is blamed on the step after which it belongs, with the place in the text
    as a related one. A program without steps has no findings here: that it is empty is said elsewhere.
    """
    steps = language.claims(program, options)
    if not steps:
        return []
    evidence = compared(program, text, steps)
    checks = (check_quantities, check_reagents, check_actions, check_order)
    found = [finding for check in checks for finding in check(evidence)]
    return in_source_order(found)


def align(program: Source, text: Source, language: Language, options: CheckOptions) -> Alignment:
    """Which part of the program stands for which part of the text, whoever wrote the program."""
    evidence = compared(program, text, language.claims(program, options))
    return alignment(evidence.placed, evidence.facts.words)
