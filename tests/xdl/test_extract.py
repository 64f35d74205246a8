"""Finding the program in a model's reply."""

from __future__ import annotations

import pytest
from effort import costs_less
from hypothesis import given
from hypothesis import strategies as st
from mutations import corpus
from programs import thorough

from clairify_cli.languages import get
from clairify_cli.languages.xdl.extract import candidates

FILES = corpus()
XDL = get("xdl")


def program(length: str = "5 s") -> str:
    return f"""\
<XDL>
  <Synthesis>
    <Hardware/>
    <Reagents/>
    <Procedure>
      <Wait time="{length}"/>
    </Procedure>
  </Synthesis>
</XDL>
"""


ONE, TWO = program("5 s"), program("8 s")
BARE = ONE.replace("<XDL>\n", "").replace("</XDL>\n", "").replace("\n  ", "\n").strip() + "\n"
CUT = ONE[: ONE.index("</Procedure>")].rstrip() + "\n"

REPLIES: dict[str, tuple[str, str]] = {
    "the program alone": (ONE, ONE),
    "without a line feed at the end": (ONE.rstrip(), ONE),
    "a synthesis alone": (BARE, BARE),
    "a fence": (f"```xml\n{ONE}```\n", ONE),
    "a fence without a language": (f"```\n{ONE}```", ONE),
    "a fence of tildes": (f"~~~xml\n{ONE}~~~\n", ONE),
    "an indented fence": (f"1. The program:\n   ```xml\n{ONE}   ```\n", ONE),
    "a fence that is never closed": (f"```xml\n{ONE}", ONE),
    "prose before": (f"Here is the program:\n\n{ONE}", ONE),
    "prose after": (f"{ONE}\nI hope that it helps.", ONE),
    "prose and a fence": (f"Sure!\n\n```xml\n{ONE}```\n\nIt waits for 5 s.", ONE),
    "prose right behind": (f"{ONE.rstrip()} Done.", ONE),
    "a declaration": (f'```xml\n<?xml version="1.0"?>\n{ONE}```', ONE),
    "two programs: the last one": (f"First:\n```xml\n{ONE}```\nBetter:\n```xml\n{TWO}```\n", TWO),
    "two programs without fences": (f"{ONE}\nNo, better:\n{TWO}", TWO),
    "a whole one and one that is cut off": (f"```xml\n{ONE}```\nAgain:\n```xml\n{CUT}", ONE),
    "one that is cut off": (f"Here:\n```xml\n{CUT}", CUT),
    "one that is cut off, in a fence": (f"```xml\n{CUT}```\nand so on", CUT),
    "two that are cut off: the last one": (
        f"```xml\n{CUT}```\n```xml\n{CUT.replace('5 s', '8 s')}```",
        CUT.replace("5 s", "8 s"),
    ),
    "the name of the root in prose": (f"The `<XDL>` element holds a `<Synthesis>`:\n{ONE}", ONE),
    "the name of the synthesis in prose": (f"I put all into <Synthesis> as asked.\n\n{ONE}", ONE),
    "the name of the root in prose behind": (f"{ONE}\nThe `<XDL>` element is the root.", ONE),
    "the name of the root, then a synthesis alone": (f"There is no `<XDL>` here:\n{BARE}", BARE),
    "a close tag in prose": (f"It ends with </XDL>.\n{ONE}", ONE),
    "attributes of the root": (
        ONE.replace("<XDL>", '<XDL version="2.0">'),
        ONE.replace("<XDL>", '<XDL version="2.0">'),
    ),
    "a comment before the synthesis": (
        f"Here:\n{ONE.replace('<XDL>', '<XDL> <!-- mine -->')}",
        ONE.replace("<XDL>", "<XDL> <!-- mine -->"),
    ),
    "a blueprint before the synthesis": (
        "Here:\n" + ONE.replace("<XDL>", '<XDL><Blueprint id="B"><Procedure/></Blueprint>'),
        ONE.replace("<XDL>", '<XDL><Blueprint id="B"><Procedure/></Blueprint>'),
    ),
    "a close tag with a space": (ONE.replace("</XDL>", "</ XDL >"), ONE.replace("</XDL>", "</ XDL >")),
    "another root, in a fence": ("So:\n```xml\n<Procedure>\n</Procedure>\n```\nDone.", "<Procedure>\n</Procedure>"),
    "two fences without a root: the longer one": ("```\na\n```\nor\n```\nlonger\n```\n", "longer"),
    "prose alone": ("I cannot do that.", "I cannot do that."),
    "nothing": ("", ""),
}


@pytest.mark.parametrize("what", REPLIES)
def test_program_in_a_reply(what: str) -> None:
    reply, expected = REPLIES[what]
    assert XDL.extract(reply) == expected
    assert XDL.extract(reply.replace("\n", "\r\n")).replace("\r\n", "\n") == expected


@pytest.mark.parametrize("what", REPLIES)
def test_what_was_extracted_is_extracted_as_it_is(what: str) -> None:
    once = XDL.extract(REPLIES[what][0])
    assert XDL.extract(once) == once


@pytest.mark.parametrize("name", FILES)
def test_corpus_is_found_in_prose(name: str) -> None:
    text = FILES[name]
    program = text[text.index("<XDL" if "<XDL" in text else "<Synthesis") :].rstrip()
    program = program[: program.rindex(">") + 1]
    while program.endswith("-->"):
        program = program[: program.rindex("<!--")].rstrip()
    for reply in (text, f"Here it is:\n\n{text}\n\nGood luck.", f"```xml\n{text}\n```"):
        assert XDL.extract(reply) == program + "\n"


PIECES = st.lists(
    st.sampled_from(
        [
            "<XDL>",
            "</XDL>",
            "<Synthesis>",
            "</Synthesis>",
            "```xml\n",
            "```\n",
            "prose ",
            "\n",
            ONE,
            CUT,
            "<",
            "<!--",
            ">",
        ]
    ),
    max_size=12,
).map("".join)


@thorough(200)
@given(PIECES)
def test_candidates_are_stretches_of_the_reply_in_order(reply: str) -> None:
    at = 0
    for candidate in candidates(reply):
        at = reply.index(candidate.text, at) + len(candidate.text)
        assert candidate.text.startswith(("<XDL", "<Synthesis"))
    assert XDL.extract(reply).strip() in reply


@pytest.mark.parametrize("piece", ["<XDL>", "<Synthesis>", "<XDL><Synthesis>", "</XDL>", "```\n", "<XDL\n```\n", "<"])
def test_a_megabyte_of_it_takes_a_moment(piece: str) -> None:
    reply = piece * (1_000_000 // len(piece))
    costs_less(5, lambda: XDL.extract(reply))
