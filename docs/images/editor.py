"""Writes docs/images/editor.svg: what Neovim shows of a program with findings and inlay hints.

The picture is drawn from the cells that a running Neovim sends to this script, which is its user interface
(https://neovim.io/doc/user/ui.html), with the settings that docs/editors.md has. It needs `nvim`, and msgpack, which
the extra `cluster` brings.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from html import escape
from pathlib import Path
from typing import Any

import msgpack

HERE = Path(__file__).parent
WIDTH, HEIGHT = 132, 19
COLOURS = {
    "Normal": "guifg=#24292f guibg=#ffffff",
    "SignColumn": "guibg=#ffffff",
    "LineNr": "guifg=#9ca3af",
    "Comment": "guifg=#0969da gui=italic",
    "DiagnosticWarn": "guifg=#9a6700",
    "DiagnosticError": "guifg=#cf222e",
}
PROGRAM = """\
<Synthesis>
  <Hardware>
    <Component id="flask" type="reactor"/>
    <Component id="funnel" type="separator"/>
  </Hardware>
  <Reagents>
    <Reagent name="ethyl acetate"/>
    <Reagent name="water"/>
  </Reagents>
  <Procedure>
    <Add vessel="flask" reagent="ethyl acetate" volume="80 mL"/>
    <StartStir vessel="flask"/>
    <Add vessel="flask" reagent="water" volume="40 mL"/>
    <HeatChillToTemp vessel="flask" temp="25 °C"/>
    <Stir vessel="flask" time="20 mins"/>
    <Transfer from_vessel="flask" to_vessel="funel" volume="all"/>
  </Procedure>
</Synthesis>
"""


class Screen:
    """A Neovim, and what it has drawn."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        command = ["nvim", "--embed", "-n", "-u", "NONE", "-i", "NONE"]
        self.process = subprocess.Popen(  # noqa: S603 - nothing that anybody else has written
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=environment
        )
        self.cells = [[(" ", 0)] * WIDTH for _ in range(HEIGHT)]
        self.styles: dict[int, dict[str, Any]] = {0: {}}
        self.default = (0, 0xFFFFFF)
        self.unpacker = msgpack.Unpacker()
        self.number = 0

    def ask(self, method: str, *given: object) -> None:
        """Call a function of Neovim's; what it answers is not waited for."""
        self.number += 1
        assert self.process.stdin is not None
        self.process.stdin.write(msgpack.packb([0, self.number, method, list(given)]))
        self.process.stdin.flush()

    def listen(self, seconds: float) -> None:
        """Draw what comes for some time."""
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.unpacker.feed(self.process.stdout.read() or b"")
            for message in self.unpacker:
                if message[0] == 2 and message[1] == "redraw":
                    for event, *calls in message[2]:
                        for call in calls:
                            self._draw(event, call)
                elif message[0] == 1 and message[2]:
                    sys.exit(f"Neovim says: {message[2]}")
            time.sleep(0.02)

    def _draw(self, event: str, call: list[Any]) -> None:
        if event == "default_colors_set":
            self.default = call[0], call[1]
        elif event == "hl_attr_define":
            self.styles[call[0]] = call[1]
        elif event == "grid_clear":
            self.cells = [[(" ", 0)] * WIDTH for _ in range(HEIGHT)]
        elif event == "grid_line":
            _, row, column, cells = call[:4]
            style = 0
            for cell in cells:
                style = cell[1] if len(cell) > 1 else style
                for _ in range(cell[2] if len(cell) > 2 else 1):
                    self.cells[row][column] = (cell[0], style)
                    column += 1
        elif event == "grid_scroll":
            _, top, bottom, left, right, rows, _ = call
            order = range(top, bottom - rows) if rows > 0 else range(bottom - 1, top - rows - 1, -1)
            for row in order:
                self.cells[row][left:right] = self.cells[row + rows][left:right]

    def svg(self) -> str:
        """The cells as text of a fixed width; runs of one style are one piece."""
        wide, high = 8.4, 18
        text_colour, ground = (f"#{one:06x}" for one in self.default)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH * wide:.0f} {HEIGHT * high}" '
            f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">',
            f'<rect width="100%" height="100%" fill="{ground}"/>',
        ]
        for row, cells in enumerate(self.cells):
            at = 0
            while at < WIDTH:
                end = next((e for e in range(at, WIDTH) if cells[e][1] != cells[at][1]), WIDTH)
                parts += self._run(
                    "".join(cell for cell, _ in cells[at:end]), cells[at][1], at * wide, row * high, wide
                )
                at = end
        return "\n".join([part.replace("TEXT", text_colour) for part in parts] + ["</svg>\n"])

    def _run(self, text: str, style: int, x: float, y: int, wide: float) -> list[str]:
        found = self.styles.get(style, {})
        colours = {name: f"#{found[name]:06x}" for name in ("foreground", "background", "special") if name in found}
        length, made = len(text) * wide, []
        if "background" in colours:
            made.append(f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="18" fill="{colours["background"]}"/>')
        if not text.strip():
            return made
        extra = ' font-weight="bold"' if found.get("bold") else ""
        extra += ' font-style="italic"' if found.get("italic") else ""
        lead = len(text) - len(text.lstrip())
        word = text.strip()
        if found.get("underline") or found.get("undercurl"):
            line = colours.get("special", colours.get("foreground", "TEXT"))
            made.append(f'<path d="M{x:.1f} {y + 16.5}h{length:.1f}" stroke="{line}"/>')
        made.append(
            f'<text x="{x + lead * wide:.1f}" y="{y + 14}" textLength="{len(word) * wide:.1f}" xml:space="preserve" '
            f'fill="{colours.get("foreground", "TEXT")}"{extra}>{escape(word)}</text>'
        )
        return made


def main() -> None:
    """Capture the picture."""
    page = (HERE.parent / "editors.md").read_text(encoding="utf-8")
    (settings,) = re.findall(r"^```lua\n(local space.*?)^```", page, re.MULTILINE | re.DOTALL)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "extraction.xdl").write_text(PROGRAM, encoding="utf-8")
        (folder / "config.lua").write_text(settings, encoding="utf-8")
        (folder / "clairify").write_text(
            f"#!{sys.executable}\nfrom clairify_cli.__main__ import main\nmain()\n", encoding="utf-8"
        )
        (folder / "clairify").chmod(0o755)
        path = f"{folder}{os.pathsep}{os.environ['PATH']}"
        screen = Screen(folder, {**os.environ, "PATH": path, "XDG_STATE_HOME": name})
        screen.ask("nvim_ui_attach", WIDTH, HEIGHT, {"rgb": True, "ext_linegrid": True})
        screen.ask("nvim_command", "set notitle laststatus=0 noruler noshowcmd shortmess+=F background=light number")
        for group, style in COLOURS.items():
            screen.ask("nvim_command", f"highlight {group} {style}")
        for command in ("syntax enable", "luafile config.lua", "edit extraction.xdl", "set filetype=xml"):
            screen.ask("nvim_command", command)
        screen.listen(20)
        (HERE / "editor.svg").write_text(screen.svg(), encoding="utf-8")
        screen.ask("nvim_command", "qall!")
        screen.process.wait(10)


if __name__ == "__main__":
    main()
