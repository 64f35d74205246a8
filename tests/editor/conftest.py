"""Editors with a server of their own, in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from editor.client import Editor

Start = Callable[..., Editor]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers with options of their own, for the folder of the test."""
    pytest.importorskip("pygls")
    with ExitStack() as stack:

        def started(*arguments: str, folder: Path | None = tmp_path, **options: Any) -> Editor:
            return stack.enter_context(Editor(folder, arguments, **options))

        yield started


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Editor, Path]]:
    """One server for many tests, and its folder; at the end it has written nothing to stderr."""
    pytest.importorskip("pygls")
    root = tmp_path_factory.mktemp("served")
    with Editor(root, snippets=True) as editor:
        yield editor, root
        assert editor.close() == 0
        assert editor.errors == b""


@pytest.fixture
def folder(served: tuple[Editor, Path], request: pytest.FixtureRequest) -> Path:
    """A folder of the server for a test alone."""
    made = served[1] / str(abs(hash(request.node.nodeid)))
    made.mkdir(exist_ok=True)
    return made


@pytest.fixture
def editor(served: tuple[Editor, Path]) -> Iterator[Editor]:
    """The server, in which nothing is open."""
    editor, _ = served
    yield editor
    for uri in list(editor.versions):
        editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        del editor.versions[uri]
