"""What must differ between two runs of one version, as data: each rule has an example that a test holds it to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase

from benchmarks.compare_versions.outcome import CHANNELS, Outcome


@dataclass(frozen=True)
class Rule:
    """Replace `pattern` in some channels. `example` becomes `result`; `kept` is near and stays as it is."""

    name: str
    pattern: str
    put: str
    example: str
    result: str
    kept: str = ""
    channels: tuple[str, ...] = ("stdout", "stderr", "files")


RULES = (
    Rule(
        "wall time in a summary",
        r"(?<=[(, ])\d[\d,]*\.\d\d s(?=[,;)])",
        "# s",
        "text.txt: valid (1 round, reader, 0.25 s, fixed XDL304)",
        "text.txt: valid (1 round, reader, # s, fixed XDL304)",
        kept="done (score 0.104, 12.30 s simulated), stirred for 20 s, 0.5 s",
        channels=("stdout", "stderr"),
    ),
    Rule(
        "speed of a batch",
        r"(?m)^(time +)[\d.,]+ s, [\d.,]+ inputs a second(?=\r?$)",
        r"\1# s, # inputs a second",
        "time                1.3 s, 2.1 inputs a second",
        "time                # s, # inputs a second",
        kept="steps of a program  mean 2.00, sd 0.00",
        channels=("stdout", "stderr"),
    ),
    Rule(
        "a batch's bar at a terminal, which is drawn as often as there is time",
        r"(?:\r?\x1b\[K\[[= ]*\] \d+/\d+[^\r\n\x1b]*)+",
        "\r[bar]",
        "\r\x1b[K[    ] 0/2\r\x1b[K[====] 2/2\r\x1b[Kdone",
        "\r[bar]\r\x1b[Kdone",
        kept="[    ] 0/2",
        channels=("stdout",),
    ),
    Rule(
        "wall time in JSON",
        r'("(?:cpu_)?seconds": ?)[\d.e+-]+',
        r"\1#",
        '{"seconds": 0.25, "rounds": 1}',
        '{"seconds": #, "rounds": 1}',
        kept='{"simulated_s": 3.5, "seconds_left": 3}',
        channels=("stdout", "files"),
    ),
    Rule(
        "wall time of a batch's inputs in JSON",
        r'("seconds_per_input": ?)\{[^{}]*\}',
        r"\1#",
        '{"seconds_per_input": {"mean": 0.6, "sd": 0.1}, "steps": {"mean": 2}}',
        '{"seconds_per_input": #, "steps": {"mean": 2}}',
        kept='{"steps": {"mean": 2.0}}',
        channels=("stdout", "files"),
    ),
    Rule(
        "when it was",
        r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z",
        "TIME",
        '{"time":"2026-11-23T10:42:21.410Z"}',
        '{"time":"TIME"}',
        kept="2026-11-23",
        channels=("stdout", "files"),
    ),
    Rule(
        "name of a run",
        r'("run": ?)"[0-9a-f]{32}"',
        r'\1"#"',
        '{"run":"a01f3949694c407899ddde461ff8fa09","round":1}',
        '{"run":"#","round":1}',
        kept='{"run":0,"fingerprint":"a01f3949694c407899ddde461ff8fa09"}',
        channels=("files",),
    ),
    Rule(
        "states of a real arm, of which there are as many as come in",
        r'(?m)^\{"t": [^\n]*"kind": "state"[^\n]*\n',
        "",
        '{"t": 0.5, "utc": "", "kind": "state", "when": "moving"}\n',
        "",
        kept='{"t": 0.5, "utc": "", "kind": "done", "number": 1}\n',
        channels=("files",),
    ),
    Rule(
        "moment in a log of a real arm",
        r'(?m)^(\{"t": )[\d.e-]+',
        r"\1#",
        '{"t": 0.052, "kind": "done"}',
        '{"t": #, "kind": "done"}',
        kept='{"number": 3}',
        channels=("files",),
    ),
    Rule(
        "age of what a real arm has said (s)",
        r'("(?:mode_)?age": )[\d.e-]+',
        r"\1#",
        '{"mode": "idle", "mode_age": 0.0081}',
        '{"mode": "idle", "mode_age": #}',
        kept='{"stage": 3}',
        channels=("files",),
    ),
    Rule(
        "name of a session with a bridge",
        r"\bclairify-[0-9a-f]{12}\b",
        "clairify-#",
        '{"call": "clairify-b4ccb6a005dd-call-1"}',
        '{"call": "clairify-#-call-1"}',
        kept="clairify-record",
        channels=("files",),
    ),
    Rule(
        "hash of an output, which may hold times and is compared itself",
        r'("output_sha256": ?)"[0-9a-f]{64}"',
        r'\1"#"',
        '{"output_sha256":"' + "0a" * 32 + '"}',
        '{"output_sha256":"#"}',
        kept='{"text_sha256":"' + "0a" * 32 + '"}',
        channels=("files",),
    ),
)


@dataclass(frozen=True)
class Volatile:
    """Files whose text is a matter of time; only that they are there is compared."""

    pattern: str
    reason: str


VOLATILE: tuple[Volatile, ...] = ()


def normalised(text: str, channel: str, rules: tuple[Rule, ...] = RULES) -> str:
    """A text with what must differ taken out."""
    for rule in rules:
        if channel in rule.channels:
            text = re.sub(rule.pattern, rule.put, text)
    return text


def channels(outcome: Outcome, *, unordered: bool = False, rules: tuple[Rule, ...] = RULES) -> dict[str, str]:
    """The four channels of an outcome, normalised.

    Where inputs are done at the same time, and are told of as they end, it is `unordered`: the lines of stderr and of
    files of lines are sorted.
    """
    files = {
        name: "(volatile)\n" if any(fnmatchcase(name, one.pattern) for one in VOLATILE) else text
        for name, text in outcome.files.items()
    }
    kept = Outcome(outcome.stdout, outcome.stderr, outcome.exit, files)
    if unordered:
        files = {
            name: _sorted(normalised(text, "files", rules)) if name.endswith(".jsonl") else text
            for name, text in files.items()
        }
        kept = Outcome(outcome.stdout, _sorted(normalised(outcome.stderr, "stderr", rules)), outcome.exit, files)
    return {name: normalised(kept.channel(name), name, rules) for name in CHANNELS}


def _sorted(text: str) -> str:
    return "".join(sorted(text.splitlines(keepends=True)))
