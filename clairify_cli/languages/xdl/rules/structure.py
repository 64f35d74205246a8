"""Rules XDL1xx: the structure of a program, and what the schema says of steps and properties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing, near_matches
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("XDL101", "wrong-root", ERROR)
def wrong_root(name: str, fix: Fix | None) -> Message:
    """The root is neither `XDL` nor `Synthesis`.

    A robot's software looks for a synthesis at the root and finds none. The fix renames the root where its content
    shows which of the two it is.

    Wrong:
        <Experiment>
          <Synthesis>…</Synthesis>
        </Experiment>

    Right:
        <XDL>
          <Synthesis>…</Synthesis>
        </XDL>
    """
    return Message(f"the root is `<{name}>`", hint="the root is `<XDL>` (or `<Synthesis>` alone)", fix=fix)


@rule("XDL102", "missing-section", ERROR)
def missing_section(name: str, parent: str, fix: Fix | None) -> Message:
    """A mandatory section is missing.

    A synthesis has `Hardware`, `Reagents` and `Procedure`; an `XDL` root holds a `Synthesis`. A section may be empty
    where there is nothing to declare, and the fix adds it so.

    Wrong:
        <Synthesis>
          <Hardware>…</Hardware>
          <Procedure>…</Procedure>
        </Synthesis>

    Right:
        <Synthesis>
          <Hardware>…</Hardware>
          <Reagents>…</Reagents>
          <Procedure>…</Procedure>
        </Synthesis>
    """
    return Message(f"`<{parent}>` has no `<{name}>`", hint=f"add `<{name}>…</{name}>`", fix=fix)


@rule("XDL103", "section-twice", ERROR)
def section_twice(name: str, parent: str, first: Span) -> Message:
    """A section stands twice.

    What a reader makes of the second one differs: it may be ignored, or replace the first.

    Wrong:
        <Reagents><Reagent name="water"/></Reagents>
        <Reagents><Reagent name="salt"/></Reagents>

    Right:
        <Reagents>
          <Reagent name="water"/>
          <Reagent name="salt"/>
        </Reagents>
    """
    related = (Related(f"the first `<{name}>` is here", first),)
    hint = "keep one, or write a file for each" if name == "Synthesis" else "put both into one section"
    return Message(f"a second `<{name}>` in `<{parent}>`", hint=hint, related=related)


@rule("XDL104", "section-order", WARNING)
def section_order(name: str, after: str) -> Message:
    """The sections do not stand in the order of the standard.

    The order is Metadata, Hardware, Reagents, Parameters, Procedure: what a procedure uses is declared before it.

    Wrong:
        <Procedure>…</Procedure>
        <Reagents>…</Reagents>

    Right:
        <Reagents>…</Reagents>
        <Procedure>…</Procedure>
    """
    order = "Metadata, Hardware, Reagents, Parameters, Procedure"
    return Message(f"`<{name}>` stands behind `<{after}>`", hint=f"the order is {order}")


@rule("XDL105", "misplaced-element", ERROR)
def misplaced_element(name: str, parent: str, allowed: Sequence[str], belongs: str | None) -> Message:
    """An element stands where it does not belong.

    Steps belong in the procedure, components in the hardware, reagents in the reagents; most steps hold nothing.

    Wrong:
        <Hardware>
          <Add vessel="beaker" reagent="water" volume="5 mL"/>
        </Hardware>

    Right:
        <Procedure>
          <Add vessel="beaker" reagent="water" volume="5 mL"/>
        </Procedure>
    """
    what = "steps" if allowed == ("steps",) else listing(allowed) if allowed else "no other element"
    holds = f"`<{parent}>` holds {what}"
    hint = f"{holds}; `<{name}>` belongs in {belongs}" if belongs else holds
    return Message(f"`<{name}>` does not belong in `<{parent}>`", hint=hint)


@rule("XDL106", "stray-text", ERROR)
def stray_text(text: str, parent: str, fix: Fix | None) -> Message:
    """Text stands between the elements.

    XDL keeps everything in properties; a reader drops such text, and with it what its writer meant to say.

    Wrong:
        <Procedure>
          Then stir.
        </Procedure>

    Right:
        <Procedure>
          <Stir vessel="beaker" time="20 s"/>
        </Procedure>
    """
    shown = " ".join(text.split())
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    hint = "write a step, or keep the remark in a `comment` property"
    return Message(f"text in `<{parent}>`: `{shown}`", hint=hint, fix=fix)


@rule("XDL107", "empty-procedure", ERROR)
def empty_procedure(name: str) -> Message:
    """A procedure has no steps.

    Such a program does nothing, which is not what anybody asked for.

    Wrong:
        <Procedure/>

    Right:
        <Procedure>
          <Stir vessel="beaker" time="20 s"/>
        </Procedure>
    """
    return Message(f"`<{name}>` has no steps", hint="write at least one step")


@rule("XDL108", "empty-block", WARNING)
def empty_block(name: str) -> Message:
    """A block or a loop has no steps inside.

    It does nothing. Steps that were meant to stand inside may stand behind it.

    Wrong:
        <Repeat repeats="3"/>

    Right:
        <Repeat repeats="3">
          <Stir vessel="beaker" time="20 s"/>
        </Repeat>
    """
    return Message(f"`<{name}>` has no steps inside", hint="write the steps inside it, or remove it")


@rule("XDL111", "unknown-step", ERROR)
def unknown_step(name: str, steps: Iterable[str], meant: str, fix: Fix | None) -> Message:
    """A step that XDL does not have.

    A robot cannot do what it does not know, and what it should do instead is not always clear: `Mix` may be `Stir` or
    `Transfer`. A name that can only be a slip of one step is mended by the fix.

    Wrong:
        <Mix vessel="beaker" time="20 s"/>

    Right:
        <Stir vessel="beaker" time="20 s"/>
    """
    hint = f"did you mean `{meant}`?" if meant else STEPS_IN_WORDS.get(name.casefold())
    hint = hint or f"steps are {listing(steps, most=50)}"
    return Message(f"there is no step `{name}`", hint=hint, fix=fix)


STEP_SYNONYMS = {
    **dict.fromkeys(("mix", "shake"), ("Stir", "StartStir")),
    **dict.fromkeys(("heat", "cool", "chill", "warm"), ("HeatChill", "HeatChillToTemp")),
    "pour": ("Transfer",),
    "extract": ("Separate",),
    "concentrate": ("Evaporate",),
    "pause": ("Wait",),
    "charge": ("Add",),
    "quench": ("Add",),
    "loop": ("Repeat",),
    "for": ("Repeat",),
}
"""What models and people write for steps of another name; the first that takes the properties is meant."""

STEPS_IN_WORDS = {
    "wash": 'a solid on a filter is washed by `WashSolid`, a liquid by `Separate` with purpose="wash"',
    "reflux": "write `HeatChill` with the temperature at which the solvent boils",
    "cooldown": "write `HeatChillToTemp` with the temperature",
}
"""What to write for a step whose name alone does not say it."""


PROPERTY_SYNONYMS = {
    "duration": ("time",),
    "temperature": ("temp",),
    "quantity": ("amount", "volume"),
    "weight": ("mass",),
    "speed": ("stir_speed",),
    "count": ("repeats",),
    "times": ("repeats",),
    "source": ("from_vessel",),
    "destination": ("to_vessel",),
    "container": ("vessel",),
    "name": ("reagent", "id"),
    "note": ("comment",),
    "vessel": ("from_vessel",),
    "to_vessel": ("filtrate_vessel",),
    "from_vessel": ("vessel",),
}
"""What models and people write for properties of another name; the first that the element has is meant."""


@rule("XDL112", "unknown-property", ERROR)
def unknown_property(
    name: str, element: str, properties: Sequence[str], offered: Sequence[str], fix: Fix | None
) -> Message:
    """A property that the element does not have.

    A reader either refuses it or drops it in silence, and then the step is not done as it was meant.

    Wrong:
        <Add vessel="beaker" reagent="water" quantity="5 mL"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="5 mL"/>
    """
    meant = [near for near in PROPERTY_SYNONYMS.get(name.casefold(), ()) if near in properties]
    near = next(iter(meant or near_matches(name, properties)), None)
    start = f"did you mean `{near}`? " if near else ""
    message = f"`{element}` has no property `{name}`"
    return Message(message, hint=f"{start}It takes {listing(offered, most=40)}", fix=fix)


INSTEAD = {
    ("Stir", "time"): "where no time is known, use `StartStir` and `StopStir`",
    ("HeatChill", "time"): "where no time is known, use `HeatChillToTemp`",
    ("WashSolid", "volume"): 'where the text gives none, write a usual one and `comment="chosen: the text gives none"`',
}
"""What to write where the text gives no value for a mandatory property."""


@rule("XDL113", "missing-property", ERROR)
def missing_property(name: str, element: str, what: str) -> Message:
    """A mandatory property is missing.

    Without it the step cannot be carried out: a robot does not know for how long, or in which vessel.

    Wrong:
        <Stir vessel="beaker"/>

    Right:
        <Stir vessel="beaker" time="20 s"/>
    """
    return Message(f"`{element}` has no `{name}`", hint=f'add `{name}="…"`: {what[:1].lower()}{what[1:].rstrip(".")}')


@rule("XDL114", "not-allowed-value", ERROR)
def not_allowed_value(
    value: str, name: str, element: str, allowed: Sequence[str], fix: Fix | None, optional: bool = False
) -> Message:
    """A value that is not one of those allowed.

    Software takes its decisions by these words, and knows no others. A slip of one of them is mended by the fix, as are
    `yes` and `no` for `true` and `false`.

    Wrong:
        <Stir vessel="beaker" time="20 s" purpose="mixing"/>

    Right:
        <Stir vessel="beaker" time="20 s" purpose="dissolve"/>
    """
    message = f"`{value}` is not a value of `{name}` in `{element}`"
    otherwise = f"; where none fits, leave `{name}` out" if optional else ""
    return Message(message, hint=f"allowed are {listing(allowed, most=40)}{otherwise}", fix=fix)


@rule("XDL115", "not-a-count", ERROR)
def not_a_count(value: str, name: str, element: str) -> Message:
    """A number of times that is not a whole number of at least 1.

    Nothing can be done half a time, and a loop that never runs is a mistake.

    Wrong:
        <Repeat repeats="2.5">…</Repeat>

    Right:
        <Repeat repeats="3">…</Repeat>
    """
    message = f"`{value}` is not a number of times, in `{name}` of `{element}`"
    return Message(message, hint="write a whole number of at least 1, such as `3`")


@rule("XDL116", "old-name", WARNING)
def old_name(name: str, now: str, what: str, times: int, fix: Fix | None) -> Message:
    """A name of an older version of XDL.

    Newer software may not know it. It is reported where it stands first, and the fix writes the present name
    everywhere. Dialect 0.4 has the older names, and there they are right.

    Wrong:
        <Filter filter_vessel="filter"/>

    Right:
        <Filter vessel="filter"/>
    """
    places = f", in {times} places" if times > 1 else ""
    return Message(f"`{name}` is an older name of the {what} `{now}`{places}", hint=f"write `{now}`", fix=fix)


@rule("XDL117", "not-in-dialect", ERROR)
def not_in_dialect(name: str, what: str, dialect: str, dialects: Sequence[str]) -> Message:
    """A step, element or property that the chosen dialect does not have.

    Software that is made for this dialect refuses it. What can be said in another way has to be.

    Wrong:
        with --dialect clairify: <AddSolid vessel="beaker" reagent="salt" mass="5 g"/>

    Right:
        with --dialect clairify: <Add vessel="beaker" reagent="salt" mass="5 g"/>
    """
    return Message(f"dialect {dialect} has no {what} `{name}`", hint=f"it is part of dialect {' and '.join(dialects)}")


@rule("XDL118", "empty-value", ERROR)
def empty_value(name: str, element: str, written: str) -> Message:
    """A property has an empty value.

    It says nothing, and a reader may take it for anything. An optional property can be left out; where it is empty,
    the finding is a warning, since programs that write XDL leave it so (dialect clairify refuses it).

    Wrong:
        <Add vessel="" reagent="water" volume="5 mL"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="5 mL"/>
    """
    what = f"is `{written}`, which stands for nothing" if written else "is empty"
    return Message(f"`{name}` of `{element}` {what}", hint="give it a value, or leave the property out")


@rule("XDL119", "unknown-type", WARNING)
def unknown_type(value: str, element: str, known: Sequence[str]) -> Message:
    """A component has a type that is not in use.

    Software chooses a device by this type.

    Wrong:
        <Component id="pot" type="cauldron"/>

    Right:
        <Component id="pot" type="reactor"/>
    """
    near = next(iter(near_matches(value, known)), None)
    start = f"did you mean `{near}`? " if near else ""
    return Message(
        f"`{value}` is not a usual type of `{element}`", hint=f"{start}The standard's are {listing(known, most=7)}"
    )


@rule("XDL120", "platform-property", WARNING)
def platform_property(name: str, element: str) -> Message:
    """A property that at most one platform understands.

    Other software refuses or ignores it. It is not in the standard. It is reported where it stands first.

    Wrong:
        <Add vessel="reactor" reagent="water" volume="5 mL" port="top"/>

    Right:
        <Add vessel="reactor" reagent="water" volume="5 mL"/>
    """
    message = f"`{name}` of `{element}` is not in the standard; one platform at most understands it"
    return Message(message, hint="leave it out if you can")


@rule("XDL121", "repeat-without-count", ERROR)
def repeat_without_count() -> Message:
    """A Repeat does not say how often, over what, or until when.

    It needs `repeats`, `loop_variables`, a comparison of a reagent such as `x.role="solvent"`, or a Monitor inside.

    Wrong:
        <Repeat><Stir vessel="beaker" time="20 s"/></Repeat>

    Right:
        <Repeat repeats="3"><Stir vessel="beaker" time="20 s"/></Repeat>
    """
    return Message("`Repeat` does not say how often", hint='add `repeats="…"`')


@rule("XDL122", "await-without-async", WARNING)
def await_without_async(pid: str, known: Sequence[str]) -> Message:
    """An Await waits for a block that no Async before it has started.

    A robot then waits for ever, or not at all.

    Wrong:
        <Await pid="reaction"/>

    Right:
        <Async pid="reaction"><Stir vessel="reactor" time="1 h"/></Async>
        <Await pid="reaction"/>
    """
    return Message(f"no `Async` before this has the pid `{pid}`", hint=f"there are {listing(known)}")


@rule("XDL123", "platform-step", WARNING)
def platform_step(name: str) -> Message:
    """A step that only one platform carries out.

    Other software refuses it. It is not in the standard. It is reported where it stands first.

    Wrong:
        <CleanBackbone solvent="water"/>

    Right:
        <ResetHandling solvent="water"/>
    """
    return Message(
        f"the step `{name}` is not in the standard; only one platform has it",
        hint="use steps of the standard where the program is for other laboratories too",
    )
