"""A name of a model holds no address; every name that litellm ships is one."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.translate.models.errors import ModelSetupError
from clairify_cli.translate.resolve import has_address, resolve_model

ADDRESSES = stored(__file__, "ADDRESSES")


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_is_refused(name: str) -> None:
    for api_base in (None, "http://127.0.0.1:9/v1"):
        with pytest.raises(ModelSetupError, match="--api-base") as caught:
            resolve_model(name, api_base=api_base)
        assert "evil" not in str(caught.value)


def test_no_name_of_litellm_is_taken_for_an_address() -> None:
    from clairify_cli.translate.models.litellm_model import load_litellm

    names = [name for name, about in load_litellm().model_cost.items() if about.get("mode") in ("chat", "completion")]
    assert len(names) > 500
    assert [name for name in names if has_address(name)] == []


@pytest.mark.parametrize(
    "name",
    stored(__file__, "a_name_is_a_name"),
)
def test_a_name_is_a_name(name: str) -> None:
    assert not has_address(name)
