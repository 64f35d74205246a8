"""Hold the programs of independent authors to their texts: false errors on right ones, and slips without an error.

The authors saw only what `clairify describe` prints. Each wrote texts, a right program for each, and a copy with one
slip. When the sets were first scored, 13 of the first 24 right programs and 14 of the second 24 had an error, and 4 and
4 slips had none. Then they were used to improve the checks: what is printed now is no estimate for unseen programs.

Run: `python -m benchmarks.score_authors`.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.figures import share
from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

DATA = Path(__file__).parent / "authors"


def errors(program: Path, text: Path) -> set[tuple[str, str]]:
    """Code and message of each error of a program, compared with its text."""
    plan, asked = (Source(path.read_text(encoding="utf-8"), path.name) for path in (program, text))
    return {(one.code, one.message) for one in check_fidelity(plan, asked, get("xdl"), CheckOptions()) if one.is_error}


def main() -> None:
    for folder in sorted(path for path in DATA.iterdir() if path.is_dir()):
        texts = sorted(folder.glob("[0-9][0-9].txt"))
        wrong, silent = [], []
        for text in texts:
            right = errors(text.with_suffix(".xdl"), text)
            if right:
                wrong.append(text.stem)
                for code, message in sorted(right):
                    print(f"  {folder.name}/{text.stem}: {code} {message}")
            if not errors(text.with_suffix(".slip.xdl"), text) - right:
                silent.append(text.stem)
        share(f"authors, {folder.name}: right programs with an error", len(wrong), len(texts), better="less")
        share(f"authors, {folder.name}: slips without a new error", len(silent), len(texts), better="less")
        print(f"{folder.name}: right programs with an error {len(wrong)} of {len(texts)} {wrong}")
        print(f"{folder.name}: slips without a new error {len(silent)} of {len(texts)} {silent}")


if __name__ == "__main__":
    main()
