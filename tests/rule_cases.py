"""Cases of rules as data, for the rules of all languages: how they are read, and how each language is checked.

A file holds a list of cases. A case has a `name`, the `code` of its rule unless the file is named by it, and one text
as `fail` or `pass`. `⟦` and `⟧` in a failing text stand around what the finding points at; they are not part of it.
A failing case may have

    fix, unsafe_fix          the text after the fix (a safe one, or one that may change the meaning)
    severity                 where it is not that of the rule
    says, not                words that the message or the hint holds or lacks, one or a list
    times                    how many findings of the rule there are, where it is not 1 (the mark is on the first)
    related                  what stands at the places that the finding refers to, in order
    at                       the text that is pointed at, where it is not marked

and every case `also`: codes of other findings that come with it. None other may. What else a case may have is its
language's: see the functions below. `fail_steps`, `pass_domain` and the like stand for a part of a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import indent
from typing import Any

import yaml
from planning.plan_cases import TASKS
from planning.why_cases import texts, why
from program.program_cases import CONTEXTS
from xdl_program import program

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.registry import Rule
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.planning.explain.model import WhyNot
from clairify_cli.planning.explain.rules import findings
from clairify_cli.planning.validate.language import PlanLanguage
from clairify_cli.rulebook import all_rules
from clairify_cli.worlds.ros.profile.text import read_profile
from clairify_cli.worlds.scene.reader import read_scene

HERE = Path(__file__).resolve().parent
EVERY = {"code", "name", "fix", "unsafe_fix", "severity", "says", "not", "times", "also", "related", "at"}
"""What a case of any language may have."""

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Kind:
    """Rules with cases: their codes, the files, and what is made of a case.

    `whole` makes a text of a part of one: of the words, what is behind the `_` of their key, and the case. Rules
    `without` failing cases have a reason; of the rules of `others` there may be some too. `page` checks an example of
    the manual page of a rule, except `described` ones. A right example has no findings but those that it `may` have; a
    wrong one has these and those of its rule.
    """

    name: str
    codes: tuple[str, ...]
    files: str
    check: Callable[[str, Data], list[Diagnostic]]
    whole: Callable[[str, str, Data], str] = lambda text, part, data: text
    context: Callable[[Data], tuple[Source, ...]] = lambda data: ()
    keys: frozenset[str] = frozenset()
    without: Mapping[str, str] = field(default_factory=dict)
    page: Callable[[str, str], list[Diagnostic]] | None = None
    described: Mapping[str, str] = field(default_factory=dict)
    may: Mapping[str, set[str]] = field(default_factory=dict)
    others: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> dict[str, Rule[...]]:
        return {code: rule for code, rule in all_rules().items() if code.startswith(self.codes)}


@dataclass(frozen=True)
class Case:
    """A case of a rule. `start` and `end` are the offsets in `text` at which the finding is due, -1 where unsaid."""

    kind: Kind
    code: str
    key: str
    text: str
    start: int
    end: int
    data: Data

    @property
    def fails(self) -> bool:
        return self.key.startswith("fail")

    @property
    def name(self) -> str:
        return str(self.data["name"])

    @property
    def context(self) -> tuple[Source, ...]:
        """The texts beside its own."""
        return self.kind.context(self.data)

    def found(self, text: str | None = None) -> list[Diagnostic]:
        """The findings about its text, or another in its place."""
        return self.kind.check(self.text if text is None else text, self.data)

    def fixed(self, key: str) -> str:
        """The whole text that `fix` or `unsafe_fix` stands for."""
        return self.kind.whole(self.data[key], self.key.partition("_")[2], self.data)

    def listed(self, key: str) -> list[str]:
        given = self.data.get(key, [])
        return [given] if isinstance(given, str) else list(given)

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


def cases_of(kind: Kind) -> list[Case]:
    """All cases of a kind, in order of the files."""
    return [case for path in sorted(HERE.glob(kind.files)) for case in _cases(kind, path)]


def _cases(kind: Kind, path: Path) -> Iterator[Case]:
    for data in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader):
        name = f"{path.name}: {data['name']}"
        (key,) = [one for one in data if one.startswith(("fail", "pass"))]
        assert set(data) - {key} <= EVERY | kind.keys, f"{name}: {set(data) - EVERY - kind.keys}"
        marked = kind.whole(data[key], key.partition("_")[2], data)
        start, end = marked.find("⟦"), marked.find("⟧") - 1
        assert key.startswith("fail") == (start >= 0) or kind is SCENES, f"{name}: the place is not marked"
        text = marked.replace("⟦", "").replace("⟧", "")
        yield Case(kind, data.get("code", path.stem), key, text, start, end if start >= 0 else -1, data)


# What is said of a program in XDL: hardware, reagents, parameters, blueprints, filled (see `xdl_program.program`), and
# `options` of the check: dialect, hardware, reagents, capacities in mL.


def _xdl(text: str, data: Data) -> list[Diagnostic]:
    given = data.get("options", {})
    constraints = Constraints(
        tuple(given["hardware"]) if "hardware" in given else None,
        tuple(given["reagents"]) if "reagents" in given else None,
        tuple(given.get("capacities", {}).items()),
    )
    return get("xdl").check(Source(text, "program.xdl"), CheckOptions(given.get("dialect"), constraints))


# `fail_domain` and `fail_problem` are sections of one; `domain` and `problem` are whole, or sections too; `target` is
# the planner that a text is for.


def _in_pddl(text: str, part: str, data: Data) -> str:
    inside = "".join(f"  {line}" if line.strip() else line for line in text.splitlines(keepends=True))
    heading = {"domain": "(domain test)", "problem": "(problem test)\n  (:domain test)"}
    return f"(define {heading[part]}\n{inside})\n" if part else text


def _beside_pddl(data: Data) -> tuple[Source, ...]:
    given = {part: data[part] for part in ("domain", "problem") if part in data}
    return tuple(
        Source(text if text.lstrip().startswith("(define") else _in_pddl(text, part, data), f"{part}.pddl")
        for part, text in given.items()
    )


def _pddl(text: str, data: Data) -> list[Diagnostic]:
    return get("pddl").check(
        Source(text, "text.pddl"), CheckOptions(context=_beside_pddl(data), target=data.get("target"))
    )


# With `body: true` a text is the body of a function. `context` is one of `program_cases.CONTEXTS`.


def _in_function(text: str, part: str, data: Data) -> str:
    return f"def task():\n{indent(text.rstrip(), '    ')}\n" if data.get("body") else text


def _beside_program(data: Data) -> tuple[Source, ...]:
    return CONTEXTS[data.get("context", "none")]


def _program(text: str, data: Data) -> list[Diagnostic]:
    return get("program").check(Source(text, "task.py"), CheckOptions(context=_beside_program(data)))


# `task` is one of `plan_cases.TASKS`; `domain` and `problem` are whole texts in its place.


def _beside_plan(data: Data) -> tuple[Source, ...]:
    domain, problem = TASKS[data["task"]] if "task" in data else ("", "")
    given = {"domain": data.get("domain", domain), "problem": data.get("problem", problem)}
    return tuple(Source(text, f"{name}.pddl") for name, text in given.items() if text)


def _plan(text: str, data: Data) -> list[Diagnostic]:
    return PlanLanguage().check(Source(text, "text.plan"), CheckOptions(context=_beside_plan(data)))


# Why there is no plan: the text is the sections of a problem, `domain` those of its domain, `proven` says that a solver
# has proved it, and `near` and `codes` are looked at in test_why_cases.py.


def _in_problem(text: str, part: str, data: Data) -> str:
    return texts("", text)[1]


def _beside_problem(data: Data) -> tuple[Source, ...]:
    return (Source(texts(data["domain"], "")[0], "domain.pddl"),)


def explained(text: str, data: Data) -> WhyNot:
    """Why a problem has no plan."""
    (domain,) = _beside_problem(data)
    return why(domain, Source(text, "problem.pddl"), proven=data.get("proven", False))


# A text that does not say `scene` begins with `scene: 1`.


def _in_scene(text: str, part: str, data: Data) -> str:
    return text if re.search(r"scene\b", text) else f"scene: 1\n{text}"


def _scene(text: str, data: Data) -> list[Diagnostic]:
    scene, found = read_scene(Source(text, "text.yaml"), HERE.parent / "examples" / "scenes")
    assert (scene is None) == any(one.is_error for one in found)
    return found


# A text that does not say `profile` extends a profile, and keeps in a box where it does not say which.


def _in_profile(text: str, part: str, data: Data) -> str:
    if "profile" in text:
        return text
    keep_in = "" if "keep_in" in text else "keep_in: {low: [-0.4, -0.8, -0.1], high: [0.9, 0.8, 1.3]}"
    return f"profile: 1\nextends: franka-ros2\n{text.rstrip()}\n{keep_in}"


def _profile(text: str, data: Data) -> list[Diagnostic]:
    profile, found = read_profile(Source(text, "my.yaml"))
    assert (profile is None) == any(one.is_error for one in found)
    return found


XDL = Kind(
    "xdl",
    tuple(f"XDL{hundred}" for hundred in range(6)),
    "xdl/rules/*.yaml",
    _xdl,
    lambda text, part, data: program(text, data) if part else text,
    keys=frozenset({"hardware", "reagents", "parameters", "blueprints", "filled", "options"}),
)
PDDL = Kind(
    "pddl",
    tuple(f"PDL{hundred}" for hundred in range(6)),
    "pddl/rules/*.yaml",
    _pddl,
    _in_pddl,
    _beside_pddl,
    frozenset({"domain", "problem", "target"}),
    {
        "PDL008": "its text has millions of words; test_pddl_hostile_input.py has one",
        "PDL222": "it is about a file that is not there: see test_check_pddl.py",
    },
)
_PAGES = {"PRG202": "household", "PRG210": "goal"}
_OF_MODELS = dict.fromkeys(
    ("PRG112", "PRG114"),
    "about a domain: see test_program_language and test_check_program",
)
PROGRAMS = Kind(
    "program",
    ("PRG0", "PRG1", "PRG2"),
    "program/cases/*.yaml",
    _program,
    _in_function,
    _beside_program,
    frozenset({"body", "context"}),
    _OF_MODELS,
    lambda code, text: _program(text, {"context": _PAGES.get(code, "kitchen" if code >= "PRG1" else "none")}),
    _OF_MODELS,
)
PLANS = Kind(
    "plan",
    ("PLN0", "PLN1"),
    "planning/plan_rules/*.yaml",
    _plan,
    context=_beside_plan,
    keys=frozenset({"task", "domain", "problem"}),
    without={
        "PLN016": "the plan is too long to write: test_plan_rules.py makes one",
        "PLN111": "the reader of PDDL reports such a problem already: see test_plan_rules.py",
        "PLN117": "it is about files that are not there: see test_check_pddl.py",
    },
    page=lambda code, text: _plan(text, {"task": "gripper"} if code >= "PLN1" else {}),
    described={
        "PLN015": "an empty text cannot be shown",
        "PLN016": "a million actions are too many to print",
        **dict.fromkeys(("PLN108", "PLN109", "PLN110", "PLN111", "PLN114", "PLN119"), "the fault is in the task"),
        **dict.fromkeys(("PLN112", "PLN115", "PLN116", "PLN117"), "the fault is between two files"),
    },
    may={
        **{code: {"PLN106"} for code in ("PLN101", "PLN102", "PLN103", "PLN104", "PLN105", "PLN107")},
        "PLN113": {"PLN118"},
    },
)
WHY = Kind(
    "why",
    ("PLN3",),
    "planning/why/*.yaml",
    lambda text, data: findings(explained(text, data)),
    _in_problem,
    _beside_problem,
    frozenset({"domain", "proven", "near", "codes"}),
)
SCENES = Kind(
    "scene",
    ("RUN0",),
    "worlds/scene/scene_rules.yaml",
    _scene,
    _in_scene,
    page=lambda code, text: _scene(_in_scene(text, "", {}), {}),
)
PROFILES = Kind(
    "profile",
    ("RUN3",),
    "worlds/ros/profile_rules.yaml",
    _profile,
    _in_profile,
    others=("RUN0",),
    page=lambda code, text: _profile(_in_profile(text, "", {}), {}),
)
KINDS = (XDL, PDDL, PROGRAMS, PLANS, WHY, SCENES, PROFILES)
