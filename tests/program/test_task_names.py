"""Names of programs, made of words."""

from __future__ import annotations

from clairify_cli.languages.program.vocabulary import task_name


def test_names() -> None:
    assert [task_name(one) for one in ("Put the apple away!", "", "3 cups", "__x", "for", "put-it", "Ä b")] == [
        "put_the_apple_away",
        "task",
        "task_3_cups",
        "x",
        "for_",
        "put_it",
        "ä_b",
    ]
