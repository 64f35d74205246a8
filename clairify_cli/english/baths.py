"""Places with a temperature, from the lexicon or from the components of a bath: `dry ice-acetone bath`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass

_BETWEEN = late(r"[\s/,–—-]+")
_SIGNS = frozenset(("ice", "co2", "cardice", "bath", "nitrogen", "n2", "microwave"))


@dataclass(frozen=True, slots=True)
class Place:
    """Words for a temperature: `kind` is `temp bath heat boiling` or `same`; `temp` is a value in XDL or None."""

    kind: str
    temp: str | None
    only_after: tuple[str, ...]


class Places(dict[str, Place]):
    """Places by their words; a bath that is not listed is recognised by its components."""

    def __init__(self, listed: dict[str, Place], baths: list[dict[str, Any]], words: dict[str, list[str]]) -> None:
        super().__init__(listed)
        self._baths = baths
        self._any = frozenset(words["any"])
        self._heating = frozenset(words["heating"])
        self._made = lru_cache(maxsize=4096)(self._make)

    def get(self, key: str, default: None = None) -> Place | None:  # type: ignore[override]
        """Return the place that the words name; None if they name none."""
        return super().get(key) or (self._made(key) if len(key) < 60 else default)

    def _make(self, key: str) -> Place | None:
        """Return the place for a bath by the components in its name, which decide its temperature; None if unknown."""
        parts = [part for part in _BETWEEN.split(key.lower()) if part]
        inside = set(parts)
        if not inside & _SIGNS or "ice-cold" in key:
            return None
        for entry in self._baths:
            needed, others = set(entry["parts"]), set(entry.get("with", ()))
            if not needed <= inside or not inside <= needed | others | self._any:
                continue
            if inside & others or not entry.get("needs"):
                return Place("bath", entry["temp"], ()) if "bath" in inside or len(inside) > 1 else None
        if "bath" in inside and inside <= self._heating | self._any:
            return Place("heat", None, ())
        return None
