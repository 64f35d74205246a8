"""Rules XDL0xx: the text is not well-formed XML, or not a program alone."""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Diagnostic, Fix, Related, Severity, Source, Span
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.languages.xdl.scan import Problem, Slip

ERROR = Severity.ERROR

_FENCE = re.compile(r"(?:```|~~~)[`~]*\w*")


@rule("XDL001", "no-program", ERROR)
def no_program(text: str) -> Message:
    """There is no XDL program in the text.

    The text is empty, or it holds no XML element from which a program could begin. A model that answers in
    prose, and a file of another kind, end here.

    Wrong:
        I am sorry, I cannot help with that.

    Right:
        <XDL>
          <Synthesis>…</Synthesis>
        </XDL>
    """
    what = "the text is empty" if not text.strip() else "there is no XDL element in the text"
    return Message(what, hint="a program begins with `<XDL>` or `<Synthesis>`")


@rule("XDL002", "not-closed", ERROR)
def not_closed(name: str, fix: Fix | None) -> Message:
    """An element is opened and never closed.

    XML needs a close tag for every open one; an element with nothing inside may close itself with `/>`. A step
    without its `/` would swallow the steps that follow.

    The fix is not safe for a loop, because it decides which steps are repeated, and for a text that ends within its
    procedure, because steps are missing there.

    Wrong:
        <Add vessel="beaker" reagent="water" volume="5 mL">
        <Stir vessel="beaker" time="20 s"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="5 mL"/>
        <Stir vessel="beaker" time="20 s"/>
    """
    return Message(f"`<{name}>` is not closed", hint=f"close it with `/>`, or with `</{name}>`", fix=fix)


@rule("XDL003", "bad-entity", ERROR)
def bad_entity(text: str, known: str | None, fix: Fix | None) -> Message:
    """An `&` stands bare, or names an entity that XML does not have.

    In XML an `&` begins an entity. XML itself has `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;`; names from HTML
    such as `&deg;` are not defined, and characters can be written as they are.

    Wrong:
        <Add vessel="beaker" reagent="salt & pepper" mass="5 g"/>

    Right:
        <Add vessel="beaker" reagent="salt &amp; pepper" mass="5 g"/>
    """
    if text == "&":
        return Message("a bare `&`", hint="write `&amp;`", fix=fix)
    hint = f"write `{known}`" if known else "write the character itself"
    return Message(f"`{text}` is not an entity of XML", hint=hint, fix=fix)


@rule("XDL004", "stray-less", ERROR)
def stray_less(fix: Fix | None) -> Message:
    """A `<` stands where no tag begins.

    In text and in values a `<` has to be written `&lt;`.

    Wrong:
        <Stir vessel="beaker" time="20 s" comment="keep < 30 °C"/>

    Right:
        <Stir vessel="beaker" time="20 s" comment="keep &lt; 30 °C"/>
    """
    return Message("a `<` that begins no tag", hint=fix.description if fix else "write `&lt;`", fix=fix)


@rule("XDL005", "bad-attribute", ERROR)
def bad_attribute(slip: Slip, text: str, tag: str, fix: Fix | None) -> Message:
    """A property is not written as `name="value"`.

    The value stands in straight quotes, there is a space between two properties, and nothing else stands in a
    tag. Text copied from a word processor may carry curly quotes.

    Wrong:
        <Stir vessel=beaker time=“20 s”/>

    Right:
        <Stir vessel="beaker" time="20 s"/>
    """
    words = {
        Slip.UNQUOTED: ("the value `{text}` is not in quotes", "put it in straight quotes"),
        Slip.QUOTE_MISSING: ("the quote after `{text}` is missing", "close the value with a quote"),
        Slip.CURLY_QUOTE: ("`{text}` is in curly quotes", "use straight quotes"),
        Slip.COLON: ("`{text}` is followed by a colon", 'write `{text}="…"`'),
        Slip.SPACE: ("there is a space where none may be, just before `{text}`", "remove the space"),
        Slip.NO_VALUE: ("`{text}` has no value", 'write `{text}="…"`'),
        Slip.NO_SPACE: ("there is no space before `{text}`", "put a space between two properties"),
        Slip.JUNK: ("`{text}` does not belong in a tag", "remove it"),
        Slip.NOT_CLOSED: ("the tag `{text}` is not closed with `>`", "close it with `/>` or `>`"),
    }
    message, hint = words[slip]
    shown = text if len(text) <= 60 else text[:57] + "…"
    where = f" in `{tag}`" if tag and slip not in (Slip.NOT_CLOSED, Slip.SPACE) else ""
    return Message(message.replace("{text}", shown) + where, hint=hint.replace("{text}", shown), fix=fix)


@rule("XDL006", "property-twice", ERROR)
def property_twice(name: str, tag: str, first: Span, fix: Fix | None) -> Message:
    """A property is given twice in one element.

    XML forbids it, and a reader that forgives it takes one of the two values without saying which. The fix removes
    the second where both have the same value.

    Wrong:
        <Add vessel="beaker" reagent="water" volume="5 mL" volume="10 mL"/>

    Right:
        <Add vessel="beaker" reagent="water" volume="10 mL"/>
    """
    where = f" in `{tag}`" if tag else ""
    related = (Related("first given here", first),)
    message = f"the property `{name}` is given twice{where}"
    return Message(message, hint="keep one of the two", fix=fix, related=related)


@rule("XDL007", "declaration-refused", ERROR)
def declaration(fix: Fix | None) -> Message:
    """A document type declaration or an entity declaration is refused.

    XDL has no use for them, and they are how XML is made to read other files, to reach the network, or to grow
    without bound. What the declaration says is not read.

    Wrong:
        <!DOCTYPE XDL [<!ENTITY a "aaaa">]>
        <XDL>…</XDL>

    Right:
        <XDL>…</XDL>
    """
    return Message("document types and entity declarations are refused", hint="remove the declaration", fix=fix)


@rule("XDL008", "text-around-program", ERROR)
def outside_text(text: str, fix: Fix | None) -> Message:
    """Something stands before or behind the program: prose, or a Markdown fence.

    A robot's software reads a file from its first character to its last. The fix removes what stands around the
    program; where there are steps in it, only on request.

    Wrong:
        Here is the program:
        <XDL>…</XDL>

    Right:
        <XDL>…</XDL>
    """
    shown = " ".join(text.split())
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    if _FENCE.fullmatch(shown):
        return Message("a Markdown fence outside of the program", hint="keep only the XML", fix=fix)
    shown = " ".join(_FENCE.sub(" ", shown).split())
    return Message(f"text outside of the program: `{shown}`", hint="keep only the XML", fix=fix)


@rule("XDL009", "several-programs", ERROR)
def several_programs(name: str, first: Span) -> Message:
    """There is more than one program in the text.

    Only one can be run, and which one is meant cannot be told. The first is checked.

    Wrong:
        <XDL>…</XDL>
        <XDL>…</XDL>

    Right:
        <XDL>…</XDL>
    """
    related = (Related("the first one begins here", first),)
    return Message(f"a second root `<{name}>`; a text holds one program", hint="keep one of them", related=related)


@rule("XDL010", "forbidden-character", ERROR)
def forbidden_character(character: str, fix: Fix | None) -> Message:
    """A character that XML does not allow, such as NUL or another control character.

    It comes from a file of another kind, or from a wrong encoding.

    Wrong:
        (a NUL character in a value)

    Right:
        <Add vessel="beaker" reagent="water" volume="5 mL"/>
    """
    return Message(f"the character U+{ord(character):04X} is not allowed in XML", hint="remove it", fix=fix)


@rule("XDL011", "too-deep", ERROR)
def too_deep(limit: int) -> Message:
    """Elements are nested too deep.

    Real programs nest a handful of levels; what stands deeper than the limit is not looked into.

    Wrong:
        <Repeat repeats="2"><Repeat repeats="2"><Repeat repeats="2">…

    Right:
        <Repeat repeats="8">…</Repeat>
    """
    return Message(f"elements are nested more than {limit} deep", hint="nest less")


@rule("XDL012", "stray-close", ERROR)
def stray_close(name: str, fix: Fix | None) -> Message:
    """A close tag has no open tag.

    A reader stops at it. Often the element has closed itself with `/>` already, or the open tag was lost.

    Wrong:
        <Stir vessel="beaker" time="20 s"/></Stir>

    Right:
        <Stir vessel="beaker" time="20 s"/>
    """
    return Message(f"`</{name}>` closes nothing that is open", hint="remove it", fix=fix)


@rule("XDL013", "unterminated", ERROR)
def unterminated(what: str, closing: str) -> Message:
    """A comment or a CDATA section has no end.

    Everything that follows then belongs to the comment, and steps are lost without a word.

    Wrong:
        <!-- stir well
        <Stir vessel="beaker" time="20 s"/>

    Right:
        <!-- stir well -->
        <Stir vessel="beaker" time="20 s"/>
    """
    return Message(f"the {what} has no end", hint=f"end it with `{closing}`")


@rule("XDL014", "hyphens-in-comment", ERROR)
def hyphens_in_comment(fix: Fix | None) -> Message:
    """Two hyphens stand inside a comment.

    XML forbids `--` in a comment except at its end, and a hyphen just before that.

    Wrong:
        <!-- wash -- twice -->

    Right:
        <!-- wash, twice -->
    """
    return Message("`--` inside a comment", hint="XML allows it only at the comment's end; write one hyphen", fix=fix)


@rule("XDL015", "wrong-close", ERROR)
def bad_close(written: str, meant: str, fix: Fix | None) -> Message:
    """A close tag is misspelt, not finished, or written like an open one.

    XML compares the names of tags to the letter, so that the element stays open.

    Wrong:
        <Procedure>…</Proceedure>

    Right:
        <Procedure>…</Procedure>
    """
    shown = " ".join(written.split())
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    return Message(f"`{shown}` does not close `<{meant}>`", hint=f"write `</{meant}>`", fix=fix)


@rule("XDL016", "not-well-formed", ERROR)
def not_well_formed(complaint: str, fix: Fix | None = None) -> Message:
    """The XML is not well-formed in a way that no other rule names.

    What is wrong, and where, is said in the words of the XML parser. Mind what stands just before the place.

    Wrong:
        <?xml version="7"?>
        <XDL>…</XDL>

    Right:
        <?xml version="1.0"?>
        <XDL>…</XDL>
    """
    message = f"the XML is not well-formed: {complaint}"
    return Message(message, hint="compare the place with the XML around it", fix=fix)


def for_slip(source: Source, at: Span, problem: Problem, tag: str) -> Diagnostic:
    """The finding for a slip inside a tag."""
    words = _FIX_WORDS.get(problem.slip, "correct it")
    fix = Fix(words, problem.edits, safe=problem.sure) if problem.edits else None
    match problem.slip:
        case Slip.AMPERSAND:
            return bad_entity(at, "&", None, fix)
        case Slip.ENTITY:
            known = problem.edits[0].text if problem.edits else None
            return bad_entity(at, problem.text, known, fix)
        case Slip.STRAY_LESS:
            return stray_less(at, fix)
        case Slip.DUPLICATE:
            first = source.span(problem.first, problem.first + len(problem.text))
            return property_twice(at, problem.text, tag, first, fix)
    return bad_attribute(at, problem.slip, problem.text, tag, fix)


_FIX_WORDS = {
    Slip.UNQUOTED: "add the quotes",
    Slip.QUOTE_MISSING: "add the quote",
    Slip.CURLY_QUOTE: "use straight quotes",
    Slip.NO_SPACE: "add a space",
    Slip.SPACE: "remove the space",
    Slip.COLON: "write `=`",
    Slip.DUPLICATE: "remove the second",
    Slip.JUNK: "remove it",
    Slip.STRAY_LESS: "write `&lt;`",
    Slip.AMPERSAND: "write `&amp;`",
    Slip.ENTITY: "write the character",
    Slip.NOT_CLOSED: "add `/>`",
}
