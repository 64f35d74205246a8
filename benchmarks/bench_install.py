"""The size of what each extra installs, in this environment: `python -m benchmarks.bench_install`.

Sizes are those of the files on disk that the packages list in their records, without compiled `*.pyc`. A package that
several extras need counts for each; `alone` is what would go if only that extra were left out of the environment.
"""

from __future__ import annotations

from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PACKAGE = "clairify-cli"
EXTRAS = ("", "llm", "plan", "robot", "ros", "worlds", "cluster", "parquet", "docs", "lsp", "all")
LARGEST = 5


def needed(name: str, extras: frozenset[str], found: dict[str, Distribution], done: set[tuple[str, str]]) -> None:
    """Add the installed packages that one needs with some of its extras; those that are missing are passed over."""
    try:
        package = distribution(name)
    except PackageNotFoundError:
        return
    found[canonicalize_name(name)] = package
    for extra in extras | {""}:
        if (canonicalize_name(name), extra) in done:
            continue
        done.add((canonicalize_name(name), extra))
        for line in package.requires or ():
            wanted = Requirement(line)
            asks = wanted.marker is None or wanted.marker.evaluate({"extra": extra})
            if asks and (extra == "" or (wanted.marker is not None and "extra" in str(wanted.marker))):
                needed(wanted.name, frozenset(wanted.extras), found, done)


def packages(extra: str) -> dict[str, Distribution]:
    """The packages of an extra, with all that they need."""
    found: dict[str, Distribution] = {}
    needed(PACKAGE, frozenset({extra}), found, set())
    return found


def size(package: Distribution) -> float:
    """Megabytes."""
    paths = (package.locate_file(file) for file in package.files or () if not str(file).endswith(".pyc"))
    return sum(path.stat().st_size for path in map(_path, paths) if path.is_file()) / 1e6


def _path(located: object) -> Path:
    return Path(str(located))


def main() -> None:
    """Print a table of extras, and the largest packages of each."""
    sets = {extra: packages(extra) for extra in EXTRAS}
    sizes = {name: size(one) for found in sets.values() for name, one in found.items() if name != PACKAGE}
    base = set(sets[""])
    print(f"{'extra':9} {'MB':>6} {'alone':>6}  largest packages (MB)")
    for extra, found in sets.items():
        names = set(found) - (base if extra else set()) - {PACKAGE}
        others = {name for other, those in sets.items() if other not in (extra, "all") for name in those}
        alone = names - others if extra != "all" else names
        top = sorted(names, key=lambda name: -sizes[name])[:LARGEST]
        shown = ", ".join(f"{name} {sizes[name]:.0f}" for name in top)
        print(f"{extra or '(none)':9} {total(names, sizes):6.0f} {total(alone, sizes):6.0f}  {shown}")


def total(names: set[str], sizes: dict[str, float]) -> float:
    """The size of some packages together."""
    return sum(sizes[name] for name in names)


if __name__ == "__main__":
    main()
