"""The offline reader on texts by somebody who has not seen it: how many programs it writes, and how many pass.

`python -m benchmarks.score_elsewhere` reads `elsewhere/open`, or with `--locked` the other half. Texts of the kind
`none` hold no procedure in English: for them, the right answer is that there is no program.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from benchmarks.figures import share
from clairify_cli.api import XdlRequest, serve
from clairify_cli.outcomes import Outcome
from clairify_cli.services.xdl.write import XdlResult

HERE = Path(__file__).parent / "elsewhere"
NONE = "none"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--locked", action="store_true", help="read the locked half")
    asked = parser.parse_args()
    part = "locked" if asked.locked else "open"
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for path in sorted((HERE / part).glob("*.txt")):
        made = serve(XdlRequest((path.read_text(encoding="utf-8"),)))
        assert isinstance(made, XdlResult)
        kinds[path.stem.rpartition("-")[0]].append(made.outcome)
    print(f"{part:22} {'texts':>5} {'program':>8} {'exit 0':>7}")
    for kind, outcomes in kinds.items():
        programs = sum(one in (Outcome.VALID, Outcome.UNFAITHFUL) for one in outcomes)
        print(f"{kind:22} {len(outcomes):5} {programs:8} {outcomes.count(Outcome.VALID):7}")
    procedures = [one for kind, outcomes in kinds.items() if kind != NONE for one in outcomes]
    good = procedures.count(Outcome.VALID)
    print(f"procedures with exit code 0: {good} of {len(procedures)}")
    share(f"elsewhere, {part}: exit code 0", good, len(procedures))
    refused = sum(one not in (Outcome.VALID, Outcome.UNFAITHFUL) for one in kinds[NONE])
    print(f"texts without a procedure that are told as such: {refused} of {len(kinds[NONE])}")
    share(f"elsewhere, {part}: no procedure told", refused, len(kinds[NONE]))


if __name__ == "__main__":
    main()
