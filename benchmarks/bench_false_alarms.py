"""What the fidelity checks say of right programs: the labels, written as programs, against their texts.

Every error is a false alarm, or a slip of the label. The labels were written by reading, without these checks. They
name no vessels, so every step works in one, and do not say which steps a `Repeat` holds, so it holds none.
"""

from __future__ import annotations

import argparse
from collections import Counter
from xml.sax.saxutils import quoteattr

from benchmarks.figures import share
from benchmarks.labels import Label, labels
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.schema import Kind, load


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="print the errors about development labels")
    asked = parser.parse_args()
    print("labels as programs, held to their texts")
    for part in ("development", "held-out"):
        found = {label.text: errors(label) for label in labels(part)}
        clean = sum(1 for each in found.values() if not each)
        codes = Counter(one.code for each in found.values() for one in each)
        print(f"  {part:12} without an error {clean} of {len(found)}  {dict(sorted(codes.items()))}")
        share(f"{part} labels as programs: without an error", clean, len(found))
        if asked.show and part == "development":
            for text, each in found.items():
                for one in each:
                    print(f"    {text} {one.code} {one.message}")


def errors(label: Label) -> list[Diagnostic]:
    """The fidelity errors of a label, written as a program."""
    text = (DATA / "chem-rnd" / label.text).read_text(encoding="utf-8", errors="replace")
    program = Source(as_program(label), label.text + ".xdl")
    found = check_fidelity(program, Source(text, label.text), get("xdl"), CheckOptions())
    return [one for one in found if one.is_error]


def as_program(label: Label) -> str:
    """The steps of a label as XDL, with one vessel wherever a vessel must be named."""
    steps = []
    for name, values in label.steps:
        spec = load().elements[name]
        vessels = {
            key: "reactor"
            for key, known in spec.properties.items()
            if known.type.kind is Kind.VESSEL and known.mandatory("2.0")
        }
        written = " ".join(f"{key}={quoteattr(value)}" for key, value in {**vessels, **values}.items())
        steps.append(f"<{name} {written}/>")
    return "<XDL><Synthesis><Procedure>\n" + "\n".join(steps) + "\n</Procedure></Synthesis></XDL>"


if __name__ == "__main__":
    main()
