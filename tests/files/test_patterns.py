"""Patterns that are compiled on first use: all that the modules define are valid, and none is compiled before."""

from __future__ import annotations

import importlib
import marshal
import pkgutil
import re
import sys
from pathlib import Path
from typing import cast

import pytest

import clairify_cli
from clairify_cli.fidelity import lists
from clairify_cli.files.patterns import _keep, _kept, _Late, _parts, compiled, late


def test_every_late_pattern_is_valid() -> None:
    patterns: list[re.Pattern[str]] = [lists.pattern(name) for name in lists._tables()["pattern"]]
    patterns += [one.words for one in lists.conventions()]
    patterns += [part for one in lists.operators() for part in (one.words, one.unless, one.shown)]
    for room in ("chemistry", "diagnostics", "english", "fidelity", "languages"):
        package = importlib.import_module(f"{clairify_cli.__name__}.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            known = vars(importlib.import_module(module.name)).values()
            patterns += [cast("re.Pattern[str]", one) for one in known if type(one) is _Late]
    assert len(patterns) > 200
    for one in patterns:
        one.search("")
        asked = cast("_Late", one)._asked
        assert compiled(*asked) == re.compile(*asked)  # equal if the engine has the same code


def test_a_late_pattern_is_compiled_when_it_is_used() -> None:
    wrong = late("(")
    with pytest.raises(re.error):
        wrong.search("x")
    right = late("A+", re.IGNORECASE)
    assert right.sub("b", "aAc") == "bc"
    assert right.pattern == "A+"


def test_what_the_compiler_made_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "a.patterns"
    made = {(text, flags): _parts(text, flags) for text, flags in (("(?P<a>b)|c", 0), ("é[α-ω]", int(re.I)))}
    _keep(path, f"{sys.version} {importlib.import_module('_sre').MAGIC}", made, 0)
    assert _kept.__wrapped__(path) == made
    for wrong in (b"", b"no", marshal.dumps(3), marshal.dumps(("another version", made))):
        path.write_bytes(wrong)
        assert _kept.__wrapped__(path) == {}


def test_a_spoiled_file_or_another_engine_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = importlib.import_module("clairify_cli.files.patterns")
    wrong: tuple[object, ...] = ((32, b"\xff\xff\xff\x7f", 0, {}, (None,)), 3, (1, b"abc"))
    for spoiled in ({("a+", 0): one} for one in wrong):
        monkeypatch.setattr(kept, "_kept", lambda path, spoiled=spoiled: spoiled)
        assert compiled("a+", 0).fullmatch("aa") is not None
