"""Records of moments of a run, rendered by a separate process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clairify_cli.records import dataclass

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.simulation.camera import Picture, View
    from clairify_cli.worlds.panda.simulation.simulation import Simulation
    from clairify_cli.worlds.scene.model import Scene

Placed = tuple[tuple[float, ...], tuple[float, ...]]
"""A position (m) and a quaternion (x, y, z, w) of a body's centre of mass."""

Look = tuple[int, tuple[float, ...], tuple[float, ...], Placed]
"""The look of a body that is not in the scene (a drop, a level): the simulator's number of the shape type, its
dimensions (of a mesh: the arguments of `liquids.looks.tilted`), its colour, the shape's pose in the body's frame."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The positions of everything: joint angles of arm and fingers, bodies of the scene by id, and other bodies.

    `shown` has what the displays of balances and hotplates show, with the device's id; `links` the frames of the arm's
    links, from its base on.
    """

    clock: float
    joints: tuple[float, ...]
    things: dict[str, Placed]
    others: tuple[tuple[int, Placed], ...]
    shown: tuple[tuple[str, str], ...] = ()
    links: tuple[Placed, ...] = ()


Words = tuple[tuple[int, int], ...]
"""Stretches of a text, in code points."""


class FilmError(RuntimeError):
    """A film could not be made; the message is one sentence for people."""


@dataclass(frozen=True, slots=True)
class Scenelet:
    """A part of a run with one caption: its first and last frame, the step's number and text, the action.

    `note` is the result, such as how much was poured; `words` are the places in the text that the step came from.
    """

    step: int
    text: str
    action: str
    first: int
    last: int
    note: str = ""
    words: Words = ()


@dataclass(frozen=True, slots=True)
class Recording:
    """Everything a film is made from; `scenelets` refer to frames by index, and their words to places in `text`."""

    scene: Scene
    title: str
    frames: tuple[Frame, ...]
    looks: tuple[Look, ...]
    scenelets: tuple[Scenelet, ...]
    text: str = ""

    def at(self, frame: int) -> Scenelet | None:
        """Return the action at a frame."""
        return next((one for one in self.scenelets if one.first <= frame <= one.last), None)


def kept_frame(simulation: Simulation, looks: dict[Look, int]) -> Frame:
    """Record the current moment; `looks` numbers the looks and is extended by new ones."""
    bullet = simulation.bullet
    arm = simulation.panda.number
    numbers = range(bullet.getNumJoints(arm))
    joints = tuple(one[0] for one in bullet.getJointStates(arm, numbers))
    links = tuple(one[4:6] for one in bullet.getLinkStates(arm, numbers, computeForwardKinematics=1))
    base = simulation.scene.robot.base
    # What was put on the bench later is drawn like a drop, since it is not in the scene.
    known = {name: one for name, one in simulation.known().items() if simulation.is_of_scene(name)}
    things = {name: bullet.getBasePositionAndOrientation(one.number) for name, one in known.items()}
    ours = {arm, *(one.number for one in known.values())}
    others: list[tuple[int, Placed]] = []
    for place in range(bullet.getNumBodies()):
        body = bullet.getBodyUniqueId(place)
        if body in ours:
            continue
        for shape in bullet.getVisualShapeData(body):
            size = bullet.tilted.get(body, tuple(shape[3]))
            look = (int(shape[2]), size, tuple(shape[7]), (tuple(shape[5]), tuple(shape[6])))
            # Helper bodies are invisible, and other meshes are the scene's own.
            if look[2][3] > 0.0 and (look[0] != bullet.GEOM_MESH or body in bullet.tilted):
                number = looks.setdefault(look, len(looks))
                others.append((number, bullet.getBasePositionAndOrientation(body)))
    placed = ((base.position, base.orientation), *links)
    return Frame(simulation.clock, joints, things, tuple(others), tuple(_displays(simulation)), placed)


def _displays(simulation: Simulation) -> Iterator[tuple[str, str]]:
    """Yield what balances (tared), hotplates and the thermometers of ice baths show, with the device's id."""
    seen = simulation.belief()
    kinds = {one.id: one.kind for one in simulation.scene.devices}
    for place in simulation.scene.places:
        kind, vessel = kinds.get(place.device or ""), seen.places.get(place.id, "")
        if kind == "balance":
            yield str(place.device), f"{sum(one.grams for one in seen.contents.get(vessel, ())):.2f} g"
        elif kind in ("hotplate", "ice-bath"):
            yield str(place.device), f"{seen.temperatures.get(vessel, simulation.scene.ambient):.0f} °C"


Drawn = tuple[Frame, dict[int, Look]]
"""A frame with the looks that it refers to, by number."""


class Mirror:
    """A separate bench that reproduces frames."""

    def __init__(self, scene: Scene, size: tuple[int, int]) -> None:
        from clairify_cli.worlds.panda.film_view import near
        from clairify_cli.worlds.panda.simulation.simulation import Simulation

        self.simulation = Simulation(scene, seed=0)
        self.size = size
        self.view = near(scene, size)
        self.bodies: dict[Look, list[int]] = {}
        self.glass = _Glass(self.simulation)

    def picture(self, frame: Frame, looks: Mapping[int, Look]) -> Picture:
        """Render a frame, uint8 (height, width, 3)."""
        bullet = self.simulation.bullet
        arm = self.simulation.panda.number
        for joint, angle in enumerate(frame.joints):
            bullet.resetJointState(arm, joint, angle)
        known = self.simulation.known()
        for name, one in known.items():
            if name in frame.things:
                bullet.resetBasePositionAndOrientation(one.number, *frame.things[name])
            else:
                bullet.resetBasePositionAndOrientation(one.number, *_AWAY)
        used: dict[Look, int] = {}
        for number, placed in frame.others:
            look = looks[number]
            bodies = self.bodies.setdefault(look, [])
            at = used.get(look, 0)
            if at == len(bodies):
                bodies.append(_body(bullet, look))
            bullet.resetBasePositionAndOrientation(bodies[at], *placed)
            used[look] = at + 1
        for look, bodies in self.bodies.items():
            # Moved out of sight, not removed: the next frame may need it again, and creating one is slow.
            for body in bodies[used.get(look, 0) :]:
                bullet.resetBasePositionAndOrientation(body, *_AWAY)
        return self.glass.picture(frame, self.view, *self.size)

    def end(self) -> None:
        """End the simulators that draw."""
        self.simulation.end()
        self.glass.bullet.close()


class _Glass:
    """The translucent vessels of a bench in a simulator of their own, where rendering them costs little."""

    def __init__(self, simulation: Simulation) -> None:
        from clairify_cli.worlds.panda.simulation import camera, looks
        from clairify_cli.worlds.panda.simulation.engine import Bullet

        self.simulation = simulation
        self.bullet = Bullet()
        clear = [one for one in simulation.scene.vessels if one.colour[3] < 1.0]
        known = simulation.known()
        self.bodies: dict[str, int] = {}
        for one in clear:
            look = looks.look(self.bullet, one, known[one.id].centre)
            self.bodies[one.id] = int(self.bullet.createMultiBody(0, -1, look))
        colours = [looks.glass(one.colour) for one in clear]
        self.share = max(0.4, min((colour[3] for colour in colours), default=1.0))
        camera.hide(simulation.bullet, [known[one.id].number for one in clear], colours)

    def picture(self, frame: Frame, view: View, width: int, height: int) -> Picture:
        """Render everything else, and blend the glass over it where it is nearer."""
        from clairify_cli.worlds.panda.simulation import camera

        behind, far = camera.deep(self.simulation.bullet, view, width, height)
        if not self.bodies:
            return behind
        for name, body in self.bodies.items():
            self.bullet.resetBasePositionAndOrientation(body, *frame.things.get(name, _AWAY))
        front, near = camera.deep(self.bullet, view, width, height)
        over = near < far
        behind[over] = camera.blended(front[over], behind[over], self.share)
        return behind


_AWAY: Placed = ((0.0, 0.0, -50.0), (0.0, 0.0, 0.0, 1.0))


def _body(bullet: Any, look: Look) -> int:
    from clairify_cli.worlds.panda.liquids.looks import tilted
    from clairify_cli.worlds.panda.simulation.looks import facets

    kind, size, colour, (position, orientation) = look
    sizes: dict[str, Any] = {"radius": size[0]}
    if kind == bullet.GEOM_MESH:
        sizes = facets(*tilted(*size))
    elif kind == bullet.GEOM_BOX:
        sizes = {"halfExtents": [one / 2 for one in size]}
    elif kind != bullet.GEOM_SPHERE:
        sizes = {"length": size[0], "radius": size[1]}
    shape = bullet.createVisualShape(
        kind, rgbaColor=colour, visualFramePosition=position, visualFrameOrientation=orientation, **sizes
    )
    return int(bullet.createMultiBody(0, -1, shape))


_mirror: list[Mirror] = []


def set_up(scene: Scene, size: tuple[int, int]) -> None:
    """Set up a drawing process. It ignores Ctrl-C: the main process handles that and ends this one."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _mirror[:] = [Mirror(scene, size)]


def draw(drawn: Drawn) -> Picture:
    """Render a frame, uint8 (height, width, 3)."""
    return _mirror[0].picture(*drawn)


def with_looks(frame: Frame, looks: Sequence[Look]) -> Drawn:
    """Return a frame with the looks that it uses."""
    return frame, {number: looks[number] for number, _ in frame.others}


def spread(count: int, most: int) -> list[int]:
    """Return at most `most` of the numbers below `count`, evenly spread, with the first and the last."""
    if count <= most:
        return list(range(count))
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]
