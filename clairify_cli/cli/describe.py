"""`clairify describe`: a language in words, as a model is told of it."""

from __future__ import annotations

import json

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import print_out
from clairify_cli.cli.shared.page import Page
from clairify_cli.services.describe import DescribeRequest, describe

PAGE = Page(
    """Describe a language: what may be written, in the words that a model is told.

    For xdl these are steps, properties, types and units, made from its schema; for pddl conditions, effects and
    sections, and with --domain the types, predicates and actions there are; for program calls, assertions and loops,
    and with --domain and --problem, or --skills, the actions and objects, with examples.""",
    (
        ("clairify describe", "print what a model is told about XDL"),
        ("clairify describe pddl --domain household", "print the words of a domain"),
        ("clairify describe --markdown > xdl.md", "write the reference of XDL for people"),
    ),
    ((0, "good"), (2, "a file could not be read, or the command line is wrong")),
)


def run(request: DescribeRequest) -> int:
    """Print the description."""
    text = describe(request)
    is_json = request.format == "json"
    document = {"version": 1, "language": request.language, "text": text}
    print_out(json.dumps(document, indent=2) + "\n" if is_json else text)
    return 0


command = command_of("describe", DescribeRequest, PAGE, run)
