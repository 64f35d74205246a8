"""The inner loop: a model writes files until there is nothing wrong with them, or its tries are used up."""

from __future__ import annotations

from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.language import FormalisedLanguage
from clairify_cli.agents.policies.asking import Asker
from clairify_cli.agents.policies.files.contract import Style
from clairify_cli.agents.policies.files.drafts import NOT_SEEN, Desk, Draft, Files
from clairify_cli.agents.policies.words import Turns, fill, forms_told, quoted
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.records import dataclass, field, replace
from clairify_cli.translate.feedback import list_errors, shortened
from clairify_cli.translate.options import LoopOptions, ReplyKind, Round
from clairify_cli.worlds.text.base import TextWorld

_TOLD = LoopOptions()

_MORE: dict[Style, tuple[str, ...]] = {"simple": (), "goal": ("goal",), "hint": ("hint",), "detailed": ("goal", "hint")}

WHAT = {"both": "files", "problem": "problem"}
"""What is written, in a word, by the part of the prompts that is about it."""


def part_of(domain: Source | None) -> str:
    """The part of the prompts about the files to write, with or without a given domain."""
    return "both" if domain is None else "problem"


@dataclass(frozen=True, slots=True)
class Unwritten:
    """No files came of it; `reason` is a sentence."""

    reason: str


@dataclass
class Author:
    """A model that writes files of a kind for one world.

    `kind` is `plan` (with a goal that is planned for, of which the prompt speaks in a `style`) or `state` (what is
    known alone). Each reply with errors counts as a solver error in the tally, and as fixed if the next one is good.
    """

    asker: Asker
    world: TextWorld
    kind: str = "plan"
    style: Style = "simple"
    _trusts: bool = field(default=False, init=False)
    _remarks: tuple[str, ...] = field(default=(), init=False)
    """What of the last reply was corrected or left out, and the model has not been told yet."""
    after: str = field(default="", init=False)
    """What follows the files in the reply that they are from."""

    def write(
        self, desk: Desk, turns: Turns, *, tries: int, files: str = "", since: int = 0, failed: str = ""
    ) -> Files | Unwritten:
        """Files for the state that the turns lead to.

        `files` are those as they stand, and the turns after the first `since` are new to them: the earlier ones are not
        told again, and only changes are asked for. `failed` is told after them. Thoughts before the turns are left out:
        a thought is not an observation.
        """
        tally = self.asker.tally
        desk = replace(desk, trusts=self._trusts)
        system = self._system(desk)
        part = part_of(desk.domain)
        what = WHAT[part]
        lesson, earlier = "", set[str]()
        self.after = wrong = ""
        for number in range(tries):
            if self.asker.spent:
                return Unwritten(self.asker.why_spent)
            user = fill(
                "files-user",
                task=quoted(self.world.task, "task"),
                turns=turns.told(since=since if files else 0, thoughts=False),
                files=fill("files-now", what=what, files=quoted(shortened(files), what)) if files else "",
                failed=failed,
                lesson=lesson,
                remarks=self._told(),
                ask=_ask(what, changes=bool(files)),
            )
            reply = self.asker.ask(system, user)
            draft = desk.examine(reply)
            self._remarks = draft.remarks
            if draft.files is not None:
                tally.solver_fixed += number > 0
                self.after = reply.text.rpartition("```")[2].strip()
                return draft.files
            if {one.code for one in draft.findings if one.is_error} == {NOT_SEEN}:
                self._trusts = True
                desk = replace(desk, trusts=True)  # a world may speak of a thing in other words than the task
            # Replies that cannot be used count as errors of files, whatever is wrong with them.
            tally.solver_errors += 1
            lesson = _lesson(draft, what, again=draft.text in earlier, changes=bool(files))
            earlier.add(draft.text)
            wrong = next((one.message for one in draft.findings if one.is_error), draft.kind.value)
        return Unwritten(
            f"no files without errors came of {tries} {'tries' if tries > 1 else 'try'}; the last: {wrong}"
        )

    def _told(self) -> str:
        """The remarks on the last reply, once."""
        remarks, self._remarks = self._remarks, ()
        return fill("remarks", remarks="\n".join(f"- {one}" for one in remarks)) if remarks else ""

    def _system(self, desk: Desk) -> str:
        part = part_of(desk.domain)
        description = FormalisedLanguage(Given(desk.domain), desk.write).describe(CheckOptions()).strip()
        actions = fill("files-actions", forms=forms_told(self.world.forms, as_pddl=True)) + "\n"
        grows = desk.grows
        lines = fill(f"files-answer-lines-{part}") + "\n" if grows else ""
        rules = fill(f"files-rules-{self.kind}-{part}", taken_back=fill("files-taken-back") if grows else "")
        action = fill("files-answer-action", forms=forms_told(self.world.forms)) if self.kind == "state" else ""
        return fill(
            "files-system",
            role=fill(f"files-role-{self.kind}-{part}"),
            description=description,
            actions=actions if desk.write is Write.BOTH else "",
            rules="\n".join((rules, *(fill(f"files-style-{one}") for one in _MORE[self.style]))),
            growth="\n\n" + fill(f"files-growth-{part}") if grows else "",
            answer=fill(f"files-answer-{part}", lines=lines) + action,
        )


def _ask(what: str, *, changes: bool) -> str:
    if not changes:
        return fill("files-ask", what=what)
    return fill("files-ask-changes", domain=fill("files-ask-domain") if what == WHAT["both"] else "")


def _lesson(draft: Draft, what: str, *, again: bool, changes: bool) -> str:
    match draft.kind:
        case ReplyKind.EMPTY:
            return fill("files-empty", what=what)
        case ReplyKind.CUT_OFF:
            return fill("files-cut-off", count=len(draft.text))
        case ReplyKind.NO_PROGRAM:
            return fill("files-no-program", what=what)
    done = Round(1, draft.kind, "", candidate=draft.text, diagnostics=draft.findings)
    errors = list_errors(done, _TOLD)
    lesson = fill(
        "files-wrong",
        what=what,
        put_in=fill("files-put-in") if draft.merged else "",
        files=quoted(shortened(draft.text), what),
        errors=errors,
        ask=fill("files-wrong-changes" if changes else "files-wrong-all", what=what),
    )
    return f"{lesson}\n{fill('files-repeated')}" if again else lesson
