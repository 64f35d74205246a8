"""A package that is older than the lowest version declared is refused in a sentence, from the package's metadata."""

from __future__ import annotations

import importlib.metadata
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.files.extras import check_versions, install

DECLARED = stored(__file__, "DECLARED")


class TooOldError(Exception):
    pass


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    check_versions.cache_clear()
    install.cache_clear()
    yield
    check_versions.cache_clear()
    install.cache_clear()


def have(monkeypatch: pytest.MonkeyPatch, **versions: str) -> None:
    def version(name: str) -> str:
        if name not in versions:
            raise importlib.metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(importlib.metadata, "requires", lambda _: DECLARED)
    monkeypatch.setattr(importlib.metadata, "version", version)


@pytest.mark.parametrize(
    ("extra", "package", "installed", "least"), stored(__file__, "an_old_version_is_refused_with_the_command")
)
def test_an_old_version_is_refused_with_the_command(
    monkeypatch: pytest.MonkeyPatch, extra: str, package: str, installed: str, least: str
) -> None:
    have(monkeypatch, **{package: installed})
    with pytest.raises(TooOldError) as told:
        check_versions(extra, "this", TooOldError)
    assert str(told.value) == (f"this needs {package} {least} or newer, and {installed} is installed: {install(extra)}")
    check_versions("plan", "this", TooOldError)  # which asks for nothing of it


@pytest.mark.parametrize("installed", ["2.0.1", "2.0.10", "2.1", "10.0", "2.0.1+local.1"])
def test_the_lowest_version_and_newer_ones_are_accepted(monkeypatch: pytest.MonkeyPatch, installed: str) -> None:
    have(monkeypatch, ompl=installed)
    check_versions("robot", "this", TooOldError)


def test_what_is_installed_here_is_supported() -> None:
    for extra in ("llm", "plan", "robot", "worlds", "ros", "lsp"):
        check_versions(extra, "this", TooOldError)


FOLDER: dict[str, object] = {"url": "file:///home/a%20b/clairify", "dir_info": {}}
CHECKOUT: dict[str, object] = {"url": "file:///src/clairify", "dir_info": {"editable": True}}
WHEEL: dict[str, object] = {"url": "file:///tmp/clairify_cli-0.1.0-py3-none-any.whl", "archive_info": {}}
GIT: dict[str, object] = stored(__file__, "GIT")
UV = """[tool]
requirements = [{ name = "clairify-cli", extras = ["plan"], directory = "/src/clairify" }, { name = "numpy" }]
"""
PIPX = json.dumps({"main_package": {"package_or_url": "/src/clairify[llm,plan]"}})


@pytest.mark.parametrize(
    ("origin", "installer", "receipt", "expected"),
    [
        (None, "pip", None, "pip install 'clairify-cli[robot]'"),
        (FOLDER, "pip", None, "pip install '/home/a b/clairify[robot]'"),
        (CHECKOUT, "pip", None, "pip install -e '/src/clairify[robot]'"),
        (WHEEL, "pip", None, "pip install '/tmp/clairify_cli-0.1.0-py3-none-any.whl[robot]'"),
        (GIT, "pip", None, "pip install 'clairify-cli[robot] @ git+https://example.org/clairify.git@v1'"),
        (CHECKOUT, "uv", None, "uv pip install -e '/src/clairify[robot]'"),
        (FOLDER, "uv", ("uv-receipt.toml", UV), "uv tool install '/home/a b/clairify[plan,robot]'"),
        (FOLDER, "pip", ("pipx_metadata.json", PIPX), "pipx install --force '/home/a b/clairify[llm,plan,robot]'"),
    ],
)
def test_the_command_fits_how_this_copy_was_installed(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    origin: dict[str, object] | None,
    installer: str,
    receipt: tuple[str, str] | None,
    expected: str,
) -> None:
    files = {"METADATA": "Metadata-Version: 2.1\nName: clairify-cli\nVersion: 0.1.0\n", "INSTALLER": f"{installer}\n"}
    if origin is not None:
        files["direct_url.json"] = json.dumps(origin)
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    if receipt is not None:
        (tmp_path / receipt[0]).write_text(receipt[1], encoding="utf-8")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: importlib.metadata.PathDistribution(tmp_path))
    assert install("robot") == expected


def test_a_checkout_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def distribution(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", distribution)
    assert install("llm") == f"pip install '{Path(__file__).parents[2]}[llm]'"
