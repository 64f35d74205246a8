"""Source maps for the tests."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity.mapped.mapping import source_map
from clairify_cli.fidelity.mapped.source_map import SourceMap
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.reader.protocol import read_to_xdl

TEXT = (
    "Add 15 g of salt (0.26 mol) to a beaker.\nStir for 20 seconds, then heat to 50 °C.\n"
    "The flurble was zonked & <b>quuxed</b>.\n"
)

HOSTILE = (
    "Add 5 g of </script><img src=x onerror=alert(1)> to a beaker.\r\n"
    "Stir\x00 for \u202e20 s\u202c \"'&lt;&amp;{{script}}<!-- \ufeff\x07\ud800 -->.\n\n"
    "  <div id=f1>Heat\tto 50 °C.</div>"
)


def read_map(text: str, name: str = "text.txt") -> SourceMap:
    """The map of a text and the reader's program of it, with all findings."""
    result = read_to_xdl(text, Constraints(), name)
    return map_with(text, result.xdl, name)


def map_with(text: str, program: str, name: str = "text.txt") -> SourceMap:
    """The map of a text and a program, with the findings about both."""
    xdl, options = get("xdl"), CheckOptions()
    source = Source(program, "plan.xdl")
    result = read_to_xdl(text, Constraints(), name)
    return source_map(Source(text, name), source, xdl, options, [*result.diagnostics, *xdl.check(source, options)])


def words(found: SourceMap, number: int, name: str | None = None) -> list[str]:
    """The words of the step of a number, or of one of its properties."""
    step = next(step for step in found.walk() if step.number == number)
    spans = step.source if name is None else next(one for one in step.properties if one.name == name).source
    return [found.text.text[span.start : span.end] for span in spans]
