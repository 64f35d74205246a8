"""Hints as instructions: what a text becomes if its reader does literally what a hint says, and nothing else.

Each rule whose hint says what to write, or what to leave out, has a line in `WAYS`. Where a hint leaves a choice (of
units, of declared names), a way yields a text for each, of which one must do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from clairify_cli.diagnostics.model import Diagnostic, Edit
from clairify_cli.languages.xdl.conventions import CONVENTIONS
from clairify_cli.languages.xdl.schema import load

Way = Callable[[str, Diagnostic], Iterator[str]]

_VALUES = {
    "time": "5 min", "temp": "45 °C", "volume": "5 mL", "mass": "5 g", "amount": "5 mmol", "count": "2",
    "wavelength": "365 nm", "volumeOrAll": "all", "stir_speed": "300 RPM",
}  # fmt: skip
_ATTRIBUTE = re.compile(r"""\s+([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')""")
_TAG = re.compile(r"""<(\w+)(?:\s[^<>"']*|"[^"]*"|'[^']*')*?(/?)>""")
_APPROXIMATE = r"(?:[~≈]|ca\.?|about|approx\w*\.?|\s)*(-?\d+(?:\.\d+)?)[^a-zA-Zµμ°%]*(?:\d+(?:\.\d+)?)?\s*(\S*)$"
_NAMED = re.compile(r"`([^`]+)`")
_MOST_CHOICES = 10


def followed(text: str, found: Diagnostic, all_found: list[Diagnostic]) -> Iterator[list[str]]:
    """The text after the fixes of all that says the same, and the texts after each way of following the hint."""
    same = [one for one in all_found if one.fix and (one.message, one.hint) == (found.message, found.hint)]
    if found.fix is not None:
        yield [edited(text, tuple(dict.fromkeys(edit for one in same if one.fix for edit in one.fix.edits)))]
    is_xml = not any(one.code.startswith("XDL0") for one in all_found)
    for way in WAYS.get(found.code, ()) if is_xml else ():
        if texts := list(way(text, found)):
            yield texts


def edited(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _put(text: str, found: Diagnostic, value: str) -> str:
    value = re.sub(r"&(?!\w+;)", "&amp;", value).replace("<", "&lt;")
    return text[: found.span.start] + value + text[found.span.end :]


def _attribute(text: str, found: Diagnostic) -> re.Match[str] | None:
    """The attribute that a finding points into, or at the name of."""
    tag = _tag(text, found)
    if tag is None:
        return None
    at = found.span.start
    return next(
        (one for one in _ATTRIBUTE.finditer(text, tag.start(), tag.end()) if one.start() < at < one.end()), None
    )


def _tag(text: str, found: Diagnostic) -> re.Match[str] | None:
    return next((one for one in _TAG.finditer(text) if one.start() <= found.span.start < one.end()), None)


def _choices(found: Diagnostic, before: str) -> list[str]:
    """The words in quotes behind some words of the hint, up to its next sentence."""
    _, _, rest = (found.hint or "").partition(before)
    return _NAMED.findall(re.split(r"[;.] ", rest)[0])[:_MOST_CHOICES]


def _one_of(before: str) -> Way:
    """Put what is pointed at in the form of each word that the hint names behind some words."""
    return lambda text, found: (_with(text, found, one) for one in _choices(found, before))


def _with(text: str, found: Diagnostic, written: str) -> str:
    """With a word in the place of what is pointed at, or a property in that of the property."""
    one = _attribute(text, found)
    if "=" in written and one is not None:
        return f"{text[: one.start()]} {written}{text[one.end() :]}"
    return _renamed(text, found, written)


def _renamed_everywhere(before: str) -> Way:
    """With each name that is available in the place of a declared one, where it is declared and in every step."""

    def way(text: str, found: Diagnostic) -> Iterator[str]:
        old = text[found.span.start : found.span.end]
        for one in _choices(found, before):
            yield re.sub(rf"""(=\s*["']){re.escape(old)}(?=["'])""", lambda match, one=one: match[1] + one, text)  # type: ignore[misc]

    return way


def _meant(text: str, found: Diagnostic) -> Iterator[str]:
    if meant := re.match(r"^did you mean `([^`]+)`\?", found.hint or ""):
        yield _renamed(text, found, meant[1])


def _renamed(text: str, found: Diagnostic, name: str) -> str:
    """With another name; that of an element in its end tag too."""
    tag = _tag(text, found)
    if tag is not None and found.span.start == tag.start() + 1 and not tag[2]:
        end = text.find(f"</{tag[1]}>", tag.end())
        if end >= 0:
            text = text[:end] + f"</{name}>" + text[end + len(tag[1]) + 3 :]
    return _put(text, found, name)


def _number_with_a_unit(before: str) -> Way:
    def way(text: str, found: Diagnostic) -> Iterator[str]:
        number = re.search(r"-?\d+(?:\.\d+)?", text[found.span.start : found.span.end])
        for unit in _choices(found, before):
            yield _put(text, found, f"{number[0] if number else 5} {unit}")

    return way


def _left_out(text: str, found: Diagnostic) -> Iterator[str]:
    """Without the property, where the hint says that it may be left out."""
    one = _attribute(text, found)
    if one is not None and re.search(r"leave .*\bout\b", found.hint or ""):
        yield text[: one.start()] + text[one.end() :]


def _by_convention(text: str, found: Diagnostic) -> Iterator[str]:
    value = re.search(r"` is (\S+ \S+?) by convention", found.hint or "")
    if value is not None and value[1] in CONVENTIONS.values():
        yield _put(text, found, value[1])


def _removed(text: str, found: Diagnostic) -> Iterator[str]:
    """Without the element, if it has nothing inside, and the hint names no other place."""
    tag = _tag(text, found)
    if tag is not None and tag[2] and "remove it here and" not in (found.hint or ""):
        yield text[: tag.start()] + text[tag.end() :]


def _property_added(text: str, found: Diagnostic) -> Iterator[str]:
    tag = _tag(text, found)
    for name in re.findall(r'`(\w+)="…"`', found.hint or "") or _choices(found, "add "):
        if tag is not None and tag[1] in load().elements and name in load().elements[tag[1]].properties:
            at = tag.start() + 1 + len(tag[1])
            for value in _values_for(text, tag[1], name):
                yield f'{text[:at]} {name}="{value}"{text[at:]}'


def _values_for(text: str, step: str, name: str) -> list[str]:
    """Values of the property's type: what is declared, an allowed word, or a quantity."""
    kind = load().elements[step].properties[name].type
    if kind.name in ("vessel", "reagent", "material"):
        declaration = (
            r'<Component[^>]*\bid=["\']([^"\']+)' if kind.name == "vessel" else r'<Reagent[^>]*\bname=["\']([^"\']+)'
        )
        return re.findall(declaration, text)
    return [kind.values[0] if kind.values else _VALUES.get(kind.name, "x")]


def _step_inside(text: str, found: Diagnostic) -> Iterator[str]:
    tag = _tag(text, found)
    if tag is not None:
        step = '<Wait time="5 min"/>'
        at, end = tag.end(), tag.end()
        yield text[: tag.end(0) - 2] + f">{step}</{tag[1]}>" + text[end:] if tag[2] else text[:at] + step + text[at:]


def _step_before(text: str, found: Diagnostic) -> Iterator[str]:
    """With the step of the same vessel that the hint names, before this one."""
    tag, vessel = _tag(text, found), re.search(r'vessel="([^"]*)"', text[found.span.start :])
    for name in _choices(found, "add ")[:1]:
        if tag is not None and vessel is not None:
            heat = ' temp="45 °C"' if "Heat" in name else ""
            yield f'{text[: tag.start()]}<{name} vessel="{vessel[1]}"{heat}/>{text[tag.start() :]}'


def _step_at_the_end(text: str, found: Diagnostic) -> Iterator[str]:
    tag, vessel = _tag(text, found), re.search(r'vessel="([^"]*)"', text[found.span.start :])
    end = text.find("</Procedure>", found.span.end)
    for name in _choices(found, "add ")[:1]:
        if tag is not None and vessel is not None and end > 0:
            yield f'{text[:end]}<{name} vessel="{vessel[1]}"/>{text[end:]}'


def _written(words: str) -> Way:
    return lambda text, found: iter([_put(text, found, words)])


def _first_value(text: str, found: Diagnostic) -> Iterator[str]:
    value = re.match(_APPROXIMATE, text[found.span.start : found.span.end])
    if value is not None:
        yield _put(text, found, f"{value[1]} {value[2]}".strip())


def _without_sign(text: str, found: Diagnostic) -> Iterator[str]:
    yield _put(text, found, text[found.span.start : found.span.end].lstrip("-\u2212 "))


def _one_amount(text: str, found: Diagnostic) -> Iterator[str]:
    """With one of the properties that are named, each in turn."""
    tag, names = _tag(text, found), _NAMED.findall(found.message)[1:]
    if tag is None:
        return
    for kept in names:
        others = {name for name in names if name != kept}
        kept_tag = _ATTRIBUTE.sub(lambda one, others=others: "" if one[1] in others else one[0], tag[0])  # type: ignore[misc]
        yield text[: tag.start()] + kept_tag + text[tag.end() :]


WAYS: dict[str, tuple[Way, ...]] = {
    "XDL107": (_step_inside,),
    "XDL108": (_step_inside,),
    "XDL111": (_meant,),
    "XDL112": (_meant,),
    "XDL113": (_property_added,),
    "XDL114": (_one_of("allowed are "), _left_out),
    "XDL115": (_written("3"),),
    "XDL116": (_one_of("write "), _left_out),
    "XDL118": (_left_out,),
    "XDL119": (_one_of("standard's are "),),
    "XDL120": (_left_out,),
    "XDL121": (_property_added,),
    "XDL201": (_meant, _one_of("Declared are ")),
    "XDL202": (_meant, _one_of("Declared are ")),
    "XDL205": (_removed,),
    "XDL206": (_removed,),
    "XDL207": (_renamed_everywhere("Available are "),),
    "XDL208": (_renamed_everywhere("Available are "),),
    "XDL209": (_meant, _one_of("Parameters are ")),
    "XDL213": (_removed,),
    "XDL301": (_number_with_a_unit("one of "), _by_convention, _left_out),
    "XDL302": (_number_with_a_unit("units are "),),
    "XDL303": (_number_with_a_unit("units are "),),
    "XDL305": (_without_sign,),
    "XDL306": (_written("-273.15 °C"), _written("0 K")),
    "XDL307": (_removed,),
    "XDL308": (_first_value,),
    "XDL310": (_property_added,),
    "XDL311": (_one_amount,),
    "XDL313": (_number_with_a_unit("one of "),),
    "XDL403": (_step_before, _removed),
    "XDL404": (_step_at_the_end,),
    "XDL504": (_one_of("write "),),
}
