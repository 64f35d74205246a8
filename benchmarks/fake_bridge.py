"""An arm that is not there: a rosbridge on this machine with a kinematic arm behind it, to try `execute --robot ros`.

    python -m benchmarks.fake_bridge --profile cell.yaml        # in a terminal of its own; Ctrl-C ends it
    clairify execute … --robot ros --url ws://127.0.0.1:9090 --profile cell.yaml

It is the bridge of the tests: the protocol of rosbridge over a websocket, the profile's actions, topics, services and
devices, and joints that follow trajectories as `joint_trajectory_controller` interpolates them. It has no physics:
the fingers close on an object of the expected width. Needs the extra `ros`.
"""

from __future__ import annotations

import argparse
import socket
import sys
import time
from pathlib import Path

from benchmarks import tests_path  # noqa: F401  (the bridge is among the tests)


def main() -> int:
    """Listen until Ctrl-C, and print the motions that arrive."""
    from ros_bridge.bridge import Bridge

    from clairify_cli.diagnostics.model import Source
    from clairify_cli.services.refused import read_scene_file
    from clairify_cli.worlds.ros.profile.text import profile_named, read_profile
    from clairify_cli.worlds.scene.model import HOME

    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fake_bridge", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--profile", default="franka-ros2", help="a bundled profile or a file (default: franka-ros2)")
    parser.add_argument("--scene", help="the arm stands where this scene has it (default: where made-up scenes do)")
    parser.add_argument("--port", type=int, default=9090, help="the port to listen on (default: 9090)")
    given = parser.parse_args()
    path = Path(given.profile)
    if path.is_file():
        profile, found = read_profile(Source(path.read_text(encoding="utf-8"), given.profile))
        if profile is None:
            parser.error(f"{given.profile} has errors, which `clairify check` shows: {found[0].message}")
    else:
        profile = profile_named(given.profile)
    try:
        socket.create_server(("127.0.0.1", given.port)).close()
    except OSError as error:
        parser.error(f"port {given.port} cannot be used: {error.strerror}")
    home = HOME if given.scene is None else read_scene_file(given.scene, 1_000_000).robot.home
    try:
        with Bridge(profile, home=home, port=given.port) as bridge:
            print(f"an arm that is not there listens at {bridge.url} for {profile.name}; Ctrl-C ends it", flush=True)
            told = 0
            while True:
                time.sleep(0.2)
                for motion in bridge.motions[told:]:
                    told += 1
                    print(f"motion {told}: {motion.points[-1].seconds:.1f} s", flush=True)
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
