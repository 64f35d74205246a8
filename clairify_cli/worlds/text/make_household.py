"""Make games of household.pddl: a home of one or several rooms, and a task of one of six kinds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from clairify_cli.files.data import toml
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.text.describe import plain_words
from clairify_cli.worlds.text.make_coin_collector import Made, problem_text

_HOME = toml(Path(__file__).with_name("home.toml"))
ROOMS: dict[str, dict[str, list[Any]]] = _HOME["rooms"]
PLACES: dict[str, list[str]] = _HOME["places"]
CLOSING, MANY_MEANINGS = frozenset[str](_HOME["closing"]), frozenset[str](_HOME["many_meanings"])
INSIDE = CLOSING | set(_HOME["inside"])

SIZES = range(1, len(ROOMS) + 1)
KINDS = ("put", "clean", "heat", "cool", "examine", "two")
"""The kinds of tasks, which consecutive seeds cycle through."""

_FEWEST_STEPS = 50
_ITEM_HERE = 0.28


@dataclass(slots=True)
class _Home:
    """A furnished home: furniture by room, fixtures and items with their places."""

    furniture: dict[str, str] = field(default_factory=dict)
    rooms: dict[str, str] = field(default_factory=dict)
    doors: list[tuple[str, str]] = field(default_factory=list)
    fixtures: dict[str, tuple[str, str]] = field(default_factory=dict)
    items: dict[str, tuple[str, str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def name(self, kind: str) -> str:
        self.counts[kind] += 1
        return f"{kind}{self.counts[kind]}"

    def of(self, kinds: Iterable[str]) -> list[str]:
        """Return the furniture of some kinds."""
        wanted = set(kinds)
        return [name for name, kind in self.furniture.items() if kind in wanted]


@dataclass(frozen=True, slots=True)
class _Job:
    """What is to be done with which kind of item, and the kind of furniture it goes to, or of lamp."""

    kind: str
    item: str
    target: str


def household(seed: int, size: int) -> Made:
    """Make the game of a seed in a home of some rooms.

    Every game can be won. What the task needs is there; all furniture can be walked to, because each room has some and
    all rooms are connected; closed furniture can be opened with a free hand before anything is taken; and a taken item
    can be cleaned, heated, cooled or examined at the sink, microwave, fridge or lamp, and be put down.
    """
    rng = random.Random(f"household {size} {seed}")  # noqa: S311 - a game, no secret
    kind = KINDS[seed % len(KINDS)]
    home = _furnished(rng, _chosen_rooms(rng, kind, size))
    job = _job(rng, kind, home)
    _put_items(rng, home, job)
    start = rng.choice(list(home.furniture))
    return Made(_problem(home, job, start), _aim(rng, home, job), _limit(home))


# ------------------------------------------------------------------------------------------------------- the home


def _chosen_rooms(rng: random.Random, kind: str, size: int) -> list[str]:
    """Choose rooms, at least one of which allows the task; with several rooms, a kitchen is likely."""
    lit = [name for name, room in ROOMS.items() if any(one.endswith("-lamp") for one, _ in room["fixtures"])]
    stored = ["kitchen", "living-room", "bedroom", "bathroom", "study"]
    needed = {"clean": ["kitchen", "bathroom"], "heat": ["kitchen"], "cool": ["kitchen"], "examine": lit}.get(
        kind, stored
    )
    rooms = [rng.choice(needed)]
    others = [name for name in ROOMS if name != rooms[0]]
    rooms += rng.sample(others, size - 1)
    rng.shuffle(rooms)
    return rooms


def _furnished(rng: random.Random, rooms: list[str]) -> _Home:
    home = _Home()
    for at, room in enumerate(rooms):
        first: dict[str, str] = {}
        for kind, least, most in ROOMS[room]["furniture"]:
            for _ in range(rng.randint(least, most)):
                name = home.name(kind)
                home.furniture[name], home.rooms[name] = kind, room
                first.setdefault(kind, name)
        for kind, beside in ROOMS[room]["fixtures"]:
            if beside in first:
                home.fixtures[home.name(kind)] = (kind, first[beside])
        if at:
            home.doors.append((rooms[rng.randrange(max(0, at - 3), at)], room))
    return home


def _put_items(rng: random.Random, home: _Home, job: _Job) -> None:
    """Place the items: those of the task first, none where it belongs, then others."""
    many = 2 if job.kind == "two" else 1
    away = [one for one in home.of(PLACES[job.item]) if home.furniture[one] != job.target]
    for _ in range(many + (rng.random() < _ITEM_HERE)):
        home.items[home.name(job.item)] = (job.item, rng.choice(away))
    for kind, places in PLACES.items():
        if kind == job.item:
            continue
        for _ in range(rng.randint(0, 2)):
            where = home.of(places)
            if where and rng.random() < _ITEM_HERE * 2:
                home.items[home.name(kind)] = (kind, rng.choice(where))


# ------------------------------------------------------------------------------------------------------- the task


def _job(rng: random.Random, kind: str, home: _Home) -> _Job:
    """Choose a task of the kind that can be done in this home, with uniform probability."""
    there = set(home.furniture.values())
    if kind == "examine":
        lamps = sorted({one for one, _ in home.fixtures.values() if one.endswith("-lamp")})
        items = [one for one in _HOME["examined"] if one not in MANY_MEANINGS and there & set(PLACES[one])]
        return _Job(kind, rng.choice(items), rng.choice(lamps))
    of_kind = _HOME.get({"clean": "washed", "heat": "heated", "cool": "cooled"}.get(kind, ""), PLACES)
    helper = _HOME["helpers"].get(kind)
    jobs = [
        _Job(kind, item, target)
        for item in of_kind
        if item not in MANY_MEANINGS
        for target in PLACES[item]
        if target in there and target not in {*MANY_MEANINGS, helper} and there & (set(PLACES[item]) - {target})
    ]
    return rng.choice(jobs)


def _aim(rng: random.Random, home: _Home, job: _Job) -> str:
    """Return the task in English."""
    item = _phrase(job.item)
    thing = f"{_article(item)} {item}"
    if job.kind == "examine":
        lamp = plain_words(job.target)
        light = rng.choice((f"in the light of a {lamp}", f"under a {lamp}"))
        return f"Examine {thing} {light}."
    place = _phrase(job.target)
    several = sum(kind == job.target for kind in home.furniture.values()) > 1
    where = f"{'in' if job.target in INSIDE else 'on'} {_article(place) if several else 'the'} {place}"
    match job.kind:
        case "put":
            return f"Put {thing} {where}."
        case "two":
            return f"Put two {_HOME['plurals'].get(job.item) or _plural(item)} {where}."
        case "clean":
            ways = (f"Wash {thing} and put it {where}.", f"Put a clean {item} {where}.")
        case "heat":
            ways = (f"Heat {thing} and put it {where}.", f"Put a hot {item} {where}.")
        case _:
            ways = (f"Cool {thing} and put it {where}.", f"Put a cold {item} {where}.")
    return rng.choice(ways)


def _phrase(kind: str) -> str:
    return _HOME["phrases"].get(kind) or plain_words(kind)


def _article(phrase: str) -> str:
    return "an" if phrase[0] in "aeio" else "a"


def _plural(phrase: str) -> str:
    head, of, rest = phrase.partition(" of ")
    return f"{head[:-1]}ves{of}{rest}" if head.endswith("f") else f"{head}s{of}{rest}"


def _goal(job: _Job) -> str:
    if job.kind == "examine":
        return f"(exists (?item - {job.item} ?lamp - {job.target}) (examined ?item ?lamp))"
    if job.kind == "two":
        return (
            f"(exists (?one ?other - {job.item} ?place - {job.target})\n"
            "    (and (not (= ?one ?other)) (in ?one ?place) (in ?other ?place)))"
        )
    fact = f"({_HOME['facts'][job.kind]} ?item) " if job.kind in _HOME["facts"] else ""
    return f"(exists (?item - {job.item} ?place - {job.target}) (and {fact}(in ?item ?place)))"


# ---------------------------------------------------------------------------------------------------- the problem


def _problem(home: _Home, job: _Job, start: str) -> str:
    kinds: dict[str, list[str]] = {"room": list(dict.fromkeys(home.rooms.values()))}
    placed = {**home.fixtures, **home.items}
    everything = [*home.furniture.items(), *((name, kind) for name, (kind, _) in placed.items())]
    for name, kind in everything:
        kinds.setdefault(kind, []).append(name)
    facts = [f"(at {start})", "(hand-empty)"]
    facts += [f"(located {name} {room})" for name, room in home.rooms.items()]
    facts += [f"(next-door {one} {other})" for pair in home.doors for one, other in (pair, pair[::-1])]
    facts += [f"(closed {name})" for name, kind in home.furniture.items() if kind in CLOSING]
    facts += [f"(near {name} {place})" for name, (_, place) in home.fixtures.items()]
    facts += [f"(in {name} {place})" for name, (_, place) in home.items.items()]
    return problem_text("household", kinds, facts, _goal(job))


def _limit(home: _Home) -> int:
    """Return the steps for visiting and opening all furniture, walking between the rooms, and doing the task."""
    rooms = len(set(home.rooms.values()))
    needed = len(home.furniture) + len(home.of(CLOSING)) + 2 * (rooms - 1) + 4 * rooms + 10
    return max(_FEWEST_STEPS, -(-needed // 10) * 10)
