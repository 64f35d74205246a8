"""`clairify describe`: describe a language in the words used in prompts."""

from __future__ import annotations

import json

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import print_out
from clairify_cli.services.describe import DescribeRequest, describe
from clairify_cli.services.errors import FaultyError


def run(request: DescribeRequest) -> int:
    """Print the description."""
    try:
        text = describe(request)
    except FaultyError as error:
        from clairify_cli.cli.shared.formalised import refuse_given

        return refuse_given(error.given, error.findings, "nothing is described")
    is_json = request.format == "json"
    document = {"version": 1, "language": request.language, "text": text}
    print_out(json.dumps(document, indent=2) + "\n" if is_json else text)
    return 0


command = command_of("describe", DescribeRequest, run)
