"""Programs by a model for a list of skills: what it is told, and what becomes of its replies."""

from __future__ import annotations

from pathlib import Path

from translate.scripted import Scripted

from clairify_cli.agents.programs.write_skills import write_with_skills
from clairify_cli.diagnostics.model import Source

SKILLS = Source(
    "skills: {pick: {arguments: {item: item}, parameters: [grasp]}}\nobjects: {item: [apple1]}\n", "lists/bench.yaml"
)


def reply(step: str, heading: str = "") -> str:
    return f"```python\n{heading}def f():\n    {step}\n```"


def test_the_model_is_told_the_list_and_what_its_program_gets_wrong() -> None:
    model = Scripted([reply('pick("pear1", speed=1)'), reply('pick("apple1", grasp="side")')])
    result, text = write_with_skills("Pick the apple.", SKILLS, model)
    assert result.is_valid
    assert text == '# clairify: skills lists/bench.yaml\n\ndef f():\n    pick("apple1", grasp="side")\n'
    system = model.asked[0][0][0].content
    assert '- pick(item: item)\n  takes grasp ("top" or "side")' in system
    assert "of a skill are not listed" in system
    assert "initial state" not in system
    assert "`pick` has no parameter `speed`" in model.user(2)
    assert "there is no object `pear1`" in model.user(2)


def test_the_heading_is_ours_and_seen_from_the_folder() -> None:
    model = Scripted([reply('pick("apple1")', "# clairify: domain household, problem kitchen\n# by a model\n")])
    result, text = write_with_skills("Pick the apple.", SKILLS, model, folder=Path("lists"))
    assert result.is_valid
    assert text.startswith("# clairify: skills bench.yaml\n")
    assert "# clairify: domain" not in text
    assert "\n# by a model\n" in text


def test_what_cannot_be_read_is_handed_out_as_it_is() -> None:
    model = Scripted(["```python\ndef f(:\n```"])
    result, text = write_with_skills("Pick the apple.", SKILLS, model)
    assert not result.is_valid
    assert text == "def f(:\n"


def test_what_cannot_be_done_is_said_and_no_program() -> None:
    model = Scripted([reply("# there is no egg\n    pass")])
    result, _ = write_with_skills("Boil an egg.", SKILLS, model)
    assert not result.is_valid
    assert [(one.code, one.is_error) for one in result.diagnostics] == [("PRG212", True)]
    assert "there is no egg" in result.diagnostics[0].message
