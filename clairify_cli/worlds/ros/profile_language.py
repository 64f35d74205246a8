"""Profiles of robots as a `Language`: what a text needs to be checked like programs are."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.yaml_language import YamlLanguage
from clairify_cli.worlds.ros.profile_text import read_profile

_DESCRIPTION = """\
A profile says in YAML what a robot behind rosbridge is called and what it may do. It begins with `profile: 1`, and
usually extends a bundled one (franka-ros1, franka-ros2) and says what differs, and where the arm must stay:

profile: 1
name: my-arm
extends: franka-ros2
keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
limits: {velocity: [1, 1, 1, 1, 2, 2, 2]}
devices:
  balance: {reading: {topic: /balance/grams, type: std_msgs/msg/Float64}}
"""


class ProfileLanguage(YamlLanguage):
    """Profiles of robots."""

    name = "profile"
    dialects = ("1",)
    description = _DESCRIPTION
    no_such_file = ("RUN001", "RUN301")

    def findings(self, source: Source) -> list[Diagnostic]:
        return read_profile(source)[1]
