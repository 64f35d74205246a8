"""Profiles of robots as a `Language`: what a text needs to be checked like programs are."""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.diagnostics.suppress import apply, find_suppressions, line_comments
from clairify_cli.languages.base import CheckOptions, StepClaims
from clairify_cli.languages.outline import Outline
from clairify_cli.worlds.ros.profile_text import read_profile

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)

_DESCRIPTION = """\
A profile says in YAML what a robot behind rosbridge is called and what it may do. It begins with `profile: 1`, and
mostly extends one that comes along (franka-ros1, franka-ros2) and says what differs:

profile: 1
name: my-arm
extends: franka-ros2
limits: {velocity: [1, 1, 1, 1, 2, 2, 2]}
devices:
  balance: {reading: {topic: /balance/grams, type: std_msgs/msg/Float64}}
"""


class ProfileLanguage:
    """Profiles of robots."""

    name = "profile"
    suffixes = (".yaml", ".yml")
    dialects = ("1",)
    prompts = ()

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        _, found = read_profile(source)
        if "clairify:" in source.text:
            found = apply(find_suppressions(line_comments(source, _COMMENT, "#")), found, source)
        return in_source_order(found)

    def describe(self, options: CheckOptions) -> str:
        return _DESCRIPTION

    def extract(self, reply: str) -> str:
        """The reply itself: no model is asked for profiles."""
        return reply

    def format(self, source: Source, options: CheckOptions) -> str:
        """The text as it is: how a profile is laid out, with its comments, is up to whoever writes it."""
        found = next((one for one in self.check(source, options) if one.code in ("RUN001", "RUN301")), None)
        if found is not None:
            raise ValueError(f"line {found.span.line}: {found.message}")
        return source.text

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        """None: a profile says what a robot is, and not what will be done."""
        return ()

    def outline(self, source: Source) -> Outline:
        return Outline(steps=())
