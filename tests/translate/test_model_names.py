"""A name of a model holds no address; every name that litellm ships is one."""

from __future__ import annotations

import pytest

from clairify_cli.translate.models.errors import ModelSetupError
from clairify_cli.translate.resolve import has_address, resolve_model

ADDRESSES = (
    "huggingface/http://evil.example/v1",
    "huggingface/HTTPS://evil.example",
    "huggingface/http:/evil.example",
    "huggingface/http:\\\\evil.example",
    "huggingface/ht\ttp://evil.example",
    "huggingface/ht\u200btp://evil.example",
    "huggingface/http%3A%2F%2Fevil.example",
    "huggingface/http%253A%252F%252Fevil.example",
    "huggingface/http\uff1a\uff0f\uff0fevil.example",
    "oobabooga/https://evil.example",
    "custom/ws://evil.example",
    "custom/evil.example:8080",
    "custom/evil:8080/v1",
    "custom/10.0.0.1/v1",
    "custom/[::1]/v1",
    "openai/localhost",
    "openai//evil.example/v1",
    "openai/user:pass@evil.example",
    "http://evil.example/v1",
)


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
    [
        "openai/gpt-4.1",
        "ollama/llama3:8b",
        "ollama/hf.co/bartowski/Llama-3.2-1B-Instruct-GGUF:Q4_K_M",
        "bedrock/us.anthropic.claude-3-5-sonnet-20241022-v2:0",
        "bedrock/arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.amazon.nova-pro-v1:0",
        "vertex_ai/claude-3-5-sonnet@20240620",
        "ft:gpt-4o-2024-08-06:acme::abc123",
        "openrouter/meta-llama/llama-3.1-8b-instruct:free",
        "cloudflare/@cf/meta/llama-2-7b-chat-int8",
    ],
)
def test_a_name_is_a_name(name: str) -> None:
    assert not has_address(name)
