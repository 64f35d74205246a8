"""Problems with many ends to be met: satellites, rovers, spanners, a power grid, a bar."""

from __future__ import annotations

import itertools
import random

from benchmarks.problems.text import PlanningProblem, names, write


def satellite(name: str, satellites: int, targets: int, images: int, seed: int) -> PlanningProblem:
    """Images of targets in bands, with two instruments on each satellite; each band is seen by one at least."""
    rng = random.Random(seed)
    one_of, band = names("satellite", satellites), ["visible", "infrared", "x-ray", "radio"]
    target, instrument = names("target", targets), names("instrument", 2 * satellites)
    init = []
    for number, satellite_ in enumerate(one_of):
        init += [f"aims {satellite_} {rng.choice(target)}", f"spare-power {satellite_}"]
        for one in instrument[2 * number : 2 * number + 2]:
            init += [f"carries {satellite_} {one}", f"reference {one} {rng.choice(target)}"]
    sees = {(one, band[number % len(band)]) for number, one in enumerate(instrument)}
    sees |= {(one, rng.choice(band)) for one in instrument}
    init += [f"sees {one} {in_band}" for one, in_band in sorted(sees)]
    seen = sorted({in_band for _, in_band in sees})
    wanted = rng.sample([(one, in_band) for one in target for in_band in seen], images)
    objects = {"satellite": one_of, "instrument": instrument, "band": band, "target": target}
    return write(name, "satellite", objects, init, [f"image {one} {in_band}" for one, in_band in wanted])


def rovers(name: str, count: int, sites: int, findings: int, seed: int) -> PlanningProblem:
    """Samples and pictures whose data are to be sent; the first rover can do everything and go everywhere."""
    rng = random.Random(seed)
    rover, site = names("rover", count), names("site", sites)
    sample, picture = names("sample", findings), names("picture", findings)
    init = [f"mark {rng.choice(site)}", *(f"in-sight {one}" for one in rng.sample(site, 2))]
    for number, one in enumerate(rover):
        ways = {(site[far], site[rng.randrange(far)]) for far in range(1, sites)}
        # The other rovers cannot use every way.
        ways = ways if number == 0 else {way for way in sorted(ways) if rng.random() < 0.8}
        init += [f"path {one} {a} {b}" for way in sorted(ways) for a, b in (way, way[::-1])]
        init += [f"stands {one} {rng.choice(site)}", f"bay-empty {one}"]
        init += [f"has-scoop {one}"] if number % 2 == 0 else []
        init += [f"has-camera {one}"] if number % 3 == 0 else []
    init += [f"lies {one} {rng.choice(site)}" for one in sample]
    init += [f"shows {one} {at}" for one in picture for at in rng.sample(site, 2)]
    objects = {"rover": rover, "site": site, "sample": sample, "picture": picture}
    return write(name, "rovers", objects, init, [f"sent {one}" for one in (*sample, *picture)])


def spanner(name: str, places: int, nuts: int, spare: int, seed: int) -> PlanningProblem:
    """A one-way walk to the nuts, along which the spanners lie; `spare` more than are needed."""
    rng = random.Random(seed)
    place, nut, tool = ["shed", *names("place", places), "gate"], names("nut", nuts), names("spanner", nuts + spare)
    init = [f"path {here} {there}" for here, there in itertools.pairwise(place)] + ["man-at shed"]
    for one in tool:
        init += [f"left {one} {rng.choice(place[1:-1])}", f"usable {one}"]
    for one in nut:
        init += [f"sits {one} gate", f"loose {one}"]
    return write(name, "spanner", {"place": place, "spanner": tool, "nut": nut}, init, [f"tight {one}" for one in nut])


def power_grid(name: str, lines: int, faults: int, seed: int) -> PlanningProblem:
    """Sound lines in a tree from the source, with more switches among them and to faulty lines, some of them closed."""
    rng = random.Random(seed)
    line, source = names("line", lines), ["source1", "source2"]
    sound, faulty = line[faults:], line[:faults]
    joins = [(sound[number], sound[rng.randrange(number)]) for number in range(1, len(sound))]
    joins += [(one, other) for one in faulty for other in rng.sample(sound, 2)]
    joins += [tuple(rng.sample(sound, 2)) for _ in range(lines // 3)]  # type: ignore[misc]
    switch = names("switch", len(joins))
    init = [f"feeds source1 {sound[0]}", f"feeds source2 {rng.choice(sound)}"]
    for one, (a, b) in zip(switch, joins, strict=True):
        init += [f"joins {one} {a} {b}", f"joins {one} {b} {a}"]
        init += [f"closed {one}"] if rng.random() < (0.7 if a in faulty else 0.1) else []
    init += [f"faulty {one}" for one in faulty]
    goal = ["(safe)", *(f"live {one}" for one in sound)]
    return write(name, "power-grid", {"line": line, "switch": switch, "source": source}, init, goal)


def barman(name: str, cocktails: int, ingredients: int, seed: int) -> PlanningProblem:
    """A glass of each cocktail, with one glass more to work with and one shaker."""
    rng = random.Random(seed)
    cocktail, ingredient = names("cocktail", cocktails), names("juice", ingredients)
    glass, hand = names("glass", cocktails + 1), ["left-hand", "right-hand"]
    init = [f"free {one}" for one in hand]
    for one in (*glass, "shaker1"):
        init += [f"on-bar {one}", f"clean {one}", f"empty {one}"]
    for one in cocktail:
        first, second = rng.sample(ingredient, 2)
        init.append(f"recipe {one} {first} {second}")
    goal = [f"holds {one} {drink}" for one, drink in zip(glass, cocktail, strict=False)]
    objects = {"glass": glass, "shaker": ["shaker1"], "ingredient": ingredient, "cocktail": cocktail, "hand": hand}
    return write(name, "barman", objects, init, goal)
