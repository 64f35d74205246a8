"""Which properties hold what, which steps need which, and what they are when left out."""

from __future__ import annotations

VESSELS = (
    "vessel", "from_vessel", "to_vessel", "separation_vessel", "filtrate_vessel", "waste_phase_to_vessel", "column",
)  # fmt: skip
REAGENTS = ("reagent", "solvent", "through", "rinsing_solvent", "eluting_solvent")
AMOUNTS = ("volume", "mass", "amount", "mol", "solvent_volume", "eluting_volume", "rinsing_volume")
TIMES = ("time", "stir_time", "settling_time", "residence_time", "ramp_time", "add_time")
TEMPERATURES = ("temp", "ramp_temp")
REPEATS = ("repeats", "eluting_repeats", "rinsing_repeats")

#: the reagent that an amount belongs to
REAGENT_OF = {
    "volume": ("reagent", "solvent"),
    "mass": ("reagent",),
    "amount": ("reagent", "solvent"),
    "mol": ("reagent",),
    "solvent_volume": ("solvent",),
    "eluting_volume": ("eluting_solvent",),
    "rinsing_volume": ("rinsing_solvent",),
}

MANDATORY: dict[str, tuple[str, ...]] = {
    "Add": ("vessel", "reagent"),
    "AddSolid": ("vessel", "reagent", "mass"),
    "Separate": ("purpose", "product_phase", "from_vessel", "separation_vessel", "to_vessel"),
    "Transfer": ("from_vessel", "to_vessel"),
    "StartStir": ("vessel",),
    "Stir": ("vessel", "time"),
    "StopStir": ("vessel",),
    "HeatChill": ("vessel", "temp", "time"),
    "HeatChillToTemp": ("vessel", "temp"),
    "StartHeatChill": ("vessel", "temp"),
    "StopHeatChill": ("vessel",),
    "EvacuateAndRefill": ("vessel",),
    "Purge": ("vessel",),
    "StartPurge": ("vessel",),
    "StopPurge": ("vessel",),
    "Filter": ("vessel",),
    "FilterThrough": ("from_vessel", "to_vessel", "through"),
    "WashSolid": ("vessel", "solvent", "volume"),
    "Wait": ("time",),
    "Repeat": ("repeats",),
    "CleanVessel": ("vessel",),
    "Crystallize": ("vessel",),
    "Dissolve": ("vessel", "solvent"),
    "Dry": ("vessel",),
    "Evaporate": ("vessel",),
    "Irradiate": ("vessel", "time"),
    "Precipitate": ("vessel",),
    "RunColumn": ("from_vessel", "to_vessel"),
}

BLOCKS = ("Prep", "Reaction", "Workup", "Purification")
LOOPS = ("Repeat", "Async", "Await", "Loop")
#: steps that only end or bookkeep what another began
ENDINGS = ("StopStir", "StopHeatChill", "StopPurge", "CleanVessel", "ResetHandling", "Confirm", "Callback", "Monitor")
THERMAL = ("HeatChill", "HeatChillToTemp", "StartHeatChill")
TIMED = ("Stir", "HeatChill", "Wait", "Irradiate")
