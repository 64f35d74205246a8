"""Text world descriptions as a `Language`: mismatches with the domain, and parts that the explorer cannot use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.agents.policies.dialects.sentences import sentences_of, told_by
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files.reading import UnreadableError, read_text
from clairify_cli.languages.base import CheckOptions, Surroundings
from clairify_cli.languages.pddl.meaning import words_of_atom
from clairify_cli.languages.pddl.meaning.shape import EQUALS
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, File
from clairify_cli.languages.pddl.task import ground
from clairify_cli.languages.pddl.walk import changed_by, literals_in
from clairify_cli.languages.yaml_language import YamlLanguage
from clairify_cli.reader.goals.lexicon import Lexicon
from clairify_cli.worlds.text.description import SUFFIX, Description, Sentence, described_in
from clairify_cli.worlds.text.rules import rules
from clairify_cli.worlds.text.templates import PLACE

_TOGETHER = re.compile(r"\}\s*\{")


class WorldLanguage(YamlLanguage):
    """Descriptions of text worlds; the domain comes as context."""

    name = "world"
    no_such_file = ("RUN001",)
    key = "commands"

    def context(self, program: Source, path: Path | None, near: Surroundings) -> tuple[Source, ...]:
        """The domain: as given, otherwise the file of its name next to the description."""
        beside = None if path is None else path.with_name(f"{path.name.removesuffix(SUFFIX)}.pddl")
        if near.domain is None and beside is not None and beside.is_file():
            try:
                return (Source(read_text(beside), str(beside)),)
            except UnreadableError:
                return ()
        return () if near.domain is None else (near.domain,)

    def findings(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        file = read(options.context[0])[0] if options.context else None
        if file is None or file.domain is None:
            domain = f"{Path(source.name).name.removesuffix(SUFFIX)}.pddl"
            return [rules.no_domain(source.span(0, len(source.line(1))), domain)]
        made, found = described_in(source, file.domain)
        found = [one if one.code else rules.unfit_description(one.span, one.message, one.hint) for one in found]
        if made is None or any(one.is_error for one in found):
            return found
        return [*found, *_unread(made), *_untold(file.domain, made), *_not_shown(file, made)]


def _unread(made: Description) -> Iterator[Diagnostic]:
    """The sentences that cannot be read back, or not distinguished from others."""
    seen: dict[str, tuple[str, int]] = {}
    for one in (one for view in made.views.values() for one in view if isinstance(one, Sentence) and one.when):
        at, words = one.where.span("say"), " ".join(PLACE.sub("{}", one.say).lower().split())
        same = seen.setdefault(words, (one.when.text if one.when else "", at.line))
        if told_by(one) is None:
            why = "does not read this sentence: its condition is more than facts that hold or do not hold"
            yield rules.unread_sentence(one.where.span("when"), why, "say it in several sentences, each of a fact")
        elif _TOGETHER.search(one.say):
            why = "cannot tell where one name ends and the next begins"
            yield rules.unread_sentence(at, why, "write a word or a comma between the places")
        elif one.when and same[0] != one.when.text:
            why = f"may take this for the sentence on line {same[1]}, which has the same words"
            yield rules.unread_sentence(at, why, "say one of them in other words")


def _untold(domain: Domain, made: Description) -> Iterator[Diagnostic]:
    """Predicates that actions require and that neither a view nor an error ever tells."""
    told = {atom[0] for one in sentences_of(made) for _, atom in one.facts}
    told |= {one.unmet.predicate for one in made.failures} | {EQUALS}
    added, gone = changed_by(domain.actions)
    for action in domain.actions:
        for atom, positive in literals_in(action.precondition):
            name = atom.predicate.text
            if name in told or (positive and name in added and atom.arguments):
                continue  # what an action brings about is known once it has
            if not positive and name in added - gone:
                continue  # nobody could do anything about it
            told.add(name)
            then = "it takes that for granted" if name not in added | gone else "it learns that by being refused"
            then = then if atom.arguments or not positive else "it takes that to hold at first"
            yield rules.untold_fact(made.where.span("views"), words_of_atom(ground(atom)), action.name.text, then)


def _not_shown(file: File, made: Description) -> Iterator[Diagnostic]:
    if not Described(file, made, Lexicon(), is_own=True).shows_things:
        yield rules.nothing_to_find(made.where.span("views"))
