"""The site: it is built strictly, its links are alive and load nothing from elsewhere, and its commands do as shown."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click
import pytest

from clairify_cli.app import COMMANDS, cli, load
from clairify_cli.cli.shared.help import HelpfulCommand
from clairify_cli.rulebook import all_rules

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "docs").rglob("*.md"))
ARM = ("pybullet", "pyperplan")
STEPS = [
    pytest.param("start/chemist", (), id="chemist"),
    pytest.param("start/ci", (), id="ci"),
    pytest.param("start/planner", ("pyperplan",), id="planner", marks=pytest.mark.long),
    pytest.param("start/roboticist", ARM, id="roboticist", marks=pytest.mark.long),
    pytest.param("gallery", ARM, id="gallery", marks=pytest.mark.long),
]
"""Pages whose commands are run in order, with the packages that they need."""
SHOWN = [
    (f"{page.relative_to(ROOT)}: {command}", command)
    for page in PAGES
    if page.name != "rules.md"
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    for command in re.findall(r"(?m)^\$ ((?:.*\\\n)*.*)$", block)
]
NOT_OURS = ("git", "pip", "pipx", "uv", "make", "python", "echo", "mkdir")
"""What the pages show besides our commands; the tests of the wheel and the cluster run what matters of these."""

OWN_TERMINAL, BESIDE = r" # in a terminal of its own$", "& trap 'kill $!' EXIT; sleep 5"

pytestmark = pytest.mark.slow


class Links(HTMLParser):
    """What a page links to, what it loads, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors |= {one for one in (values.get("id"), values.get("name")) if one}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"] or "")
        loads = values.get("src") or (values.get("href") if tag == "link" else None)
        if loads:
            self.loaded.append(loads)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_is_whole(site: Path) -> None:
    found = [one for one in site.rglob("*.html") if one.parent.name != "gallery" and one.name != "404.html"]
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in found}
    assert {path.stem for path in pages if path.parent.name == "rules"} == set(all_rules())
    dead = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not (parts.path or parts.fragment):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchors = pages[target].anchors if target in pages else {parts.fragment}
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in anchors):
                dead.append(f"{path.relative_to(site)}: {link}")
        dead += [f"{path.relative_to(site)} loads {one}" for one in page.loaded if urlsplit(one).netloc]
    assert not dead
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert not re.findall(r"url\(\s*[\"']?https?:", styles)


@pytest.mark.parametrize("name", [name for name, _ in SHOWN])
def test_every_command_shown_is_one_that_there_is(name: str) -> None:
    command = dict(SHOWN)[name].replace("\\\n", " ")
    for part in re.split(r"\s(?:&&|\|\||[|])\s", command.partition(" #")[0]):
        words = shlex.split(part.partition(" > ")[0])
        words = words[1:] if words and "=" in words[0] else words
        if not words or words[0] != "clairify":
            assert not words or words[0] in (*NOT_OURS, "test", "cp", "cat", ".venv/bin/pytest"), part
            continue
        if len(words) == 2 and words[1].startswith("-"):
            continue
        assert words[1] in COMMANDS
        found = load(words[1])
        assert isinstance(found, HelpfulCommand)
        parent = click.Context(cli, **cli.context_settings)  # click keeps the first names of the help option
        with found.make_context("clairify", list(words[2:]), parent, resilient_parsing=False):
            pass


@pytest.mark.parametrize(("page", "packages"), STEPS)
def test_pages_lead_where_they_say(page: str, packages: tuple[str, ...], tmp_path: Path) -> None:
    for package in packages:
        pytest.importorskip(package)
    shutil.copytree(ROOT / "examples", tmp_path, dirs_exist_ok=True)
    for name in ("worlds", "scenes"):  # of which `check .` would say much
        shutil.rmtree(tmp_path / name)
    if page == "gallery":
        (tmp_path / "docs" / "images").mkdir(parents=True)
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    for name, module in (("clairify", "-m clairify_cli"), ("python", "")):
        (bin_ / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        (bin_ / name).chmod(0o755)
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    assert blocks
    lines = (line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ "))
    script = "".join(f"{re.sub(OWN_TERMINAL, BESIDE, line)}\n" for line in lines)
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        ["sh", "-eux"],
        input=script,
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Traceback" not in done.stderr
