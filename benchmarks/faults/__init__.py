"""Faults for XDL programs: each makes a right program and its text disagree in exactly one thing."""

from .fault import Fault
from .inject import KINDS, inject

__all__ = ["KINDS", "Fault", "inject"]
