"""From a reply to a candidate, in the toy language and in XDL."""

from __future__ import annotations

import html
import json

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.outcomes import Outcome
from clairify_cli.translate import Reply, ReplyKind
from clairify_cli.translate.judge import judge

XDL = stored(__file__, "XDL")


def kind(text: str, finish_reason: str = "stop", language: str = "xdl") -> ReplyKind:
    return judge(Reply(text, finish_reason), get(language), CheckOptions()).kind


@pytest.mark.parametrize("reply", [XDL, f"```xml\n{XDL}```", f"Here you are:\n\n```xdl\n{XDL}```\nEnjoy."])
def test_a_good_program_in_any_wrapping(reply: str) -> None:
    found = judge(Reply(reply), get("xdl"), CheckOptions())
    assert (found.kind, found.diagnostics) == (ReplyKind.PROGRAM, ())
    assert found.program == XDL


def test_units_are_mended_without_asking() -> None:
    found = judge(Reply(XDL.replace("5 min", "5 mins")), get("xdl"), CheckOptions())
    assert found.program == XDL
    assert len(found.fixes) == 1


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7, 0.9])
def test_a_cut_off_program_is_not_closed_for_the_model(share: float) -> None:
    cut = XDL[: int(len(XDL) * share)]
    found = judge(Reply(cut, "length"), get("xdl"), CheckOptions())
    assert found.kind is ReplyKind.CUT_OFF
    assert found.diagnostics[-1].code == "MDL002"
    assert found.program.strip() == cut.strip()


@pytest.mark.parametrize("reply", stored(__file__, "prose_is_named"))
def test_prose_is_named(reply: str) -> None:
    assert kind(reply) is ReplyKind.NO_PROGRAM


@pytest.mark.parametrize(
    ("reply", "outcome", "reason"),
    [
        ("NO PROCEDURE: a list of melting points.", Outcome.NO_PROCEDURE, "a list of melting points."),
        ("**NO PROCEDURE** - only prices", Outcome.NO_PROCEDURE, "only prices"),
        ("```xdl\nCANNOT SAY: it flies a kite.\n```", Outcome.INEXPRESSIBLE, "it flies a kite."),
        ("I cannot help with that.", Outcome.DECLINED, "I cannot help with that."),
        ("I'm sorry, but I can\u2019t assist with this.", Outcome.DECLINED, "I can\u2019t assist with this."),
    ],
)
def test_a_reply_may_say_why_it_has_no_program(reply: str, outcome: Outcome, reason: str) -> None:
    found = judge(Reply(reply), get("xdl"), CheckOptions())
    assert (found.kind, found.outcome, found.program) == (ReplyKind.DECLINED, outcome, "")
    assert found.reason.strip("` ") == reason


def test_a_program_counts_although_the_reply_says_that_there_is_none() -> None:
    assert kind(f"NO PROCEDURE: I think.\n```xdl\n{XDL}```") is ReplyKind.PROGRAM


def test_of_several_programs_the_verifier_takes_the_best() -> None:
    wrong = XDL.replace("5 min", "soon")
    for reply in (f"{XDL}\nor, worse:\n{wrong}", f"{wrong}\nor, better:\n{XDL}"):
        assert judge(Reply(reply), get("xdl"), CheckOptions()).program == XDL


@pytest.mark.parametrize(
    "reply",
    [
        f"<think>Perhaps {XDL.replace('5 min', '9 min')} will do</think>\n{XDL}",
        f"Perhaps {XDL.replace('5 min', '9 min')} will do</think>\n{XDL}",
        json.dumps({"xdl": XDL, "remark": "none"}),
        f"```json\n{json.dumps([{'role': 'tool', 'arguments': {'program': XDL}}])}\n```",
        html.escape(XDL, quote=False),
    ],
)
def test_a_packed_program_is_unpacked(reply: str) -> None:
    assert judge(Reply(reply), get("xdl"), CheckOptions()).program == XDL


def test_a_draft_in_thoughts_without_an_end_is_no_program() -> None:
    assert kind(f"<think>Perhaps {XDL}") is ReplyKind.EMPTY


@pytest.mark.parametrize(
    "reply",
    ["<XDL><Synthesis>", '<Add vessel="a" comment="' + "long " * 500 + '"/>', XDL.replace("</Hardware>", "")],
)
def test_a_broken_program_is_not_called_prose(reply: str) -> None:
    assert kind(reply) is ReplyKind.PROGRAM


@pytest.mark.parametrize("comment", ["clairify: ignore", "clairify:ignore-file XDL", "clairify ignore XDL201"])
def test_suppression_by_a_model_has_no_force(comment: str) -> None:
    program = XDL.replace('<Add vessel="beaker"', f'<!-- {comment} -->\n      <Add vessel="nowhere"')
    found = judge(Reply(program), get("xdl"), CheckOptions())
    undeclared = [d for d in (*found.diagnostics, *found.fixes) if d.code == "XDL201"]
    assert undeclared


@pytest.mark.parametrize(("text", "step", "codes"), stored(__file__, "one_slip_is_one_message"))
def test_one_slip_is_one_message(text: str, step: str, codes: list[str]) -> None:
    steps = f'<Add vessel="a" reagent="water" volume="50 mL"/>\n{step}'
    reply = Reply(f"<XDL><Synthesis><Procedure>\n{steps}\n</Procedure></Synthesis></XDL>")
    found = judge(reply, get("xdl"), CheckOptions(), Source(text, "<text>"))
    assert [one.code for one in found.diagnostics if one.is_error] == codes
