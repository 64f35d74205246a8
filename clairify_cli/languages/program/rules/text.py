"""Rules PRG001 to PRG014: texts that are no Python, or Python that is no part of the language."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING

_STEPS = "a step is a call of an action, `assert`, `if`, `for`, `while` or `pass`"


@rule("PRG001", "no-python", ERROR)
def no_python(reason: str, hint: str | None) -> Message:
    """The text cannot be read as a program.

    A program is written as Python is: brackets and quotes are closed, a colon stands behind `if`, `for`, `while` and
    `def`, and what belongs to them is indented below. Nothing of the text is checked before that.

    Wrong:
        def take_the_apple():
            take("apple1", "table1"

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(reason, hint=hint)


@rule("PRG002", "too-much", ERROR)
def too_much(what: str) -> Message:
    """The text is larger or deeper than any program is.

    There are limits to the length of a text, to brackets within brackets and blocks within blocks, to the digits of a
    number, to the operators of one statement, and to the statements. A text beyond them is not read.

    Wrong:
        def take_the_apple():
            take("apple1", "table1", speed=0.300000000000000000000000001)

    Right:
        def take_the_apple():
            take("apple1", "table1", speed=0.3)
    """
    return Message(f"there are too many {what}", hint="a program has a few dozen steps")


@rule("PRG003", "no-function", ERROR)
def no_function(has_steps: bool, fix: Fix | None) -> Message:
    """There is no function in the text.

    A program is one function without arguments. Its name says what the task is, and its body has the steps.

    Wrong:
        take("apple1", "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    what = "the steps stand in no function" if has_steps else "there is no program in the text"
    return Message(what, hint="write `def NAME_OF_THE_TASK():` and the steps below it, indented", fix=fix)


@rule("PRG004", "beside-the-function", ERROR)
def beside_function(what: str, first: Span | None) -> Message:
    """Something stands beside the function.

    A text has one function and nothing else but comments. A second function would never be called, and values that
    are set outside cannot be used.

    Wrong:
        def take_the_apple():
            take("apple1", "table1")

        def put_it_back():
            put("apple1", "table1")

    Right:
        def take_the_apple_and_put_it_back():
            take("apple1", "table1")
            put("apple1", "table1")
    """
    related = (Related("the program is this function", first),) if first is not None else ()
    return Message(f"{what} stands beside the program", hint="a text has one function, and no more", related=related)


@rule("PRG005", "form-of-function", ERROR)
def function_form(what: str, fix: Fix | None = None) -> Message:
    """The function has arguments, decorators or the like.

    The head of a program is `def NAME_OF_THE_TASK():`. There is nobody to give arguments to it, so that objects stand
    in the steps.

    Wrong:
        def take_the_apple(where="table1"):
            take("apple1", "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(f"a program has no {what}", hint="write `def NAME_OF_THE_TASK():`", fix=fix)


@rule("PRG006", "import", ERROR)
def imports(what: str) -> Message:
    """A program imports something.

    Programs are not executed as Python: there is nothing that could be imported. The actions that there are need no
    import.

    Wrong:
        def take_the_apple():
            import os
            take("apple1", "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    shown = f"`{what}`" if what else "this"
    return Message(f"{shown} cannot be imported: a program has no imports", hint="remove it; actions need no import")


@rule("PRG007", "attribute", ERROR)
def attribute(what: str) -> Message:
    """An attribute of something is named.

    Neither actions nor objects have attributes or methods. An action is called by its name, with objects in quotes.

    Wrong:
        def take_the_apple():
            robot.take("apple1", "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(f"nothing has attributes, so there is no `{what}`", hint='write `ACTION("OBJECT", ...)`')


@rule("PRG008", "subscript", ERROR)
def subscript(what: str) -> Message:
    """Something is picked out with square brackets.

    There are no lists or tables to pick from: an object is named by its name.

    Wrong:
        def take_an_apple():
            take(apples[0], "table1")

    Right:
        def take_an_apple():
            take("apple1", "table1")
    """
    return Message(f"nothing can be picked out with brackets, as in `{what}`", hint="name the object in quotes")


@rule("PRG009", "computed", ERROR)
def computed(what: str) -> Message:
    """Something is computed.

    Lambdas, comprehensions, formatted strings, arithmetic and the like have no place in a program: an object is a name
    in quotes or the variable of a loop, and a number is written as it is.

    Wrong:
        def take_the_apples():
            for number in range(2):
                take(f"apple{number}", "table1")

    Right:
        def take_the_apples():
            for apple in ["apple1", "apple2"]:
                take(apple, "table1")
    """
    return Message(f"{what} has no place in a program", hint="name objects in quotes, and write numbers as they are")


@rule("PRG010", "definition-within", ERROR)
def definition_within(what: str) -> Message:
    """A function or a class is defined within the program.

    The actions of the domain are all that can be called.

    Wrong:
        def tidy_up():
            def fetch():
                take("apple1", "table1")
            take("apple1", "table1")

    Right:
        def tidy_up():
            take("apple1", "table1")
    """
    return Message(f"{what} cannot be defined within a program", hint="write its steps where they are to be done")


@rule("PRG011", "assignment", ERROR)
def assignment(what: str) -> Message:
    """A name is given a value.

    Programs have no variables but those of loops. What an action leads to is known from the state: it is asked for
    with a predicate.

    Wrong:
        def take_the_apple():
            done = take("apple1", "table1")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    hint = "the only variables are those of `for`; ask with a predicate what is so"
    return Message(f"{what} has no place in a program: names have no values", hint=hint)


@rule("PRG012", "no-step", ERROR)
def no_step(what: str) -> Message:
    """A statement of Python is no step of a program.

    `return`, `break`, `continue`, `raise`, `with`, `match`, `del`, `global` and the rest are not part of the language.

    Wrong:
        def take_the_apple():
            take("apple1", "table1")
            return "apple1"

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(f"`{what}` is no step of a program", hint=_STEPS)


@rule("PRG013", "star", ERROR)
def star(what: str) -> Message:
    """Arguments are given with a star.

    There are no lists of objects to spread: every object of an action is written.

    Wrong:
        def take_the_apple():
            take(*["apple1", "table1"])

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(f"`{what}` spreads arguments, and every argument has to be written", hint="name each object")


@rule("PRG014", "reserved-name", ERROR)
def reserved(name: str) -> Message:
    """A name belongs to Python itself.

    Names such as `__import__`, `eval` and `getattr` reach into the interpreter. Programs are never executed as Python,
    so that they do nothing here, and whoever would execute the text as Python must not find them.

    Wrong:
        def take_the_apple():
            __import__("os")

    Right:
        def take_the_apple():
            take("apple1", "table1")
    """
    return Message(f"`{name}` belongs to Python and is no action", hint="call the actions of the domain only")
