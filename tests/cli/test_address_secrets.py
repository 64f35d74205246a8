"""The user, the password and the query of an address are in no stream and no file, whatever a server answers."""

from __future__ import annotations

import base64
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from case_tables import stored
from fakes.openai_server import Behaviour, Handler, says, sends, serve

from clairify_cli.files import addresses
from clairify_cli.files.addresses import hold_back, public, without_secrets
from clairify_cli.translate.models import retry
from cli.conftest import GOOD, Run

MARK = "hunter2"
USER, PASSWORD, TOKEN = f"svc-{MARK}", f"p%40ss-{MARK}", f"tok{MARK}en"
PAIR = base64.b64encode(f"{USER}:p@ss-{MARK}".encode()).decode()


@pytest.fixture(autouse=True)
def nothing_is_held_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_HELD", {})


def secret(address: str) -> str:
    """The same address with a user, a password and a query."""
    scheme, rest = address.split("://")
    return f"{scheme}://{USER}:{PASSWORD}@{rest}?token={TOKEN}&q=1"


def echoes(status: int) -> Behaviour:
    """An error that quotes all that the server was told, and what its log might say."""

    def behave(handler: Handler) -> None:
        url = secret(handler.told.address)
        told = f"{url} {url.upper().lower()} {json.dumps(url)} {handler.path} {dict(handler.headers)} {PAIR} {TOKEN}"
        told += f" user={USER} password=p@ss-{MARK} {url.replace('://', '%3A%2F%2F').replace('@', '%40')}"
        handler.send(status, json.dumps({"error": {"message": told, "code": status}}).encode())

    return behave


ANSWERS: dict[str, Callable[[], Behaviour]] = {
    "works": lambda: says(GOOD),
    "401": lambda: echoes(401),
    "404": lambda: echoes(404),
    "500": lambda: echoes(500),
    "garbage": lambda: sends(f"<html>{MARK} is what you sent</html>".replace(MARK, f"token={TOKEN}").encode()),
}
TEXT = "Hold the apple."
COMMANDS = stored(__file__, "COMMANDS")


@pytest.fixture
def model(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a server that answers so; nobody listens at the one that is closed."""
    if request.param == "closed":
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        yield secret(f"http://127.0.0.1:{port}/v1")
        return
    with serve(ANSWERS[request.param]()) as server:
        yield secret(server.address)


def written(folder: Path) -> str:
    return "".join(path.read_text(errors="replace") for path in sorted(folder.rglob("*")) if path.is_file())


SLOW = ("replan", "execute")
"""Commands that simulate as well: one answer will do."""
CASES = [(command, answer) for command in COMMANDS for answer in (*ANSWERS, "closed") if command not in SLOW]


@pytest.mark.parametrize(("command", "model"), [*CASES, *((one, "500") for one in SLOW)], indirect=["model"])
def test_a_model(command: str, model: str, clairify: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "_pause", lambda *_: 0.01)
    (own_folder / "good.xdl").write_text(GOOD)
    (own_folder / "texts").mkdir()
    for name in ("text.txt", "text2.txt", "texts/a.txt"):
        (own_folder / name).write_text(TEXT if "/" in name else "Add 15 g of acetic acid to a beaker.")
    given = ["--model", "openai/x", "--api-base", model]
    if command == "replan":
        given += ["--record", "record.jsonl"]
    elif command != "execute":
        given += ["--rounds", "2", "--trace", "trace.jsonl", "--record", "record.jsonl", "--time-limit", "4"]
    ran = clairify(*COMMANDS[command], *given)
    assert ran.code in (0, 1, 2, 3)
    assert ran.code != 2 or command == "execute", ran.err
    told = ran.out + ran.err + written(own_folder)
    assert MARK not in told
    assert PAIR not in told
    assert "internal error" not in ran.err


def test_an_address_that_is_none(clairify: Run, own_folder: Path) -> None:
    for address in (f"{USER}:{PASSWORD}@host/v1", f"htp://{USER}:{PASSWORD}@host", f"http://{USER}:{PASSWORD}@[::1/v1"):
        for named in (("--model", "openai/x"), ("--model", "reader"), ()):
            ran = clairify("xdl", "Add water to a beaker.", *named, "--api-base", address)
            assert ran.code in (2, 3)
            assert MARK not in ran.err
    for address in (
        f"http://{USER}:{PASSWORD}@arm:9090",
        f"ws://{USER}:{PASSWORD}@arm:x",
        f"ws://{USER}@arm",
        "ws://arm",
    ):
        ran = clairify(
            "execute", "x.xdl", "--robot", "ros", "--url", f"{address}?token={TOKEN}", "--profile", "franka-ros2"
        )
        assert ran.code == 2
        assert MARK not in ran.err


def test_the_environment_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", secret("http://proxy:3128/"))
    hold_back(None)
    assert MARK not in without_secrets(f"ProxyError: {USER} at {secret('http://proxy:3128/')} with {PAIR} and {TOKEN}")


def test_words_are_left_alone() -> None:
    hold_back("ws://robot:stop@arm:9090?mode=fast&n=1000")
    sentence = "The robot could not stop: fast, 1000 times, at ws://arm:9090."
    assert without_secrets(sentence) == sentence
    assert without_secrets("ws://robot:stop@arm:9090?mode=fast&n=1000") == "ws://arm:9090"
    assert without_secrets("robot:stop@arm") == "***arm"
    assert without_secrets("see https://me:pw@host/x?y=1") == "see https://host/x?y=1"
    assert public("me:pw@host") == public("http://[x") == "the address"
