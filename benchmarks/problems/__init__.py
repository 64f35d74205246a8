"""Planning problems of our own, after ideas that every planning competition knows, graded in size.

All are made from fixed seeds and can be solved: by construction, or because every state of the domain can be undone.
Among them are action costs (transport), negative preconditions (sokoban, household), conditional effects (elevator,
lab), quantified conditions (elevator, visit-all, household) and derived predicates (power-grid). Domains that are not
shipped with the project stand in `domains/`.
"""

from __future__ import annotations

from benchmarks.problems.carrying import elevator, ferry, gripper, logistics, transport
from benchmarks.problems.grids import n_puzzle, sokoban, visit_all
from benchmarks.problems.missions import barman, power_grid, rovers, satellite, spanner
from benchmarks.problems.stacks import blocks, depots
from benchmarks.problems.text import SHIPPED, PlanningProblem, domain_text

__all__ = ["PlanningProblem", "all_problems"]


def all_problems() -> list[PlanningProblem]:
    """The 42 problems of 17 domains, each domain from small to large."""
    return [
        blocks("blocks-1", 8, seed=1),
        blocks("blocks-2", 20, seed=2),
        blocks("blocks-3", 50, seed=3),
        depots("depots-1", places=3, crates=4, trucks=2, seed=1),
        depots("depots-2", places=4, crates=8, trucks=2, seed=2),
        depots("depots-3", places=5, crates=14, trucks=3, seed=3),
        gripper("gripper-1", rooms=2, balls=6, seed=1),
        gripper("gripper-2", rooms=4, balls=20, seed=2),
        gripper("gripper-3", rooms=10, balls=60, seed=3),
        ferry("ferry-1", harbours=4, cars=5, seed=1),
        ferry("ferry-2", harbours=10, cars=20, seed=2),
        ferry("ferry-3", harbours=30, cars=50, seed=3),
        elevator("elevator-1", floors=5, guests=4, seed=1),
        elevator("elevator-2", floors=12, guests=12, seed=2),
        elevator("elevator-3", floors=25, guests=30, seed=3),
        logistics("logistics-1", cities=2, stops=3, parcels=4, seed=1),
        logistics("logistics-2", cities=5, stops=4, parcels=12, seed=2),
        logistics("logistics-3", cities=10, stops=5, parcels=30, seed=3),
        transport("transport-1", places=6, vans=2, parcels=4, seed=1),
        transport("transport-2", places=15, vans=3, parcels=10, seed=2),
        transport("transport-3", places=30, vans=4, parcels=20, seed=3),
        sokoban("sokoban-1", size=6, crates=2, pulls=100, seed=4),
        sokoban("sokoban-2", size=8, crates=4, pulls=300, seed=5),
        sokoban("sokoban-3", size=10, crates=6, pulls=400, seed=3),
        n_puzzle("n-puzzle-1", size=3, seed=1),
        n_puzzle("n-puzzle-2", size=4, seed=2),
        n_puzzle("n-puzzle-3", size=5, seed=3),
        visit_all("visit-all-1", size=6, seed=1),
        visit_all("visit-all-2", size=16, seed=2),
        satellite("satellite-1", satellites=2, targets=6, images=5, seed=1),
        satellite("satellite-2", satellites=8, targets=40, images=70, seed=2),
        rovers("rovers-1", count=2, sites=6, findings=3, seed=1),
        rovers("rovers-2", count=6, sites=40, findings=40, seed=2),
        spanner("spanner-1", places=3, nuts=2, spare=1, seed=1),
        spanner("spanner-2", places=8, nuts=6, spare=2, seed=2),
        power_grid("power-grid-1", lines=8, faults=2, seed=1),
        power_grid("power-grid-2", lines=25, faults=5, seed=2),
        barman("barman-1", cocktails=2, ingredients=3, seed=1),
        barman("barman-2", cocktails=12, ingredients=6, seed=2),
        _shipped("household", "apartment"),
        _shipped("household", "house"),
        _shipped("lab", "series"),
    ]


def _shipped(domain: str, name: str) -> PlanningProblem:
    """A problem that the project ships with a domain."""
    text = (SHIPPED / "problems" / domain / f"{name}.pddl").read_text(encoding="utf-8")
    return PlanningProblem(f"{domain}-{name}", domain_text(domain), text)
