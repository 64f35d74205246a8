"""Which language a file is in, and what a PDDL file or a plan is checked against."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from clairify_cli.languages import NAMES, by_suffix, suffixes
from clairify_cli.languages.base import CheckOptions
from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from pathlib import Path

    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import Language
    from clairify_cli.languages.pddl.companions import Companions

PDDL = "pddl"
PROGRAM = "program"
PLAN = "plan"
SCENE = "scene"
PROFILE = "profile"
SKILLS = "skills"
KINDS = (*NAMES, PLAN, SCENE, PROFILE, SKILLS)
"""What is checked: plans stand above the languages, since they are held to a domain and a problem; scenes, robots'
profiles and lists of skills are YAML."""

PLAN_SUFFIX = ".plan"
_STEM_OF_PLAN = re.compile(r"(sas_)?plan(\.\d+)?(\.soln)?|.+\.soln")
"""What planners call the plans that they write."""

_SCENE = re.compile(r"(?![\s\ufeff]*[<(;])(?:[^\n]*\n)*?scene[ \t]*:(?:\s|$)")
"""How a scene is told from other texts: by its key `scene` at the beginning of a line."""

_PROFILE = re.compile(r"(?![\s\ufeff]*[<(;])(?:[^\n]*\n)*?profile[ \t]*:[ \t]*\d")
"""And a robot's profile: by its key `profile` with its version."""

_PROGRAM = re.compile(
    r"(?:\s|\ufeff|\#[^\n]*+)*+(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|(?:task|evaluation)_plan[ \t]*=)"
)
"""And a program: by its function, or by the lists that some write instead."""

_LOOKED_AT = 10_000
"""Bytes of a file in which its first word that is no comment should stand."""

_BEGINNING = re.compile(
    r"(?:\s|;[^\n]*+)*+(?:(?P<pddl>\(\s*+(?:define\b|:))|(?:\d+(?:\.\d*)?\s*+:\s*+)?\()", re.IGNORECASE
)
"""How PDDL begins (`(define`, or a section alone), else how a plan does: an action, perhaps behind its time."""

SEARCHED = (*(suffix for suffix in suffixes() if suffix != ".xml"), PLAN_SUFFIX)
"""Endings of the files that are looked for in a directory."""


def language(name: str) -> Language:
    """The language of one of `KINDS`."""
    if name == PLAN:
        from clairify_cli.planning.validate.language import PlanLanguage

        return PlanLanguage()
    if name == SCENE:
        from clairify_cli.worlds.scene.reader import SceneLanguage

        return SceneLanguage()
    if name == PROFILE:
        from clairify_cli.worlds.ros.profile.text import ProfileLanguage

        return ProfileLanguage()
    if name == SKILLS:
        from clairify_cli.languages.program.skills_language import SkillsLanguage

        return SkillsLanguage()
    from clairify_cli.languages import get

    return get(name)


@dataclass
class Kinds:
    """What each of the inputs is: of the `chosen` language, else by its name, else by how its text begins.

    Where nothing says it, it is a plan with `problem`, the text of a problem, PDDL with `domain`, and else XDL. These
    two come before what is found among the inputs and beside them; `skills` is what programs are held to in their
    place. `laboratory` gives the options of the checks of a language. `notes` are sentences on plans that state a goal.
    """

    items: Sequence[Input]
    chosen: str | None
    laboratory: Callable[[str], CheckOptions]
    domain: Source | None = None
    problem: Source | None = None
    skills: Source | None = None
    notes: dict[str, None] = field(default_factory=dict)
    _options: dict[str, CheckOptions] = field(default_factory=dict)
    _begins: dict[str, str | None] = field(default_factory=dict)
    _looked_at: tuple[Source, ...] = ()
    _named: dict[tuple[str | None, str | None, Path | None], tuple[Source | None, Source | None]] = field(
        default_factory=dict
    )

    def of(self, item: Input) -> str:
        """One of `KINDS`."""
        if self.chosen is not None:
            return self.chosen
        path = item.path
        known = by_suffix(path.suffix) if path is not None else None
        if known is not None:
            return known
        if path is not None and (path.suffix.lower() == PLAN_SUFFIX or _STEM_OF_PLAN.fullmatch(path.name.lower())):
            return PLAN
        if item.name not in self._begins:
            self._begins[item.name] = _by_beginning(item)
        expected = PLAN if self.problem is not None else PDDL if self.domain is not None else NAMES[0]
        return self._begins[item.name] or expected

    def shared(self, kind: str) -> CheckOptions:
        """The options that all files of a kind are checked with. Raises `RequestError`."""
        if kind not in self._options:
            self._options[kind] = self.laboratory(kind)
        return self._options[kind]

    def options(self, item: Input, program: Source) -> CheckOptions:
        """The options for one input: with the texts that it belongs to."""
        kind = self.of(item)
        shared = self.shared(kind)
        if kind == PLAN:
            context = self.of_plan(item, program)
            self._remark_faults(context)
            return replace(shared, context=context)
        if kind == PDDL:
            return replace(shared, context=self.companions.of_pddl(program.text, item.path))
        if kind == PROGRAM:
            return replace(shared, context=self._of_program(item, program))
        return shared

    def of_plan(self, item: Input, plan: Source) -> tuple[Source, ...]:
        """The domain and the problem of a plan: as given, else the bundled ones that it names, else files beside it."""
        from clairify_cli.languages.program.heading import Heading
        from clairify_cli.planning.validate.heading import purpose_of, stated_names
        from clairify_cli.services.program_context import named_context

        names = stated_names(plan) if self.domain is None and self.problem is None else (None, None)
        found = named_context(Heading(*names), item.path, None, self.companions.remarks) if all(names) else ()
        context = tuple(one for one in found if one is not None)
        context = context if len(context) == 2 else self.companions.of_plan(item.path)
        if len(context) == 2:
            self.notes.update(dict.fromkeys(purpose_of(plan, *context).remarks))
        return context

    def _of_program(self, item: Input, program: Source) -> tuple[Source, ...]:
        """What a program is held to: what is given, what its heading names, a domain and a problem beside it."""
        if self.skills is not None:
            return (self.skills,)
        domain, problem = self.domain, self.problem
        if domain is None or problem is None:
            from clairify_cli.languages.program.heading import heading_of
            from clairify_cli.services.program_context import named_context, named_skills

            named = heading_of(program.text)
            if named.skills is not None and domain is None and problem is None:
                skills = named_skills(named, item.path, self.companions.remarks)
                return (skills,) if skills is not None else ()
            key = (named.domain, named.problem, item.path.parent if item.path is not None else None)
            if key not in self._named:
                self._named[key] = named_context(named, item.path, domain, self.companions.remarks)
            domain, problem = domain or self._named[key][0], problem or self._named[key][1]
            if domain is None and named.domain is not None:
                return ()
        if domain is not None:
            return (domain,) if problem is None else (domain, problem)
        return self.companions.of_plan(item.path)

    def _remark_faults(self, context: tuple[Source, ...]) -> None:
        """Say that a plan is held to texts with errors, once, and not of those that are checked themselves."""
        if self._looked_at == context:
            return
        self._looked_at = context
        from clairify_cli.languages.pddl.reader import read

        checked = {item.name for item in self.items}
        for place, source in enumerate(context):
            if source.name in checked or any(one.is_error for one in read(source)[1]):
                continue  # which the report says
            found = language(PDDL).check(source, CheckOptions(context=context[:place]))
            faults = dict.fromkeys(one.code for one in found if one.is_error)
            if faults:
                self.companions.remarks.append(
                    f"{source.name} has errors ({', '.join(faults)}), for which plans may fail: check it"
                )

    @cached_property
    def companions(self) -> Companions:
        """Finds the domains of problems and the problems of plans."""
        from clairify_cli.languages.pddl.companions import SUFFIX, Companions

        paths = [item.path for item in self.items if item.path is not None and item.path.suffix.lower() == SUFFIX]
        return Companions(paths, self.domain, self.problem)

    @property
    def remarks(self) -> list[str]:
        """Sentences on what could not be decided."""
        return self.companions.remarks if "companions" in self.__dict__ else []


def opened(
    arguments: Sequence[str], chosen: str | None, *, most_bytes: int, follow: bool, remark: Callable[[str], None]
) -> list[Input]:
    """The inputs that are checked or formatted. What can be read only once is read, if its text says what it is."""
    from clairify_cli.services.inputs import found_inputs

    items = found_inputs(arguments, SEARCHED, follow=follow, remark=remark)
    if chosen is not None:
        return items
    once = [item.missing is None and (item.path is None or not item.path.is_file()) for item in items]
    return [item.holding(most_bytes=most_bytes) if one else item for item, one in zip(items, once, strict=True)]


def _by_beginning(item: Input) -> str | None:
    """PDDL, a plan, a scene or a profile, where the text begins so; a file may be larger than what is looked at."""
    text = ""
    if item.held is not None:
        text = item.held.text
    elif item.path is not None and item.missing is None:
        from clairify_cli.files.encoding import UndecodableError, decode

        try:
            with item.path.open("rb") as file:
                data = file.read(_LOOKED_AT)
            whole_lines = data[: data.rfind(b"\n")] if len(data) == _LOOKED_AT else data
            text = decode(whole_lines).text
        except (OSError, UndecodableError):
            return None
    if _SCENE.match(text):
        return SCENE
    if _PROFILE.match(text):
        return PROFILE
    if _PROGRAM.match(text):
        return PROGRAM
    begins = _BEGINNING.match(text)
    if begins is not None:
        return PDDL if begins["pddl"] else PLAN
    from clairify_cli.languages.program.skills import has_skills

    return SKILLS if has_skills(text) else None


def read_given(
    domain: str | None, problem: str | None, inputs: Sequence[str] = (), *, most_bytes: int
) -> tuple[Source | None, Source | None]:
    """The texts of `--domain` and `--problem`, beside `inputs`. Raises `RequestError` where one cannot be read."""
    if domain is None and problem is None:
        return None, None
    if [domain, problem, "-" if "-" in inputs else None].count("-") > 1:
        raise RequestError("standard input can be read only once: give `-` once, and files for the rest")
    from clairify_cli.agents.formalise.given import read_domain, read_problem
    from clairify_cli.files.reading import UnreadableError

    try:
        one = read_domain(domain, most_bytes=most_bytes) if domain is not None else None
        return one, read_problem(problem, one, most_bytes=most_bytes) if problem is not None else None
    except UnreadableError as error:
        raise RequestError(str(error)) from None
