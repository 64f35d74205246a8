"""A TextWorld PDDL game, `.tw-pddl`: JSON with a domain, a problem, a grammar, and usually a walkthrough."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.reading import MOST_BYTES
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.records import dataclass
from clairify_cli.worlds.text.base import GameError
from clairify_cli.worlds.text.bundled import source_of
from clairify_cli.worlds.text.game_grammar import GameGrammar, GrammarError, read_grammar


@dataclass(frozen=True, slots=True)
class GameFile:
    """The contents of a game file. `walkthrough` are commands that win it; empty if the file has none."""

    path: Path
    task: Task
    grammar: GameGrammar
    walkthrough: tuple[str, ...]


def read_game(path: Path, *, most_bytes: int = MOST_BYTES) -> GameFile:
    """Read the game in a file. Raises `GameError` if there is none, or it is broken or larger than `most_bytes`."""
    data = _data(path, most_bytes)
    domain_text, problem_text, grammar_text = (_text(path, data, key) for key in _TEXTS)
    walkthrough = data.get("walkthrough") or []
    if not isinstance(walkthrough, list) or not all(isinstance(one, str) for one in walkthrough):
        raise GameError(f"{path} is no game: its `walkthrough` is no list of commands")
    task = _task(path, domain_text, problem_text)
    try:
        grammar = read_grammar(grammar_text)
    except GrammarError as error:
        raise GameError(f"{path} is broken: {error}") from error
    return GameFile(path, task, grammar, tuple(walkthrough))


_TEXTS = ("pddl_domain", "pddl_problem", "grammar")


def _text(path: Path, data: dict[str, object], key: str) -> str:
    text = data.get(key)
    if not isinstance(text, str):
        raise GameError(f"{path} is no game: it has no text `{key}`")
    return text


def _data(path: Path, most_bytes: int) -> dict[str, object]:
    try:
        data = json.loads(source_of(path, most_bytes).text)
    except (ValueError, RecursionError) as error:
        raise GameError(f"{path} is no game: it is not JSON") from error
    if not isinstance(data, dict):
        raise GameError(f"{path} is no game: it is not a JSON object")
    return data


def _task(path: Path, domain_text: str, problem_text: str) -> Task:
    read_domain, domain_findings = read(Source(_without_commas(domain_text), "pddl_domain"))
    read_problem, problem_findings = read(Source(_without_commas(problem_text), "pddl_problem"))
    for one in (*domain_findings, *problem_findings):
        if one.is_error:
            raise GameError(f"{path} is broken: line {one.span.line} of its `{one.span.file}`: {one.message}")
    domain, problem = read_domain.domain, read_problem.problem
    if domain is None or problem is None:
        missing = "pddl_domain" if domain is None else "pddl_problem"
        raise GameError(f"{path} is broken: its `{missing}` holds no {missing.partition('_')[2]}")
    if problem.goal is None:
        raise GameError(f"{path} is broken: its problem has no goal")
    return make_task(domain, problem)


_COMMENT = re.compile(r";[^\n]*")


def _without_commas(text: str) -> str:
    """Replace commas by letters. PDDL has none, but ALFWorld's domain has one.

    Fast Downward reads `?l - location, ?r - receptacle` as a type `location,` without objects, which is why an object
    that is not held cannot be examined in ALFWorld.
    """
    return _COMMENT.sub("", text).replace(",", "_comma")


def player_names(task: Task) -> dict[str, str]:
    """Return ALFWorld's names of the objects in the initial state: `drawer_bar__plus_00…` is "drawer 7".

    Objects of one kind are numbered from the last to the first by identifier (ALFWorld's `Demangler`). The basin of a
    sink is its own kind.
    """
    names = {one: one for one in task.objects}
    numbered = sorted({name for atom in task.init for name in atom[1:] if name in names and _BAR in name})
    left = Counter(_kind(one) for one in numbered)
    for one in numbered:
        kind = _kind(one)
        names[one] = f"{kind} {left[kind]}"
        left[kind] -= 1
    return names


_BAR = "_bar_"


def _kind(identifier: str) -> str:
    kind = identifier.split(_BAR, 1)[0]
    return f"{kind}basin" if "basin" in identifier else kind
