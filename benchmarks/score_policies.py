"""How well policies play that ask a model, where the model is a script with slips.

`python -m benchmarks.score_policies` (`--policies sclplan react+pv`, `--worlds coin_collector household`, `--games 20`,
`--slips 0.05`) starts an endpoint on loopback whose answers come from `scripted_player`, and plays with
`clairify replan --model openai/scripted --api-base ...`, as with any model. It prints what was won, and the means of
steps, calls and prompt tokens (four characters each) per game. The bar: 90 % won, 15 calls, 60,000 tokens.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from benchmarks.figures import figure, share
from benchmarks.scripted_player import Script
from benchmarks.shared_data import DATA
from clairify_cli.agents.policies.dialects.library import described

WORLDS = ("coin_collector", "household", "alfworld", "textworld-express")


@contextmanager
def endpoint(script: Script, log: Path | None = None) -> Iterator[str]:
    """The address of an endpoint that answers by a script, in OpenAI's protocol."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on stderr."""

        def do_POST(self) -> None:
            messages = json.loads(self.rfile.read(int(self.headers["content-length"])))["messages"]
            system, user = str(messages[0]["content"]), str(messages[-1]["content"])
            text = script.answer(system, user)
            if log is not None:
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"system": system, "user": user, "reply": text}) + "\n")
            words = sum(len(str(one["content"])) for one in messages) // 4
            usage = {
                "prompt_tokens": words,
                "completion_tokens": len(text) // 4,
                "total_tokens": words + len(text) // 4,
            }
            message = {"role": "assistant", "content": text}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            whole = {"id": "1", "object": "chat.completion", "created": 1, "model": "scripted", "choices": [choice]}
            body = json.dumps({**whole, "usage": usage}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def played(
    world: str, policy: str, games: int, slips: float, more: list[str], log: Path | None = None
) -> list[dict[str, Any]]:
    """The games of a policy in a world, as the report has them."""
    every = sorted((DATA / "alfworld").glob("*.tw-pddl"))
    if world == "alfworld" and not every:
        sys.exit(f"there are no games in {DATA / 'alfworld'}; name the folder of `alfworld` in CLAIRIFY_SHARED_DATA")
    files = every[:: max(1, len(every) // games)][:games] if world == "alfworld" else []
    script = Script(lambda: described(world), slips)
    with endpoint(script, log) as address, tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "out.json")
        command = [sys.executable, "-m", "clairify_cli", "replan", "--world", world, *map(str, files)]
        command += ["--policy", policy, "--model", "openai/scripted", "--api-base", address, "--no-cache", "-q"]
        command += ["--report", str(report), *(() if files else ("--games", str(games))), *more]
        env = {**os.environ, "OPENAI_API_KEY": "none"}
        ended = subprocess.run(command, check=False, env=env, stdout=subprocess.DEVNULL).returncode
        if not report.is_file():
            sys.exit(f"{policy} in {world} was not played: `clairify replan` ended with exit code {ended}")
        games_played: list[dict[str, Any]] = json.loads(report.read_text())["games"]
        return games_played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policies", nargs="+", default=["sclplan", "react+pv", "pddlego+"])
    parser.add_argument("--worlds", nargs="+", default=["coin_collector", "household"], choices=WORLDS)
    parser.add_argument("--games", type=int, default=20, help="games in each world")
    parser.add_argument("--slips", type=float, default=0.05)
    parser.add_argument("--log", type=Path, help="append every prompt and reply to this file")
    parser.add_argument("--lost", action="store_true", help="say why games were not won")
    asked, more = parser.parse_known_args()
    print(f"{'policy':<10} {'world':<20} {'won':>7} {'steps':>6} {'calls':>6} {'tokens':>8}")
    for policy in asked.policies:
        for world in asked.worlds:
            games = played(world, policy, asked.games, asked.slips, more, asked.log)
            won, n = sum(one["won"] for one in games), len(games)
            steps, calls, tokens = (
                sum(one[name] for one in games) / max(n, 1) for name in ("steps", "model_calls", "prompt_tokens")
            )
            print(f"{policy:<10} {world:<20} {won:>3}/{n:<3} {steps:>6.1f} {calls:>6.1f} {tokens:>8,.0f}", flush=True)
            share(f"{policy} in {world}: won", won, n)
            figure(f"{policy} in {world}: calls", calls, "calls", n=n, better="less")
            figure(f"{policy} in {world}: prompt tokens", tokens, "tokens", n=n, better="less")
            for one in games if asked.lost else ():
                if not one["won"]:
                    print(f"    {one['world']}: {one['ending']}: {one['reason'][:300]}")


if __name__ == "__main__":
    main()
