"""`clairify check` and `clairify format`: every option, every language, real programs, pipes and bad files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import benchmarks.tests_path
from benchmarks.compare_versions.invocation import Invocation, make, script
from benchmarks.compare_versions.recorded.inputs import DOMAINS, EXAMPLES, GIVEN, PDDL, PROGRAM, XDL, files_of
from benchmarks.compare_versions.sides import ROOT

FORMATS = ("text", "concise", "json", "jsonl", "sarif", "junit", "github")

OF_XDL: Mapping[str, str] = {
    "folder": "check . --statistics",
    "missing-and-good": "check missing.xdl good.xdl",
    "strict": "check --strict fixable.xdl",
    "verbose": "check --verbose fixable.xdl broken.xdl",
    "quiet": "check -q fixable.xdl broken.xdl",
    "select": "check --select XDL3 --ignore XDL304 broken.xdl",
    "select-nothing": "check --select XDL5 broken.xdl",
    "ignore": "check --ignore XDL1,XDL304 broken.xdl",
    "fix": "check --fix broken.xdl fixable.xdl",
    "fix-unsafe": "check --fix --unsafe-fixes broken.xdl fixable.xdl",
    "fix-json": "check --fix --format json broken.xdl",
    "diff": "check --diff broken.xdl good.xdl",
    "diff-unsafe": "check --diff --unsafe-fixes broken.xdl",
    "hardware": "check --hardware flask --reagents water,salt good.xdl",
    "hardware-file": "check --hardware @lab.yaml --reagents @reagents.txt good.xdl",
    "hardware-json": "check --hardware @lab.json good.xdl",
    "hardware-missing": "check --hardware @gone.yaml good.xdl",
    "source": "check other.xdl --source good.txt",
    "source-html": "check other.xdl --source good.txt --format html",
    "source-folder": "check good.xdl other.xdl --source .",
    "source-many": "check good.xdl other.xdl --source good.txt",
    "output": "check -o report.txt broken.xdl",
    "output-json": "check --format json --output report.json broken.xdl",
    "output-folder": "check -o gone/report.txt broken.xdl",
    "size": "check --max-size 100 good.xdl",
    "language": "check --language xdl good.txt",
    "glob": "check '*.xdl' --format concise",
    "glob-nothing": "check 'x*.xdl'",
    "links": "check . --follow-links",
    "twice": "check good.xdl ./good.xdl --format json",
}
OF_PDDL: Mapping[str, str] = {
    "all": "check kitchenette.pddl morning.pddl broken.pddl",
    "folder": "check --format concise . --statistics",
    "plan": "check wrong.plan --domain kitchenette.pddl --problem morning.pddl",
    "plan-found": "check good.plan",
    "plan-language": "check --language plan --domain kitchenette.pddl --problem morning.pddl good.plan",
    "bundled": "check good.plan --domain household --problem kitchen",
    "source": "check morning.pddl --domain kitchenette.pddl --source task.txt",
    "fix": "check --fix broken.pddl",
    "diff": "check --diff broken.pddl kitchenette.pddl",
}
OF_OTHERS: Mapping[str, str] = {
    "program": "check plan.py",
    "program-domain": "check plan.py --domain household",
    "program-problem": "check plan.py --domain household --problem snack",
    "program-slips-fix": "check slips.py --domain household --fix",
    "scene": "check two-reagents.yaml blocks.yaml table-clearing.yaml",
    "scene-json": "check --format json two-reagents.yaml",
    "scene-language": "check --language scene wrong-profile.yaml",
    "profile": "check franka-ros1.yaml franka-ros2.yaml",
    "profile-language": "check --language profile two-reagents.yaml",
    "profile-wrong": "check wrong-profile.yaml",
}
FORMATTING: Mapping[str, str] = {
    "plain": "format ragged.xdl",
    "many": "format ragged.xdl good.xdl",
    "check": "format --check ragged.xdl good.xdl",
    "diff": "format --diff ragged.xdl",
    "write": "format -w ragged.xdl broken.xdl",
    "pddl": "format kitchenette.pddl morning.pddl broken.pddl",
    "pddl-write": "format --write kitchenette.pddl morning.pddl",
    "plan": "format good.plan wrong.plan",
    "program": "format plan.py slips.py",
    "program-diff": "format --diff slips.py --language program",
    "folder": "format . --check",
    "links": "format . --check --follow-links",
    "missing": "format gone.xdl good.xdl",
    "size": "format --max-size 10 good.xdl",
    "scene": "format two-reagents.yaml",
}
PIPES: Mapping[str, str] = {
    "translate-and-check": "clairify xdl good.txt | clairify check -",
    "translate-and-format": "clairify xdl good.txt -q | clairify format - | clairify check --strict -",
    "plan-and-check": f"clairify pddl {GIVEN} -q > a.plan && clairify check a.plan",
    "closed-stdout": "clairify check broken.xdl >&-; echo $?",
    "head": "clairify rule | head -3",
    "fix-stdin": "clairify check --fix - < broken.xdl > fixed.xdl; echo $?; clairify check fixed.xdl",
    "diff-and-patch": "clairify check --diff broken.xdl > a.patch; test -s a.patch && wc -l < a.patch",
    "links-left": "mkdir in; ln -s ../good.xdl in/a.xdl; ln -s .. in/up; clairify check in; echo $?",
    "links-followed": "mkdir in; ln -s ../good.xdl in/a.xdl; ln -s .. in/up; clairify check in --follow-links; echo $?",
    "folder-that-cannot-be-written": "mkdir no; chmod 500 no; clairify check -o no/dir/x.txt good.xdl; echo $?",
}
BAD: Mapping[str, bytes] = {
    "empty": b"",
    "space": b" \n\n",
    "binary": bytes(range(256)),
    "utf16": "\ufeff<XDL/>".encode("utf-16-le"),
    "latin1": '<?xml version="1.0" encoding="iso-8859-1"?><XDL note="\u00e9"/>'.encode("latin-1"),
    "bom": b"\xef\xbb\xbf<XDL/>",
    "entities": b'<!DOCTYPE x [<!ENTITY a "b">]><XDL>&a;</XDL>',
    "deep": b"<a>" * 3000,
    "brackets": b"(" * 3000,
    "nul": b"<XDL>\0</XDL>",
    "words": b"This is not a program.\n",
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    laboratory = {
        "lab.yaml": "beaker: 5 mL\nflask: 1 L\n",
        "lab.json": '["beaker", "flask"]',
        "reagents.txt": "water\nsalt\n",
    }
    for name, line in OF_XDL.items():
        yield make(f"check/options/{name}", line, files={**XDL, **laboratory})
    for name, line in OF_PDDL.items():
        yield make(f"check/pddl-options/{name}", line, files=PDDL)
    others = _others()
    for name, line in OF_OTHERS.items():
        yield make(f"check/others/{name}", line, files=others)
    for name, line in FORMATTING.items():
        yield make(f"format/{name}", line, files={**XDL, **PDDL, **others})
    for name, text in PIPES.items():
        yield script(f"pipe/{name}", text, files={**XDL, **PDDL})
    for name, data in BAD.items():
        for suffix in ("xdl", "pddl", "plan", "py", "yaml"):
            yield make(f"check/bad/{name}-{suffix}", f"check --format json bad.{suffix}", files={f"bad.{suffix}": data})
        yield make(f"format/bad/{name}", "format bad.xdl", files={"bad.xdl": data})
        yield make(f"check/bad/{name}-stdin", "check -", stdin=data)
        yield make(f"xdl/bad/{name}", "xdl bad.txt", files={"bad.txt": data})
    yield from _real()


def _others() -> dict[str, str | bytes]:
    return {
        "plan.py": PROGRAM,
        "slips.py": 'def f():\n  pick("aple1","table", speed=0.5)\n',
        "wrong-profile.yaml": "profile: 1\nname: mine\nextends: franka-ros9\nrate: fast\n",
        **files_of(EXAMPLES / "scenes", "*"),
        **files_of(ROOT / "robots", "*.yaml"),
    }


def _real() -> Iterator[Invocation]:
    """Real programs and all that is bundled, checked in every format and formatted."""
    corpus = files_of(benchmarks.tests_path.TESTS / "xdl" / "corpus", "*.xdl")
    for at, (name, data) in enumerate(corpus.items()):
        told = FORMATS[at % len(FORMATS)]
        yield make(f"check/corpus/{name}", f"check --format {told} {name}", files={name: data})
        yield make(f"format/corpus/{name}", f"format {name}", files={name: data})
        for dialect in ("clairify", "0.5", "0.4"):
            if at % 6 == 0:
                yield make(f"check/corpus/{name}-{dialect}", f"check --dialect {dialect} {name}", files={name: data})
    ten = (benchmarks.tests_path.TESTS / "xdl" / "ten-errors.xdl").read_bytes()
    for told in (*FORMATS, "html"):
        yield make(f"check/ten-errors/{told}", f"check --format {told} ten.xdl", files={"ten.xdl": ten})
        yield make(f"check/corpus-{told}", f"check --format {told} .", files={**corpus, "ten.xdl": ten})
        yield make(f"check/pddl-format/{told}", f"check --format {told} broken.pddl kitchenette.pddl", files=PDDL)
    for path in sorted(DOMAINS.glob("*.pddl")):
        problems = files_of(DOMAINS / "problems" / path.stem, "*.pddl")
        given = {path.name: path.read_bytes(), **problems}
        yield make(f"check/bundled/{path.stem}", "check . --strict", files=given)
        yield make(f"format/bundled/{path.stem}", "format .", files=given)
