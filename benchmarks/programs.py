"""Programs to measure with: made by a seeded generator, valid, all different."""

from __future__ import annotations

import random

_SOLVENTS = ("toluene", "ethanol", "ethyl acetate", "hexane", "acetone", "methanol")
_WASHES = ("water", "brine")
_SOLIDS = ("sodium chloride", "benzoic acid", "salicylic acid", "magnesium sulfate", "potassium carbonate")


def program(steps: int, seed: int) -> str:
    """A valid XDL program of so many steps; every seed gives other numbers, names and steps."""
    rng = random.Random(seed)
    used_solvents = [*rng.sample(_SOLVENTS, 2), rng.choice(_WASHES)]
    used_solids = rng.sample(_SOLIDS, 2)
    lines = [
        f'      <Add vessel="reactor" reagent="{used_solids[0]}" mass="{rng.uniform(1, 40):.2f} g"/>',
        f'      <Add vessel="reactor" reagent="{used_solvents[0]}" volume="{rng.randint(20, 200)} mL"/>',
        f'      <Add vessel="reactor" reagent="{used_solids[1]}" mass="{rng.uniform(1, 40):.2f} g" stir="true"/>',
        f'      <Add vessel="reactor" reagent="{used_solvents[1]}" volume="{rng.randint(5, 50)} mL" dropwise="true"/>',
    ]
    end = [
        '      <Separate purpose="wash" product_phase="top" from_vessel="reactor" separation_vessel="separator"'
        f' to_vessel="flask" solvent="{used_solvents[2]}" solvent_volume="{rng.randint(10, 60)} mL"/>',
        f'      <Evaporate vessel="flask" temp="{rng.randint(30, 60)} °C" pressure="{rng.randint(20, 300)} mbar"/>',
    ]
    while len(lines) < steps - len(end):
        lines.append(_step(rng, used_solvents))
    reagents = [f'      <Reagent name="{name}"/>' for name in (*used_solvents, *used_solids)]
    return "\n".join(
        [
            "<XDL>",
            "  <Synthesis>",
            "    <Hardware>",
            '      <Component id="reactor" type="reactor"/>',
            '      <Component id="separator" type="separator"/>',
            '      <Component id="flask" type="flask"/>',
            "    </Hardware>",
            "    <Reagents>",
            *reagents,
            "    </Reagents>",
            "    <Procedure>",
            *(lines + end)[:steps],
            "    </Procedure>",
            "  </Synthesis>",
            "</XDL>",
            "",
        ]
    )


def _step(rng: random.Random, solvents: list[str]) -> str:
    match rng.randrange(5):
        case 0:
            time, speed = rng.randint(1, 120), rng.randint(2, 12)
            return f'      <Stir vessel="reactor" time="{time} min" stir_speed="{speed}00 RPM"/>'
        case 1:
            temp, time = rng.randint(20, 55), rng.randint(1, 24)
            return f'      <HeatChill vessel="reactor" temp="{temp} °C" time="{time} h"/>'
        case 2:
            return f'      <HeatChillToTemp vessel="reactor" temp="{rng.randint(0, 30)} °C"/>'
        case 3:
            volume = rng.randint(1, 99)
            return f'      <Add vessel="reactor" reagent="{rng.choice(solvents)}" volume="{volume} mL" stir="true"/>'
        case _:
            return f'      <Wait time="{rng.randint(1, 60)} min"/>'
