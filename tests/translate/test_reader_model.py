"""The offline reader in the loop."""

from __future__ import annotations

import importlib

import pytest

from clairify_cli.languages import get
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import translate
from clairify_cli.translate.models.offline import ReaderModel
from translate.toy import Toy


def test_it_writes_xdl_without_a_model() -> None:
    if not hasattr(importlib.import_module("clairify_cli.reader.protocol"), "read_to_xdl"):
        pytest.skip("the reader is not there")
    result = translate("Add 15 g of acetic acid to a beaker. Stir for 20 seconds.", get("xdl"), ReaderModel())
    assert result.outcome is Outcome.VALID
    assert "15 g" in result.program
    assert "20 s" in result.program
    assert (result.cost, len(result.rounds)) == (0.0, 1)


def test_another_language_is_refused() -> None:
    result = translate("One flask.", Toy(), ReaderModel())
    assert result.outcome is Outcome.MODEL_FAILED
    assert result.error == "the offline reader writes XDL only, not toy: name a language model for that"
