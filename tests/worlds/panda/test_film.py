"""Films: what is kept of a run, which pictures tell it, and the files that come of it."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
image = pytest.importorskip("PIL.Image")

from clairify_cli.agents.execution.program import set_program  # noqa: E402
from clairify_cli.diagnostics.model import Source  # noqa: E402
from clairify_cli.files.writing import UnwritableError  # noqa: E402
from clairify_cli.worlds.geometry import Cup, Pose  # noqa: E402
from clairify_cli.worlds.panda import film, film_frames, film_pages  # noqa: E402
from clairify_cli.worlds.panda.film import Recorder  # noqa: E402
from clairify_cli.worlds.panda.film_frames import (  # noqa: E402
    Frame,
    Recording,
    Scenelet,
)
from clairify_cli.worlds.panda.film_view import near, pixel  # noqa: E402
from clairify_cli.worlds.panda.liquids.contents import Liquids  # noqa: E402
from clairify_cli.worlds.panda.poses import matrix  # noqa: E402
from clairify_cli.worlds.panda.simulation.simulation import Simulation  # noqa: E402
from clairify_cli.worlds.panda.world import PandaWorld  # noqa: E402
from clairify_cli.worlds.scene.model import Content, Robot, Scene, Table, Vessel  # noqa: E402

BEAKER = Vessel("beaker", "beaker", "beaker", Cup(0.03, 0.08, 0.003, 0.003), Pose((0.5, 0.1, 0.0)), 120.0, 60.0)
SCENE = Scene("bench", Robot(Pose((0.0, 0.0, 0.0))), Table((1.0, 1.2), (0.4, 0.0)), vessels=(BEAKER,))
UP, FALLEN = (0.0, 0.0, 0.0, 1.0), (0.7071, 0.0, 0.0, 0.7071)


@pytest.fixture(scope="module")
def recording() -> Recording:
    with Simulation(SCENE, seed=0) as simulation:
        recorder = Recorder(simulation, "Two things happen.")
        for step, x in ((1, 0.55), (2, 0.6)):
            recorder.begin(step, f"Move it to {x}", f"take beaker {step}")
            simulation.put("beaker", matrix(Pose((x, 0.1, 0.0))))
            simulation.hold(1.0)
            recorder.end(f"{x} m")
        return recorder.recording()


def still(clock: float, turn: tuple[float, ...] = UP) -> Frame:
    return Frame(clock, (0.0,) * 12, {"beaker": ((0.5, 0.0, 0.04), turn)}, ())


def test_frames_are_kept_at_an_interval_and_belong_to_actions(recording: Recording) -> None:
    assert 30 <= len(recording.frames) <= 36
    assert [(one.step, one.action, one.note) for one in recording.scenelets] == [
        (1, "take beaker 1", "0.55 m"),
        (2, "take beaker 2", "0.6 m"),
    ]
    first, second = recording.scenelets
    assert first.first < first.last <= second.first < second.last == len(recording.frames) - 1
    xs = [recording.frames[one.last].things["beaker"][0][0] for one in (first, second)]
    assert xs == pytest.approx([0.55, 0.6], abs=0.01)


def test_long_runs_are_thinned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MOST_KEPT", 20)
    with Simulation(SCENE, seed=0) as simulation:
        recorder = Recorder(simulation, "long")
        simulation.hold(15.0)
        kept = recorder.recording().frames
    assert 8 <= len(kept) < 20
    assert kept[0].clock == 0.0
    assert kept[-1].clock > 12.0


def test_a_picture_shows_what_was_kept(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # this process draws and goes on to other tests
    film_frames.set_up(SCENE, (160, 120))
    drawn = [film_frames.with_looks(one, recording.looks) for one in recording.frames]
    before, after = film_frames.draw(drawn[0]), film_frames.draw(drawn[-1])
    assert before.shape == (120, 160, 3)
    assert (before != after).any()
    assert (film_frames.draw(drawn[0]) == before).all()


def test_what_is_not_in_the_scene_is_not_in_a_frame() -> None:
    """The spheres of a loosened liquid are shown, and their liner, which only they touch, is not."""
    full = replace(BEAKER, contents=(Content("water", 60.0),))
    scene = replace(SCENE, vessels=(full,))
    looks: dict[film_frames.Look, int] = {}
    with Simulation(scene, seed=0) as simulation:
        liquids = Liquids(simulation, rng=np.random.default_rng(0))
        liquids.loosen("beaker")
        kept = film_frames.kept_frame(simulation, looks)
        shown = (simulation.bullet.GEOM_SPHERE, simulation.bullet.GEOM_CYLINDER)  # and the level of what rests
    listed = list(looks)
    liquid = replace(kept, others=tuple(one for one in kept.others if listed[one[0]][0] in shown))
    bare = replace(kept, others=())
    mirror = film_frames.Mirror(scene, (160, 120))
    try:
        pictures = [mirror.picture(*film_frames.with_looks(one, listed)) for one in (kept, liquid, bare)]
    finally:
        mirror.end()
    assert len(liquid.others) >= liquids.loose > 20
    assert (pictures[0] == pictures[1]).all()
    assert (pictures[0] != pictures[2]).any()


def test_a_frame_has_the_displays_and_the_stirrer_bar_and_the_view_shows_them() -> None:
    steps = '<Add vessel="b" reagent="water" mass="5 g"/><HeatChillToTemp vessel="b" temp="50 °C"/>'
    lists = '<Hardware><Component id="b" type="beaker"/></Hardware><Reagents><Reagent name="water"/></Reagents>'
    xdl = f"<XDL><Synthesis>{lists}<Procedure>{steps}</Procedure></Synthesis></XDL>"
    scene = set_program(Source(xdl)).scene
    assert scene is not None
    looks: dict[film_frames.Look, int] = {}
    tops = {one.device: one for one in scene.places if one.device is not None}
    with PandaWorld(scene, seed=0) as world:
        bare = film_frames.kept_frame(world.simulation, looks)
        assert dict(bare.shown) == {"balance": "0.00 g", "hotplate": "25 °C"}
        world.liquids.add("b", (Content("water", 7.0),))
        world.simulation.put("b", matrix(Pose(tops["balance"].position)))
        world.liquids.spheres.bar(0.03, 0.006)
        kept = film_frames.kept_frame(world.simulation, looks)
        capsule = world.simulation.bullet.GEOM_CAPSULE
    assert dict(kept.shown)["balance"] == "7.00 g"
    assert capsule in {list(looks)[one][0] for one, _ in kept.others}
    size = (320, 180)
    for x, y, z in (scene.robot.base.position, *(one.position for one in tops.values())):
        across, down = pixel(near(scene, size), (x, y, z), size)
        assert 0 < across < size[0] and 0 < down < size[1]
    recording = Recording(scene, "", (bare, kept), tuple(looks), ())
    dark = np.zeros((180, 320, 3), np.uint8)
    shown = np.array(film_pages.labelled(dark, recording, 1, 320))
    assert (shown.max(axis=2) > 200).any() and not dark.any()


def test_the_telling_frame_of_pouring_is_the_one_tilted_most() -> None:
    frames = [still(0), still(1, (0.4, 0, 0, 0.917)), still(2, FALLEN), still(3)]
    assert film_pages.telling_frame(frames, Scenelet(1, "", "pour", 0, 3)) == 2
    assert film_pages.telling_frame(frames, Scenelet(1, "", "pour", 0, 1)) == 1
    assert film_pages.telling_frame([still(0), still(1)], Scenelet(1, "", "put", 0, 1)) == 1


def test_a_sheet_has_a_tile_a_step_and_a_plan_one_an_action() -> None:
    frames = tuple(still(float(at)) for at in range(9))
    parts = (
        Scenelet(1, "Add water", "take water", 0, 1),
        Scenelet(1, "Add water", "pour water into beaker", 1, 2, "20 g poured"),
        Scenelet(1, "Add water", "put water", 2, 3),
        Scenelet(2, "Stir", "stir beaker", 3, 5),
    )
    program = Recording(SCENE, "", frames, (), parts)
    told = [(one.heading, one.note) for one in film_pages.tiles(program)[1:-1]]
    assert told == [("1. Add water", "20 g poured"), ("2. Stir", "")]
    plan = Recording(SCENE, "", frames, (), parts[:3])
    assert [one.heading for one in film_pages.tiles(plan)[1:-1]] == [one.action for one in parts[:3]]
    many = Recording(SCENE, "", frames, (), tuple(Scenelet(at, "", "put it", 0, 1) for at in range(50)))
    assert len(film_pages.tiles(many)) == film_pages.MOST_TILES


@pytest.mark.parametrize("name", ["run.png", "run.mp4"])
def test_files(name: str, recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "SIZE", (160, 120))
    told: list[tuple[int, int]] = []
    with film.Painters(SCENE, 0) as painters:
        film.write(recording, tmp_path / name, progress=lambda at, of: told.append((at, of)), painters=painters)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert told[-1][0] == told[-1][1] == len(told)
    path = tmp_path / name
    if name.endswith(".mp4"):
        import imageio_ffmpeg

        frames = imageio_ffmpeg.read_frames(str(path))
        assert next(frames)["codec"] == "h264"
        assert len(list(frames)) >= len(recording.frames)
        return
    with image.open(path) as made:
        assert made.format == "PNG"


def test_a_process_of_a_batch_draws_the_same_by_itself(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "SIZE", (160, 120))
    drawn = [[*film.Painters(SCENE, most).pictures(recording, [0, 5], None)] for most in (0, 1)]
    assert all((one == other).all() for one, other in zip(*drawn, strict=True))


def test_what_cannot_be_written_is_said(recording: Recording, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnwritableError, match="is not a directory"):
        film.write(recording, tmp_path / "file" / "run.png")
