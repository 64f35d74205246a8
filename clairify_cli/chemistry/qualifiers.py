"""Qualifiers around a name for amount, purity or strength, not identity: `5% aqueous`, `freshly distilled`."""

from __future__ import annotations

import re
from pathlib import Path

from clairify_cli.files.data import rows
from clairify_cli.files.patterns import late

_NUMBER = r"\d+(?:[.,]\d+)?(?:\s*(?:-|to)\s*\d+(?:[.,]\d+)?)?"
_STRENGTH = (
    rf"{_NUMBER}\s*-?(?:M|N|mM|molar|normal|mol/L|mol\s?L-1|mol\s?dm-3|mmol/mL|"
    r"(?:wt|vol|w|v)?\.?\s*-?%|per\s?cent|wt\.?)(?:\s*\(?[wv]/[wv]\)?|\s*by (?:weight|volume|mass))?"
)

LEADING_STRENGTH = late(rf"{_STRENGTH}(?:(?<=%)|(?![\w/-]))[\s,]*")
TRAILING_STRENGTH = late(rf"[\s,]+{_STRENGTH}$")
STRENGTH = late(rf"(?<![\w.]){_STRENGTH}(?!\w)")
"""A concentration or a purity: before a name, after it, or anywhere. Units are case-sensitive."""

AMOUNT_OF = late(
    rf"{_NUMBER}\s*(?:mg|g|kg|mL|ml|L|mmol|mol|eq|equiv)\.?\s+(?:of\s+)?"
    r"|(?:[\w.%-]+\s+){0,3}?(?:solution|soln|slurry|suspension|dispersion|mixture|amounts?|volume|quantity|pad|plug|bed|layer"
    r"|portions?|pieces?|drops?|few|excess|minimum|part|parts)\s+of\s+",
    re.IGNORECASE,
)
"""An amount, or `a 2 M solution of`, before a name."""

SOLVENT = late(r"\s+in\s+([^()]+)$", re.IGNORECASE)
"""The solvent of a solution: `in hexanes`."""

BRACKET = late(r"\s*[(\[]([^()\[\]]*)[)\]]$")
"""Text in brackets at the end."""

DILUTED = late(
    r"\b(?:saturated|sat|sat'd|satd|(?:half|semi)-?saturated|aqueous|aq|dilute|dil|diluted|alcoholic|ethanolic|methanolic"
    r"|ethereal|molar|normal|solution|soln)(?!\w)",
    re.IGNORECASE,
)
"""A word that applies only to solutions."""

AQUEOUS = late(r"\b(?:aqueous|aq|water solution)(?!\w)", re.IGNORECASE)
OTHER_SOLVENT = late(r"\b(?:alcoholic|ethanolic|methanolic|ethereal)\b", re.IGNORECASE)

HYDRATE = late(
    r"[\s-]*\(?(?:hemi|mono|di|tri|tetra|penta|hexa|hepta|octa|nona|deca|dodeca|sesqui)?-?hydrate\)?$"
    r"|\s*\.\s*(?:\d+|x|n)?\s*H2O$",
    re.IGNORECASE,
)
"""Water of crystallisation at the end of a name or a formula."""

RATIO = late(
    rf"(?:\s=\s)?\(?\s*{_NUMBER}(?:\s*[:/]\s*{_NUMBER})+\s*(?:[vw]/[vw])?,?\s*\)?|\(\s*[vw]/[vw]\s*\)"
    r"|\b(?:mixture of|mixture)\b"
)
"""`(1:1)`, `9:1`, `1:1 v/v`: the proportions of a mixture."""

BETWEEN = late(r"\s*(?:/|\s\+\s|\s-\s|:|&|\sand\s|,\s)\s*")
"""Separators between the parts of a mixture."""

RANGE = late(r"(\d{2})\D{1,9}(\d{2,3})(?!\d)")
"""The boiling range of a petroleum fraction."""

_WORDS = rows(Path(__file__).with_suffix(".tsv"))
LEADING, TRAILING = (frozenset(word for at, word, *_ in _WORDS if at == place) for place in ("leading", "trailing"))
"""Words and pairs of words before a name, and words after one."""
MATTERS = {word: state[0] for _, word, *state in _WORDS[1:] if state}
"""Words for a state that makes another reagent, each with the state: `anhydrous`, `dry`."""
