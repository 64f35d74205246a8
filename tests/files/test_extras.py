"""A package that is older than the lowest version declared is refused in a sentence, from the package's metadata."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator

import pytest

from clairify_cli.files.extras import check_versions

DECLARED = [
    "click>=8.1",
    "ompl>=2.0.1; extra == 'robot'",
    'litellm!=1.82.7,!=1.82.8,>=1.60; extra == "llm"',
    "tarski[arithmetic]>=0.8.2; extra == 'dev'",
    "absent>=3; extra == 'robot'",
]


class TooOldError(Exception):
    pass


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    check_versions.cache_clear()
    yield
    check_versions.cache_clear()


def install(monkeypatch: pytest.MonkeyPatch, **versions: str) -> None:
    def version(name: str) -> str:
        if name not in versions:
            raise importlib.metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(importlib.metadata, "requires", lambda _: DECLARED)
    monkeypatch.setattr(importlib.metadata, "version", version)


@pytest.mark.parametrize(
    ("extra", "package", "installed", "least"),
    [
        ("robot", "ompl", "2.0.0", "2.0.1"),
        ("robot", "ompl", "1.7.0", "2.0.1"),
        ("llm", "litellm", "1.9.2", "1.60"),
        ("dev", "tarski", "0.8.1.post1", "0.8.2"),
    ],
)
def test_an_old_version_is_refused_with_the_command(
    monkeypatch: pytest.MonkeyPatch, extra: str, package: str, installed: str, least: str
) -> None:
    install(monkeypatch, **{package: installed})
    with pytest.raises(TooOldError) as told:
        check_versions(extra, "this", TooOldError)
    assert str(told.value) == (
        f"this needs {package} {least} or newer, and {installed} is installed: pip install 'clairify-cli[{extra}]'"
    )
    check_versions("plan", "this", TooOldError)  # which asks for nothing of it


@pytest.mark.parametrize("installed", ["2.0.1", "2.0.10", "2.1", "10.0", "2.0.1+local.1"])
def test_the_lowest_version_and_newer_ones_are_accepted(monkeypatch: pytest.MonkeyPatch, installed: str) -> None:
    install(monkeypatch, ompl=installed)
    check_versions("robot", "this", TooOldError)


def test_what_is_installed_here_is_supported() -> None:
    for extra in ("llm", "plan", "robot", "worlds", "ros"):
        check_versions(extra, "this", TooOldError)
