"""The server as editors see it: findings while typing, fixes, names, symbols, the end of a session."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from case_tables import stored
from cli.conftest import BROKEN, GOOD

from clairify_cli.files.extras import install
from editor.client import Editor, Json, edited
from editor.conftest import Start

DOMAIN = stored(__file__, "DOMAIN")
PROBLEM = stored(__file__, "PROBLEM")
NAMED = GOOD.replace('type="beaker"', 'type="reactor"')
"""The same with a name that stands only where the vessel is meant."""
PROGRAM = stored(__file__, "PROGRAM")
SCENE = stored(__file__, "SCENE")


def files(folder: Path, **texts: str) -> list[Path]:
    """Files with these texts; `__` stands for a dot."""
    made = [folder / name.replace("__", ".") for name in texts]
    for path, text in zip(made, texts.values(), strict=True):
        path.write_text(text)
    return made


def whole(path: Path | str, **more: Json) -> Json:
    uri = path if isinstance(path, str) else path.as_uri()
    every = {"start": {"line": 0, "character": 0}, "end": {"line": 10_000, "character": 0}}
    return {"textDocument": {"uri": uri}, "range": every, **more}


def place(text: str, word: str, number: int = 0) -> tuple[int, int]:
    """The line and the column in UTF-16 of the beginning of a word, which stands there several times."""
    at = -1
    for _ in range(number + 1):
        at = text.index(word, at + 1)
    line = text[:at].rsplit("\n", maxsplit=1)[-1]
    return text[:at].count("\n"), len(line.encode("utf-16-le")) // 2


def codes(found: list[Json]) -> list[str]:
    return [one.get("code", "") for one in found]


# --------------------------------------------------------------------------------------------------------- findings


def test_findings_come_while_one_types(editor: Editor, folder: Path) -> None:
    path = folder / "a.xdl"
    first = editor.open(path, BROKEN)
    assert [(one["code"], one["severity"], one["source"]) for one in first] == [
        ("XDL206", 2, "clairify"),
        ("XDL112", 1, "clairify"),
        ("XDL304", 2, "clairify"),
        ("XDL305", 1, "clairify"),
    ]
    assert editor.write(path, GOOD) == []
    assert "XDL305" in codes(editor.write(path, BROKEN))
    editor.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    while editor.findings[path.as_uri()]:
        editor.hear()


def test_columns_count_units_of_utf_16(editor: Editor, folder: Path) -> None:
    text = (
        NAMED.replace("beaker", "µ°😀")
        .replace('volume="10 mL"', 'volume="10 ml" comment="😀😀"')
        .replace("20 s", "20 secs")
    )
    found = editor.open(folder / "a.xdl", text)
    lines = text.split("\n")
    for one, wrong in zip(found, ("10 ml", "20 secs"), strict=True):
        line = lines[one["range"]["start"]["line"]].encode("utf-16-le")
        start, end = (2 * one["range"][name]["character"] for name in ("start", "end"))
        assert line[start:end].decode("utf-16-le") == wrong


@pytest.mark.parametrize(("encoding", "units"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
def test_the_encoding_is_the_one_that_the_editor_prefers(
    start: Start, tmp_path: Path, encoding: str, units: int
) -> None:
    editor = start(encodings=[encoding])
    assert editor.capabilities["positionEncoding"] == encoding
    text = NAMED.replace("beaker", "😀").replace("20 s", "20 secs")
    (found,) = editor.open(tmp_path / "a.xdl", text)
    assert found["range"]["start"]["character"] == len('      <Stir vessel="" time="') + units


def test_related_places_are_linked(editor: Editor, folder: Path) -> None:
    twice = GOOD.replace("</Hardware>", '<Component id="beaker" type="beaker"/></Hardware>')
    found = editor.open(folder / "a.xdl", twice)
    (related,) = next(one["relatedInformation"] for one in found if "relatedInformation" in one)
    assert related["location"]["range"]["start"]["line"] == 3


def test_a_problem_is_checked_against_the_domain_that_the_editor_holds(editor: Editor, folder: Path) -> None:
    domain, problem = files(folder, tidy__pddl=DOMAIN, two__pddl=PROBLEM)
    assert editor.open(problem) == []
    assert editor.open(domain) == []
    changed = DOMAIN.replace("(dirty ?c - cup))", "(dirty ?c - cup ?d - cup))").replace("(dirty ?c)", "(dirty ?c ?c)")
    assert editor.write(domain, changed) == []  # which no file has
    while not editor.findings[problem.as_uri()]:
        editor.hear()
    assert set(codes(editor.findings[problem.as_uri()])) == {"PDL301"}


def test_documents_that_change_together_are_checked_against_each_other(editor: Editor, folder: Path) -> None:
    texts = {"two.pddl": PROBLEM, "tidy.pddl": DOMAIN, "a.py": PROGRAM}
    for path in files(folder, two__pddl=PROBLEM, tidy__pddl=DOMAIN, a__py=PROGRAM):
        assert editor.open(path) == []
    for name, text in texts.items():  # as a rename does it, the problem before its domain
        editor.write(folder / name, text.replace("dirty", "used"))
    while editor.findings[(folder / "two.pddl").as_uri()]:
        editor.hear()


def test_a_domain_that_is_missing_is_said(editor: Editor, folder: Path) -> None:
    (problem,) = files(folder, two__pddl=PROBLEM)
    (found,) = editor.open(problem)
    assert "the domain `tidy` was not found" in found["message"]
    assert found["severity"] == 2
    files(folder, tidy__pddl=DOMAIN)
    changed = {"changes": [{"uri": (folder / "tidy.pddl").as_uri(), "type": 1}]}
    editor.tell("workspace/didChangeWatchedFiles", changed)
    while editor.findings[problem.as_uri()]:  # what another test has changed may be looked for in between
        editor.hear()


@pytest.mark.parametrize(
    ("name", "text", "language", "code"),
    [
        ("a.plan", "(wash green)\n", "", "PLN103"),
        ("a.py", PROGRAM.replace('wash("red")', 'wash("green")'), "", "PRG103"),
        ("a.yaml", SCENE.replace("at: shelf", "at: shelve"), "", "RUN010"),
        ("b.yaml", "profile: 1\nname: a\n", "", "RUN3"),
        ("a.txt", "<XDL/>", "xdl", "XDL1"),
        ("a.xml", GOOD.replace("20 s", "-20 s"), "xml", "XDL305"),
    ],
)
def test_every_kind_of_file_is_checked(
    editor: Editor, folder: Path, name: str, text: str, language: str, code: str
) -> None:
    files(folder, tidy__pddl=DOMAIN, two__pddl=PROBLEM)
    found = codes(editor.open(folder / name, text, language))
    assert any(one.startswith(code) for one in found), found


@pytest.mark.parametrize(
    ("name", "text", "language"),
    stored(__file__, "what_is_nothing_of_ours_has_no_findings"),
)
def test_what_is_nothing_of_ours_has_no_findings(
    editor: Editor, folder: Path, name: str, text: str, language: str
) -> None:
    path = folder / name
    assert editor.open(path, text, language) == []
    assert editor.ask("textDocument/completion", editor.at(path, 0, 3)) == []
    assert editor.ask("textDocument/formatting", whole(path, options={"tabSize": 2, "insertSpaces": True})) == []


def test_a_document_that_is_not_on_disk_is_checked(editor: Editor) -> None:
    assert "XDL305" in codes(editor.open("untitled:Untitled-1", BROKEN, "xdl"))


def test_options_select_rules_and_name_the_laboratory(start: Start, tmp_path: Path) -> None:
    (lab,) = files(tmp_path, lab__txt="flask\n")
    pages = "https://example.org/docs"
    editor = start("--hardware", f"@{lab}", "--select", "XDL2", "--dialect", "0.5", "--docs-url", pages)
    found = editor.open(tmp_path / "a.xdl", BROKEN)
    assert found
    assert all(code.startswith("XDL2") for code in codes(found))
    assert found[0]["codeDescription"] == {"href": f"{pages}/rules/{found[0]['code']}.html"}


# ------------------------------------------------------------------------------------------------------------ fixes


def test_a_fix_and_all_fixes(editor: Editor, folder: Path) -> None:
    path = folder / "a.xdl"
    text = BROKEN.replace('type="beaker"', 'type="reactor"').replace("beaker", "µ😀").replace("10 mL", "10 ml")
    found = editor.open(path, text)
    actions = editor.ask("textDocument/codeAction", whole(path, context={"diagnostics": found}))
    quick = [one for one in actions if one["kind"] == "quickfix"]
    assert {code for one in quick for code in codes(one["diagnostics"])} >= {"XDL112", "XDL304"}
    unit = next(one for one in quick if codes(one["diagnostics"]) == ["XDL304"])
    after = edited(text, unit["edit"]["changes"][path.as_uri()])
    assert len(editor.write(path, after)) < len(found)
    only = {"diagnostics": [], "only": ["source.fixAll"]}
    editor.write(path, text)
    (every,) = editor.ask("textDocument/codeAction", whole(path, context=only))
    fixed = edited(text, every["edit"]["changes"][path.as_uri()])
    stdin = subprocess.run(
        [sys.executable, "-m", "clairify_cli", "check", "--fix", "-"],
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    assert fixed == stdin.stdout.decode()
    assert codes(editor.write(path, fixed)) == ["XDL305"]


def test_actions_are_those_of_the_range_that_is_asked_for(editor: Editor, folder: Path) -> None:
    path = folder / "a.xdl"
    editor.open(path, BROKEN)
    line, _ = place(BROKEN, "reagnt")
    given = whole(path, context={"diagnostics": [], "only": ["quickfix"]})
    given["range"] = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 99}}
    (action,) = editor.ask("textDocument/codeAction", given)
    assert (action["title"], action["isPreferred"]) == ("Write `reagent`", True)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_document_is_formatted(editor: Editor, folder: Path, ending: str) -> None:
    path = folder / "a.xdl"
    text = GOOD.replace('      <Stir vessel="beaker"', '   <Stir   vessel = "beaker"').replace("\n", ending)
    editor.open(path, text)
    options = {"tabSize": 2, "insertSpaces": True}
    edits = editor.ask("textDocument/formatting", whole(path, options=options))
    assert edited(text, edits) == GOOD.replace("\n", ending)
    editor.write(path, GOOD.replace("\n", ending))
    assert editor.ask("textDocument/formatting", whole(path, options=options)) == []
    editor.write(path, "<XDL")
    assert editor.ask("textDocument/formatting", whole(path, options=options)) == []


# ------------------------------------------------------------------------------------------------------------ names


@pytest.mark.parametrize(("name", "word", "number", "said"), stored(__file__, "what_a_word_means"))
def test_what_a_word_means(editor: Editor, folder: Path, name: str, word: str, number: int, said: str) -> None:
    xdl = BROKEN.replace("reagnt", "reagent")
    made = files(
        folder, tidy__pddl=DOMAIN, two__pddl=PROBLEM, a__plan="(wash red)\n", a__py=PROGRAM, s__yaml=SCENE, a__xdl=xdl
    )
    path = next(one for one in made if one.name == name)
    editor.open(path)
    hover = editor.ask("textDocument/hover", editor.at(path, *place(path.read_text(), word, number)))
    assert said in hover["contents"]["value"]


RENAMES = stored(__file__, "RENAMES")


@pytest.mark.parametrize(("name", "word", "number", "new", "changed"), RENAMES)
def test_names_are_renamed_wherever_they_stand(
    editor: Editor, folder: Path, name: str, word: str, number: int, new: str, changed: dict[str, list[str]]
) -> None:
    made = files(
        folder,
        tidy__pddl=DOMAIN,
        two__pddl=PROBLEM,
        two__plan="(wash red)\n",
        a__py=PROGRAM,
        s__yaml=SCENE,
        a__xdl=GOOD,
    )
    made[2] = made[2].rename(folder / "a.plan")
    path = next(one for one in made if one.name == name)
    before = editor.open(path)
    where = editor.at(path, *place(path.read_text(), word, number))
    assert editor.ask("textDocument/prepareRename", where) is not None
    changes = editor.ask("textDocument/rename", {**where, "newName": new})["changes"]
    assert {uri.rpartition("/")[2]: [one["newText"] for one in edits] for uri, edits in changes.items()} == changed
    found = editor.ask("textDocument/references", {**where, "context": {"includeDeclaration": True}})
    assert len(found) == sum(map(len, changed.values()))
    (definition,) = editor.ask("textDocument/definition", where)
    assert definition in found
    for one in made:
        one.write_text(edited(one.read_text(), changes.get(one.as_uri(), [])))
    saved = {"changes": [{"uri": one.as_uri(), "type": 2} for one in made]}
    editor.write(path, path.read_text())
    assert codes(editor.changes(path.as_uri(), "workspace/didChangeWatchedFiles", saved)) == codes(before)
    for one in made:
        if one != path:
            assert [each for each in editor.open(one) if each["severity"] == 1] == []


@pytest.mark.parametrize(("word", "number", "new", "why"), stored(__file__, "what_cannot_be_renamed"))
def test_what_cannot_be_renamed(editor: Editor, folder: Path, word: str, number: int, new: str, why: str) -> None:
    path = folder / "a.xdl"
    editor.open(path, GOOD)
    where = editor.at(path, *place(GOOD, word, number))
    error = editor.reply("textDocument/rename", {**where, "newName": new})["error"]
    assert why.replace("\u2423", " ") in error["message"]


def test_names_of_a_bundled_domain_are_not_renamed(editor: Editor, folder: Path) -> None:
    text = PROGRAM.replace("tidy.pddl", "household").replace("two.pddl", "kitchen").replace("wash", "open")
    path = folder / "a.py"
    editor.open(path, text)
    where = editor.at(path, *place(text, "open"))
    assert "household.pddl" in editor.ask("textDocument/definition", where)[0]["uri"]
    assert editor.ask("textDocument/prepareRename", where) is None


def test_blueprints_are_renamed_with_their_tags(editor: Editor, folder: Path) -> None:
    text = dedent("""\
        <XDL>
          <Synthesis>
            <Hardware><Component id="flask" type="reactor"/></Hardware>
            <Reagents><Reagent name="water"/></Reagents>
            <Procedure><Fill pot="flask" liquid="water" equiv_reference="liquid"></Fill></Procedure>
          </Synthesis>
          <Blueprint id="Fill">
            <Hardware><Component id="pot" type="reactor"/></Hardware>
            <Reagents><Reagent id="liquid"/></Reagents>
            <Procedure><Add vessel="pot" reagent="liquid" volume="5 mL"/></Procedure>
          </Blueprint>
        </XDL>
        """)
    path = folder / "a.xdl"
    before = editor.open(path, text)
    for word, new in (("Fill", "Pour"), ("pot", "jar"), ("liquid", "fluid")):
        given = {**editor.at(path, *place(text, word)), "newName": new}
        text = edited(text, editor.ask("textDocument/rename", given)["changes"][path.as_uri()])
    assert '<Pour jar="flask" fluid="water" equiv_reference="fluid"></Pour>' in text
    assert len(editor.write(path, text)) == len(before)


def test_symbols_and_folds(editor: Editor, folder: Path) -> None:
    path = folder / "a.xdl"
    editor.open(path, GOOD)
    (root,) = editor.ask("textDocument/documentSymbol", whole(path))
    hardware, reagents, procedure = root["children"][0]["children"]
    assert [one["name"] for one in hardware["children"] + reagents["children"]] == ["beaker", "water"]
    assert [(one["name"], one["detail"]) for one in procedure["children"]] == [
        ("Add", "beaker, water, 10 mL"),
        ("Stir", "beaker, 20 s"),
    ]
    folds = editor.ask("textDocument/foldingRange", whole(path))
    assert [(one["startLine"], one["endLine"]) for one in folds] == [(0, 13), (1, 12), (2, 4), (5, 7), (8, 11)]
    domain = folder / "tidy.pddl"
    editor.open(domain, DOMAIN)
    (root,) = editor.ask("textDocument/documentSymbol", whole(domain))
    assert [one["name"] for one in root["children"]] == [":requirements", ":types", ":predicates", "wash"]
    assert [one["name"] for one in root["children"][2]["children"]] == ["clean", "dirty"]


# ------------------------------------------------------------------------------------------------- starting and ending


def test_a_session_ends_as_the_protocol_says(start: Start) -> None:
    editor = start()
    assert editor.close() == 0
    assert editor.errors == b""
    abrupt = start()
    abrupt.tell("exit", None)
    assert abrupt.process.wait(20) == 1
    lost = start()
    assert lost.process.stdin is not None
    lost.process.stdin.close()
    assert lost.process.wait(20) == 1
    assert (abrupt.errors, lost.errors) == (b"", b"")


def test_messages_that_make_no_sense_are_answered_and_forgotten(editor: Editor, folder: Path) -> None:
    missing = {"textDocument": {"uri": "file:///no/such.xdl"}, "position": {"line": 3, "character": 9}}
    assert editor.ask("textDocument/hover", missing) is None
    editor.send({"id": 99, "method": "textDocument/hover", "params": {"textDocument": 3}})
    assert editor.hear()["method"] == "window/showMessage"
    assert "error" in editor.reply("no/such/method", {})
    editor.tell("textDocument/didChange", {"textDocument": {"uri": "file:///x", "version": 1}, "contentChanges": []})
    assert editor.open(folder / "a.xdl", GOOD) == []
    assert b"Traceback" not in editor.errors


def test_without_the_extra_one_sentence_says_what_to_install() -> None:
    script = "import sys; sys.modules['pygls'] = None; from clairify_cli.app import run; sys.exit(run(['lsp']))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, input="")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"clairify: the language server needs pygls, which is not installed: {install('lsp')}\n"


def test_a_library_that_is_too_old_is_refused_with_the_version_that_is_needed() -> None:
    script = dedent("""\
        import sys
        from importlib import metadata
        metadata.requires = lambda name: ["pygls>=2.0; extra == 'lsp'"]
        metadata.version = lambda name: "1.3.1"
        from clairify_cli.app import run
        sys.exit(run(["lsp"]))
        """)
    pytest.importorskip("pygls")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, input="")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        f"clairify: the language server needs pygls 2.0 or newer, and 1.3.1 is installed: {install('lsp')}\n"
    )


@pytest.mark.parametrize(("option", "value", "told"), stored(__file__, "a_wrong_option_is_refused_at_once"))
def test_a_wrong_option_is_refused_at_once(option: str, value: str, told: str) -> None:
    command = [sys.executable, "-m", "clairify_cli", "lsp", option, value]
    done = subprocess.run(command, capture_output=True, text=True, check=False, input="")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_closed_stream_is_one_sentence(stream: str) -> None:
    script = f"import sys; sys.{stream} = None; from clairify_cli.app import run; sys.exit(run(['lsp']))"
    pytest.importorskip("pygls")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, input="")
    assert done.returncode == 2
    assert done.stderr == "clairify: cannot serve an editor: standard input or output is closed\n"


def test_ctrl_c_ends_the_server_while_the_editor_is_silent(start: Start) -> None:
    editor = start()
    editor.process.send_signal(signal.SIGINT)
    assert editor.process.wait(20) == 130
    editor.reads_errors.join(20)
    assert editor.errors == b"clairify: interrupted\n"


# --------------------------------------------------------------------------------------------------------- confinement

AUDITED = """
import sys
opened = []
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" else None)
from clairify_cli.app import run
code = run(["lsp"])
import json
json.dump(opened, open(sys.argv[1], "w"))
sys.exit(code)
"""


def test_no_file_outside_of_the_folders_is_read_whatever_a_document_names(start: Start, tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "work"
    (inside / "deep").mkdir(parents=True)
    outside.mkdir()
    files(outside, tidy__pddl=DOMAIN, two__pddl=PROBLEM, mesh__obj="v 0 0 0\n")
    files(tmp_path, tidy__pddl=DOMAIN)  # which `check` would find, a folder above
    (inside / "link.pddl").symlink_to(outside / "tidy.pddl")
    log = tmp_path / "opened.json"
    editor = start(folder=inside, command=(sys.executable, "-c", AUDITED, str(log)))
    mesh = "scene: 1\nitems:\n  a: {kind: part, mesh: ../outside/mesh.obj, at: [0.4, 0]}\n"
    heading = "# clairify: domain {0}/tidy.pddl, problem {0}/two.pddl\ndef a():\n    wash('red')\n"
    texts = {
        "deep/two.pddl": PROBLEM,
        "a.py": heading.format("../outside"),
        "b.py": heading.format(outside),
        "d.py": "# clairify: domain link.pddl\ndef a():\n    wash('red')\n",
        "s.yaml": mesh,
        "a.plan": f"; clairify: domain {outside}/tidy.pddl, problem {outside}/two.pddl\n(wash red)\n",
    }
    said = []
    for name, text in texts.items():
        found = editor.open(inside / name, text)
        said += [one["message"] for one in found if "outside" in one["message"] or "not found" in one["message"]]
        for method in ("hover", "definition", "completion"):
            editor.ask(f"textDocument/{method}", editor.at(inside / name, 2, 6))
        everywhere = editor.at(inside / name, 2, 6, context={"includeDeclaration": True})
        editor.ask("textDocument/references", everywhere)
    assert len(said) >= 5
    assert editor.close() == 0
    opened = {str(Path(one).resolve()) for one in json.loads(log.read_text())}
    assert not [one for one in opened if one.startswith(str(outside)) or one == str(tmp_path / "tidy.pddl")]
