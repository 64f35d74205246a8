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
        "wall time at the end of a summary",
        r"(?<=[(, ])\d[\d,]*\.\d+ s(?=\))",
        "# s",
        "text.txt: valid (1 round, reader, 0.25 s)",
        "text.txt: valid (1 round, reader, # s)",
        kept="stirred for 0.25 s, then",
        channels=("stderr",),
    ),
    Rule(
        "wall time in JSON",
        r'("(?:cpu_|wall_|solver_)?seconds": ?)[\d.e+-]+',
        r"\1#",
        '{"seconds": 0.25, "rounds": 1}',
        '{"seconds": #, "rounds": 1}',
        kept='{"simulated_seconds": 3.5}',
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


def channels(outcome: Outcome, rules: tuple[Rule, ...] = RULES) -> dict[str, str]:
    """The four channels of an outcome, normalised."""
    files = {
        name: "(volatile)\n" if any(fnmatchcase(name, one.pattern) for one in VOLATILE) else text
        for name, text in outcome.files.items()
    }
    kept = Outcome(outcome.stdout, outcome.stderr, outcome.exit, files)
    return {name: normalised(kept.channel(name), name, rules) for name in CHANNELS}
