"""Captions on frames, and the contact sheet: one captioned picture for each step."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clairify_cli.worlds.panda.extra import need
from clairify_cli.worlds.panda.film_frames import Frame
from clairify_cli.worlds.panda.simulation.lids import LID

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

    from clairify_cli.worlds.panda.film import Recording, Scenelet
    from clairify_cli.worlds.panda.simulation.camera import Picture

MOST_TILES = 20
_INK, _FAINT, _PAPER = (25, 28, 33), (95, 100, 110), (255, 255, 255)
_TELLING = ("pour", "weigh", "transfer", "swirl", "stir", "heat", "cool", "wash")
"""Actions that show what a step is about; the others only prepare it."""

_TILTED = math.cos(math.radians(25))
_LETTER = 7.0
"""The mean width of a letter of 14 pixels, in pixels."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A picture of a sheet: which frame, and the lines below it."""

    frame: int
    heading: str
    note: str


def tiles(recording: Recording) -> list[Tile]:
    """The start, a tile for each step (for each action, where there is only one step), and the end."""
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
        from clairify_cli.worlds.panda.film import spread

        found = [found[at] for at in spread(len(found), MOST_TILES)]
    return found


def telling_frame(frames: Sequence[Frame], part: Scenelet) -> int:
    """Where something is tilted most, as in pouring; else the end of the action."""
    best, least = part.last, _TILTED
    for number in range(part.first, part.last + 1):
        for name, (_, (x, y, _, _)) in frames[number].things.items():
            up = 1 - 2 * (x * x + y * y)
            if up < least and not name.endswith(LID):
                best, least = number, up
    return best


def captioned(picture: Picture, recording: Recording, frame: int) -> Image:
    """A frame of a film with a bar below: the step, the action, the simulated time."""
    height, width = picture.shape[:2]
    bar = 52
    image = need("PIL.Image").new("RGB", (width, height + bar), _PAPER)
    image.paste(need("PIL.Image").fromarray(picture), (0, 0))
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


def sheet(title: str, tiles: Sequence[Tile], pictures: Sequence[Picture]) -> Image:
    """The pictures in rows of at most four, each with its lines below, under a title."""
    height, width = pictures[0].shape[:2]
    width, height = round(width * 0.75), round(height * 0.75)
    columns = min(4, len(tiles)) if len(tiles) != 5 else 3
    rows = -(-len(tiles) // columns)
    gap, top, below = 12, 44, 62
    whole = (gap + columns * (width + gap), top + rows * (height + below))
    image = need("PIL.Image").new("RGB", whole, _PAPER)
    draw = need("PIL.ImageDraw").Draw(image)
    _line(draw, (gap, 12), title, whole[0] - 2 * gap, _INK, 18)
    for number, (tile, picture) in enumerate(zip(tiles, pictures, strict=True)):
        x, y = gap + number % columns * (width + gap), top + number // columns * (height + below)
        image.paste(need("PIL.Image").fromarray(picture).resize((width, height)), (x, y))
        lines = textwrap.wrap(tile.heading, int(width / _LETTER), max_lines=2 if tile.note else 3, placeholder=" …")
        for at, line in enumerate(lines):
            draw.text((x + 2, y + height + 4 + 17 * at), line, fill=_INK, font=_font(14))
        if tile.note:
            _line(draw, (x + 2, y + height + 4 + 17 * len(lines)), tile.note, width - 4, _FAINT, 13)
    return image  # type: ignore[no-any-return]


def _line(draw: ImageDraw, at: tuple[int, int], text: str, width: int, colour: tuple[int, int, int], size: int) -> None:
    """One line, cut where it is too long."""
    font = _font(size)
    if draw.textlength(text, font=font) > width:
        while text and draw.textlength(text + " …", font=font) > width:
            text = text[:-1]
        text += " …"
    draw.text(at, text, fill=colour, font=font)


def _font(size: int):  # type: ignore[no-untyped-def]
    """Pillow's own font."""
    return need("PIL.ImageFont").load_default(size)
