"""Holds a program to its text: what is missing, what is invented, what is something else."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Related, Source, Span, in_source_order
from clairify_cli.fidelity import rules
from clairify_cli.fidelity.amounts import amounts
from clairify_cli.fidelity.asides import asides
from clairify_cli.fidelity.matching import Item, Matching, matched
from clairify_cli.fidelity.model import Amount, Standing
from clairify_cli.fidelity.names import Names, is_generic
from clairify_cli.fidelity.units import AMOUNTS
from clairify_cli.fidelity.words import read_words
from clairify_cli.languages.base import CheckOptions, ClaimKind, Language, StepClaims


def check_fidelity(program: Source, text: Source, language: Language, options: CheckOptions) -> list[Diagnostic]:
    """Everything in which a program and its source text differ, in the program's order."""
    steps = language.claims(program, options)
    words = read_words(text.text)
    found_amounts = amounts(words, asides(words))
    names = Names(text.text)
    matching = matched(steps, found_amounts, names)
    found: list[Diagnostic] = []
    for item in matching.items:
        found += _of_item(item, matching, found_amounts, names, text)
    for amount in found_amounts:
        found += _of_amount(amount, matching, steps, program, text, words)
    return in_source_order(found)


def _of_item(item: Item, matching: Matching, found: list[Amount], names: Names, text: Source) -> list[Diagnostic]:
    claim, step = item.claim, item.step
    if claim.kind is ClaimKind.REAGENT:
        if item.choices or is_generic(claim.written):
            return []
        return [rules.invented_reagent(claim.span, claim.written, claim.property, step.name)]
    if item.amount is None:
        if item.choices:
            if claim.dimension == "temp":
                return []
            _, start, end, _ = item.choices[0]
            related = (Related("the text", text.span(start, end)),)
            return [
                rules.quantity_twice(
                    claim.span, claim.written, claim.property, step.name, text.text[start:end], related
                )
            ]
        return [rules.invented_quantity(claim.span, claim.written, claim.property, step.name, None)]
    if not item.named and item.reagent is not None and names.find(item.reagent.written, item.reagent.names):
        start, end = item.amount.about[0] if item.amount.about else (item.amount.start, item.amount.end)
        start, end = min(start, *(low for low, _ in item.amount.about)) if item.amount.about else start, item.amount.end
        related = (Related("the text", text.span(item.amount.start, item.amount.end)),)
        return [
            rules.wrong_reagent(
                item.reagent.span, item.reagent.written, claim.written, text.text[start:end], step.name, related
            )
        ]
    return []


def _of_amount(
    amount: Amount, matching: Matching, steps: tuple[StepClaims, ...], program: Source, text: Source, words: object
) -> list[Diagnostic]:
    if amount.standing is Standing.ASIDE:
        return []
    used = matching.used[amount.number]
    if used:
        return []
    related = (Related("the text", text.span(amount.start, amount.end)),)
    value = amount.values[0]
    at = program.span(0)
    return [
        rules.missing_quantity(
            at,
            value.words,
            text.text[max(0, amount.start - 40) : amount.end + 10],
            False,
            amount.standing is Standing.INSTRUCTION,
            related,
        )
    ]
