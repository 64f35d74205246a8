"""What a person is told of a text and its program, and by what its findings are gathered."""

from __future__ import annotations

import pytest

from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.fidelity.groups import groups
from clairify_cli.fidelity.mapped.mapping import source_map
from clairify_cli.fidelity.mapped.verdict import verdict
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.rulebook import all_rules

from .mapped import read_map


def test_every_rule_about_a_text_has_a_group() -> None:
    """A new rule belongs into the table of `clairify_cli/fidelity/groups.toml`, by what a person does about it."""
    assert set(groups()) == {code for code in all_rules() if code.startswith("XDL6")}
    assert all(group.title and group.help for group in groups().values())


@pytest.mark.parametrize(
    ("first", "then"), [("XDL608", "XDL602"), ("XDL620", "XDL601"), ("XDL614", "XDL611"), ("XDL611", "XDL693")]
)
def test_another_product_comes_before_numbers_conditions_and_guesses(first: str, then: str) -> None:
    ranks = list(dict.fromkeys(groups().values()))
    assert ranks.index(groups()[first]) < ranks.index(groups()[then])


def test_a_text_that_was_understood() -> None:
    found = read_map("Add 5 g of salt to a beaker. Stir for 5 min.")
    assert verdict(found) == ("Recognised instructions that have a step: 2 of 2.",)


def test_what_was_guessed_left_out_and_is_to_be_decided() -> None:
    text = "Add 5 g of salt. Tap it with a magic wand. Add water and stir until it is clear. Repeat this twice."
    assert verdict(read_map(text)) == (
        "Recognised instructions that have a step: 3 of 4.",
        "Guessed: `beaker` for `Add 5 g of salt`.",
        "Left out: `Tap it with a magic wand`.",
        "Only in comments: `until it is clear`.",
        "To decide: how much `water`; `Repeat this twice` is read as all 3 instructions before it; it could also mean "
        "the last instruction only.",
    )


def test_what_a_program_of_another_origin_lacks() -> None:
    text = Source("Add 5 g of salt to 50 mL of water in a flask. Stir for 10 min. Filter.", "text.txt")
    steps = '<Add vessel="flask" reagent="water" volume="50 mL"/><Add vessel="flask" reagent="salt" mass="5 g"/>'
    program = Source(f"<XDL><Synthesis><Procedure>{steps}</Procedure></Synthesis></XDL>", "plan.xdl")
    xdl, options = get("xdl"), CheckOptions()
    found = source_map(text, program, xdl, options, check_fidelity(program, text, xdl, options))
    assert verdict(found) == (
        "Recognised instructions that have a step: 1 of 3.",
        "Left out: `Stir`, `10 min`, `Filter`.",
    )


def test_quotations_are_short_and_few() -> None:
    found = read_map(
        "".join(f"Wave the {n}th wand over it, {'very ' * 20}gently. Add {n} g of salt. " for n in range(1, 9))
    )
    (left_out,) = (sentence for sentence in verdict(found) if sentence.startswith("Left out"))
    assert left_out.count(" …`") == 6
    assert left_out.endswith(" and 2 more.")


@pytest.mark.parametrize("text", ["", "Nothing to see here.", "x" * 60_001])
def test_nothing_is_said_of_instructions_where_none_are_known(text: str) -> None:
    assert not any("instructions" in sentence for sentence in verdict(read_map(text)))
