"""Shell completion, driven as the shells drive it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from unittest import mock

import pytest
from click.shell_completion import BashComplete

from clairify_cli.app import COMMANDS, cli
from clairify_cli.diagnostics.render import FORMATS
from clairify_cli.rulebook import all_rules
from cli.conftest import Run, shell


def completed(words: str, current: int | None = None) -> list[str]:
    """What bash is offered for the last of the words (or for a new one, where they end in a space)."""
    position = len(words.split(" ")) - 1 if current is None else current
    with mock.patch.dict(os.environ, COMP_WORDS=words, COMP_CWORD=str(position)):
        return BashComplete(cli, {}, "clairify", "_CLAIRIFY_COMPLETE").complete().split()


def test_commands() -> None:
    assert completed("clairify che") == ["plain,check"]
    assert completed("clairify ") == [f"plain,{name}" for name in COMMANDS]


def test_options_and_their_values(own_folder: Path) -> None:
    (own_folder / "clairify.toml").write_text("broken")  # which must not matter here
    assert completed("clairify check --str") == ["plain,--strict"]
    assert completed("clairify check --format ") == [f"plain,{name}" for name in (*FORMATS, "html")]
    assert completed("clairify check --format s") == ["plain,sarif"]
    assert completed("clairify check --dialect ") == ["plain,2.0", "plain,clairify", "plain,0.5", "plain,0.4"]
    assert completed("clairify xdl --feedback n") == ["plain,naive"]
    assert completed("clairify xdl --model re") == ["plain,reader", "plain,replay:"]
    assert completed("clairify replan --domain-from ") == ["plain,given", "plain,model", "plain,learned"]
    assert completed("clairify pddl --domain blocks --problem te") == ["plain,ten", "file,te"]
    assert "plain,kitchen" in completed("clairify pddl --problem ki")
    assert completed("clairify completion ") == ["plain,bash", "plain,zsh", "plain,fish"]


def test_rule_codes() -> None:
    codes = [code for code in all_rules() if code.startswith("XDL30")]
    assert completed("clairify rule XDL30") == [f"plain,{code}" for code in codes]
    assert completed("clairify check --ignore xdl30") == [f"plain,{code}" for code in codes]
    assert completed("clairify check --select XDL1,XDL301") == ["plain,XDL1,XDL301"]


def test_files() -> None:
    assert completed("clairify check pl") == ["file,pl"]
    assert completed("clairify xdl --trace t") == ["file,t"]
    assert completed("clairify check --hardware be") == []


@pytest.mark.parametrize("kind", ["zsh", "fish"])
def test_other_shells(kind: str) -> None:
    ran = shell(
        "clairify",
        _CLAIRIFY_COMPLETE=f"{kind}_complete",
        COMP_WORDS="clairify che",
        COMP_CWORD="1" if kind == "zsh" else "che",
    )
    assert "check" in ran.out
    assert "Report every problem in programs" in ran.out


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_scripts(kind: str, clairify: Run, own_folder: Path) -> None:
    script = clairify("completion", kind).out
    assert f"_CLAIRIFY_COMPLETE={kind}_complete" in script
    (own_folder / "script").write_text(script)
    if shutil.which(kind) is None:
        pytest.skip(f"{kind} is not installed")
    ran = shell(f"{kind} -n script")
    assert (ran.code, ran.said) == (0, "")


def test_the_script_works_in_bash() -> None:
    ran = shell(
        'eval "$(clairify completion bash)"; complete -p clairify; '
        'COMP_WORDS=(clairify check --form); COMP_CWORD=2; _clairify_completion clairify; echo "${COMPREPLY[@]}"'
    )
    assert ran.out.splitlines() == ["complete -o nosort -F _clairify_completion clairify", "--format"]
    assert ran.err == ""
