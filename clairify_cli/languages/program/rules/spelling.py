"""Rules PRG033 to PRG045: published ways to write a plan, which are read and can be rewritten."""

from __future__ import annotations

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PRG033", "beside-the-program", WARNING)
def around(what: str, fix: Fix | None) -> Message:
    """What a prompt or a script has around a program stands in the text.

    `from actions import ...`, `objects = [...]` and a call of the program itself mean nothing here: the actions and
    objects are those of the domain, and a program is run by whoever is given it. They are passed over.

    Wrong:
        from actions import take

        def take_the_apple():
            take("apple1", "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(f"{what} is passed over", hint="remove it", fix=fix)


@rule("PRG040", "plan-as-list", WARNING)
def plan_as_list(fix: Fix | None) -> Message:
    """The plan is written as lists, as in Action Contextualization.

    `task_plan` has a tuple for each action, with its number, its name and what it is done to. `evaluation_plan` has
    checks for each number, and what is expected of them (Gupta et al., "Action Contextualization: Adaptive Task
    Planning and Action Tuning Using Large Language Models", 2024). The lists are read as a program.

    Wrong:
        task_plan = [(1, 'take', ('apple1', 'table1'))]
        evaluation_plan = [(1, {'holding': ('apple1',)}, True)]

    Right:
        def task():
            take("apple1", "table1", checks=[holding("apple1")])
    """
    return Message("the plan is written as lists", hint="`clairify check --fix` writes it as a program", fix=fix)


@rule("PRG041", "list-entry", ERROR)
def list_entry(shown: str, wanted: str) -> Message:
    """An entry of a plan's list cannot be read.

    Wrong:
        task_plan = [(1, 'take', ('apple1', 'table1')), 'put']

    Right:
        task_plan = [(1, 'take', ('apple1', 'table1')), (2, 'put', ('apple1', 'table1'))]
    """
    return Message(f"`{shown}` is no entry of the list", hint=f"write `{wanted}`")


@rule("PRG042", "list-number", WARNING)
def list_number(number: str, due: int, first: Span | None) -> Message:
    """The numbers of a plan's list do not count its actions.

    The actions are done in the order in which they stand, whatever their numbers are.

    Wrong:
        task_plan = [(1, 'take', ('apple1', 'table1')), (1, 'put', ('apple1', 'table1'))]

    Right:
        task_plan = [(1, 'take', ('apple1', 'table1')), (2, 'put', ('apple1', 'table1'))]
    """
    related = (Related("the number stood here before", first),) if first is not None else ()
    hint = "the actions are done in the order in which they stand"
    return Message(f"the number {number} stands where {due} is due", hint=hint, related=related)


@rule("PRG043", "expected-length", WARNING)
def expected_length(given: int, checks: int, *, clear: bool) -> Message:
    """More or fewer results are expected than there are checks.

    Where all of them are the same, that is what is expected of every check. Otherwise nobody can tell which result
    belongs to which check, and it is an error.

    Wrong:
        task_plan = [(1, 'take', ('apple1', 'table1'))]
        evaluation_plan = [(1, {'holding': ('apple1',), 'upright': ('apple1',)}, (True,))]

    Right:
        task_plan = [(1, 'take', ('apple1', 'table1'))]
        evaluation_plan = [(1, {'holding': ('apple1',), 'upright': ('apple1',)}, (True, True))]
    """
    what = f"{counted(given, 'result')} expected of {counted(checks, 'check')}"
    if clear:
        return Message(what, hint="it is taken to be expected of all of them")
    return Message(what, hint="write one result for each check", severity=ERROR)


@rule("PRG044", "check-of-no-action", ERROR)
def check_of_nothing(number: str, why: str) -> Message:
    """A check belongs to no action, or to several.

    Wrong:
        task_plan = [(1, 'take', ('apple1', 'table1'))]
        evaluation_plan = [(2, {'holding': ('apple1',)}, True)]

    Right:
        task_plan = [(1, 'take', ('apple1', 'table1'))]
        evaluation_plan = [(1, {'holding': ('apple1',)}, True)]
    """
    return Message(f"{why} the number {number}", hint="give every check the number of its action")


@rule("PRG045", "not-spilled", WARNING)
def not_spilled(fix: Fix | None) -> Message:
    """The check `spilled` stands behind a `not`.

    It passes where nothing is spilled, as `upright` does where a thing stands upright. That it is expected to fail
    would be to expect that something is spilled, which nobody means, so it is read without the `not`.

    Wrong:
        def take_the_cup():
            take("apple1", "table1", checks=[not spilled("apple1")])

    Right:
        def take_the_cup():
            take("apple1", "table1", checks=[spilled("apple1")])
    """
    hint = "write `spilled` without `not`: the check passes where nothing is spilled"
    return Message("that nothing is spilled is the check `spilled` itself", hint=hint, fix=fix)
