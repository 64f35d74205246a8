"""The comparison of two versions: differences in each channel, the allowance, normalisation, what is recorded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored

from benchmarks.compare_versions import report, sides
from benchmarks.compare_versions.__main__ import main
from benchmarks.compare_versions.allowance import Allowance, AllowanceError, read
from benchmarks.compare_versions.comparing import Comparer, Comparison, compare_all
from benchmarks.compare_versions.invocation import Invocation, make, script
from benchmarks.compare_versions.normalising import RULES, VOLATILE, channels, normalised
from benchmarks.compare_versions.options import commands, uncovered
from benchmarks.compare_versions.outcome import CHANNELS, Cache, Outcome
from benchmarks.compare_versions.recorded import invocations
from benchmarks.compare_versions.sides import ROOT
from compare_versions.small import version

ONE = make("made/one", "do it", files={"in.txt": "in"})
CHANGES: dict[str, dict[str, Any]] = stored(__file__, "CHANGES")
"""A change of the program that shows in one channel alone."""

Compared = Callable[..., Comparison]


@pytest.fixture
def compared(tmp_path: Path) -> Compared:
    """Compares the usual version with one that is changed."""

    def compare(*some: Invocation, allow: str = "", cache: Cache | None = None, **change: Any) -> Comparison:
        (tmp_path / "allowed.toml").write_text(allow)
        old = version(tmp_path / f"old{len(list(tmp_path.iterdir()))}", "old")
        new = version(tmp_path / f"new{len(list(tmp_path.iterdir()))}", "new", **change)
        allowed = read(tmp_path / "allowed.toml")
        result, interrupted = compare_all(
            lambda running: Comparer(old, new, running, allowed, cache), some or (ONE,), 2, progress=False
        )
        assert not interrupted
        compare.allowed = allowed  # type: ignore[attr-defined]
        return result

    return compare


def test_equal_versions_do_not_differ(compared: Compared) -> None:
    result = compared(seconds=3.52)  # which is a matter of time
    assert (result.same, result.differences, result.failed) == (1, [], [])


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_difference_is_found_in_each_channel(channel: str, compared: Compared, tmp_path: Path) -> None:
    result = compared(**CHANGES[channel])
    (found,) = result.differences
    assert list(found.diffs) == [channel]
    assert f"--- old/{channel}\n+++ new/{channel}\n" in found.diffs[channel]
    report.write(tmp_path / "report", result)
    shown = (tmp_path / "report" / "made--one.diff").read_text()
    assert shown.startswith("=== made/one\n$ clairify do it\n--- old/")
    assert json.loads((tmp_path / "report" / "summary.json").read_text())["different"] == {"made/one": [channel]}


def test_a_file_that_is_gone_and_one_that_is_more_are_differences(compared: Compared) -> None:
    written = 'Path("out.json").write_text('
    result = compared(old=written, new='Path("in.txt").unlink(); Path("more.bin").write_bytes(b"\\xff"); (')
    (found,) = result.differences
    for line in ("-===== out.json", "+===== in.txt", "+(removed)", "+===== more.bin", "+(1 bytes, sha256 "):
        assert f"\n{line}" in found.diffs["files"]


@pytest.mark.parametrize("channel", CHANNELS)
def test_what_is_allowed_is_allowed_in_its_channel_alone(channel: str, compared: Compared) -> None:
    allow = '[[allow]]\nid = "made/*"\nchannels = ["{}"]\nreason = "meant"\n'
    result = compared(allow=allow.format(channel), **CHANGES[channel])
    assert (result.allowed, result.differences) == (1, [])
    other = next(one for one in CHANNELS if one != channel)
    assert len(compared(allow=allow.format(other), **CHANGES[channel]).differences) == 1
    assert len(compared(allow=allow.format(channel).replace("made", "else"), **CHANGES[channel]).differences) == 1


REWRITE = stored(__file__, "REWRITE")


def test_a_rewriting_is_held_to_what_comes_out(compared: Compared) -> None:
    assert compared(allow=REWRITE, film="--film").differences == []
    assert compared.allowed.stale([]) == []  # type: ignore[attr-defined]
    (found,) = compared(allow=REWRITE, film="--movie").differences
    assert '-{"seconds": #, "film": "--film"}' in found.diffs["files"]  # as rewritten


def test_an_entry_that_nothing_needs_is_stale(compared: Compared) -> None:
    compared(allow=REWRITE)
    allowed: Allowance = compared.allowed  # type: ignore[attr-defined]
    assert [str(one) for one in allowed.stale([])] == ["made/one (files): the option is called --film now"]
    assert allowed.stale(["made/one"]) == []  # it was skipped here
    useless = REWRITE + REWRITE.replace("--rec(o)rd", "--nothing")
    compared(allow=useless, film="--film")
    assert len(compared.allowed.stale([])) == 1  # type: ignore[attr-defined]


def test_the_old_version_is_given_its_own_word_for_an_option(compared: Compared) -> None:
    allow = '[[old_spelling]]\ncommand = "do"\nnew = "--film"\nold = "--record"\nreason = "renamed"\n'
    allow += (
        '[[allow]]\nid = "*"\nchannels = ["stdout"]\nreason = "it"\nrewrite = [{before = "--record", after = "--film"}]'
    )
    assert compared(make("a", "do --film=x --film y"), allow=allow).differences == []
    assert compared(make("a", "other --film x"), allow=allow).differences == []
    assert len(compared(make("a", "do --film x"), allow=allow.partition("[[allow]]")[0]).differences) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    stored(__file__, "an_allowance_that_is_wrong_is_one_sentence"),
)
def test_an_allowance_that_is_wrong_is_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "allowed.toml").write_text(text)
    with pytest.raises(AllowanceError, match=r"allowed\.toml") as error:
        read(tmp_path / "allowed.toml")
    assert said in str(error.value)


def test_the_committed_allowance_can_be_read() -> None:
    read(ROOT / "benchmarks" / "compare_versions" / "allowed.toml")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_normalisation_takes_out_what_must_differ_and_nothing_near_it(rule: object) -> None:
    from benchmarks.compare_versions.normalising import Rule

    assert isinstance(rule, Rule)
    assert normalised(rule.example, rule.channels[0], (rule,)) == rule.result
    assert normalised(rule.kept, rule.channels[0], (rule,)) == rule.kept
    for channel in set(CHANNELS) - set(rule.channels):
        assert normalised(rule.example, channel, (rule,)) == rule.example


def test_inputs_that_are_done_at_the_same_time_are_told_of_in_any_order() -> None:
    one = Outcome("a\nb\n", "x (0.20 s)\ny (0.10 s)\n", "0\n", {"m.jsonl": "1\n2\n", "a.xdl": "1\n2\n"})
    other = Outcome("a\nb\n", "y (0.30 s)\nx (0.10 s)\n", "0\n", {"m.jsonl": "2\n1\n", "a.xdl": "1\n2\n"})
    assert channels(one) != channels(other)
    assert channels(one, unordered=True) == channels(other, unordered=True)
    turned = Outcome("b\na\n", one.stderr, one.exit, {**one.files, "a.xdl": "2\n1\n"})
    found = channels(turned, unordered=True)
    assert [name for name, text in channels(one, unordered=True).items() if text != found[name]] == ["stdout", "files"]
    assert [make("a", line).unordered for line in ("xdl in -j 2", "xdl in --jobs 0", "xdl in -j 1", "xdl in")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_volatile_files_have_a_reason() -> None:
    assert all(one.reason for one in VOLATILE)


def test_folders_of_a_run_are_not_a_difference(compared: Compared) -> None:
    assert compared(old="artefact of", new="artefact of").same == 1
    shown = compared(script("pwd", "pwd; echo $0 $HOME; command -v clairify", files={"a/b.txt": "x"}))
    assert (shown.same, shown.differences) == (1, [])


def test_what_the_old_version_gave_is_kept(compared: Compared, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "outcomes", "here")
    assert compared(cache=cache).kept == 0
    assert compared(cache=cache).kept == 1
    assert compared(cache=Cache(tmp_path / "outcomes", "elsewhere")).kept == 0
    assert compared(make("made/one", "do it", files={"in.txt": "other"}), cache=cache).kept == 0


def test_what_takes_too_long_is_not_believed(
    compared: Compared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.compare_versions.running.LIMIT", 0.5)
    cache = Cache(tmp_path / "outcomes", "here")
    result = compared(make("slow", "wait"), cache=cache)
    assert [one.partition(":")[0] for one in result.failed] == ["slow on the old version", "slow on the new version"]
    assert not (tmp_path / "outcomes").exists()


def test_ctrl_c_ends_all_that_runs(tmp_path: Path) -> None:
    old = version(tmp_path / "old", "old")
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    some = [make(f"slow/{at}", "wait") for at in range(20)]
    result, interrupted = compare_all(
        lambda running: Comparer(old, old, running, Allowance(), None), some, 2, progress=False
    )
    assert interrupted and time.monotonic() - begun < 20
    assert result.seconds == {}


def test_a_version_is_run_from_its_own_tree(tmp_path: Path) -> None:
    version(tmp_path / "old", "old")
    side = sides.set_up("old", str(tmp_path / "old"), tmp_path / "cache")
    done = subprocess.run([side.bin / "clairify", "x"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "artefact of x\n"
    (tmp_path / "old" / "clairify_cli" / "data").mkdir()
    with pytest.raises(sides.SideError, match="hides the schemas"):
        sides.set_up("old", str(tmp_path / "old"), tmp_path / "cache")
    with pytest.raises(sides.SideError, match="no clairify_cli"):
        sides.set_up("old", str(tmp_path), tmp_path / "cache")
    with pytest.raises(sides.SideError, match="no such version"):
        sides.set_up("old", "no-such-tag", tmp_path / "cache")


def test_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--old", "no-such-tag", "--cache", str(tmp_path)]) == 2
    assert "no such version" in capsys.readouterr().err


@pytest.mark.long
def test_from_a_shell(tmp_path: Path) -> None:
    """This tree against itself, over three invocations; and an allowance that nothing needs, over all."""
    told = [sys.executable, "-m", "benchmarks.compare_versions", "--old", str(ROOT), "--cache", str(tmp_path)]
    some = ["--only", "help/version", "--only", "check/options/fix", "--only", "terminal/check", "-q"]
    done = subprocess.run([*told, *some], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("3 the same, 0 different as allowed, 0 different, ")
    assert main(["--old", str(ROOT), "--only", "nothing/*", "--cache", str(tmp_path)]) == 2
    assert main(["--old", str(ROOT), "--allow", str(tmp_path / "gone.toml"), "--cache", str(tmp_path)]) == 2


def test_all_that_is_recorded() -> None:
    """More than 1,500 invocations, of every command, with every option in earnest."""
    some = invocations()
    assert sum(not one.missing for one in some) >= 1500
    assert {words[0] for one in some for words in one.commands if words} >= set(commands())
    left = uncovered(some)
    assert left == [], "record an invocation with each of these in benchmarks/compare_versions/recorded"
