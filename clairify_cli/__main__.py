"""Entry point of `clairify` and `python -m clairify_cli`. Ctrl-C during the import prints no traceback either."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from clairify_cli.app import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
