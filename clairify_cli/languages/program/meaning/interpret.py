"""Interpret a program abstractly: compute the known state before and after each statement, and the errors.

A `for` body is interpreted once per object, a `while` body until nothing changes (a fixpoint: there are finitely many
atoms, and the known state only shrinks).
"""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.meaning.ending import check_end, first_line
from clairify_cli.languages.program.meaning.judging import Scope, assume_condition, atom_of, judge_condition
from clairify_cli.languages.program.meaning.knowledge import (
    NOTHING,
    Knowledge,
    Ways,
    first_knowledge,
    join,
    meet,
    truth,
)
from clairify_cli.languages.program.meaning.steps import Place, Steps
from clairify_cli.languages.program.printing import condition_text
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import (
    WHILE_ROUNDS,
    Assertion,
    Call,
    Condition,
    Fact,
    For,
    If,
    Program,
    Statement,
    While,
    facts,
    signed_parts,
    walk,
)
from clairify_cli.languages.program.vocabulary import Vocabulary

_MOST_ROUNDS = 50
"""Rounds after which the search for a fixpoint is abandoned, and nothing is assumed known."""


def interpret(program: Program, source: Source, known: Vocabulary, senseless: set[int]) -> list[Diagnostic]:
    """Return the findings about the effects of steps; `senseless` has the offsets of calls that make no sense."""
    work = _Interpreter(source, known, senseless)
    end = work.block(program.body, Ways(work.first, NOTHING), Place({}))
    work.forgive()
    check_end(program, end, work.steps)
    return list(work.steps.found.values())


class _Interpreter:
    def __init__(self, source: Source, known: Vocabulary, senseless: set[int]) -> None:
        self.source = source
        self.known = known
        self.steps = Steps(source, known, senseless)
        self.first = first_knowledge(known) if known.has_problem else None
        self.asked = NOTHING
        """What conditions have established since the last step."""
        self.visited: set[int] = set()
        """Offsets of blocks that were reached and of assertions that may fail, in any round of a loop."""

    def block(self, statements: Sequence[Statement], now: Ways, place: Place) -> Ways:
        """Return the known state after some statements."""
        if statements:
            self.visited.add(statements[0].start)
        for one in statements:
            match one:
                case Call():
                    now = self.steps.do(one, now, place)
                    self.asked = NOTHING
                case Assertion():
                    now = self._assertion(one, now, place)
                case If():
                    now = self._if(one, now, place)
                case For():
                    now = self._for(one, now, place)
                case While():
                    now = self._while(one, now, place)
        return now

    # -------------------------------------------------------------------------------------------------- conditions

    def _judge(self, condition: Condition, now: Knowledge, place: Place) -> bool | None:
        return judge_condition(condition, place.scope, now, self.known)

    def _atoms(self, condition: Condition, place: Place) -> list[GroundAtom]:
        found = (atom_of(one, place.scope, self.known) for one in facts(condition))
        return [one for one in found if one is not None]

    def _assume(self, condition: Condition, wanted: bool, now: Knowledge, place: Place) -> Knowledge:
        return assume_condition(condition, wanted, place.scope, now, self.known)

    def _found_out(self, condition: Condition, wanted: bool, place: Place) -> None:
        self.asked = self._assume(condition, wanted, self.asked, place)

    # -------------------------------------------------------------------------------------------------- assertions

    def _assertion(self, one: Assertion, now: Ways, place: Place) -> Ways:
        condition = one.condition
        self._check_never_fails(one, now, place)
        held = self._judge(condition, now.nominal, place) if now.nominal is not None else None
        likely = self._judge(condition, now.wide, place)
        sure = place.sure and (held is False or (now.nominal is None and likely is False))
        if not one.recovery:
            if held is False or likely is False:
                why = "and there is no recovery, so that the program ends there"
                self._never_holds(one, why, sure=sure)
                self.steps.forced = self.steps.forced or (sure and not self.steps.silent)
            self._found_out(condition, True, place)
            nominal = self._assume(condition, True, now.nominal, place) if now.nominal is not None else None
            return Ways(nominal, self._assume(condition, True, now.wide, place))
        # Where it fails although it is known to hold, the world differs, and nothing known is to be relied on.
        fails = NOTHING if likely is True else now.wide
        aside = self._assume(condition, False, fails, place)
        off = Ways(now.nominal if held is False else None, aside)
        self.asked = NOTHING
        inner = Place(place.scope, sure, once=False, in_recovery=True)
        after = self.block(one.recovery, off, inner)
        if self._judge(condition, after.wide, place) is not True:
            after = self._done_again(one, after, inner)
        mended = after.nominal if after.nominal is not None else after.wide
        if self._judge(condition, mended, place) is False and held is not True and likely is not True:
            fails_here = sure and held is False and not self.steps.forced
            self._never_holds(one, "its recovery does not bring it about", sure=fails_here)
            self.steps.forced = self.steps.forced or (fails_here and not self.steps.silent)
        holds = self._assume(condition, True, now.wide, place)
        wide = holds if likely is True else after.wide if likely is False else join(holds, after.wide)
        self.asked = NOTHING
        nominal = after.nominal if held is False else now.nominal if held is True else None
        return Ways(nominal, wide)

    def _done_again(self, one: Assertion, after: Ways, place: Place) -> Ways:
        """Return the known state after a recovery that may run again because its assertion still fails."""
        # Errors in the recovery were reported when it was interpreted the first time.
        silent, self.steps.silent = self.steps.silent, True
        again = self.block(one.recovery, Ways(None, self._assume(one.condition, False, after.wide, place)), place)
        self.steps.silent = silent
        nominal = after.nominal
        if nominal is not None and self._judge(one.condition, nominal, place) is False:
            states = self.steps.may_lead_to(one.recovery, place.scope, nominal)
            nominal = next((each for each in states if self._judge(one.condition, each, place) is not False), nominal)
        return Ways(nominal, join(after.wide, again.wide))

    def _check_never_fails(self, one: Assertion, now: Ways, place: Place) -> None:
        why = ""
        if self._judge(one.condition, self.asked, place) is True:
            unchanging = is_settled(one.condition, True, place.scope, NOTHING, self.known)
            why = "no action changes it" if unchanging else "it has just been asked for"
        elif is_settled(one.condition, True, place.scope, now.wide, self.known, self.first):
            why = "it holds, and no action undoes it"
        if not why:
            self.visited.add(one.condition.start)
        elif why:
            self.steps.report(rules.assertion_never_fails(self._at(one.condition), condition_text(one.condition), why))

    def _never_holds(self, one: Assertion, why: str, *, sure: bool) -> None:
        hint = "assert it where a step has brought it about, or write a recovery that brings it about"
        self.steps.report(
            rules.assertion_never_holds(self._at(one.condition), condition_text(one.condition), why, hint, sure=sure)
        )

    # ---------------------------------------------------------------------------------------------------- branches

    def _if(self, one: If, now: Ways, place: Place) -> Ways:
        condition = one.condition
        likely = self._judge(condition, now.wide, place)
        if likely is not None:
            dead = one.orelse if likely else one.body
            self._unreachable(dead, condition, likely, "this")
            now = self.block(one.body if likely else one.orelse, now, place)
            self.asked = NOTHING  # the real world may differ from the known state and take the other branch
            return now
        held = self._judge(condition, now.nominal, place) if now.nominal is not None else None
        before = self.asked
        ends = []
        for wanted, block in ((True, one.body), (False, one.orelse)):
            self.asked = before
            self._found_out(condition, wanted, place)
            wide = self._assume(condition, wanted, now.wide, place)
            nominal = now.nominal if held is wanted else None
            branch = Place(place.scope, place.sure and held is wanted, place.once, place.in_recovery, place.round)
            ends.append(self.block(block, Ways(nominal, wide), branch))
        self.asked = NOTHING
        return meet(ends[0], ends[1]) if held is True else meet(ends[1], ends[0])

    def _unreachable(self, block: Sequence[Statement], condition: Condition, value: bool, what: str) -> None:
        if block:
            at = first_line(block[0], self.source)
            self.steps.report(rules.unreachable(at, condition_text(condition), value, what))

    # ------------------------------------------------------------------------------------------------------- loops

    def _for(self, one: For, now: Ways, place: Place) -> Ways:
        if one.count is not None:
            for _ in range(one.count):
                before = now
                now = self.block(one.body, now, Place(place.scope, place.sure, False, place.in_recovery))
                # If one round changes nothing, neither will the next ones.
                if now == before:
                    break
            return now
        for number, value in enumerate(one.values, 1):
            bound = place.scope.get(value.text, value.text) if value.is_variable else value.text.lower()
            scope = {**place.scope, one.variable.text: bound}
            now = self.block(one.body, now, Place(scope, place.sure, False, place.in_recovery, number))
        return now

    def _while(self, one: While, now: Ways, place: Place) -> Ways:
        condition = one.condition
        likely = self._judge(condition, now.wide, place)
        if likely is False:
            self._unreachable(one.body, condition, False, "this loop")
            return now
        # Only what the body itself changes can end the loop.
        touched, lost = self.steps.touched, self.steps.lost
        self.steps.touched, self.steps.lost = set(), set()
        head, after = self._fixpoint(one, now.wide, place)
        ways = now
        rounds = 0
        while (
            ways.nominal is not None and rounds < WHILE_ROUNDS and self._judge(condition, ways.nominal, place) is True
        ):
            rounds += 1
            self.asked = NOTHING
            self._found_out(condition, True, place)
            entered = Ways(ways.nominal, self._assume(condition, True, ways.wide, place))
            ways = self.block(one.body, entered, Place(place.scope, place.sure, False, place.in_recovery))
        nominal = ways.nominal
        if not rounds:
            self.asked = NOTHING
            aside = Ways(None, self._assume(condition, True, now.wide, place))
            self.block(one.body, aside, Place(place.scope, sure=False, once=False))
        atoms = self._atoms(condition, place)
        does = any(isinstance(each, Call) for each in walk(one.body))
        changes = does and any(self.steps.may_have_changed(each) for each in atoms)
        stuck = self._judge(condition, after, place) is True or not changes
        endless = rounds == WHILE_ROUNDS and nominal is not None and self._judge(condition, nominal, place) is True
        if (stuck or endless) and not self._is_lost(one):
            begun = rounds > 0 or (nominal is None and likely is True)
            sure = place.sure and begun
            self.steps.report(
                rules.loop_without_progress(self._at(condition), condition_text(condition), WHILE_ROUNDS, sure=sure)
            )
            self.steps.forced = self.steps.forced or (sure and not self.steps.silent)
        self.steps.touched |= touched
        self.steps.lost |= lost
        self.asked = NOTHING
        self._found_out(condition, False, place)
        return Ways(nominal, self._assume(condition, False, head, place))

    def _fixpoint(self, one: While, wide: Knowledge, place: Place) -> tuple[Knowledge, Knowledge]:
        """Return the known state at every evaluation of the condition, and that after any round."""
        silent, self.steps.silent = self.steps.silent, True
        inner = Place(place.scope, sure=False, once=False)
        head = wide
        for _ in range(_MOST_ROUNDS):
            self.asked = NOTHING
            after = self.block(one.body, Ways(None, self._assume(one.condition, True, head, place)), inner).wide
            grown = join(head, after)
            if grown == head:
                break
            head = grown
        else:
            # There is no fixpoint within the limit, so any statement about the loop would be a guess.
            head = after = NOTHING
        self.steps.silent = silent
        return head, after

    def _is_lost(self, one: While) -> bool:
        """Whether the loop has steps or conditions that make no sense, so that its effects are unknown."""
        return any(isinstance(each, Call) and each.start in self.steps.senseless for each in walk(one.body)) or any(
            atom_of(fact, {}, self.known) is None for fact in facts(one.condition)
        )

    # ----------------------------------------------------------------------------------------------------- the end

    def forgive(self) -> None:
        """Retract findings from one round of a loop that do not hold in another."""
        for code, start in list(self.steps.found):
            if code in ("PRG204", "PRG206") and start in self.visited:
                del self.steps.found[code, start]

    def _at(self, one: Condition | Statement) -> Span:
        return self.source.span(one.start, one.end)


# ---------------------------------------------------------- conditions that are decided once and for all, by facts that


def is_settled(
    condition: Condition, value: bool, scope: Scope, now: Knowledge, known: Vocabulary, first: Knowledge | None = None
) -> bool:
    """Whether a condition has a value that no action of the domain can change.

    A fact unknown now is taken from `first`, if given.
    """
    if not isinstance(condition, Fact):
        every, parts = signed_parts(condition, value)
        results = [is_settled(one, sign, scope, now, known, first) for one, sign in parts]
        return all(results) if every else any(results)
    atom = atom_of(condition, scope, known)
    if atom is None:
        return False
    is_so = truth(atom, now, known)
    if is_so is None and first is not None:
        is_so = truth(atom, first, known)
    lasts = atom[0] in known.static or atom[0] not in (known.undoable if value else known.made)
    return is_so is value and lasts
