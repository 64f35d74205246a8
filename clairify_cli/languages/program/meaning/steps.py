"""Single steps of a program: whether they are possible, why not, what they change, and whether they are useful."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Related, Source, Span
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning.effects import binding_of
from clairify_cli.languages.pddl.meaning.steps import GroundAction
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.meaning.achieve import makers, single_steps
from clairify_cli.languages.program.meaning.effects import carried_out, surely_carried_out
from clairify_cli.languages.program.meaning.judging import Scope, assume, judge, objects_of
from clairify_cli.languages.program.meaning.knowledge import NOTHING, Knowledge, Ways
from clairify_cli.languages.program.meaning.lacking import Lacking, lacking, literal_words
from clairify_cli.languages.program.printing import with_objects
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import Call
from clairify_cli.languages.program.vocabulary import Vocabulary


class Place(NamedTuple):
    """The context of a block: its variables, whether it is surely reached, runs once, or is in a recovery."""

    scope: Scope
    sure: bool = True
    once: bool = True
    in_recovery: bool = False
    round: int = 0
    """The round of the innermost loop over objects, from 1; 0 outside loops."""


class Steps:
    """Interpret steps abstractly, and record their errors.

    `senseless` has the offsets of calls that make no sense in the domain; after such a call, nothing is known.
    """

    def __init__(self, source: Source, known: Vocabulary, senseless: set[int]) -> None:
        self.source = source
        self.known = known
        self.senseless = senseless
        self.found: dict[tuple[str, int], Diagnostic] = {}
        self.silent = False
        """Whether reporting is off, because a body is traversed only to see its effects."""
        self.forced = False
        """Whether the run went on after an impossible step, or after something unknown."""
        self.touched: set[GroundAtom] = set()
        """Atoms that steps may have changed since the caller last reset it."""
        self.lost: set[str] = set()
        """Predicates of which steps may have changed any atom, since the caller last reset it."""
        self.idle: dict[int, bool] = {}
        self.done: dict[GroundAtom, Call] = {}
        self.taken = 0
        """The number of nominal steps."""
        self.count = 0
        self.place = Place({})
        """Where the current step is."""

    def report(self, finding: Diagnostic) -> None:
        """Record a finding; for each rule and place, the first one is kept, or the first error if there is one."""
        if self.silent:
            return
        key = finding.code, finding.span.start
        before = self.found.get(key)
        if before is None or (finding.is_error and not before.is_error):
            self.found[key] = finding

    def do(self, call: Call, now: Ways, place: Place) -> Ways:
        """Return the known state after a step."""
        self.place = place
        self.count += 1
        step = self._step(call, place.scope)
        if step is None:
            self.forced = self.forced or place.sure
            return Ways(None, NOTHING)
        nominal, wide = now.nominal, now.wide
        fails = False
        if nominal is not None and self._judge(step, nominal) is False:
            fails = True
            nominal = self._fails(call, step, nominal, may_fix=place.once and place.sure)
        elif nominal is None and self._judge(step, wide) is False:
            fails = True
            self._fails(call, step, wide, may_fix=False)
        elif wide.unsure and not self.silent and not self._has_failed(call):
            self._check_unsure(call, step, wide)
        broad = surely_carried_out(step, wide, self.known)
        self.touched |= broad.touched
        self.lost |= broad.lost
        idle = broad.idle
        if nominal is not None:
            effect = carried_out(step, nominal, self.known)
            self.taken += 1
            nominal = effect.after
            self.touched |= effect.touched
            self.done.update(dict.fromkeys(effect.touched, call))
            idle = idle or effect.idle
        if not self.silent:
            self.idle[call.start] = self.idle.get(call.start, True) and idle and not fails
        return Ways(nominal, broad.after)

    def _step(self, call: Call, scope: Scope) -> GroundAction | None:
        """Return the step that a call stands for; None if it makes no sense."""
        action, arguments = self.known.action(call.action.text), objects_of(call.arguments, scope)
        if call.start in self.senseless or action is None or len(arguments) != len(action.parameters):
            return None
        return GroundAction(action, arguments)

    def may_lead_to(self, calls: Sequence[Call], scope: Scope, now: Knowledge) -> list[Knowledge]:
        """Return the states after all possible ones of some steps, and, if one is impossible, before the first such."""
        before: Knowledge | None = None
        for one in calls:
            step = self._step(one, scope)
            if step is not None and self._judge(step, now) is not False:
                now = carried_out(step, now, self.known).after
            elif before is None:
                before = now
        return [now] if before is None else [now, before]

    def may_have_changed(self, atom: GroundAtom) -> bool:
        """Whether the steps since `touched` and `lost` were last reset may have changed an atom."""
        return atom in self.touched or atom[0] in self.lost or atom[0] in self.known.derived

    def _judge(self, step: GroundAction, now: Knowledge) -> bool | None:
        return judge(step.action.precondition, binding_of(step.action, step.arguments), now, self.known)

    def _check_unsure(self, call: Call, step: GroundAction, wide: Knowledge) -> None:
        """Report a condition of a step that holds on one path but not on another."""
        action, arguments = step
        lacks = lacking(action.precondition, binding_of(action, arguments), wide, self.known)
        words = [one.text for one in lacks if one.atom in wide.unsure]
        if words:
            self.report(rules.uncertain_precondition(self._at(call), self._words(action, arguments), words, words[0]))

    def _has_failed(self, call: Call) -> bool:
        return any((code, call.start) in self.found for code in ("PRG201", "PRG203"))

    def _fails(self, call: Call, made: GroundAction, state: Knowledge, *, may_fix: bool) -> Knowledge:
        """Report an impossible step, and return the state in which it would be possible.

        `may_fix` means that a fix may insert a step before it.
        """
        (action, arguments), sure, may_fix = made, self.place.sure and not self.forced, may_fix and not self.forced
        binding = binding_of(action, arguments)
        lacks = [one for one in lacking(action.precondition, binding, state, self.known) if one.value is False]
        step = self._words(action, arguments)
        hopeless = [one for one in lacks if self._is_hopeless(one)]
        # Go on as if it had been possible, so that one slip is one finding and not one in every later step.
        mended = assume(action.precondition, True, binding, state, self.known)
        self.forced = self.forced or (sure and not self.silent)
        if hopeless:
            self.report(rules.impossible_step(self._at(call), step, [one.text for one in hopeless], sure=sure))
            return mended
        first = next((one for one in lacks if one.atom is not None), None)
        why, related = self._why(first)
        hint, fix = None, None
        if not self.place.scope and carried_out(made, state, self.known).idle:
            hint = "remove it: what it brings about is so already"
        elif first is not None and first.atom is not None:
            ways = single_steps(first.atom, first.wanted, action.precondition, binding, state, self.known)
            words = [self._words(one.action, one.arguments) for one in ways]
            if len(words) == 1 and may_fix:
                fix = self._insertion(call, words[0])
                mended = carried_out(ways[0], state, self.known).after
                self.forced = False
            named = [self.known.signature(one) for one in makers(first.atom, first.wanted, self.known)]
            hint = self._hint(words, named, was_so=bool(related))
            hint = self._instead(first.atom, state, hint) if first.wanted and not words else hint
        texts = [one.text for one in lacks] or ["its precondition"]
        self.report(
            rules.missing_precondition(self._at(call), step, texts, why, hint, sure=sure, related=related, fix=fix)
        )
        return mended

    def _hint(self, words: Sequence[str], makers: Sequence[str], *, was_so: bool) -> str | None:
        """Return how to make a step possible: by one of some steps, by doing it earlier, or by suitable actions."""
        in_recovery, number = self.place.in_recovery, self.place.round
        place = "before it, in the recovery" if in_recovery else "before it"
        if words and number == 1 and not in_recovery:
            return f"`{words[0]}` is missing in the first round: do it before the loop"
        if words and number and not in_recovery:
            return f"`{words[0]}` is missing in that round: end each round so that the next one can begin"
        if len(words) == 1:
            return f"add `{words[0]}` {place}"
        if words:
            return f"add a step {place}, such as `{words[0]}` or `{words[1]}`"
        if not makers:
            return None
        by = f"brought about by {listing(makers, most=4)}"
        return f"do it before that, or see that it is so again: it is {by}" if was_so else f"it is {by}"

    def _instead(self, atom: GroundAtom, state: Knowledge, hint: str | None) -> str | None:
        """Return the hint, preceded by the only true atom that differs from the missing one in one argument, if any."""
        like = [
            one
            for one in state.world.atoms
            if one[0] == atom[0] and len(one) == len(atom) and sum(a != b for a, b in zip(one, atom, strict=True)) == 1
        ]
        here = [one for one in like if len(atom) == 2 or one[1] == atom[1]]
        if len(here) != 1:
            return hint
        return f"`{literal_words(here[0], True, self.known)}` is so there" + (f"; {hint}" if hint else "")

    def _is_hopeless(self, one: Lacking) -> bool:
        """Whether no action can establish the missing condition: it is static, or compares objects."""
        if one.atom is None:
            return " is " in one.text and not one.text.startswith("(")
        if one.atom[0] in self.known.static:
            return True
        return one.wanted and not makers(one.atom, True, self.known) and not self._is_derived(one.atom)

    def _is_derived(self, atom: GroundAtom) -> bool:
        return any(one.name.text == atom[0] for one in self.known.task.domain.derived)

    def _why(self, first: Lacking | None) -> tuple[str, tuple[Related, ...]]:
        """Explain whether an earlier step undid the missing condition or none established it."""
        by = self.done.get(first.atom) if first is not None and first.atom is not None else None
        rounds = ", ".join(f'`{name}` is "{value}"' for name, value in self.place.scope.items())
        where = f", in the round where {rounds}" if rounds else ""
        if by is None:
            return f"no earlier step brings it about{where}", ()
        written = f"`{' '.join(self.source.text[by.start : by.end].split())}`"
        why = f"line {self.source.position(by.start)[0]}, {written}, has undone it{where}"
        return why, (Related(f"{written} undid it", self._at(by)),)

    def _insertion(self, call: Call, words: str) -> Fix | None:
        """Return the fix that inserts a step before another one; None if that does not begin its line."""
        line = self.source.text.rfind("\n", 0, call.start) + 1
        margin = self.source.text[line : call.start]
        if margin.strip():
            return None
        return Fix(f"add `{words}`", (Edit(call.start, call.start, f"{words}\n{margin}"),))

    def _at(self, call: Call) -> Span:
        return self.source.span(call.start, call.end)

    def _words(self, action: pddl.Action, arguments: Sequence[str]) -> str:
        return with_objects(self.known.action_name(action.name.text), arguments)
