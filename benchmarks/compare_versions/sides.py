"""The two versions: each gets an environment of its own, with this one's packages and its own tree in front."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENTRY = """\
#!{python}
import sys
from clairify_cli.__main__ import main
if __name__ == "__main__":  # which it is not in the processes that games and batches spawn
    sys.exit(main())
"""


class SideError(Exception):
    """A version that cannot be set up; the message is one sentence."""


@dataclass(frozen=True)
class Side:
    """A version that can be run. `commit` is None for a folder, whose outcomes are not kept."""

    name: str
    tree: Path
    bin: Path
    commit: str | None


def cache_folder() -> Path:
    """Where trees, environments and outcomes are kept, outside of the project."""
    named = os.environ.get("CLAIRIFY_COMPARE_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(named) if named else Path(base) / "clairify-compare"


def set_up(name: str, version: str, cache: Path) -> Side:
    """A version by the path of a folder or by anything that git knows. Raises `SideError`."""
    if Path(version).is_dir():
        tree, commit = Path(version).resolve(), None
    else:
        commit = _git("rev-parse", "--verify", "--quiet", f"{version}^{{commit}}").decode().strip()
        tree = cache / "trees" / commit
        if not tree.is_dir():
            _export(commit, tree)
    if not (tree / "clairify_cli" / "__main__.py").is_file():
        raise SideError(f"{version}: there is no clairify_cli in {tree}")
    return Side(name, tree, _environment(tree, cache), commit)


def surroundings() -> str:
    """Hash of the interpreter, of all packages that are installed, and of what runs invocations and fakes servers."""
    packages = sorted(f"{one.name}-{one.version}" for one in distributions())
    here, tests = Path(__file__).parent, ROOT / "tests"
    tools = [
        here / "running.py",
        here / "servers.py",
        here / "outcome.py",
        *tests.glob("fakes/*.py"),
        *tests.glob("ros_bridge/*.py"),
    ]
    code = [ENTRY, *(hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(tools))]
    return hashlib.sha256("\n".join([sys.version, *packages, *code]).encode()).hexdigest()


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)
    if done.returncode:
        raise SideError(f"git {' '.join(arguments)} failed: {done.stderr.decode().strip() or 'no such version'}")
    return done.stdout


def _export(commit: str, tree: Path) -> None:
    tree.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=tree.parent) as folder:
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit))) as archive:
            archive.extractall(Path(folder) / "tree", filter="data")
        with contextlib.suppress(OSError):  # another comparison has put it there meanwhile
            (Path(folder) / "tree").rename(tree)


def _environment(tree: Path, cache: Path) -> Path:
    """The folder with `clairify` of an environment in which the tree's package comes first."""
    folder = cache / "envs" / hashlib.sha256(f"{tree} {sys.prefix} {ENTRY}".encode()).hexdigest()[:16]
    if not (folder / "bin" / "clairify").is_file():
        venv.create(folder, with_pip=False, symlinks=True)
        packages = [path for path in sys.path if path.endswith("site-packages") and Path(path).is_dir()]
        lines = [str(tree), *(f"import site; site.addsitedir({path!r})" for path in packages)]
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "_tree.pth").write_text("\n".join(lines) + "\n", encoding="utf-8")
        entry = folder / "bin" / "clairify"
        entry.write_text(ENTRY.format(python=folder / "bin" / "python"), encoding="utf-8")
        entry.chmod(0o755)
    _check(folder, tree)
    return folder / "bin"


def _check(folder: Path, tree: Path) -> None:
    """The package that is imported has to be the tree's, and find the tree's data, not those that are installed."""
    asked = [str(folder / "bin" / "python"), "-c", "import clairify_cli; print(clairify_cli.__file__)"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd="/")
    used = Path(done.stdout.strip() or "/").resolve()
    if done.returncode or tree not in used.parents:
        raise SideError(f"{folder} does not run the package of {tree}: {done.stderr or used}")
    if (tree / "clairify_cli" / "data").exists():
        raise SideError(f"{tree}/clairify_cli/data hides the schemas, prompts, domains and robots of the tree")
