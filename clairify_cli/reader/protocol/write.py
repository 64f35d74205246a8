"""Write a reading as XDL."""

from __future__ import annotations

from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.model import Reading, Step, Vessel

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": " ", "\n": " ", "\r": " "}
_SPECIAL = late(r'[&<>"\t\n\r]')
# Characters that XML 1.0 cannot hold, even escaped.
_FORBIDDEN = late("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_xdl(reading: Reading) -> str:
    """The program: Metadata if there is a title, Hardware, Reagents and Procedure, indented by two spaces."""
    lines = ["<XDL>", "  <Synthesis>"]
    if reading.title:
        lines.append(f"    <Metadata{_attributes((('description', reading.title),))}/>")
    components = [f"      <Component{_attributes(_component(one))}/>" for one in reading.vessels]
    reagents = [f"      <Reagent{_attributes((('name', name),))}/>" for name in reading.reagents]
    lines += _section("Hardware", components) + _section("Reagents", reagents)
    procedure: list[str] = []
    for step in reading.steps:
        _write(step, 3, procedure)
    lines += _section("Procedure", procedure)
    lines += ["  </Synthesis>", "</XDL>", ""]
    return "\n".join(lines)


def _words(name: str, words: str) -> tuple[tuple[str, str], ...]:
    """The text's words for a vessel as a comment, if they say more than its id."""
    plain = words.lower().replace(" ", "_").replace("-", "_")
    return (("comment", words),) if words and plain != name.lower() and name.rpartition("_")[0].lower() != plain else ()


def _component(one: Vessel) -> tuple[tuple[str, str], ...]:
    size = (("capacity", one.capacity),) if one.capacity else ()
    return (("id", one.id), ("type", one.type), *size, *_words(one.id, one.words))


def _section(name: str, inside: list[str]) -> list[str]:
    if not inside:
        return [f"    <{name}/>"]
    return [f"    <{name}>", *inside, f"    </{name}>"]


def _write(step: Step, depth: int, lines: list[str]) -> None:
    indent = "  " * depth
    opening = f"{indent}<{step.name}{_attributes(step.properties)}"
    if not step.children:
        lines.append(f"{opening}/>")
        return
    lines.append(f"{opening}>")
    for child in step.children:
        _write(child, depth + 1, lines)
    lines.append(f"{indent}</{step.name}>")


def _attributes(pairs: tuple[tuple[str, str], ...]) -> str:
    return "".join(f' {name}="{escaped(value)}"' for name, value in pairs)


def escaped(value: str) -> str:
    """A value escaped for an attribute; characters that XML cannot hold become U+FFFD."""
    clean = value if value.isprintable() else _FORBIDDEN.sub("\ufffd", value)
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], clean)
