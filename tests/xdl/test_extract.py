"""Finding the program in a model's reply."""

from __future__ import annotations

import pytest
from case_tables import stored
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

REPLIES: dict[str, tuple[str, str]] = stored(__file__, "REPLIES")


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
