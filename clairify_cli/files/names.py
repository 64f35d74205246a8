"""File names made from untrusted text: safe in any folder and on any system, and unique."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

_MOST_BYTES = 120
_NOT_IN_A_NAME = re.compile(r"[^\w .+,()@=\-]|[\x00-\x1f]")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)", re.IGNORECASE)
"""Device names, which Windows reserves with any ending."""


def safe_name(wanted: str) -> str:
    """Return a file name close to the requested one; empty if no part of it can be kept.

    No separator, no control character, no hidden file, folder or device name, nothing that looks like an option; at
    most 120 bytes in UTF-8.
    """
    name = _NOT_IN_A_NAME.sub("_", unicodedata.normalize("NFC", wanted))
    name = name.encode()[:_MOST_BYTES].decode(errors="ignore").strip(" .").lstrip("-").strip(" .")
    if not name.strip("_"):
        return ""
    return f"_{name}" if _RESERVED.match(name) else name


class UniquePaths:
    """Make paths unique: a second path of the same name gets a number.

    Names that differ only in case count as the same, since not every file system distinguishes them.
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def give(self, wanted: PurePosixPath) -> PurePosixPath:
        """Return the path, with the first number from 2 that makes it unique if it is taken."""
        path, number = wanted, 1
        while (key := unicodedata.normalize("NFC", str(path)).casefold()) in self._taken:
            number += 1
            path = wanted.with_name(f"{wanted.name}-{number}")
        self._taken.add(key)
        return path
