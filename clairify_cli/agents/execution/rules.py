"""Findings of execution before anything moves: RUN1xx about the program and its bench, RUN2xx about getting it done."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.registry import Message, rule


@rule("RUN101", "step-without-skill", Severity.ERROR)
def no_skill(step: str, why: str, *, skipped: bool = False) -> Message:
    """The arm has no skill for a step of the program.

    Finds steps that nothing in the `lab` domain does: filtering, separating, evaporating, running a column, and steps
    that no table knows. They are found before anything moves. With `--skip-unsupported` they are left out, which the
    report says; what follows may then make no sense.

    Wrong:
        <Evaporate vessel="flask"/>

    Right:
        <Add vessel="flask" reagent="water" volume="20 mL"/>
    """
    if skipped:
        return Message(f"`{step}` is left out: {why}", severity=Severity.WARNING)
    return Message(f"`{step}` cannot be done by the arm: {why}", "leave it out, or go on without it by skipping")


@rule("RUN102", "vessel-not-in-scene", Severity.ERROR)
def no_vessel(name: str, there: str) -> Message:
    """The scene has no vessel of the name that the program uses.

    A vessel of a scene is found by its id or its name, or as the only one of its kind.

    Wrong:
        <Add vessel="flask" .../> on a bench with two beakers

    Right:
        vessels: [{id: flask, kind: flask, ...}]
    """
    return Message(f"the scene has no vessel `{name}`", f"it has {there}" if there else "add one to the scene")


@rule("RUN103", "reagent-not-in-scene", Severity.ERROR)
def no_reagent(name: str, there: str) -> Message:
    """No vessel of the scene contains the reagent that the program uses.

    A reagent is found by the substance that a vessel contains, or by the vessel's name.

    Wrong:
        <Add reagent="vinegar" .../> on a bench with water alone

    Right:
        vessels: [{id: vinegar, kind: bottle, contents: [{substance: vinegar, grams: 100}], ...}]
    """
    return Message(f"the scene has no `{name}`", f"it has {there}" if there else "add a bottle of it to the scene")


@rule("RUN104", "amount-unknown", Severity.ERROR)
def no_amount(reagent: str, written: str, why: str) -> Message:
    """How much of a reagent is meant cannot be told in grams.

    Masses are taken as they are, volumes by density, moles by molar mass. Equivalents are relative to a reagent that
    the step does not name, and the molar mass of an unknown substance is unknown. Where no amount is said at all, none
    is made up, unless --assume gives one.

    Wrong:
        <Add vessel="flask" reagent="triethylamine" amount="1.5 eq"/>

    Right:
        <Add vessel="flask" reagent="triethylamine" volume="1.4 mL"/>
    """
    if not written:
        hint = 'give a mass or a volume, or allow one to be assumed, as in --assume "10 g"'
        return Message(f"how much `{reagent}` is added is not said", hint)
    return Message(f"how much `{reagent}` is meant by `{written}` cannot be told: {why}", "give a mass or a volume")


@rule("RUN105", "vessel-overfull", Severity.ERROR)
def overfull(vessel: str, volume: float, capacity: float) -> Message:
    """More goes into a vessel than it holds.

    Counts all that the program has put into it by then.

    Wrong:
        <Add vessel="vial" reagent="water" volume="200 mL"/> where the vial holds 20 mL

    Right:
        <Add vessel="beaker" reagent="water" volume="200 mL"/>
    """
    return Message(
        f"`{vessel}` holds {capacity:.0f} mL, and {volume:.0f} mL would be in it", "take a larger vessel, or less"
    )


@rule("RUN106", "temperature-out-of-reach", Severity.ERROR)
def out_of_range(temperature: float, device: str, limit: float) -> Message:
    """No device of the scene gets as hot or as cold as a step asks for.

    Wrong:
        <HeatChillToTemp vessel="flask" temp="-78 °C"/> with an ice bath

    Right:
        <HeatChillToTemp vessel="flask" temp="0 °C"/>
    """
    return Message(f"{temperature:g} °C is out of reach: the {device} goes to {limit:g} °C", "ask for less")


@rule("RUN107", "device-missing", Severity.ERROR)
def no_device(device: str, what: str) -> Message:
    """The scene lacks a device that a step needs.

    Adding amounts needs a balance, stirring a stirrer or a hotplate, heating a hotplate, cooling an ice bath, and
    cleaning a sink.

    Wrong:
        <Stir vessel="beaker" time="10 s"/> on a bench without a stirrer

    Right:
        devices: [{id: stirrer, kind: stirrer, ...}]
    """
    return Message(f"there is no {device} in the scene, to {what}", f"add a {device} to the scene")


@rule("RUN108", "not-enough-reagent", Severity.ERROR)
def not_enough(reagent: str, wanted: float, there: float, vessel: str = "") -> Message:
    """The program takes more of a reagent than the scene has, or more out of a vessel than it then holds.

    Counts all steps that take of it, and what steps put into a vessel.

    Wrong:
        two steps with 60 g of water each, and a bottle with 100 g

    Right:
        contents: [{substance: water, grams: 150}]
    """
    if vessel:
        return Message(f"{wanted:.4g} g are to be moved out of {vessel}, which then holds {there:.4g} g", "move less")
    return Message(
        f"{wanted:.4g} g `{reagent}` are needed, and the scene has {there:.4g} g", "put more of it into the scene"
    )


@rule("RUN109", "too-much-for-hand", Severity.ERROR)
def too_much(vessel: str, why: str) -> Message:
    """A vessel that has to be lifted is too wide or too heavy for the hand.

    The hand opens by 80 mm, and the arm carries 3 kg.

    Wrong:
        vessels: [{id: bottle, shape: {radius: 0.06, ...}, ...}]

    Right:
        vessels: [{id: bottle, shape: {radius: 0.03, ...}, ...}]
    """
    return Message(f"`{vessel}` cannot be carried: {why}", "take a smaller one")


@rule("RUN110", "assumed", Severity.WARNING)
def assumed(message: str) -> Message:
    """Something that a program leaves open was assumed, or cannot be kept exactly.

    Finds reagents that are added without an amount where --assume gives one, unknown densities, and manners of doing a
    step (dropwise, over a time) that the arm does not keep. The report repeats it.

    Wrong:
        <Add vessel="beaker" reagent="ice"/> with --assume "10 g"

    Right:
        <Add vessel="beaker" reagent="ice" mass="30 g"/>
    """
    return Message(message)


@rule("RUN111", "object-not-in-scene", Severity.ERROR)
def no_object(name: str, there: str) -> Message:
    """The PDDL problem names an object that the scene lacks.

    Vessels, places, devices, items, containers and zones are found by their id. Reagents are what vessels contain and
    colours are what things have: they need not be in the scene by themselves.

    Wrong:
        (:objects beaker7 - beaker)    where the scene has `beaker`

    Right:
        (:objects beaker - beaker)
    """
    return Message(f"the scene has no `{name}`", f"it has {there}" if there else None)


@rule("RUN112", "domain-without-skills", Severity.ERROR)
def no_domain(name: str) -> Message:
    """The arm has skills for the actions of the domains `lab` and `tabletop` only.

    Wrong:
        clairify execute plan.plan --domain household --problem problem.pddl

    Right:
        clairify execute plan.plan --domain lab --problem problem.pddl
    """
    return Message(f"the arm has no skills for the domain `{name}`", "use `lab` or `tabletop`")


@rule("RUN113", "no-such-step", Severity.ERROR)
def no_step(number: int, steps: int) -> Message:
    """The step to stop after is not in the program.

    Steps are counted from 1 as they are carried out; those of a `Repeat` count each time.

    Wrong:
        clairify execute --until 9 ...    a program of four steps

    Right:
        clairify execute --until 3 ...
    """
    return Message(f"there is no step {number}: the program has {steps}")


@rule("RUN114", "no-bench", Severity.ERROR)
def no_bench(why: str) -> Message:
    """No bench can be made for the task.

    Without a scene, one is made from what the program or the problem needs. A vessel that the hand can grip holds
    650 mL at most, and the bench has room for about a dozen things.

    Wrong:
        <Add vessel="beaker" reagent="water" volume="2 L"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="200 mL"/>
    """
    return Message(f"no bench can be made for this: {why}", "ask for less, or write a scene")


@rule("RUN115", "plan-too-long", Severity.ERROR)
def too_long(most: int) -> Message:
    """A PDDL plan has more actions than are carried out in one run.

    Each of them is planned with the geometry of the bench before anything moves, which takes about a second.

    Wrong:
        a plan of 20,000 actions

    Right:
        a plan of 100 actions
    """
    return Message(f"a run has at most {most:,} actions, and the plan has more", "split the plan")


@rule("RUN201", "no-motion", Severity.ERROR)
def no_motion(step: str, reasons: str) -> Message:
    """Geometry forbids every plan that was tried for a step.

    The symbolic planner was told each action that could not be done (nothing reaches there, something stands in the
    way, nothing can be gripped, no room, no path) and found other plans, until there were none or the limit was
    reached. Nothing has moved.

    Wrong:
        a bottle 2 m away from the robot

    Right:
        a bottle at most 0.7 m away from the robot
    """
    return Message(f"{step} cannot be done: {reasons}", "move what is named, or give the robot more room")


@rule("RUN202", "no-symbolic-plan", Severity.ERROR)
def no_plan(step: str, why: str) -> Message:
    """There is no symbolic plan for a step, whatever the geometry.

    Wrong:
        one slot, and two vessels to be used

    Right:
        as many free slots as vessels that have to be put down
    """
    return Message(f"{step} cannot be planned: {why}", "look whether the scene has the places and devices it needs")
