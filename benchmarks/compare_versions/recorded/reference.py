"""`clairify rule`, `describe`, `completion`, and all help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import benchmarks.tests_path
from benchmarks.compare_versions.invocation import Invocation, make, script
from benchmarks.compare_versions.options import commands
from benchmarks.compare_versions.recorded.inputs import DOMAINS, PDDL

DESCRIBE: Mapping[str, str] = {
    "xdl": "describe",
    "xdl-named": "describe xdl",
    **{f"xdl-{name}": f"describe xdl --dialect {name}" for name in ("2.0", "clairify", "0.5", "0.4", "9")},
    "pddl": "describe pddl",
    "pddl-file": "describe pddl --domain kitchenette.pddl",
    "pddl-scene": "describe pddl --domain kitchenette.pddl --problem morning.pddl",
    "pddl-broken": "describe pddl --domain kitchenette.pddl --problem broken.pddl",
    "program": "describe program",
    "program-domain": "describe program --domain household",
    "program-problem": "describe program --domain household --problem kitchen",
    "program-size": "describe program --domain kitchenette.pddl --max-size 10",
    "plan": "describe plan",
    "other": "describe cobol",
    "mixed": "describe xdl --domain household",
}
COMPLETED = (
    *("clairify ", "clairify che", "clairify check --str", "clairify check --format ", "clairify check --dialect "),
    *("clairify xdl --feedback n", "clairify xdl --model re", "clairify rule XDL30", "clairify check --ignore xdl30"),
    *(
        "clairify replan --domain-from ",
        "clairify check pl",
    ),
    *("clairify pddl --emit ", "clairify pddl --write ", "clairify execute --on-failure ", "clairify completion "),
    *("clairify execute --robot ", "clairify describe ", "clairify check --language ", "clairify xdl --trace t"),
)


def invocations() -> Iterator[Invocation]:
    """All of them."""
    yield make("help/none", "")
    yield make("help/short", "-h")
    yield make("help/version", "--version")
    yield make("help/version-short", "-V")
    for command in ("", *commands()):
        for width in ("60", "100", "200"):
            yield make(f"help/{command or 'all'}-{width}", f"{command} --help", env={"COLUMNS": width})
    for name, line in DESCRIBE.items():
        yield make(f"describe/{name}", line, files=PDDL)
    for path in sorted(DOMAINS.glob("*.pddl")):
        yield make(f"describe/domain-{path.stem}", f"describe pddl --domain {path.stem}")
        yield make(f"describe/program-{path.stem}", f"describe program --domain {path.stem}")
    yield from _rules()
    given = "--dialect 0.5 --hardware beaker --reagents water --target any --select XDL --ignore XDL3"
    yield make("lsp/nobody-speaks", f"lsp {given} --docs-url https://example.org --ignore-in old/=XDL4")
    yield from _completion()


def _rules() -> Iterator[Invocation]:
    tests = benchmarks.tests_path.TESTS
    folders = (tests / "xdl" / "rules", tests / "pddl" / "rules", tests / "planning" / "plan_rules")
    codes = sorted(path.stem for folder in folders for path in folder.glob("*.yaml"))
    yield make("rule/list", "rule")
    for code in codes[::4]:
        yield make(f"rule/{code}", f"rule {code}")
    groups = sorted({code[:4] for code in codes} | {code[:3] for code in codes} | {"PRG", "RUN", "XDL6", "PDL6"})
    for word in (*groups, "xdl301", "XDL999", "nothing", "bare-ampersand", "unit", "X"):
        yield make(f"rule/group-{word}", f"rule {word}")


def _completion() -> Iterator[Invocation]:
    for shell in ("bash", "zsh", "fish", "tcsh"):
        yield make(f"completion/{shell}", f"completion {shell}")
    files = {"plan.xdl": "", "lab/stock.yaml": ""}
    for words in COMPLETED:
        env = {
            "_CLAIRIFY_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        }
        yield script(f"completion/words-{words.removeprefix('clairify ')}", "clairify", env=env, files=files)
