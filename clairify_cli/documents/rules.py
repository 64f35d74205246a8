"""The rules of all documents: whether a text is YAML, and whether its values have the form that is expected."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.diagnostics.registry import Message, rule

_MOST_UNITS = 4


def _meant(name: str, allowed: Iterable[str]) -> str | None:
    near = nearest(name, allowed)
    return None if near is None else f"`{near}` is meant?"


@rule("RUN001", "not-yaml", Severity.ERROR)
def not_yaml(problem: str) -> Message:
    """A scene or a robot's profile is not YAML, or has more of it than it needs.

    Finds text that is broken YAML, and what no scene needs and a safe reader refuses: aliases (`*name`), tags
    (`!!type`), several documents in one file, more than 20 levels, more than 400,000 characters.

    Wrong:
        vessels:
          beaker1: {kind: beaker, capacity: 250 mL

    Right:
        vessels:
          beaker1: {kind: beaker, capacity: 250 mL, at: [0.5, 0.1]}
    """
    return Message(f"this cannot be read as YAML: {problem}")


@rule("RUN003", "unknown-key", Severity.ERROR)
def unknown_key(key: str, owner: str, known: tuple[str, ...], fix: Fix | None = None) -> Message:
    """A key that does not belong there.

    Finds keys that nobody would read, so that what is misspelt does not fall back to a default in silence.

    Wrong:
        vessels:
          beaker1: {capcity: 250 mL, at: [0.5, 0.1]}

    Right:
        vessels:
          beaker1: {capacity: 250 mL, at: [0.5, 0.1]}
    """
    return Message(f"{owner} has no key `{key}`", _meant(key, known) or f"there are {listing(known, most=20)}", fix)


@rule("RUN004", "wrong-type", Severity.ERROR)
def wrong_type(what: str, found: str, expected: str) -> Message:
    """A value of another form than is expected.

    Finds lists, mappings and texts where something else must stand, lists of a wrong length, and a thing with two
    shapes.

    Wrong:
        items:
          block1: {box: 40 mm, at: [0.5, 0.1]}

    Right:
        items:
          block1: {box: [40 mm, 40 mm, 40 mm], at: [0.5, 0.1]}
    """
    return Message(f"{what} is {found}, where {expected} is expected")


@rule("RUN005", "missing-field", Severity.ERROR)
def missing_field(owner: str, field: str, hint: str | None = None) -> Message:
    """Something that has no default is not said.

    Finds things without a place, without a shape where the kind has none, vessels without a capacity.

    Wrong:
        vessels:
          beaker1: {capacity: 250 mL}

    Right:
        vessels:
          beaker1: {capacity: 250 mL, at: [0.5, 0.1]}
    """
    return Message(f"{owner} has no {field}", hint)


@rule("RUN006", "bad-quantity", Severity.ERROR)
def bad_quantity(what: str, written: str, reason: str, units: tuple[str, ...]) -> Message:
    """A quantity without a number, or in a unit that is none of its kind.

    Finds values that are no number followed by a unit. A number alone is in the unit that is named first.

    Wrong:
        vessels:
          beaker1: {capacity: 250 mm, at: [0.5, 0.1]}

    Right:
        vessels:
          beaker1: {capacity: 250 mL, at: [0.5, 0.1]}
    """
    expected = f"write a number alone or with one of {listing(units[:_MOST_UNITS])}" if units else "write a number"
    return Message(f"{what} is `{written}`, which {reason}", expected)


@rule("RUN007", "out-of-range", Severity.ERROR)
def out_of_range(what: str, written: str, low: str, high: str) -> Message:
    """A number that is too small or too large to be meant.

    Finds sizes, masses, capacities and other numbers outside of what can stand on a bench; mostly a wrong unit.

    Wrong:
        vessels:
          beaker1: {capacity: 250 L, at: [0.5, 0.1]}

    Right:
        vessels:
          beaker1: {capacity: 250 mL, at: [0.5, 0.1]}
    """
    return Message(f"{what} is `{written}`, outside of {low} to {high}", "check the number and its unit")


@rule("RUN008", "duplicate-id", Severity.ERROR)
def duplicate_id(name: str, first: Span) -> Message:
    """A name is given twice.

    Finds two things with one id, in whatever sections they stand, and a key that is written twice.

    Wrong:
        items:
          red: {kind: block, at: [0.5, 0.1]}
        zones:
          red: {at: [0.5, -0.2], size: [0.1, 0.1]}

    Right:
        items:
          red-block: {kind: block, at: [0.5, 0.1]}
        zones:
          red: {at: [0.5, -0.2], size: [0.1, 0.1]}
    """
    return Message(f"`{name}` is there already", "give it another name", related=(Related("the first one", first),))


@rule("RUN009", "bad-id", Severity.ERROR)
def bad_id(name: str) -> Message:
    """An id that a plan could not name.

    Finds ids that are no word of PDDL. What people call a thing is its `name`, which may be any text.

    Wrong:
        vessels:
          Big Beaker: {capacity: 250 mL, at: [0.5, 0.1]}

    Right:
        vessels:
          big-beaker: {name: Big Beaker, capacity: 250 mL, at: [0.5, 0.1]}
    """
    return Message(
        f"`{name}` is no id",
        "an id begins with a small letter and goes on with small letters, digits, `-` and `_`, 60 at most",
    )


@rule("RUN019", "unknown-kind", Severity.ERROR)
def unknown_kind(what: str, found: str, known: tuple[str, ...]) -> Message:
    """A kind, colour or other word of a fixed list that is not in it.

    Finds vessels, devices and containers of a kind that the robot has no skill for.

    Wrong:
        devices:
          oven1: {kind: oven, at: [0.5, 0.1]}

    Right:
        devices:
          hotplate1: {kind: hotplate, at: [0.5, 0.1]}
    """
    return Message(f"{what} is `{found}`", _meant(found, known) or f"there are {listing(known, most=20)}")
