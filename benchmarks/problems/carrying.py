"""Problems of carrying things about: gripper, ferry, elevator, logistics, transport."""

from __future__ import annotations

import itertools
import random

from benchmarks.problems.text import PlanningProblem, names, write


def gripper(name: str, rooms: int, balls: int, seed: int) -> PlanningProblem:
    """Balls that are to lie in other rooms."""
    rng = random.Random(seed)
    room, ball, hand = names("room", rooms), names("ball", balls), ["left", "right"]
    ways = [rng.sample(room, 2) for _ in ball]
    init = [f"robot-in {room[0]}", *(f"empty {one}" for one in hand)]
    init += [f"lies-in {one} {start}" for one, (start, _) in zip(ball, ways, strict=True)]
    goal = [f"lies-in {one} {end}" for one, (_, end) in zip(ball, ways, strict=True)]
    return write(name, "gripper", {"room": room, "ball": ball, "gripper": hand}, init, goal)


def ferry(name: str, harbours: int, cars: int, seed: int) -> PlanningProblem:
    """Cars that are to be in other harbours."""
    rng = random.Random(seed)
    harbour, car = names("harbour", harbours), names("car", cars)
    ways = [rng.sample(harbour, 2) for _ in car]
    init = [f"moored {harbour[0]}", "deck-free"]
    init += [f"ashore {one} {start}" for one, (start, _) in zip(car, ways, strict=True)]
    goal = [f"ashore {one} {end}" for one, (_, end) in zip(car, ways, strict=True)]
    return write(name, "ferry", {"harbour": harbour, "car": car}, init, goal)


def elevator(name: str, floors: int, guests: int, seed: int) -> PlanningProblem:
    """People who wait for the lift; the top floor is locked to all but staff."""
    rng = random.Random(seed)
    floor, guest, staff = names("floor", floors), names("guest", guests), ["porter", "cook"]
    people = [*guest, *staff]
    ways = [rng.sample(floor[:-1], 2) for _ in people]
    # Somebody has business on the locked floor, and staff has to ride along.
    ways[0][1] = ways[-1][1] = floor[-1]
    init = [f"above {floor[high]} {floor[low]}" for high in range(floors) for low in range(high)]
    init += [f"lift-at {floor[0]}", f"locked {floor[-1]}"]
    for one, (start, end) in zip(people, ways, strict=True):
        init += [f"origin {one} {start}", f"wants {one} {end}"]
    goal = ["(forall (?person - person) (served ?person))"]
    return write(name, "elevator", {"floor": floor, "guest": guest, "staff": staff}, init, goal, requirements=":adl")


def logistics(name: str, cities: int, stops: int, parcels: int, seed: int) -> PlanningProblem:
    """Parcels between stops of cities; each city has a truck and an airport, and there is a plane for two cities."""
    rng = random.Random(seed)
    city, truck = names("city", cities), names("truck", cities)
    airport, stop = names("airport", cities), names("stop", cities * (stops - 1))
    plane, parcel = names("plane", max(1, cities // 2)), names("parcel", parcels)
    init = []
    for number, one in enumerate(city):
        own = [airport[number], *stop[number :: len(city)]]
        init += [f"of {place} {one}" for place in own]
        init.append(f"parked {truck[number]} {rng.choice(own)}")
    init += [f"parked {one} {rng.choice(airport)}" for one in plane]
    ways = [rng.sample([*airport, *stop], 2) for _ in parcel]
    init += [f"waits {one} {start}" for one, (start, _) in zip(parcel, ways, strict=True)]
    goal = [f"waits {one} {end}" for one, (_, end) in zip(parcel, ways, strict=True)]
    objects = {"city": city, "airport": airport, "stop": stop, "truck": truck, "plane": plane, "parcel": parcel}
    return write(name, "logistics", objects, init, goal)


def transport(name: str, places: int, vans: int, parcels: int, seed: int) -> PlanningProblem:
    """Parcels along roads of different lengths, in vans for two or three; the cost is to be small."""
    rng = random.Random(seed)
    place, van, parcel = names("place", places), names("van", vans), names("parcel", parcels)
    room = [f"room{number}" for number in range(4)]
    # A tree joins all places; a few more roads make rings.
    roads = {(place[number], place[rng.randrange(number)]) for number in range(1, places)}
    while len(roads) < places * 3 // 2:
        one, other = sorted(rng.sample(place, 2))
        roads |= {(one, other)} if (other, one) not in roads else set()
    init = ["= (total-cost) 0"]
    for one, other in sorted(roads):
        length = rng.randint(5, 50)
        init += [f"road {one} {other}", f"road {other} {one}"]
        init += [f"= (length {one} {other}) {length}", f"= (length {other} {one}) {length}"]
    init += [f"one-less {less} {more}" for less, more in itertools.pairwise(room)]
    for one in van:
        init += [f"van-at {one} {rng.choice(place)}", f"room-left {one} {rng.choice(room[2:])}"]
    ways = [rng.sample(place, 2) for _ in parcel]
    init += [f"waits {one} {start}" for one, (start, _) in zip(parcel, ways, strict=True)]
    goal = [f"waits {one} {end}" for one, (_, end) in zip(parcel, ways, strict=True)]
    objects = {"place": place, "van": van, "parcel": parcel, "room": room}
    return write(name, "transport", objects, init, goal, metric="minimize (total-cost)")
