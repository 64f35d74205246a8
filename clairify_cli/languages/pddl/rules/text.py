"""Rules PDL0xx: the characters and the brackets of a text, and what stands around its definitions."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.registry import Message, rule

ERROR = Severity.ERROR


@rule("PDL001", "no-pddl", ERROR)
def no_pddl(text: str) -> Message:
    """There is no PDDL in the text.

    The text is empty, has nothing but comments, or has no bracket from which a definition could begin. A model that
    answers in prose, and a file of another kind, end here.

    Wrong:
        I am sorry, I cannot help with that.

    Right:
        (define (domain kitchen)
          (:predicates (clean ?x))
          (:action wash
            :parameters (?x)
            :effect (clean ?x)))
    """
    what = "there is no PDDL in the text" if text.strip() else "the text is empty"
    return Message(what, hint="a domain begins with `(define (domain NAME)`, a problem with `(define (problem NAME)`")


@rule("PDL002", "not-ascii", ERROR)
def not_ascii(text: str, fix: Fix | None) -> Message:
    """A character outside ASCII stands outside a comment.

    Fast Downward refuses the file. Dashes, quotation marks and spaces of word processors are the usual ones, and the
    fix writes the plain character; names with accents must be written without them.

    Wrong:
        (:objects café – place)

    Right:
        (:objects cafe - place)
    """
    shown = " ".join(f"U+{ord(character):04X}" for character in text[:3])
    what = f"`{text}` ({shown})" if text.isprintable() else shown
    return Message(
        f"{what} cannot stand in PDDL outside a comment",
        hint="write it with ASCII letters, digits, `-` and `_`",
        fix=fix,
    )


@rule("PDL003", "control-character", Severity.WARNING)
def control_character(text: str, fix: Fix | None) -> Message:
    """A control character stands outside a comment.

    It cannot be seen, and it becomes part of a name or parts one in two, which planners do differently. A file with
    many of them is no text file. The fix writes a space.

    Wrong:
        (:objects a\\x00b)

    Right:
        (:objects a b)
    """
    shown = " ".join(f"U+{ord(character):04X}" for character in text[:3])
    return Message(f"the control character {shown} has no place in PDDL", hint="replace it by a space", fix=fix)


@rule("PDL004", "missing-bracket", ERROR)
def missing_bracket(of: str, count: int, opened: Span, fix: Fix | None) -> Message:
    """A closing bracket is missing.

    The place is worked out from the keywords, each of which can stand at one depth only, from what an operator takes,
    and from the indentation. The rest of the text is read as if the bracket stood there.

    The fix is safe at the end of the text, where the bracket can belong nowhere else.

    Wrong:
        :precondition (and (at ?x) (clean ?y)
        :effect (holding ?y)

    Right:
        :precondition (and (at ?x) (clean ?y))
        :effect (holding ?y)
    """
    related = (Related(f"`{of}` is opened here", opened),)
    said = "a `)` is missing here" if count == 1 else f"{count} closing brackets are missing here"
    return Message(f"{said}: `{of}` is not closed", hint="put in `)`", fix=fix, related=related)


@rule("PDL005", "extra-bracket", ERROR)
def extra_bracket(what: str, count: int, fix: Fix | None) -> Message:
    """A closing bracket is too many.

    It closes a section, an action or the whole definition too early, so that what follows stands outside. The place is
    worked out from the keywords, each of which can stand at one depth only, and from the indentation. The rest of the
    text is read as if the bracket did not stand there.

    Wrong:
        :precondition (and (at ?x) (clean ?y)))
        :effect (holding ?y)

    Right:
        :precondition (and (at ?x) (clean ?y))
        :effect (holding ?y)
    """
    said = "this `)` is too many" if count == 1 else f"{count} closing brackets are too many here"
    return Message(f"{said}: {what}", hint="take it out" if count == 1 else "take them out", fix=fix)


@rule("PDL006", "text-outside", ERROR)
def text_outside(written: str) -> Message:
    """Something stands outside the definitions.

    A PDDL file holds `(define ...)` and comments, nothing else. Fast Downward refuses words before or after it, such
    as the fence or the closing remark of a model's reply.

    Wrong:
        Here is the problem:
        (define (problem p) ...)

    Right:
        ; Here is the problem:
        (define (problem p) ...)
    """
    return Message(f"`{written}` stands outside of any definition", hint="remove it, or make it a comment with `;`")


@rule("PDL007", "too-deep", ERROR)
def too_deep(most: int) -> Message:
    """Brackets stand within brackets, deeper than anything is read.

    Hand-written PDDL reaches a depth of ten, and solvers give up at some hundreds. What lies deeper is left out of the
    check.

    Wrong:
        :precondition (not (not (not (not ... (clean ?x)))))

    Right:
        :precondition (clean ?x)
    """
    return Message(f"there are more than {most} brackets within each other", hint="write the formula flatter")


@rule("PDL008", "too-long", ERROR)
def too_long(most: int) -> Message:
    """The text is longer than anything that is read.

    The largest problems of the planning competitions have some hundred thousand words. What comes after the limit is
    left out of the check.

    Wrong:
        (:init (at p1 l1) (at p2 l1) ...) ; with ten million facts

    Right:
        (:init (at p1 l1) (at p2 l1))
    """
    return Message(f"the text is read no further: it has more than {most:,} words and brackets", hint="make it smaller")


@rule("PDL009", "no-definition", ERROR)
def misplaced_define(name: str) -> Message:
    """A definition is not what a file of PDDL holds.

    A bracket at the outermost level begins `(define ...)`; a goal alone, `(:goal ...)` or its formula, is read too.
    Anything else there is not PDDL.

    Wrong:
        (defdomain kitchen ...)

    Right:
        (define (domain kitchen) ...)
    """
    return Message(
        f"`({name}` begins no definition" if name else "these brackets begin no definition",
        hint="a domain begins with `(define (domain NAME)`, a problem with `(define (problem NAME)`",
    )


@rule("PDL010", "escaped-line-break", ERROR)
def escaped_line_break(count: int, fix: Fix) -> Message:
    """Line breaks are written as `\\n`.

    The text went through a program that writes a line break as a backslash and an `n`, such as one that quotes text for
    JSON, and was not turned back. Fast Downward reads `\\n` as a word and refuses the file. The rest of the check takes
    each as a line break.

    Wrong:
        (define (domain kitchen)\\n  (:predicates (clean ?x)))

    Right:
        (define (domain kitchen)
          (:predicates (clean ?x)))
    """
    said = "a line break is" if count == 1 else f"{count} line breaks are"
    return Message(f"{said} written as `\\n`", hint="write line breaks", fix=fix)


@rule("PDL011", "foreign-comment", ERROR)
def foreign_comment(mark: str, fix: Fix) -> Message:
    """A comment is written as in another language.

    PDDL has one kind of comment: from `;` to the end of the line. The words of any other are read as names.

    Wrong:
        :effect (and /* nothing yet */)

    Right:
        :effect (and) ; nothing yet
    """
    return Message(
        f"`{mark}` begins no comment in PDDL", hint="a comment goes from `;` to the end of its line", fix=fix
    )


@rule("PDL012", "missing-opening", ERROR)
def missing_opening(word: str, fix: Fix) -> Message:
    """An opening bracket is missing.

    A section or a formula stands without the bracket that opens it, so that the one that closes it closes something
    else. The rest of the text is read as if the bracket stood there.

    Wrong:
        (:init (at a r) clean a))

    Right:
        (:init (at a r) (clean a))
    """
    return Message(f"a `(` is missing before `{word}`", hint="put in `(`", fix=fix)


@rule("PDL013", "comma", ERROR)
def comma(count: int, fix: Fix) -> Message:
    """A comma stands between words.

    PDDL separates with white space. A comma becomes part of the word before it, and makes it another name. The fix
    takes out all commas of the text.

    Wrong:
        (:objects cup, bowl - vessel)

    Right:
        (:objects cup bowl - vessel)
    """
    others = "" if count == 1 else f"; there are {count} in the text"
    return Message(f"a comma separates nothing in PDDL{others}", hint="separate words by spaces", fix=fix)
