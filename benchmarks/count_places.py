"""Makes the table of where things are usually found: `places` of `domains/alfworld.lexicon.yaml`.

`python -m benchmarks.count_places` prints it, `--write` puts it into the lexicon, in place of the one that is there. It
says how many things of a type there are, on average, in or on one place of a type, counted over the games that ALFWorld
trains with (`alfworld/where-things-are.json`: 3,553 games, none of which is played here). What is rarer than one in a
thousand places is left out.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from benchmarks.shared_data import DATA

COUNTS = DATA / "alfworld" / "where-things-are.json"
LEXICON = Path(__file__).parents[1] / "domains" / "alfworld.lexicon.yaml"
_MARK = "# Where things are usually found"
_RAREST = 0.001


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the table into the lexicon")
    made = table()
    if parser.parse_args().write:
        before = LEXICON.read_text(encoding="utf-8").partition(_MARK)[0]
        LEXICON.write_text(before + made, encoding="utf-8")
    else:
        print(made, end="")


def table() -> str:
    """The table as YAML."""
    data = json.loads(COUNTS.read_text(encoding="utf-8"))
    places = data["receptacles_seen"]
    lines = [
        f"{_MARK}: how many of a thing are in or on a place of a type, on average.",
        "# Counted over the 3,553 training games of ALFWorld 2.1.1 (Shridhar et al., ICLR 2021; MIT licence) by",
        "# benchmarks/count_places.py.",
        "places:",
    ]
    for thing, counts in sorted(data["objects_seen_in_receptacles"].items()):
        rates = {place: count / places[place] for place, count in counts.items() if place in places}
        kept = sorted(((-rate, _type(place)) for place, rate in rates.items() if rate >= _RAREST))
        if kept:
            lines.append(f"  {_type(thing)}: {{{', '.join(f'{place}: {-rate:.3f}' for rate, place in kept)}}}")
    return "\n".join(lines) + "\n"


def _type(name: str) -> str:
    """`AlarmClock` as the domain spells it: `alarm-clock`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=TV)(?=S)", "-", name).lower()


if __name__ == "__main__":
    main()
