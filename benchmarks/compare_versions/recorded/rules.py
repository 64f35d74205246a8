"""The example files of every rule, each checked, in all formats in turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Any

import yaml
from program.program_cases import KITCHEN
from rule_cases import PDDL, PLANS, PROGRAMS, WHY, XDL, Case, Kind, cases_of

import benchmarks.tests_path
from benchmarks.compare_versions.invocation import Invocation, make
from benchmarks.compare_versions.recorded.inputs import plain

FORMATS = (
    *("--format json", "", "--diff", "--format jsonl", "--fix", "--format concise --statistics", "--format sarif"),
    *("--format junit", "--diff --unsafe-fixes", "--format github", "--strict -q"),
)
"""How the cases are checked, in turn."""
OF_A_DOMAIN = "--domain household"
CONTEXTS = {
    "none": "",
    "household": OF_A_DOMAIN,
    "alfworld": "--domain alfworld",
    "kitchen": f"{OF_A_DOMAIN} --problem kitchen.pddl",
    "goal": f"{OF_A_DOMAIN} --problem kitchen",
}


def invocations() -> Iterator[Invocation]:
    """A check of each case of each rule."""
    yield from _xdl()
    yield from _pddl()
    yield from _plans()
    yield from _programs()
    yield from _fidelity()
    yield from _why()


def _ids(kind: str, cases: Iterable[tuple[str, str]]) -> list[str]:
    """An id for each code and name."""
    seen: dict[str, int] = {}
    ids = []
    for code, name in cases:
        id = f"check/{kind}/{code}/{plain(name)}"
        seen[id] = seen.get(id, 0) + 1
        ids.append(id if seen[id] == 1 else f"{id}-{seen[id]}")
    return ids


def _cases(kind: Kind) -> Iterator[tuple[str, Case]]:
    """The cases of a language, each with its id."""
    cases = cases_of(kind)
    return zip(_ids(kind.name, ((one.code, one.name) for one in cases)), cases, strict=True)


def _xdl() -> Iterator[Invocation]:
    formats = cycle(FORMATS)
    for id, case in _cases(XDL):
        options, files = _laboratory(case.data.get("options", {}))
        yield make(id, f"check {next(formats)} {options} case.xdl", files={"case.xdl": case.text, **files})


def _laboratory(given: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Options of a case as those of the command."""
    files, told = {}, []
    if "dialect" in given:
        told.append(f"--dialect {given['dialect']}")
    if "reagents" in given:
        files["reagents.yaml"] = yaml.safe_dump(list(given["reagents"]))
        told.append("--reagents @reagents.yaml")
    if "hardware" in given or "capacities" in given:
        capacities = given.get("capacities", {})
        names = given.get("hardware", list(capacities))
        files["hardware.yaml"] = yaml.safe_dump(
            {one: f"{capacities[one]} mL" if one in capacities else None for one in names}
        )
        told.append("--hardware @hardware.yaml")
    return " ".join(told), files


def _pddl() -> Iterator[Invocation]:
    formats = cycle(FORMATS)
    for id, case in _cases(PDDL):
        context = {source.name: source.text for source in case.context}
        options = " ".join(f"--{name.removesuffix('.pddl')} {name}" for name in context)
        yield make(id, f"check {next(formats)} {options} case.pddl", files={"case.pddl": case.text, **context})
    broken = benchmarks.tests_path.TESTS / "pddl" / "broken"
    given = {path.name: path.read_bytes() for path in broken.glob("*.pddl")}
    for name in sorted(given):
        for way in ("json", "diff", "formatted"):
            command = {"json": "check --format json", "diff": "check --diff", "formatted": "format"}[way]
            yield make(f"check/broken/{name}/{way}", f"{command} {name}", files=given)


def _plans() -> Iterator[Invocation]:
    formats = cycle(FORMATS)
    for id, case in _cases(PLANS):
        files = {source.name: source.text for source in case.context}
        options = "".join(f" --{name.removesuffix('.pddl')} {name}" for name in files)
        command = f"check {next(formats)} --language plan{options} case.plan"
        yield make(id, command, files={"case.plan": case.text, **files})


def _programs() -> Iterator[Invocation]:
    formats = cycle(FORMATS)
    for id, case in _cases(PROGRAMS):
        options = CONTEXTS[case.data.get("context", "none")]
        files = {"case.py": case.text, "kitchen.pddl": KITCHEN.text}
        yield make(id, f"check {next(formats)} --language program {options} case.py", files=files)


def _fidelity() -> Iterator[Invocation]:
    path = benchmarks.tests_path.TESTS / "fidelity" / "cases.yaml"
    cases = yaml.safe_load(path.read_text(encoding="utf-8"))
    ways = cycle((*FORMATS, "--format html"))
    for id, case in zip(_ids("fidelity", (("source", one["name"]) for one in cases)), cases, strict=True):
        text = str(case["text"]) * int(case.get("copies", 1))
        program = (
            f"<XDL><Synthesis><Hardware/><Reagents/><Procedure>\n{case['steps']}\n</Procedure></Synthesis></XDL>\n"
        )
        yield make(id, f"check case.xdl --source case.txt {next(ways)}", files={"case.xdl": program, "case.txt": text})


def _why() -> Iterator[Invocation]:
    """Problems without a plan, and why there is none."""
    formats = cycle(("", "--format json"))
    for id, case in _cases(WHY):
        files = {"domain.pddl": case.context[0].text, "problem.pddl": case.text}
        given = "--domain domain.pddl --problem problem.pddl"
        yield make(id.replace("check/why", "pddl/why"), f"pddl {given} {next(formats)}", files=files)
