"""Scores the PDDL checks against Fast Downward's translator, on pairs that language models wrote.

`python -m benchmarks.score_pddl` runs the translator over the 1,500 pairs of the shared data (some two minutes on two
cores) and prints how often our error / no error agrees with its refusing / accepting, where a pair that it accepts and
silently misreads counts as refused (`benchmarks/pddl_translator.py` says what that is). `--labels FILE` keeps the
verdicts in a file and takes them from there the next time; `--show` lists the disagreements.

Of every refused pair it is also asked whether our errors stand at the place at fault. The judge is mechanical: what the
translator quotes as its reason (`Got: ...`, `Predicate '...'`, `KeyError: '...'`) has to stand in the span of one of
our errors; where a bracket is missing it quotes nothing, and the repair that our finding proposes has to make the
translator read on, to another reason or to none.

Seven places are left that this judge does not find, and a reader does: in four pairs the translator breaks off with an
error of its own code that quotes nothing (a list among the terms of an atom, `not` among the predicates), in one a
problem has no goal, and in two the predicate that it misses is declared in a second `:predicates` behind the actions,
which is what our errors say.

The one disagreement that is left, and why: pair 6c7b42f0c8d6 has two actions whose parameters are of types that it
nowhere declares. The translator drops both, because their effects are empty, and so never meets the types; an unknown
type is an error all the same.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.figures import figure, share
from benchmarks.pddl_translator import Pair, Verdict, judge, translate
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

PAIRS = "pddl-llm/pairs.jsonl.gz"

_QUOTED = (
    re.compile(r"\bGot: (.+)$", re.MULTILINE),
    re.compile(r"Predicate '([^']+)' of arity"),
    re.compile(r"KeyError: '([^']+)'"),
    re.compile(r"duplicate objects: (.+)$", re.MULTILINE),
    re.compile(r"Reason: two '([^']+)' specifications"),
    re.compile(r"Reason: (.+) is true and false"),
    re.compile(r"Parsing action '([^']+)'(?!.*Parsing action)", re.DOTALL),
)


@dataclass(frozen=True)
class Scored:
    """What both say of a pair."""

    pair: Pair
    verdict: Verdict
    errors: tuple[Diagnostic, ...]

    @property
    def agrees(self) -> bool:
        return self.verdict.refused == bool(self.errors)


def load(data: Path) -> list[Pair]:
    """The pairs of the shared data."""
    with gzip.open(data / PAIRS, "rt", encoding="utf-8") as lines:
        made = [json.loads(line) for line in lines]
    return [Pair(one["id"], one["domain"], one["problem"]) for one in made]


def errors_of(pair: Pair) -> tuple[Diagnostic, ...]:
    """Our errors in both texts of a pair, each text checked with the other as its context."""
    domain, problem = Source(pair.domain, "domain.pddl"), Source(pair.problem, "problem.pddl")
    pddl = get("pddl")
    found = [
        *pddl.check(domain, CheckOptions(context=(problem,))),
        *pddl.check(problem, CheckOptions(context=(domain,))),
    ]
    # Warnings about what Fast Downward refuses count as well; those of costs and numbers are told otherwise.
    return tuple(one for one in found if one.is_error or one.code in ("PDL115", "PDL119", "PDL128"))


def score(pairs: Sequence[Pair], verdicts: Sequence[Verdict]) -> list[Scored]:
    """Our errors beside the verdicts of the translator."""
    by_id = {one.id: one for one in verdicts}
    return [Scored(pair, by_id[pair.id], errors_of(pair)) for pair in pairs]


# ------------------------------------------------------------------------------------------- the place at fault


def quoted(verdict: Verdict) -> list[str]:
    """The names that the translator gives as its reason, in lower case; none where it names nothing."""
    if verdict.misread:
        names = [re.sub(r"^unknown type (\S+) of .*|^(\S+) - .*", r"\1\2", one) for one in verdict.misread]
        return [name.lower() for name in names]
    for pattern in _QUOTED:
        found = pattern.findall(verdict.said)
        if found:
            return [part for part in re.split(r"[\s(),]+", found[-1].strip().lower()) if part]
    return []


def at_the_place(one: Scored, *, first_only: bool = False) -> bool:
    """Whether an error of ours (`first_only`: the first of them) stands where the translator's reason is."""
    errors = one.errors[:1] if first_only else one.errors
    names = quoted(one.verdict)
    if any(name in _marked(one.pair, error) for error in errors for name in names):
        return True
    brackets = [error for error in errors if error.code in ("PDL004", "PDL005", "PDL010")]
    return bool(brackets) and _reads_on(one, brackets)


def _marked(pair: Pair, error: Diagnostic) -> str:
    text = pair.domain if error.span.file == "domain.pddl" else pair.problem
    return text[error.span.start : error.span.end].lower()


def _reads_on(one: Scored, brackets: Sequence[Diagnostic]) -> bool:
    """Whether the translator gets further when the brackets are put right as our findings propose."""
    texts = []
    for name, text in (("domain.pddl", one.pair.domain), ("problem.pddl", one.pair.problem)):
        ours = [error for error in brackets if error.span.file == name]
        texts.append(apply_fixes(text, ours, unsafe=True)[0])
    again = translate(Pair(one.pair.id, *texts))
    return again.said != one.verdict.said


# -------------------------------------------------------------------------------------------------- the report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds pddl-llm")
    parser.add_argument("--labels", type=Path, help="a file for the verdicts of the translator")
    parser.add_argument("--count", type=int, help="so many pairs from the beginning (default: all)")
    parser.add_argument("--show", action="store_true", help="list the disagreements and the places that differ")
    asked = parser.parse_args()
    if not (asked.data / PAIRS).is_file():
        sys.exit(f"there is no {asked.data / PAIRS}; name the folder with --data")
    pairs = load(asked.data)[: asked.count]
    verdicts = _verdicts(pairs, asked.labels)
    for pair in pairs[:20]:
        errors_of(pair)  # imports
    started = time.process_time()
    scored = score(pairs, verdicts)
    seconds = time.process_time() - started
    print_agreement(scored)
    print(f"our checks: {seconds:.2f} s for {len(pairs)} pairs, {seconds / len(pairs) * 1e3:.2f} ms a pair")
    figure("PDDL checks: time of a pair", seconds / len(pairs) * 1e3, "ms", n=len(pairs), better="less")
    print_places(scored, show=asked.show)
    if asked.show:
        for one in scored:
            if not one.agrees:
                _show(one)


def _verdicts(pairs: Sequence[Pair], labels: Path | None) -> list[Verdict]:
    """The translator's verdicts: from the file, where there is one; else by running it."""
    if labels is not None and labels.is_file():
        lines = labels.read_text(encoding="utf-8").splitlines()
        known = [json.loads(line) for line in lines]
        return [Verdict(one["id"], one["code"], one["said"], tuple(one["misread"])) for one in known]
    verdicts = judge(pairs)
    if labels is not None:
        labels.write_text("".join(json.dumps(asdict(one)) + "\n" for one in verdicts), encoding="utf-8")
    return verdicts


def print_agreement(scored: Sequence[Scored]) -> None:
    """The share of pairs on which both agree, and the table behind it."""
    counts = Counter((_kind(one.verdict), bool(one.errors)) for one in scored)
    agree = sum(one.agrees for one in scored)
    print(f"{'Fast Downward':24} {'our errors':>12} {'no error':>12}")
    for kind in ("refused", "accepted and misread", "accepted"):
        print(f"{kind:24} {counts[kind, True]:12} {counts[kind, False]:12}")
    print(f"agreement: {agree} of {len(scored)}, {agree / len(scored):.2%} (bar: 99 %)")
    share("PDDL checks: agreement with the translator", agree, len(scored))


def _kind(verdict: Verdict) -> str:
    return "refused" if verdict.code else "accepted and misread" if verdict.misread else "accepted"


def print_places(scored: Sequence[Scored], *, show: bool) -> None:
    """For how many of the refused pairs our errors stand at the place at fault."""
    refused = [one for one in scored if one.verdict.refused]
    first = [one for one in refused if at_the_place(one, first_only=True)]
    there = [one for one in refused if one in first or at_the_place(one)]
    print(
        f"at the place at fault: {len(there)} of {len(refused)} refused pairs, {len(there) / len(refused):.1%}; "
        f"the first error by itself: {len(first)}, {len(first) / len(refused):.1%}"
    )
    share("PDDL checks: an error at the place at fault", len(there), len(refused))
    share("PDDL checks: first error at the place at fault", len(first), len(refused))
    if show:
        for one in refused:
            if one not in there:
                print(f"\n{one.pair.id}: our errors stand elsewhere than {quoted(one.verdict)}")
                _show(one)


def _show(one: Scored) -> None:
    said = " / ".join(one.verdict.said.split("Parsing...")[-1].split("\n"))[-300:]
    print(f"\n{one.pair.id}: {_kind(one.verdict)}: {'; '.join(one.verdict.misread) or said}")
    for error in one.errors[:5]:
        print(f"    {error.span.file}:{error.span.line}:{error.span.column} {error.code} {error.message}")


if __name__ == "__main__":
    main()
