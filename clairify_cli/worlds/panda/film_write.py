"""Pictures into files: MP4 by ffmpeg, which runs as a process of its own, GIF and PNG by Pillow."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.worlds.panda.extra import need

if TYPE_CHECKING:
    from PIL.Image import Image

RATES: Mapping[str, int] = {".mp4": 12, ".gif": 8}
"""Frames a second."""

_COLOURS = 128
_LAST = 1.5
"""How many seconds the last frame stays."""


def mp4(frames: Iterable[Image], path: Path) -> None:
    """A film in H.264 that every player takes (yuv420p). Raises `FilmError`."""
    from clairify_cli.worlds.panda.film import FilmError

    source = iter(frames)
    first = next(source)
    rate = RATES[".mp4"]
    width, height = first.size
    command = [
        str(need("imageio_ffmpeg").get_ffmpeg_exe()), "-y", "-loglevel", "error", "-f", "rawvideo",
        "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(rate), "-i", "-", "-an", "-c:v", "libx264",
        "-pix_fmt", "yuv420p", "-preset", "veryfast", "-crf", "23", "-movflags", "+faststart", str(path),
    ]  # fmt: skip
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said)  # noqa: S603
        assert process.stdin is not None
        try:
            last = first
            for last in chain((first,), source):
                process.stdin.write(last.tobytes())
            for _ in range(round(_LAST * rate)):
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


def gif(frames: Iterable[Image], path: Path) -> None:
    """A film that pages show, in one palette, over and over."""
    image = need("PIL.Image")
    made = list(frames)
    palette = made[len(made) // 2].quantize(_COLOURS, method=image.Quantize.MEDIANCUT)
    small = [one.quantize(palette=palette, dither=image.Dither.NONE) for one in made]
    each = 1000 // RATES[".gif"]
    lasting = [each] * (len(small) - 1) + [each + round(1000 * _LAST)]
    small[0].save(path, save_all=True, append_images=small[1:], duration=lasting, loop=0, optimize=True)


def picture(made: Image, path: Path) -> None:
    """A picture with a palette, which is small."""
    made.quantize(192, method=need("PIL.Image").Quantize.MEDIANCUT).save(path, optimize=True)


FILMS: Mapping[str, Callable[[Iterable[Image], Path], None]] = {".mp4": mp4, ".gif": gif}
"""How films are written, by the ending of the file."""
