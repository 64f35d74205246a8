"""Cases as data: a sentence with the goal, the readings or the codes of findings that it should give in a scene."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import File
from clairify_cli.reader.goals import GoalReading, Lexicon, lexicon_beside, load_lexicon, read_goal

HERE = Path(__file__).parent
DOMAINS = Path(__file__).parents[3] / "domains"


@dataclass(frozen=True)
class Case:
    """One sentence. `goal` is None where none is expected; `readings` is how many ways to read it, None for any."""

    file: str
    text: str
    goal: str | None
    readings: int | None
    codes: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """A domain and a problem, as texts and as trees, and the lexicon that stands beside the domain."""

    domain_text: str
    problem_text: str
    domain: File
    problem: File
    lexicon: Lexicon | None

    def read(self, text: str) -> GoalReading:
        return read_goal(Source(text), self.domain, self.problem, self.lexicon)


@cache
def scene(domain: str, problem: str, words: str | None = None) -> Scene:
    """The scene of two paths, below `domains/` here or that of the project; `words` is another domain's lexicon."""
    base = HERE / "domains" if (HERE / "domains" / domain).is_file() else DOMAINS
    path = base / domain
    texts = [path.read_text(encoding="utf-8"), (base / problem).read_text(encoding="utf-8")]
    lexicon = lexicon_beside(base / words if words else path)
    trees = [read(Source(text))[0] for text in texts]
    return Scene(texts[0], texts[1], trees[0], trees[1], load_lexicon(lexicon) if lexicon else None)


def scene_of(file: str) -> Scene:
    """The scene that a file of cases is about."""
    data = yaml.load((HERE / "cases" / f"{file}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return scene(data["domain"], data["problem"], data.get("words"))


def files() -> list[str]:
    return sorted(path.stem for path in (HERE / "cases").glob("*.yaml"))


def cases() -> list[Case]:
    """Every case of every file."""
    found = []
    for file in files():
        data = yaml.load((HERE / "cases" / f"{file}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
        for entry in data["cases"]:
            codes = entry.get("findings", [])
            found.append(Case(file, entry["text"], entry.get("goal"), entry.get("readings"), tuple(codes)))
    return found
