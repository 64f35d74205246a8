"""Captioned frames, and the contact sheet with one captioned picture per step."""

from __future__ import annotations

import math
import subprocess
import tempfile
import textwrap
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.records import dataclass
from clairify_cli.worlds.panda.extra import need
from clairify_cli.worlds.panda.film_frames import FilmError, Frame, Recording, Scenelet, spread
from clairify_cli.worlds.panda.simulation.lids import LID

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

    from clairify_cli.worlds.panda.simulation.camera import Picture

MOST_TILES = 20
_INK, _FAINT, _PAPER, _LIT = (25, 28, 33), (95, 100, 110), (255, 255, 255), (150, 240, 170)
TILE = 480
"""The width (pixels) of pictures in sheets."""
_TELLING = ("pour", "weigh", "transfer", "swirl", "stir", "heat", "cool", "wash")
"""Actions that show what a step does; the others only prepare it."""

_TILTED = math.cos(math.radians(25))
_LETTER = 7.0
"""The mean width (pixels) of a letter at 14 pixels."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A picture of a sheet: its frame and the lines below it."""

    frame: int
    heading: str
    note: str


def tiles(recording: Recording) -> list[Tile]:
    """Return tiles of the start, of each step (each action, if there is only one step), and of the end."""
    parts = recording.scenelets
    last = len(recording.frames) - 1
    groups: dict[object, list[Scenelet]] = {}
    one_step = len({one.step for one in parts}) <= 1
    for number, one in enumerate(parts):
        groups.setdefault(number if one_step else (one.step, one.text), []).append(one)
    found = [Tile(0, "The bench before", "")]
    for group in groups.values():
        best = next((one for one in reversed(group) if one.action.split(" ")[0] in _TELLING), group[-1])
        heading = best.action if one_step else f"{best.step}. {best.text}"
        found.append(Tile(telling_frame(recording.frames, best), heading, best.note))
    found.append(Tile(last, "The bench afterwards", ""))
    if len(found) > MOST_TILES:
        found = [found[at] for at in spread(len(found), MOST_TILES)]
    return found


def telling_frame(frames: Sequence[Frame], part: Scenelet) -> int:
    """Return the frame where something is tilted most, as in pouring; otherwise the end of the action."""
    best, least = part.last, _TILTED
    for number in range(part.first, part.last + 1):
        for name, (_, (x, y, _, _)) in frames[number].things.items():
            up = 1 - 2 * (x * x + y * y)
            if up < least and not name.endswith(LID):
                best, least = number, up
    return best


def labelled(picture: Picture, recording: Recording, frame: int, width: int) -> Image:
    """Return a picture of some width (pixels) with what the displays of the devices show beside them."""
    from clairify_cli.worlds.panda.film_view import near, pixel

    size = width, round(width * picture.shape[0] / picture.shape[1])
    image: Image = need("PIL.Image").fromarray(picture).resize(size)
    draw = need("PIL.ImageDraw").Draw(image)
    scene, font = recording.scene, _font(max(11, width // 55))
    devices = {one.id: one for one in scene.devices}
    for name, text in recording.frames[frame].shown:
        x, y, z = devices[name].pose.position
        at = pixel(near(scene, size), (x + devices[name].size[0] / 2, y, z), size)
        left, top, right, bottom = draw.textbbox(at, text, font=font, anchor="mt")
        draw.rectangle((left - 4, top - 3, right + 4, bottom + 3), fill=_INK)
        draw.text(at, text, fill=_LIT, font=font, anchor="mt")
    return image


def captioned(picture: Image, recording: Recording, frame: int) -> Image:
    """Return a film frame with a bar below: the step, the action and the simulated time."""
    width, height = picture.size
    bar = 52
    image = need("PIL.Image").new("RGB", (width, height + bar), _PAPER)
    image.paste(picture, (0, 0))
    draw = need("PIL.ImageDraw").Draw(image)
    part = recording.at(frame)
    clock = f"{recording.frames[frame].clock:.0f} s"
    draw.text((width - 10, height + 28), clock, fill=_FAINT, font=_font(14), anchor="ra")
    if part is not None:
        _line(draw, (10, height + 7), f"{part.step}. {part.text}", width - 20, _INK, 15)
        _line(draw, (10, height + 28), part.action, width - 80, _FAINT, 14)
    else:
        _line(draw, (10, height + 7), recording.title, width - 20, _INK, 15)
    return image  # type: ignore[no-any-return]


def sheet(title: str, tiles: Sequence[Tile], pictures: Sequence[Image]) -> Image:
    """Arrange the pictures in rows of at most three, each with its lines below, under a title."""
    width, height = pictures[0].size
    columns = 2 if len(tiles) == 4 else min(3, len(tiles))
    rows = -(-len(tiles) // columns)
    gap, top, below = 12, 44, 62
    whole = (gap + columns * (width + gap), top + rows * (height + below))
    image = need("PIL.Image").new("RGB", whole, _PAPER)
    draw = need("PIL.ImageDraw").Draw(image)
    _line(draw, (gap, 12), title, whole[0] - 2 * gap, _INK, 18)
    for number, (tile, picture) in enumerate(zip(tiles, pictures, strict=True)):
        x, y = gap + number % columns * (width + gap), top + number // columns * (height + below)
        image.paste(picture, (x, y))
        lines = textwrap.wrap(tile.heading, int(width / _LETTER), max_lines=2 if tile.note else 3, placeholder=" …")
        for at, line in enumerate(lines):
            draw.text((x + 2, y + height + 4 + 17 * at), line, fill=_INK, font=_font(14))
        if tile.note:
            _line(draw, (x + 2, y + height + 4 + 17 * len(lines)), tile.note, width - 4, _FAINT, 13)
    return image  # type: ignore[no-any-return]


def _line(draw: ImageDraw, at: tuple[int, int], text: str, width: int, colour: tuple[int, int, int], size: int) -> None:
    """One line, truncated if too long."""
    font = _font(size)
    if draw.textlength(text, font=font) > width:
        while text and draw.textlength(text + " …", font=font) > width:
            text = text[:-1]
        text += " …"
    draw.text(at, text, fill=colour, font=font)


def _font(size: int):  # type: ignore[no-untyped-def]
    """Return Pillow's built-in font."""
    return need("PIL.ImageFont").load_default(size)


RATE = 15
"""Frames per second."""

_LAST = 1.5
"""How long (s) the last frame stays."""


def mp4(frames: Iterable[Image], path: Path) -> None:
    """Write an H.264 film that every player supports (yuv420p). Raises `FilmError`."""
    source = iter(frames)
    first = next(source)
    width, height = first.size
    command = [
        str(need("imageio_ffmpeg").get_ffmpeg_exe()), "-y", "-loglevel", "error", "-f", "rawvideo",
        "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(RATE), "-i", "-", "-an", "-c:v", "libx264",
        "-pix_fmt", "yuv420p", "-preset", "veryfast", "-crf", "23", "-movflags", "+faststart", str(path),
    ]  # fmt: skip
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said)  # noqa: S603
        assert process.stdin is not None
        try:
            last = first
            for last in chain((first,), source):
                process.stdin.write(last.tobytes())
            for _ in range(round(_LAST * RATE)):
                process.stdin.write(last.tobytes())
            process.stdin.close()
            process.wait(timeout=60)
        except BrokenPipeError:
            process.wait(timeout=60)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        said.seek(0)
        why = said.read().decode(errors="replace").strip().splitlines()
    if process.returncode != 0:
        raise FilmError(f"the film was not made: ffmpeg failed{': ' + why[-1] if why else ''}")


def picture(made: Image, path: Path) -> None:
    """Write a small picture with a palette."""
    made.quantize(192, method=need("PIL.Image").Quantize.MEDIANCUT).save(path, optimize=True)
