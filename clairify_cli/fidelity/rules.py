"""The rules that hold a program to its source text."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Related, Severity
from clairify_cli.diagnostics.registry import Message, rule

_SHOWN = 90


def shown(words: str) -> str:
    """Words of the text for a message: one line, cut in the middle when long."""
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN // 2].rstrip()} … {words[-_SHOWN // 2 :].lstrip()}"


@rule("XDL601", "missing-quantity", Severity.ERROR)
def missing_quantity(words: str, around: str, noted: bool, sure: bool, related: tuple[Related, ...]) -> Message:
    """A quantity of the text is not in the program."""
    where = f" (`{shown(around)}`)" if around and around != words else ""
    if noted:
        said = f"the text's `{shown(words)}`{where} is only in a comment of the program, and no step does it"
    else:
        said = f"the text says `{shown(words)}`{where}, and no step of the program has it"
    return Message(said, None, related=related, severity=None if sure and not noted else Severity.WARNING)


@rule("XDL602", "invented-quantity", Severity.ERROR)
def invented_quantity(written: str, prop: str, step: str) -> Message:
    """A quantity of the program is not in the text."""
    return Message(f"the text has no `{written}` for `{prop}` of `{step}`")


@rule("XDL603", "quantity-twice", Severity.ERROR)
def quantity_twice(written: str, prop: str, step: str, words: str, related: tuple[Related, ...]) -> Message:
    """The text gives a quantity once and the program uses it more often."""
    return Message(
        f"`{written}` for `{prop}` of `{step}` is once too many: the text's `{shown(words)}` is used by another step",
        related=related,
    )


@rule("XDL605", "invented-reagent", Severity.ERROR)
def invented_reagent(name: str, prop: str, step: str) -> Message:
    """A reagent of the program is not in the text."""
    return Message(
        f"the text names no `{name}`, which `{step}` has as its `{prop}`", "name the reagent as the text does"
    )


@rule("XDL606", "wrong-reagent", Severity.ERROR)
def wrong_reagent(name: str, words: str, around: str, step: str, related: tuple[Related, ...]) -> Message:
    """An amount of the text is given to another reagent than the text says."""
    return Message(
        f"`{step}` takes `{words}` of `{name}`, but the text has this amount of something else: `{shown(around)}`",
        related=related,
    )


@rule("XDL604", "repeats-differ", Severity.ERROR)
def repeats_differ(wanted: int, given: int, around: str, step: str, related: tuple[Related, ...]) -> Message:
    """A step is done more or less often than the text says."""
    return Message(f"`{step}` is done {given} times, and the text says {wanted}: `{shown(around)}`", related=related)


@rule("XDL608", "missing-action", Severity.ERROR)
def missing_action(words: str, around: str, kind: str, related: tuple[Related, ...]) -> Message:
    """The text says that something is done, and no step does it."""
    return Message(f"no step does what `{shown(words)}` says: `{shown(around)}`", related=related)


@rule("XDL609", "invented-step", Severity.ERROR)
def invented_step(step: str) -> Message:
    """A step for which nothing in the text stands."""
    return Message(f"nothing in the text asks for this `{step}`")


@rule("XDL607", "missing-reagent", Severity.ERROR)
def missing_reagent(name: str, around: str, related: tuple[Related, ...]) -> Message:
    """The text uses a reagent, and no step of the program does."""
    return Message(f"no step uses the text's `{shown(name)}`: `{shown(around)}`", related=related)


@rule("XDL610", "left-behind", Severity.ERROR)
def left_behind(vessel: str, step: str) -> Message:
    """What a step puts into a vessel is never used."""
    return Message(f"`{step}` fills `{vessel}`, and no later step uses what is in it")


@rule("XDL611", "missing-gas", Severity.ERROR)
def missing_gas(words: str, around: str, related: tuple[Related, ...]) -> Message:
    """The text says under which gas something is done, and no step does."""
    return Message(f"no step has the gas of `{shown(words)}`: `{shown(around)}`", related=related)
