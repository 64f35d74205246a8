"""The rules that compare a program with its source text."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Related, Severity
from clairify_cli.diagnostics.registry import Message, rule

_SHOWN = 90


def shown(words: str) -> str:
    """Words of the text for a message: a single line, shortened in the middle if long."""
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN // 2].rstrip()} … {words[-_SHOWN // 2 :].lstrip()}"


def _in(around: str, words: str) -> str:
    return f", in `{shown(around)}`" if " ".join(around.split()) != " ".join(words.split()) else ""


@rule("XDL601", "missing-quantity", Severity.ERROR)
def missing_quantity(
    words: str,
    around: str,
    related: tuple[Related, ...],
    *,
    noted: bool = False,
    sure: bool = True,
    action: str | None = None,
    sayable: bool = True,
    rate: bool = False,
) -> Message:
    """A quantity in the text is in no step.

    Finds amounts, temperatures, times, pressures and speeds that are in the text but not in the program. Units are
    compared by value (`0.5 h` is `30 min`), only one form of an amount is needed if the text states several, and words
    stand for numbers: room temperature for 18 to 30 °C, reflux for the boiling point of a liquid in the text, overnight
    for 8 to 20 h. Yields, spectra, melting points and flask sizes are ignored. It is a warning if the quantity may not
    be an instruction (`the temperature should not exceed 55 °C`), or if it is only in a comment and no property of any
    step could hold it.

    Wrong:
        the text: Add 5 g of salt to 50 mL of water. Stir for 10 min.
        <Add vessel="beaker" reagent="water" volume="50 mL"/> <Stir vessel="beaker" time="10 min"/>

    Right:
        the text: Add 5 g of salt to 50 mL of water. Stir for 10 min.
        <Add vessel="beaker" reagent="water" volume="50 mL"/> <Add vessel="beaker" reagent="salt" mass="5 g"/>
        <Stir vessel="beaker" time="10 min"/>
    """
    if noted:
        text = f"the text's `{shown(words)}`{_in(around, words)} is only in a comment, and no step has it"
    else:
        text = f"no step has the text's `{shown(words)}`{_in(around, words)}"
    hint = "add the step that it belongs to, or the property of a step" if sure else None
    if rate:
        hint = "work out the volume from the amount in the text, and write it as the volume of this step"
    if noted and sayable and sure:
        hint = f"write `{shown(words)}` as the property that is for it, of this step or of one that has it"
    if sure and action is not None:
        text += f", and none does what `{shown(action)}` says"
        hint = f"add the step for `{shown(action)}`, with `{shown(words)}`"
    return Message(text, hint, related=related, severity=None if sure and (sayable or not noted) else Severity.WARNING)


@rule("XDL602", "invented-quantity", Severity.ERROR)
def invented_quantity(
    written: str,
    prop: str,
    step: str,
    meant: str | None = None,
    around: str = "",
    related: tuple[Related, ...] = (),
    must: bool = False,
) -> Message:
    """A quantity in the program is not in the text.

    Finds values that the text gives nowhere, in any unit, as a number or in words. The total of several portions is
    accepted, and so is a mass or volume that follows from the text's moles.

    Wrong:
        the text: Stir the water for 10 min.
        <Stir vessel="beaker" time="15 min"/>

    Right:
        the text: Stir the water for 10 min.
        <Stir vessel="beaker" time="600 s"/>
    """
    if meant is not None:
        return Message(
            f"the text has `{shown(meant)}`{_in(around, meant)}, and not `{written}` for the `{prop}` of `{step}`",
            f"write the value of the text, `{shown(meant)}`",
            related=related,
        )
    text = f"the text gives no `{written}` for the `{prop}` of `{step}`"
    if must:
        return Message(f"{text}, which must have one", "check whether it is suitable", severity=Severity.WARNING)
    return Message(text, "write the value of the text, or leave it out")


@rule("XDL603", "quantity-used-twice", Severity.ERROR)
def quantity_twice(written: str, prop: str, step: str, words: str, related: tuple[Related, ...]) -> Message:
    """A quantity is used more often than in the text.

    Finds steps with a value that is in the text but already used by another step. `3 x 50 mL` is three times 50 mL, one
    step with `repeats="3"`, or 150 mL; `each` counts once per object.

    Wrong:
        the text: Add 50 mL of water. Stir for 10 min.
        <Add vessel="beaker" reagent="water" volume="50 mL"/> <Stir vessel="beaker" time="10 min"/>
        <Stir vessel="beaker" time="10 min"/>

    Right:
        the text: Add 50 mL of water. Stir for 10 min.
        <Add vessel="beaker" reagent="water" volume="50 mL"/> <Stir vessel="beaker" time="10 min"/>
    """
    return Message(
        f"`{written}` for the `{prop}` of `{step}` is once too many: another step has the text's `{shown(words)}`",
        "give each step its own value from the text; leave a step out only if the text does not ask for it",
        related=related,
    )


@rule("XDL604", "repeats-differ", Severity.ERROR)
def repeats_differ(wanted: int, given: int, around: str, step: str, related: tuple[Related, ...]) -> Message:
    """A step is repeated more or less often than the text says.

    Finds `3 x 50 mL`, `twice with 20 mL` and `three times` if the program has another number, counting both `repeats`
    and steps written out. Something that is `repeated twice` is done three times.

    Wrong:
        the text: Wash the solid with water (3 x 50 mL).
        <WashSolid vessel="filter" solvent="water" volume="50 mL" repeats="2"/>

    Right:
        the text: Wash the solid with water (3 x 50 mL).
        <WashSolid vessel="filter" solvent="water" volume="50 mL" repeats="3"/>
    """
    times = "once" if given == 1 else f"{given} times"
    said = "once" if wanted == 1 else f"{wanted} times"
    return Message(
        f"`{step}` does it {times}, and the text says {said}: `{shown(around)}`",
        f'do it {wanted} times in total (repeats="{wanted}")' if wanted > 1 else "leave `repeats` out",
        related=related,
    )


@rule("XDL605", "invented-reagent", Severity.ERROR)
def invented_reagent(name: str, prop: str, step: str) -> Message:
    """A reagent in the program is not in the text.

    Finds names that are not in the text, neither literally nor as a synonym or formula of the same substance, with or
    without qualifiers such as `dry` and `aqueous`. Models like to add a customary solvent or quench. General names
    (`product`, `crude mixture`) and labels (`compound 3`) are accepted.

    Wrong:
        the text: Dissolve 5 g of salt in water.
        <Add vessel="beaker" reagent="salt" mass="5 g"/> <Dissolve vessel="beaker" solvent="ethanol"/>

    Right:
        the text: Dissolve 5 g of sodium chloride in water.
        <Add vessel="beaker" reagent="NaCl" mass="5 g"/> <Dissolve vessel="beaker" solvent="water"/>
    """
    return Message(
        f"the text names no `{name}`, which `{step}` has as its `{prop}`",
        "name the reagent as the text does (`solvent`, `drying agent` if it names none), or leave the step out",
    )


@rule("XDL606", "wrong-reagent", Severity.ERROR)
def wrong_reagent(name: str, words: str, around: str, step: str, related: tuple[Related, ...]) -> Message:
    """An amount is used for a different reagent than in the text.

    Finds steps whose amount and reagent are both in the text, but in different places.

    Wrong:
        the text: Add 2 g of benzil and 3 g of benzoin.
        <Add vessel="flask" reagent="benzoin" mass="2 g"/> <Add vessel="flask" reagent="benzil" mass="3 g"/>

    Right:
        the text: Add 2 g of benzil and 3 g of benzoin.
        <Add vessel="flask" reagent="benzil" mass="2 g"/> <Add vessel="flask" reagent="benzoin" mass="3 g"/>
    """
    return Message(
        f"`{step}` takes `{words}` of `{name}`, but the text gives this amount for something else: `{shown(around)}`",
        "take the reagent and its amount from the same place in the text",
        related=related,
    )


@rule("XDL607", "missing-reagent", Severity.ERROR)
def missing_reagent(name: str, around: str, related: tuple[Related, ...]) -> Message:
    """A reagent that the text uses without an amount is in no step.

    Finds reagents without an amount that are used for adding, washing, extracting, drying, dissolving or crystallising,
    if the program has no step left for them. (For a reagent with an amount, the amount is reported.)

    Wrong:
        the text: Add 50 mL of water. Wash with brine and dry over MgSO4.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="MgSO4"/>
        <Filter vessel="flask"/>

    Right:
        the text: Add 50 mL of water. Wash with brine and dry over MgSO4.
        <Add vessel="flask" reagent="water" volume="50 mL"/>
        <Separate purpose="wash" product_phase="top" from_vessel="flask" separation_vessel="separator"
          to_vessel="flask" solvent="brine"/> <Add vessel="flask" reagent="MgSO4"/>
        <Filter vessel="flask" filtrate_vessel="bulb"/>
    """
    return Message(
        f"no step uses the text's `{shown(name)}`{_in(around, name)}",
        "add the step that uses it",
        related=related,
    )


@rule("XDL608", "missing-action", Severity.ERROR)
def missing_action(words: str, around: str, related: tuple[Related, ...]) -> Message:
    """The text says that something is done, but no step does it.

    Finds verbs and names of actions that are instructions (`was filtered`, `after evaporation`) and that have no step:
    chemists who compared generated plans found missing actions the most serious fault. Anything washed with a liquid or
    dried over a salt must be filtered off, whether or not the text says so.

    Wrong:
        the text: Add 50 mL of water. Stir for 10 min, filter and dry.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Stir vessel="flask" time="10 min"/>
        <Dry vessel="flask"/>

    Right:
        the text: Add 50 mL of water. Stir for 10 min, filter and dry.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Stir vessel="flask" time="10 min"/>
        <Filter vessel="flask"/> <Dry vessel="flask"/>
    """
    return Message(
        f"no step does what the text's `{shown(words)}` says{_in(around, words)}",
        "add the step after this one",
        related=related,
    )


@rule("XDL609", "invented-step", Severity.ERROR)
def invented_step(step: str) -> Message:
    """A step has no counterpart in the text.

    Finds steps whose action is not named in the text and that share no quantity or reagent with it. Actions that a text
    leaves implicit are accepted: filtering after a drying agent, combining the contents of two vessels, applying the
    gas that the text names, stopping something that was started.

    Wrong:
        the text: Add 50 mL of water. Stir for 10 min.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Stir vessel="flask" time="10 min"/>
        <Filter vessel="flask"/>

    Right:
        the text: Add 50 mL of water. Stir for 10 min.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Stir vessel="flask" time="10 min"/>
    """
    return Message(f"nothing in the text asks for this `{step}`", "leave the step out")


@rule("XDL610", "left-behind", Severity.ERROR)
def left_behind(vessel: str, step: str) -> Message:
    """The contents of a vessel are never combined with the rest.

    Finds vessels that are filled but never used while the program continues in others: the step that combines the two
    is missing.

    Wrong:
        the text: Add 5 g of salt to a beaker. Add 50 mL of water to a flask. Pour the water into the beaker
          and stir for 5 min.
        <Add vessel="beaker" reagent="salt" mass="5 g"/> <Add vessel="flask" reagent="water" volume="50 mL"/>
        <Stir vessel="beaker" time="5 min"/>

    Right:
        the text: Add 5 g of salt to a beaker. Add 50 mL of water to a flask. Pour the water into the beaker
          and stir for 5 min.
        <Add vessel="beaker" reagent="salt" mass="5 g"/> <Add vessel="flask" reagent="water" volume="50 mL"/>
        <Transfer from_vessel="flask" to_vessel="beaker" volume="all"/> <Stir vessel="beaker" time="5 min"/>
    """
    return Message(
        f"`{step}` fills `{vessel}`, but the program continues elsewhere without it",
        f"transfer the contents of `{vessel}`, or use the vessel that the text means",
    )


@rule("XDL611", "missing-gas", Severity.ERROR)
def missing_gas(words: str, around: str, related: tuple[Related, ...], ended: tuple[str, str] | None = None) -> Message:
    """The text says under which gas something is done, but no step provides the gas.

    Finds `under nitrogen`, `hydrogen was bubbled through` and the like if no step has this gas, and a `Purge` with a
    reactive gas, without a time, before the step that needs it.

    Wrong:
        the text: Under nitrogen, add 50 mL of water to a flask.
        <Add vessel="flask" reagent="water" volume="50 mL"/>

    Right:
        the text: Under nitrogen, add 50 mL of water to a flask.
        <EvacuateAndRefill vessel="flask" gas="nitrogen"/> <Add vessel="flask" reagent="water" volume="50 mL"/>
    """
    if ended is not None:
        hint = "put `StartPurge` before that step and `StopPurge` after it, or give `Purge` a time"
        said = f"{shown(words)}`{_in(around, words)}"
        return Message(
            f"`{ended[0]}` has ended when `{ended[1]}` begins, which needs the gas: `{said}", hint, related=related
        )
    return Message(
        f"no step has the gas of the text's `{shown(words)}`{_in(around, words)}",
        "add a step that puts the vessel under this gas",
        related=related,
    )


@rule("XDL614", "strength-differs", Severity.ERROR)
def strength_differs(written: str, name: str, said: str, around: str, related: tuple[Related, ...]) -> Message:
    """A solution or mixture has a different concentration than in the text.

    Finds molarities, percentages, ratios and `saturated` in the name of a reagent, or in its declared `concentration`,
    if the text gives another one next to this name. Reversed ratios of mixtures that are named in reverse order are the
    same.

    Wrong:
        the text: Add 5 mL of 6 M HCl.
        <Add vessel="flask" reagent="HCl (12 M)" volume="5 mL"/>

    Right:
        the text: Add 5 mL of 6 M HCl.
        <Add vessel="flask" reagent="HCl (6 M)" volume="5 mL"/>
    """
    return Message(
        f"`{name}` has `{written}`, and the text `{said}`{_in(around, said)}",
        f"write `{said}`",
        related=related,
    )


@rule("XDL615", "lost-manner", Severity.ERROR)
def lost_manner(step: str, words: str, around: str, related: tuple[Related, ...]) -> Message:
    """The text adds something dropwise, slowly or in portions, but the program adds it all at once.

    A mixture may boil over or decompose if something is added too fast. `dropwise`, `time`, `portions` and several
    steps or rounds make an addition gradual; for `slowly` and `in portions`, and for a `Transfer`, which has no such
    property, a comment is enough. If the text gives no time, the program may choose one.

    Wrong:
        the text: Add 50 mL of ether to a flask. Add 5 mL of bromine dropwise.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <Add vessel="flask" reagent="bromine" volume="5 mL"/>

    Right:
        the text: Add 50 mL of ether to a flask. Add 5 mL of bromine dropwise.
        <Add vessel="flask" reagent="ether" volume="50 mL"/>
        <Add vessel="flask" reagent="bromine" volume="5 mL" dropwise="true"/>
    """
    hint = "give it a `time`" if step == "Transfer" else 'write `dropwise="true"`, or give it a `time`'
    return Message(
        f"this `{step}` adds everything at once, but the text says `{shown(words)}`{_in(around, words)}",
        hint,
        related=related,
    )


@rule("XDL616", "lost-temperature", Severity.ERROR)
def lost_temperature(step: str, what: str, hint: str, related: tuple[Related, ...], *, sure: bool = True) -> Message:
    """A step takes place at a different temperature than in the text, because nothing sets or maintains it.

    Finds stirring and waiting after a `HeatChill` has ended although the text continues at its temperature; waiting
    instead of heating; steps on something hot that the text has allowed to cool; and a `HeatChill` that holds a
    temperature for the time that the text needs to reach it (a warning if the mixture is left to warm by itself).

    Wrong:
        the text: Add 50 mL of ether to a flask. Cool it to -78 °C for 1 h. Stir for 2 h.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <HeatChill vessel="flask" temp="-78 °C" time="1 h"/>
        <Stir vessel="flask" time="2 h"/>

    Right:
        the text: Add 50 mL of ether to a flask. Cool it to -78 °C for 1 h. Stir for 2 h.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <HeatChill vessel="flask" temp="-78 °C" time="1 h"/>
        <HeatChill vessel="flask" temp="-78 °C" time="2 h"/>
    """
    return Message(f"`{step}` {what}", hint, related=related, severity=None if sure else Severity.WARNING)


@rule("XDL617", "lost-end", Severity.ERROR)
def lost_end(words: str, around: str, related: tuple[Related, ...]) -> Message:
    """The text waits until a reaction is complete, but the program does not wait at all.

    Finds `until complete`, `until the starting material was consumed` and the like if no step has a time, is a
    `Monitor` or `Confirm`, or mentions it in its comment.

    Wrong:
        the text: Add 50 mL of water to a flask. Stir it at 40 °C until the reaction is complete. Filter it.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <HeatChillToTemp vessel="flask" temp="40 °C"/>
        <Filter vessel="flask"/>

    Right:
        the text: Add 50 mL of water to a flask. Stir it at 40 °C until the reaction is complete. Filter it.
        <Add vessel="flask" reagent="water" volume="50 mL"/>
        <HeatChillToTemp vessel="flask" temp="40 °C" comment="until the reaction is complete"/>
        <Filter vessel="flask"/>
    """
    text = f"no step waits for the text's `{shown(words)}`{_in(around, words)}"
    return Message(text, "give a step a `time`, or say in its comment what a person should wait for", related=related)


@rule("XDL618", "lost-repeats", Severity.ERROR)
def lost_repeats(step: str, words: str, around: str, related: tuple[Related, ...]) -> Message:
    """The text does something several times, but the program only once.

    Finds `several times` and `repeatedly`, which need at least two rounds.

    Wrong:
        the text: Filter the solid and wash it several times with 20 mL of water.
        <Filter vessel="flask"/> <WashSolid vessel="flask" solvent="water" volume="20 mL"/>

    Right:
        the text: Filter the solid and wash it several times with 20 mL of water.
        <Filter vessel="flask"/> <WashSolid vessel="flask" solvent="water" volume="20 mL" repeats="3"/>
    """
    text = f"`{step}` does it once, but the text says `{shown(words)}`{_in(around, words)}"
    return Message(text, "write `repeats`; 3 is usual", related=related)


@rule("XDL619", "dried-instead", Severity.ERROR)
def dried_instead(step: str, words: str, around: str, related: tuple[Related, ...]) -> Message:
    """The text removes part of a solvent and continues with the solution, but the program evaporates to dryness.

    `Evaporate` without numbers means to dryness, so no solution is left to crystallise from.

    Wrong:
        the text: The solution was concentrated to 20 mL and cooled to 5 °C.
        <Evaporate vessel="flask"/> <HeatChillToTemp vessel="flask" temp="5 °C"/>

    Right:
        the text: The solution was concentrated to dryness and cooled to 5 °C.
        <Evaporate vessel="flask"/> <HeatChillToTemp vessel="flask" temp="5 °C"/>
    """
    said = f"`{shown(words)}`{_in(around, words)}"
    text = f"`{step}` without numbers evaporates to dryness, but the text continues with a solution: {said}"
    return Message(text, "give it a `time`, and the volume in a comment", related=related)


@rule("XDL626", "strength-missing", Severity.ERROR)
def strength_missing(name: str, said: str, around: str, related: tuple[Related, ...]) -> Message:
    """A solution is treated as the neat substance: its concentration is in the text but not in the program.

    Finds molarities, percentages, ratios of mixtures and `saturated` next to the name in the text if they are missing
    from both the reagent's name and the `concentration` in its declaration.

    Wrong:
        the text: Add 5 mL of 37 % aqueous formaldehyde.
        <Add vessel="flask" reagent="formaldehyde" volume="5 mL"/>

    Right:
        the text: Add 5 mL of 37 % aqueous formaldehyde.
        <Add vessel="flask" reagent="37 % aqueous formaldehyde" volume="5 mL"/>
    """
    text = f"`{name}` has no concentration, but the text says `{shown(said)}`{_in(around, said)}"
    return Message(text, f"include it in the name: `{shown(said)}`", related=related)


@rule("XDL627", "own-choice", Severity.WARNING)
def own_choice(what: str) -> Message:
    """A value is the program's own choice, because the text gives none; its comment says so.

    XDL needs numbers where a text may have none. Finds conditions, volumes of solvents and washes, amounts of reagents,
    unnamed drying agents or reagents that set the pH, and steps that add no reactant and heat nothing, if the text does
    not give them and the step's comment says `not given in the text`, `assumed` and the like. Without the comment, or
    if the text has another value, it is an error.

    Wrong:
        the text: Add 50 mL of water. Stir for a while. Filter.
        <Add vessel="flask" reagent="water" volume="50 mL"/>
        <Stir vessel="flask" time="10 min" comment="time not given"/> <Filter vessel="flask"/>

    Right:
        the text: Add 50 mL of water. Stir for 10 min. Filter.
        <Add vessel="flask" reagent="water" volume="50 mL"/>
        <Stir vessel="flask" time="10 min"/> <Filter vessel="flask"/>
    """
    return Message(f"the text does not give {what}: it is the program's own choice", "check whether it is suitable")


@rule("XDL628", "lost-condition", Severity.ERROR)
def lost_condition(words: str, around: str, hint: str, related: tuple[Related, ...]) -> Message:
    """The text has something done in a way that no property expresses, and the program does not mention it.

    Finds steps in the dark or protected from light, waiting or cooling because of an exotherm, and a `HeatChill` of
    something that the text heats under vacuum. A comment or `purpose="control-exotherm"` is enough.

    Wrong:
        the text: Add 5 g of silver nitrate to 50 mL of water. Stir it in the dark for 10 min.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="silver nitrate" mass="5 g"/>
        <Stir vessel="flask" time="10 min"/>

    Right:
        the text: Add 5 g of silver nitrate to 50 mL of water. Stir it in the dark for 10 min.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="silver nitrate" mass="5 g"/>
        <Stir vessel="flask" time="10 min" comment="in the dark"/>
    """
    return Message(
        f"nothing in the program mentions the text's `{shown(words)}`{_in(around, words)}", hint, related=related
    )


@rule("XDL613", "too-long-to-compare", Severity.ERROR)
def too_long_to_compare(characters: int, most_characters: int, steps: int, most_steps: int, facts: int = 0) -> Message:
    """The text or the program is too long to be compared.

    Every step is compared with every word for an action, which takes too long beyond a certain size. Then nothing is
    known about missing or invented steps, and an unchecked program must not look faithful. The limits are 60,000
    characters, 2,000 steps, and 2,000,000 for the number of steps times that of the words for actions, quantities and
    reagents in the text.

    Wrong:
        the text: two hundred procedures in one file, translated as one program

    Right:
        the text: one procedure, with a program of its own
    """
    what = (
        f"the text has {characters:,} characters, and texts of up to {most_characters:,} can be compared"
        if characters > most_characters
        else f"{steps:,} steps and {facts:,} words for actions, quantities and reagents are too many to compare"
        if facts
        else f"the program has {steps:,} steps, and programs of up to {most_steps:,} can be compared"
    )
    return Message(f"the program was not compared with its text: {what}", "put each procedure into its own file")


@rule("XDL640", "no-substance", Severity.ERROR)
def no_substance(name: str, prop: str, step: str) -> Message:
    """The name of a reagent cannot be the name of a substance.

    Finds names whose head is a process, a time, a quality, a tool or a vessel (`solvent reduction`, `reflux
    condensers`), and fragments of a sentence (`volume up to`, `was added`). Names in the table of substances, formulas,
    systematic names and unknown words are accepted.

    Wrong:
        the text: Add 5 g of salt to a beaker. After solvent reduction the salt is left.
        <Add vessel="beaker" reagent="salt" mass="5 g"/> <Add vessel="beaker" reagent="solvent reduction"/>

    Right:
        the text: Add 5 g of salt to a beaker. After solvent reduction the salt is left.
        <Add vessel="beaker" reagent="salt" mass="5 g"/> <Evaporate vessel="beaker"/>
    """
    return Message(
        f"`{shown(name)}` cannot be a substance, so it cannot be the `{prop}` of `{step}`",
        "name the substance that the text means, or leave the step out",
    )


@rule("XDL641", "which-substance", Severity.ERROR)
def which_substance(name: str, meant: str, around: str, related: tuple[Related, ...]) -> Message:
    """The program names only a class of substances, but the text says which substance.

    Finds `alcohol`, `ester`, `compound` and the like, on their own, if the text has a name or a label right after the
    word. A declaration that gives the reagent another name is accepted.

    Wrong:
        the text: Add the alcohol (D-fucose) (5 g) to 50 mL of water.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="alcohol" mass="5 g"/>

    Right:
        the text: Add the alcohol (D-fucose) (5 g) to 50 mL of water.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="D-fucose" mass="5 g"/>
    """
    return Message(
        f"`{name}` may be any of its kind, but the text says which one, in `{shown(around)}`",
        f"write `{shown(meant)}`",
        related=related,
    )


@rule("XDL642", "beyond-all", Severity.ERROR)
def beyond_all(
    written: str, why: str, words: str, low: float | None, high: float | None, related: tuple[Related, ...]
) -> Message:
    """A temperature copied from the text is too extreme for glassware or solvents.

    Finds temperatures above 350 °C, the limit of baths and mantles, unless the text names a furnace, a flame, a melt, a
    closed vessel or the like; below -200 °C, which no bath reaches; and heating to more than 60 K above the boiling
    point of the liquids that the program has added, in a vessel that the text does not say is closed and from which
    nothing is distilled. Usually a character was lost in the text: `1200C` is 120 °C, `100110˚C` is 100 to 110 °C. A
    program with the corrected temperature is accepted.

    Wrong:
        the text: Add 50 mL of DMSO. Heat to 1200C for 2 h.
        <Add vessel="flask" reagent="DMSO" volume="50 mL"/> <HeatChill vessel="flask" temp="1200 °C" time="2 h"/>

    Right:
        the text: Add 50 mL of DMSO. Heat to 1200C for 2 h.
        <Add vessel="flask" reagent="DMSO" volume="50 mL"/> <HeatChill vessel="flask" temp="120 °C" time="2 h"/>
    """
    said, hint = "", "write the intended temperature, or name the furnace or the closed vessel in the text"
    if low is not None and high is not None:
        said = f"; the text's `{shown(words)}` is probably {low:g}" + (f" to {high:g} °C" if high > low else " °C")
        hint = f"write `{low:g} °C`"
    return Message(f"`{written}` {why}{said}", hint, related=related)
