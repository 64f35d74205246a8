"""Settings files and environment variables: what they set, what they cannot, and who comes before whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.compare_versions.invocation import Invocation, make
from benchmarks.compare_versions.recorded.inputs import XDL

COMMANDS = ("check fixable.xdl good.xdl", "xdl good.txt", "format ragged.xdl")
FILES: Mapping[str, str] = {
    "ignore-list": 'ignore = ["XDL304"]',
    "ignore-text": 'ignore = "XDL1,XDL304"',
    "section": '[check]\nignore = ["XDL304"]\nformat = "concise"\n[format]\ncheck = true\n[xdl]\nmodel = "reader"\n',
    "bom": '\ufeff[check]\r\nignore = ["XDL304"]\r\n',
    "dialect": "dialect = 2.0",
    "dialect-old": 'dialect = "0.5"',
    "dialect-wrong": 'dialect = "9.1"',
    "size": "max-size = 10",
    "size-underscore": "max_size = 10",
    "others": 'rounds = 3\nkeep-invalid = true\nformat = "concise"\n',
    "strict": "strict = true\nquiet = true",
    "hardware": 'hardware = ["beaker"]\nreagents = "water"',
    "hardware-table": '[check.hardware]\nbeaker = "5 mL"',
    "hardware-file": 'hardware = "@lab.yaml"',
    "hardware-wrong": "hardware = 5",
    "unknown": "ignroe = []",
    "unknown-section": "[chekc]\nstrict = true",
    "unknown-in-section": "[check]\nstirct = true",
    "other-command": "[check]\nrounds = 3",
    "output": 'output = "x"',
    "robot": 'robot = "ros"',
    "yes": "[execute]\nyes = true",
    "command": "xdl = 3",
    "not-bool": 'strict = "yes"',
    "not-number": "max-size = 'big'",
    "choice": "format = 'yaml'",
    "rule": "ignore = ['XDL999']",
    "broken": "ignore = [",
    "twice": "x = 1\nx = 2",
    "address": 'model = "openai/x"\napi-base = "https://example.org/v1"',
    "address-here": 'model = "reader"\napi-base = "http://localhost:1/v1"',
    "model": 'model = "replay:missing.jsonl"',
    "empty": "",
}
ENVIRONMENT: Mapping[str, Mapping[str, str]] = {
    "dialect": {"CLAIRIFY_DIALECT": "0.5"},
    "dialect-wrong": {"CLAIRIFY_DIALECT": "9.2"},
    "dialect-empty": {"CLAIRIFY_DIALECT": ""},
    "model": {"CLAIRIFY_MODEL": "reader"},
    "model-missing": {"CLAIRIFY_MODEL": "replay:gone.jsonl"},
    "address": {"CLAIRIFY_API_BASE": "http://127.0.0.1:1/v1"},
    "colour": {"FORCE_COLOR": "1"},
    "colour-both": {"FORCE_COLOR": "1", "NO_COLOR": "1"},
    "debug": {"CLAIRIFY_DEBUG": "1"},
    "columns": {"COLUMNS": "40"},
    "latin": {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
    "cache": {"CLAIRIFY_CACHE": "here/cache.sqlite3"},
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    files = {**XDL, "lab.yaml": "- beaker\n"}
    for name, text in FILES.items():
        for line in COMMANDS:
            id = f"settings/{name}/{line.split()[0]}"
            yield make(id, line, files={**files, "clairify.toml": text})
    for name, env in ENVIRONMENT.items():
        for line in (*COMMANDS, "check broken.xdl", "rule XDL301"):
            yield make(f"environment/{name}/{line.replace(' ', '-')}", line, files=files, env=env)
    both = {**files, "clairify.toml": 'dialect = "9.1"'}
    env = {"CLAIRIFY_DIALECT": "9.2"}
    yield make("settings/order/environment", "check good.xdl", files=both, env=env)
    yield make("settings/order/option", "check good.xdl --dialect 9.3", files=both, env=env)
    project = {**files, "pyproject.toml": '[tool.clairify.check]\nignore = ["XDL304"]\n'}
    yield make("settings/pyproject", "check fixable.xdl", files=project)
    yield make("settings/pyproject-broken", "check fixable.xdl", files={**files, "pyproject.toml": "broken"})
