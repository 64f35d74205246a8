"""The wheel: what is in it, and that it works where nothing else is installed. Also the hooks for pre-commit."""

from __future__ import annotations

import re
import subprocess
import sys
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from clairify_cli import __version__
from clairify_cli.app import COMMANDS

PROJECT = Path(__file__).parents[1]
TEXT = "Add 15 g of acetic acid to a beaker. Stir for 20 seconds."

pytestmark = pytest.mark.slow


def pip(*arguments: str) -> None:
    """Run pip; skip the test where the package registry cannot be reached."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PROJECT, check=False)
    if re.search(r"NewConnectionError|Temporary failure in name resolution|ProxyError|ConnectTimeout", done.stderr):
        pytest.skip("the package registry cannot be reached")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", ".", "--no-deps", "--quiet", "--wheel-dir", str(folder))
    (built,) = folder.glob("*.whl")
    return built


@dataclass(frozen=True)
class Installed:
    """An environment with nothing but the wheel and what it needs, and a folder away from the project."""

    bin: Path
    folder: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.bin / arguments[0]), *arguments[1:]],
            cwd=self.folder,
            env={"HOME": str(self.folder), "PATH": str(self.bin)},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, with_pip=False)
    pip("--python", str(environment / "bin" / "python"), "install", "--quiet", "--no-compile", str(wheel))
    return Installed(environment / "bin", tmp_path_factory.mktemp("elsewhere"))


def test_what_is_in_the_wheel(wheel: Path) -> None:
    assert wheel.name == f"clairify_cli-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = archive.read(f"clairify_cli-{__version__}.dist-info/METADATA").decode()
    for folder in ("schemas", "prompts"):
        files = [path.name for path in (PROJECT / folder).iterdir() if path.is_file() and path.name[0] != "."]
        assert files
        assert {f"clairify_cli/data/{folder}/{name}" for name in files} <= names
    domains = [path for path in (PROJECT / "domains").rglob("*") if path.suffix in (".pddl", ".yaml")]
    assert len(domains) > 10
    assert {f"clairify_cli/data/{path.relative_to(PROJECT).as_posix()}" for path in domains} <= names
    robots = {f"clairify_cli/data/robots/{path.name}" for path in (PROJECT / "robots").glob("*.yaml")}
    assert robots and robots <= names
    guard = {"guard.py", "guard_ros1.py", "guard_ros2.py", "guard.example.json", "README.md"}
    assert {f"clairify_cli/data/robots/guard/{name}" for name in guard} <= names
    data = [
        path for path in (PROJECT / "clairify_cli").rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]
    assert any(path.suffix == ".toml" for path in data)
    assert {path.relative_to(PROJECT).as_posix() for path in data} <= names
    assert "clairify_cli/py.typed" in names
    assert {name.split("/")[0] for name in names} == {"clairify_cli", f"clairify_cli-{__version__}.dist-info"}
    assert not [name for name in names if "__pycache__" in name or "/tests/" in name]
    assert f"clairify_cli-{__version__}.dist-info/licenses/LICENSE" in names
    required = re.findall(r"^Requires-Dist: ([\w-]+)(?!.*extra ==)", metadata, re.MULTILINE)
    assert sorted(required) == ["click", "pyyaml", "typer"]


def test_check_works_when_installed(installed: Installed) -> None:
    text = installed.run("clairify", "xdl", "-q", TEXT)
    assert (text.returncode, text.stderr) == (0, "")
    assert 'mass="15 g"' in text.stdout
    (installed.folder / "good.xdl").write_text(text.stdout)
    (installed.folder / "lab.yaml").write_text("hardware:\n  beaker: 250 mL\n")
    done = installed.run("clairify", "check", "--strict", "--hardware", "@lab.yaml", "good.xdl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "no findings in 1 file\n", "")
    (installed.folder / "bad.xdl").write_text(text.stdout.replace("20 s", "-20 s"))
    assert "error[XDL305]" in installed.run("clairify", "check", "bad.xdl").stdout


def test_every_command_works_when_installed(installed: Installed) -> None:
    for arguments in (["rule"], ["describe"], ["completion", "bash"], ["--version"]):
        done = installed.run("clairify", *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout
    for command in COMMANDS:
        assert installed.run("clairify", command, "--help").returncode == 0


def test_the_loop_works_when_installed(installed: Installed) -> None:
    first = installed.run("clairify", "xdl", TEXT, "--trace", "trace.jsonl", "--dialect", "clairify")
    again = installed.run("clairify", "xdl", TEXT, "--model", "replay:trace.jsonl")
    assert (first.returncode, again.returncode) == (0, 0)
    assert first.stdout == again.stdout


def test_goals_are_written_where_no_solver_is_installed(installed: Installed) -> None:
    task = ("pddl", "Close the fridge.", "--domain", "household", "--problem", "kitchen")
    done = installed.run("clairify", *task, "--no-solve", "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "(:goal (closed fridge1))\n", "")
    done = installed.run("clairify", *task)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
    assert re.search(r"pip install '/.*\.whl\[plan\]'", done.stderr)


def test_a_missing_extra_is_one_sentence_with_the_command(installed: Installed) -> None:
    done = installed.run("clairify", "xdl", TEXT, "--model", "openai/gpt-4o")
    assert (done.returncode, done.stdout) == (3, "")
    said = "clairify: this model needs litellm, which is not installed: pip install '/"
    assert done.stderr.startswith(said)
    assert done.stderr.endswith(".whl[llm]'\n")


def test_the_interface_works_when_installed(installed: Installed) -> None:
    script = f"from clairify_cli.api import check, translate; assert check(translate({TEXT!r}).program) == []"
    done = installed.run("python", "-I", "-c", script)
    assert (done.returncode, done.stderr) == (0, "")


def test_pre_commit_hooks() -> None:
    hooks = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == ["clairify-check", "clairify-format"]
    known = {"id", "name", "description", "entry", "language", "files", "types", "types_or", "args", "require_serial"}
    for hook in hooks:
        assert {"id", "name", "entry", "language", "files"} <= set(hook) <= known
        assert all(isinstance(value, str) for value in hook.values())
        assert hook["language"] == "python"
        program, command, *options = hook["entry"].split()
        assert program == "clairify"
        assert command in COMMANDS
        assert set(options) <= {"--write"}
        assert re.search(hook["files"], "plans/a.xdl")
        assert not re.search(hook["files"], "plans/a.xdl.txt")


def test_the_hooks_do_what_they_say(installed: Installed) -> None:
    hooks = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    entries = {hook["id"]: hook["entry"].split() for hook in hooks}
    plan = installed.folder / "plan.xdl"
    plan.write_text("<XDL><Synthesis></Synthesis></XDL>")
    assert installed.run(*entries["clairify-check"], "plan.xdl").returncode == 1
    assert installed.run(*entries["clairify-format"], "plan.xdl").returncode == 0
    assert plan.read_text() == "<XDL>\n  <Synthesis/>\n</XDL>\n"
