"""The laboratory's inventory, as options of the checks."""

from __future__ import annotations

from clairify_cli.languages import NAMES
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.services.errors import RequestError
from clairify_cli.services.parts import Laboratory


def check_options(language: str, laboratory: Laboratory, target: str | None = None) -> CheckOptions:
    """Return the check options. Raises `RequestError` with one sentence.

    Laboratory options are ignored for languages other than XDL, since their files may be among XDL files.
    """
    if language != NAMES[0]:
        return CheckOptions(target=target)
    dialect = laboratory.dialect
    if dialect is not None:
        refuse_unknown_dialect(language, dialect)
    if laboratory.hardware is None and laboratory.reagents is None:
        return CheckOptions(dialect)
    names, capacities, hardware_file = _stock(laboratory, laboratory.hardware, "hardware")
    stock, _, reagents_file = _stock(laboratory, laboratory.reagents, "reagents")
    return CheckOptions(dialect, Constraints(names, stock, capacities, hardware_file, reagents_file))


def _stock(
    laboratory: Laboratory, value: str | None, what: str
) -> tuple[tuple[str, ...] | None, tuple[tuple[str, float], ...], str | None]:
    """Return the names and capacities of a list, and its file if a settings file named it. Raises `RequestError`."""
    if value is None:
        return None, (), None
    from clairify_cli.languages.constraints import ConstraintsError, read_names

    file = value[1:] if value.startswith("@") else None
    try:
        names, capacities = read_names(_names(value), what)
    except ConstraintsError as error:
        raise RequestError(f"{file}: {error.unquoted}" if file is not None else str(error)) from None
    return names, capacities, file if what in laboratory.from_settings else None


def refuse_unknown_dialect(language: str, dialect: str) -> None:
    """Raise `RequestError` for a dialect that a language does not have."""
    from clairify_cli.languages import get

    known = get(language).dialects
    if dialect not in known:
        from clairify_cli.diagnostics.nearest import listing

        raise RequestError(f"{language} has no dialect `{dialect}`; there are {listing(known)}")


def _names(value: str) -> str:
    """Return the text of a list: as given, or the contents of the file after `@`."""
    from clairify_cli.files.inputs import is_file
    from clairify_cli.files.reading import UnreadableError, read_text

    if not value.startswith("@"):
        if is_file(value.strip()):
            raise RequestError(f"`{value.strip()}` is a file; to read the names from it write @{value.strip()}")
        return value
    try:
        return read_text(value[1:])
    except UnreadableError as error:
        raise RequestError(str(error)) from None
