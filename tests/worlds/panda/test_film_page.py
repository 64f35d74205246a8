"""A run as a page: what it says, that it asks nobody for anything, and what a browser shows of it, also live."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from browser import Page, browsing, find_browser

np = pytest.importorskip("numpy")
image = pytest.importorskip("PIL.Image")

from clairify_cli.worlds.geometry import Box, Cup, Mesh, Pose, Sphere, Tray  # noqa: E402
from clairify_cli.worlds.panda import film  # noqa: E402
from clairify_cli.worlds.panda.film import Recorder  # noqa: E402
from clairify_cli.worlds.panda.film_frames import Recording  # noqa: E402
from clairify_cli.worlds.panda.film_live import Viewer  # noqa: E402
from clairify_cli.worlds.panda.film_page import news, page  # noqa: E402
from clairify_cli.worlds.panda.poses import matrix  # noqa: E402
from clairify_cli.worlds.panda.simulation.simulation import Simulation  # noqa: E402
from clairify_cli.worlds.scene.model import Container, Item, Obstacle, Robot, Scene, Table, Vessel  # noqa: E402

TEXT = "Move the 𝑟𝑒𝑑 beaker. </script><script>document.title = 'taken'</script> Then move it back."
FIRST, SECOND = (0, 19), (TEXT.index("Then"), len(TEXT))
BEAKER = Vessel("beaker", "beaker", "beaker", Cup(0.03, 0.08, 0.003, 0.003), Pose((0.5, 0.1, 0.0)), 120.0, 60.0)
JAR = replace(BEAKER, id="jar", pose=Pose((0.5, -0.1, 0.0)), capped=True, colour=(0.9, 0.2, 0.2, 1.0))
SCENE = Scene("bench", Robot(Pose((0.0, 0.0, 0.0))), Table((1.0, 1.2), (0.4, 0.0)), vessels=(BEAKER, JAR))


def corner(folder: Path) -> Path:
    """A mesh of four faces, the last one given by numbers from the end."""
    made = folder / "corner.obj"
    made.write_text("v 0 0 0\nv .05 0 0\nv 0 .05 0\nv 0 0 .05\nf 1 3 2\nf 1/1 2/1 4/1\nf 1 4 3\nf -3 -2 -1\n")
    return made


def begun(scene: Scene = SCENE) -> Recording:
    return Recording(scene, "Two moves", (), (), (), TEXT)


def moved(simulation: Simulation, recorder: Recorder, step: int) -> None:
    recorder.begin(step, f"Move {step}", "take beaker", (FIRST, SECOND)[step - 1 : step])
    simulation.put("beaker", matrix(Pose((0.5 + 0.1 * step, 0.1, 0.0))))
    simulation.hold(0.5)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    mesh = Mesh(corner(tmp_path_factory.mktemp("mesh")), 1.0, (0.05, 0.05, 0.05), 0.0)
    items = (
        Item("apple", "apple", "apple", Sphere(0.03), Pose((0.4, 0.3, 0.0)), 50.0),
        Item("corner", "corner", "corner", mesh, Pose((0.4, -0.3, 0.0)), 50.0),
    )
    bin_ = Container("bin", "bin", "bin", Tray((0.2, 0.2, 0.1), 0.005), Pose((0.2, 0.5, 0.0)))
    with Simulation(replace(SCENE, items=items, containers=(bin_,)), seed=0) as simulation:
        recorder = Recorder(simulation, "Two moves", TEXT)
        moved(simulation, recorder, 1)
        recorder.end("0.60 m")
        simulation.add(Obstacle("lamp", "lamp", Box((0.05, 0.05, 0.2)), Pose((0.3, -0.4, 0.0))))
        moved(simulation, recorder, 2)
        return recorder.recording()


def data_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="run">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def test_a_page_has_everything_recorded_and_loads_nothing(recording: Recording) -> None:
    made = page(recording)
    held = data_of(made)
    assert held["text"] == TEXT and held["title"] == "Two moves"
    told = held["news"]
    assert len(told["frames"]) == len(recording.frames)
    acts = [(one["step"], one["text"], one["note"], [tuple(place) for place in one["words"]]) for one in told["acts"]]
    assert acts == [(1, "Move 1", "0.60 m", [FIRST]), (2, "Move 2", "", [SECOND])]
    poses: dict[str, list[float]] = {}
    for frame, kept in zip(told["frames"], recording.frames, strict=True):
        poses |= frame["poses"]
        for name, (position, turn) in kept.things.items():
            assert poses[name] == pytest.approx([*position, *turn], abs=1e-4)
    assert set(poses) == set(held["bodies"]) | {"panda.7", "panda.11"}  # flange and tool frame have no bodies
    assert {"table", "beaker", "jar", "jar.lid", "apple", "bin", "panda.-1", "panda.10"} <= set(held["bodies"])
    assert held["bodies"]["corner"][0]["data"]["faces"] == [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    boxes = [one for one in told["looks"] if one["kind"] == "box"]  # the lamp is not in the scene
    assert [one["data"] for one in boxes] == [pytest.approx([0.05, 0.05, 0.2])]
    assert not any("//" in one for one in re.findall(r"(?:src|href|url)\W+[^>\s]+", made))
    for kind in ("script", "style"):
        (inside,) = re.findall(f"<{kind}>(.*?)</{kind}>", made, re.DOTALL)
        assert f"{kind}-src 'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in made
    assert "connect-src 'none'" in made and "connect-src 'self'" in page(recording, live=True)


def test_news_begin_where_the_last_ended(recording: Recording) -> None:
    after = recording.frames[3].clock
    found = news(recording, after, len(recording.looks))
    assert [one["clock"] for one in found["frames"]] == [round(one.clock, 3) for one in recording.frames[4:]]
    assert found["looks"] == []
    assert "table" in found["frames"][0]["poses"] and "table" not in found["frames"][1]["poses"]


def events(url: str) -> Iterator[dict[str, Any]]:
    with urllib.request.urlopen(f"{url}events", timeout=30) as answer:
        for line in answer:
            if line.strip():
                yield json.loads(line.removeprefix(b"data: "))


def test_a_run_is_told_while_it_goes_on_and_only_to_who_knows_the_address() -> None:
    with Simulation(SCENE, seed=0) as simulation:
        recorders = [Recorder(simulation, "Two moves", TEXT)]
        viewer = Viewer(begun(), lambda: (len(recorders), recorders[-1].recording()))
        try:
            assert viewer.url.startswith("http://127.0.0.1:")
            told = events(viewer.url)
            first = next(told)
            assert first["again"] and not first["over"] and len(first["frames"]) == 1
            moved(simulation, recorders[0], 1)
            second = next(told)
            assert not second["again"] and second["acts"][0]["text"] == "Move 1"
            recorders.append(Recorder(simulation, "Two moves", TEXT))
            third = next(one for one in told if one["again"])  # another round begins
            assert third["acts"] == []
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(viewer.url.rsplit("/", 2)[0] + "/", timeout=30)
            assert refused.value.code == 404
        finally:
            viewer.end()
        *_, last = told
        assert last["over"]
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(viewer.url, timeout=30)


def colours(shown: Page) -> list[list[int]]:
    """The colours of the canvas, as the window shows it."""
    box = shown.value("(({x, y, width, height}) => [x, y, x + width, y + height])(canvas.getBoundingClientRect())")
    with image.open(BytesIO(shown.picture())) as made:
        pixels = np.array(made.convert("RGB").crop([round(one) for one in box]))
    return [[int(one) for one in row] for row in np.unique(pixels.reshape(-1, 3), axis=0)]


needs_chromium = pytest.mark.skipif(find_browser() is None, reason="there is no Chromium here")


@contextmanager
def opened(url: str, folder: Path) -> Iterator[Page]:
    """A browser with its profile in a folder, on a page that it has loaded."""
    with browsing(find_browser() or "", folder) as shown:
        shown.open(url)
        yield shown


STEP = "(document.querySelector('li[aria-current=step]')?.textContent ?? '')"


@needs_chromium
def test_a_browser_shows_the_bench_and_follows_the_steps(tmp_path: Path) -> None:
    with Simulation(SCENE, seed=0) as simulation:
        recorder = Recorder(simulation, "Two moves", TEXT)
        viewer = Viewer(begun(), lambda: (1, recorder.recording()))
        with opened(viewer.url, tmp_path / "profile") as shown:
            for step, words in ((1, FIRST), (2, SECOND)):
                moved(simulation, recorder, step)
                shown.until(f"{STEP}.includes('Move {step}')")
                assert shown.value("document.querySelector('mark').textContent") == TEXT[slice(*words)]
                x = recorder.recording().frames[-1].things["beaker"][0][0]
                shown.until(f"Math.abs(frames.at(-1).poses.beaker[0] - {x}) < .001")
                recorder.end()
            viewer.end()
            shown.until("!follows")
            seen = colours(shown)
            assert len(seen) > 50
            assert any(red > 2 * green for red, green, _ in seen)  # the red jar
            assert shown.value("document.title") == "Two moves"
            assert [one for one in shown.requests if not one.startswith("data:")] == [viewer.url, f"{viewer.url}events"]
            assert not shown.faults, shown.faults


@needs_chromium
def test_a_page_in_a_file_plays_without_a_server(recording: Recording, tmp_path: Path) -> None:
    film.write(recording, tmp_path / "run.html")
    url = (tmp_path / "run.html").as_uri()
    with opened(url, tmp_path / "profile") as shown:
        shown.value("clock = 0.1; plays = false")
        shown.until(f"{STEP}.includes('Move 1')")
        assert len(colours(shown)) > 50
        shown.value("clock = 0.9")
        shown.until(f"{STEP}.includes('Move 2')")
        assert [one for one in shown.requests if not one.startswith("data:")] == [url]
        assert not shown.faults, shown.faults
