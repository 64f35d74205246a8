"""`clairify check scene.yaml`, and that the guide to scenes is true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from clairify_cli.app import cli
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.worlds.scene.reader import SceneLanguage, read_scene

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "scenes.md").read_text(encoding="utf-8")
GOOD = "scene: 1\nitems: {a: {kind: apple, at: [0.5, 0]}}\n"
BAD = "# my bench\nname: x\nscene: 1\nitems: {a: {kind: apple, at: [0.95, 0]}}\n"


def check(*arguments: str, stdin: str | None = None) -> tuple[int, str]:
    ran = CliRunner().invoke(cli, ["check", "--format", "concise", *arguments], input=stdin, standalone_mode=False)
    return ran.return_value if isinstance(ran.return_value, int) else ran.exit_code, ran.output


def test_a_yaml_file_with_the_key_scene_is_a_scene(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "bad.yml").write_text(BAD)
    assert check(str(tmp_path / "good.yaml"))[0] == 0
    code, output = check(str(tmp_path / "bad.yml"))
    assert code == 1
    assert "bad.yml:4:9: error[RUN013]" in output and "RUN014" in output
    assert check("-", stdin=BAD)[0] == 1
    assert "RUN013" in check("-", stdin=BAD)[1]
    assert "RUN002" in check("--language", "scene", "-", stdin="name: x\n")[1]


@pytest.mark.parametrize("text", ["names: {}\nsafe:\n  scene: 1\n", "<XDL>\nscene: 1\n</XDL>", "(define\nscene: 1)"])
def test_other_texts_are_no_scenes(text: str) -> None:
    assert "RUN" not in check("-", stdin=text)[1]


def test_what_is_no_scene_at_all_is_not_silenced_by_select() -> None:
    assert "RUN001" in check("--select", "XDL3", "-", stdin="scene: 1\nitems: {")[1]


def test_meshes_are_looked_for_beside_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert check(str(ROOT / "examples" / "scenes" / "table-clearing.yaml"))[0] == 0


def test_checking_loads_nothing_heavy() -> None:
    code = (
        "import sys; from clairify_cli.app import cli\n"
        f"cli(['check', {str(ROOT / 'examples' / 'scenes' / 'blocks.yaml')!r}], standalone_mode=False)\n"
        "print([one for one in ('numpy', 'pybullet', 'pinocchio', 'ompl', 'litellm') if one in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_comments_silence_findings() -> None:
    wide = "scene: 1\nvessels:\n  a: {capacity: 1 L, at: [0.5, 0]}  # clairify: ignore RUN016 -- stays where it is\n"
    assert SceneLanguage().check(Source(wide), CheckOptions()) == []
    above = "scene: 1\nvessels:\n  # clairify: ignore RUN016 -- stays\n  a: {capacity: 1 L, at: [0.5, 0]}\n"
    assert SceneLanguage().check(Source(above), CheckOptions()) == []
    needless = SceneLanguage().check(Source(GOOD + "# clairify: ignore RUN016 -- no\n"), CheckOptions())
    assert [one.code for one in needless] == ["CLA001"]


def test_a_scene_is_left_as_it_is_laid_out() -> None:
    language = SceneLanguage()
    assert language.format(Source(GOOD), CheckOptions()) == GOOD
    with pytest.raises(ValueError, match="line 1"):
        language.format(Source("name: x"), CheckOptions())
    example = language.describe(CheckOptions()).split("\n\n")[1]
    assert read_scene(Source(example))[1] == []


def test_the_example_of_the_guide_is_good() -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
    scene, found = read_scene(Source(example))
    assert found == []
    assert scene is not None and len(scene.things) == 4
