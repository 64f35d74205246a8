"""The verifier in the loop: Algorithm 1 of CLAIRify, over any language and any model.

Each round prompts the model, extracts the program from its reply, checks it, applies safe fixes, and either ends the
loop or sends the remaining problems back. Reference: Skreta et al., "Errors are Useful Prompts" (2023).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import cached_property

from clairify_cli.diagnostics.model import Severity, Source
from clairify_cli.languages.base import CheckOptions, Language
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, field, replace
from clairify_cli.translate import prompt
from clairify_cli.translate.cache import ResponseCache, with_cache
from clairify_cli.translate.feedback import fill, told_of, without_lines
from clairify_cli.translate.judge import Candidate, judge, with_last
from clairify_cli.translate.models.base import ChatMessage, Forms, Model, ModelOptions, Reply, prompt_sha256
from clairify_cli.translate.models.deadline import stopped_after
from clairify_cli.translate.models.errors import BudgetSpentError, ModelError, ModelStoppedError, ModelTimeoutError
from clairify_cli.translate.options import DISPUTABLE, Feedback, LoopOptions, ReplyKind, Round, Translation
from clairify_cli.translate.rounds import Sampling, best_last, best_round, is_clean, with_reply, without_echoes
from clairify_cli.translate.trace import RunHeader, Trace

CHECKING_SECONDS = 5.0
"""Extra time to check a reply that arrived just before the time limit, so that a paid reply is not wasted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of the loop, for observers: before a round's request (`done` is None) and after the round."""

    number: int
    rounds: int
    done: Round | None = None


@dataclass(frozen=True, slots=True)
class Hooks:
    """The surroundings of a loop: its trace, its cache, its observer, and its signal to end early."""

    trace: Trace | None = None
    cache: ResponseCache | None = None
    progress: Callable[[Progress], None] | None = None
    stop: threading.Event | None = None


NO_HOOKS = Hooks()


def translate(
    text: str,
    language: Language,
    model: Model,
    options: LoopOptions | None = None,
    check_options: CheckOptions | None = None,
    *,
    hooks: Hooks = NO_HOOKS,
) -> Translation:
    """Translate an English text into a program in `language` that passes its checks, or the best attempt at one.

    Whatever ends the loop, the best program so far is returned, and every round is in the trace. An interrupt
    (Ctrl-C, or `hooks.stop` once it is set) ends the loop with `Outcome.INTERRUPTED`. Model errors do not escape; they
    end it with `Outcome.MODEL_FAILED`.
    """
    options = options or LoopOptions()
    return _Run(
        text=text,
        language=language,
        model=with_cache(model, hooks.cache),
        options=options,
        check_options=check_options or CheckOptions(),
        hooks=hooks,
        header=RunHeader(language.name, model.name, options.feedback.value),
        sampling=Sampling(options),
    ).whole()


@dataclass
class _Run:
    """One run of the loop: its rounds so far and its limits."""

    text: str
    language: Language
    model: Model
    options: LoopOptions
    check_options: CheckOptions
    hooks: Hooks
    header: RunHeader
    sampling: Sampling
    started: float = field(default_factory=time.monotonic)
    waited: float = 0.0
    """Seconds spent waiting for a rate limit. They do not count against the input's time limit."""
    rounds: list[Round] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def whole(self) -> Translation:
        outcome = None
        try:
            opening = prompt.opening(self.text, self.language, self.check_options, self._draft())
            while outcome is None:
                stopped = self.hooks.stop is not None and self.hooks.stop.is_set()
                outcome = Outcome.INTERRUPTED if stopped else self._round(opening)
        except KeyboardInterrupt:
            outcome = Outcome.INTERRUPTED
        return self._translation(outcome)

    def _round(self, opening: prompt.Opening) -> Outcome | None:
        """Run and trace one round. Return the outcome if it was the last."""
        number = len(self.rounds) + 1
        is_candidate = number <= self.candidates and self.candidates > 1
        messages = prompt.messages(opening, () if is_candidate else self._told, self.options)
        done = Round(number, ReplyKind.FAILED, prompt_sha256(messages))
        asked = self._asked(done.prompt_sha256)
        if is_candidate and self.options.temperature is None:
            asked = replace(asked, temperature=None)
        if self.hooks.progress is not None:
            self.hooks.progress(Progress(number, self.options.rounds))
        started = time.monotonic()
        try:
            reply = self.model.complete(messages, asked)
            self.waited += reply.waited
            for remark in reply.remarks:
                self._remark(remark)
            done = with_reply(done, reply)  # before checking, so an interrupt cannot lose a paid reply
            done, candidate = self._judged(done, reply)
            outcome, done = self._ended(done, candidate)
        except ModelError as error:
            done = replace(done, error=str(error), seconds=time.monotonic() - started)
            outcome = self._outcome_of_failure(error)
        except KeyboardInterrupt:
            done = replace(done, error="interrupted", seconds=time.monotonic() - started)
            self._keep(done, messages, asked, Outcome.INTERRUPTED)
            raise
        self._keep(done, messages, asked, outcome)
        return outcome

    @property
    def _told(self) -> Sequence[Round]:
        """The rounds so far as the next prompt tells of them, the one whose program it shows last."""
        return best_last(self.rounds) if len(self.rounds) == self.candidates else self.rounds

    @property
    def candidates(self) -> int:
        """The number of replies to the first prompt."""
        return 1 if self.model.deterministic else self.options.candidates

    def _draft(self) -> Reply | None:
        """The offline reader's program for the text, if the model should see it."""
        if not self.options.draft or self.language.name != "xdl" or self.model.deterministic:
            return None
        from clairify_cli.translate.models.offline import ReaderModel

        asked = self._asked("")
        drafted = ReaderModel().complete((), asked)
        found = judge(drafted, self.language, self.check_options, Source(self.text, "<text>"))
        doubts = (*drafted.diagnostics, *(one for one in found.diagnostics if one.is_error))
        steps = without_lines(found.program, self.language.added_lines(found.program, ""))
        return replace(drafted, text=steps, diagnostics=doubts)

    def _asked(self, prompt_hash: str) -> ModelOptions:
        return replace(
            self.sampling.options_for(prompt_hash),
            timeout=self._seconds_left(),
            language=self.language.name,
            dialect=self.check_options.dialect,
            source_text=self.text,
            constraints=self.check_options.constraints,
            stop=self.hooks.stop,
            constrain=self.options.constrain,
            forms=self._forms,
        )

    @cached_property
    def _forms(self) -> Forms | None:
        """The grammar and schema for constrained decoding, built once; None if it is off."""
        if self.options.constrain == "off":
            return None
        language, wanted = self.language, self.check_options
        words = [fill(name, language.prompts) for name in ("as-steps", "as-json")]
        return Forms(language.grammar(wanted), words[0], language.schema(wanted), words[1])

    def _judged(self, done: Round, reply: Reply) -> tuple[Round, Candidate]:
        text = Source(self.text, "<text>") if self.options.fidelity else None
        shown = [one.candidate or "" for one in self._told if one.kind is ReplyKind.PROGRAM]
        reply = with_last(reply, shown[-1] if shown else "")
        left = self._seconds_left()
        candidate = stopped_after(
            None if left is None else left + (0.0 if self.model.deterministic else CHECKING_SECONDS),
            "the check of the program",
            lambda: judge(reply, self.language, self.check_options, text),
        )
        key = _same_program_key(candidate.program)
        several = len(self.rounds) < self.candidates > 1
        repeated = key in self.seen and not several
        self.seen.add(key)
        self.sampling.learn(repeated=repeated, cut_off=candidate.kind is ReplyKind.CUT_OFF, reply=reply)
        judged = replace(
            done,
            kind=candidate.kind,
            candidate=candidate.program,
            diagnostics=candidate.diagnostics,
            notes=without_echoes(done.notes, candidate.diagnostics),
            fixes=candidate.fixes,
            repeated=repeated,
            meaning=self._meaning(candidate.program) if several else "",
        )
        added = self.language.added_lines(candidate.program, reply.text)
        is_told = any(one.span.line in added for alike in told_of(judged, self.options) for one in alike)
        return replace(judged, added=range(0) if is_told else added), candidate

    def _meaning(self, program: str) -> str:
        """Hash what a program does: its actions with their claims, regardless of vessel names."""
        steps = self.language.claims(Source(program), self.check_options)
        return _hash(
            str([(one.action, one.repeats, [(c.kind, c.value, c.written) for c in one.claims]) for one in steps])
        )

    def _ended(self, done: Round, candidate: Candidate) -> tuple[Outcome | None, Round]:
        """Return the outcome if the round was the last, and the round with the model's own comment."""
        if candidate.outcome is not None:
            return candidate.outcome, replace(done, error=candidate.reason)
        if candidate.kind is ReplyKind.PROGRAM and done.number < self.candidates:
            return None, done  # collect all candidates before choosing one
        outcome = self._outcome_after(done, candidate)
        if outcome is not Outcome.DISPUTED:
            return outcome, done
        done = replace(done, error=candidate.reason or "it gave the same program again, without a word")
        errors = {one.code for one in done.diagnostics if one.is_error}
        if not self.options.accept_disputed or not errors <= DISPUTABLE:
            return outcome, done
        self._remark(f"accepted as disputed: {', '.join(sorted(errors))}; the model says: {done.error}")
        accepted = tuple(replace(one, severity=Severity.WARNING) for one in done.diagnostics)
        return Outcome.VALID, replace(done, diagnostics=accepted)

    def _outcome_after(self, done: Round, candidate: Candidate) -> Outcome | None:
        if done.number == self.candidates > 1 and any(is_clean(one) for one in self.rounds):
            return Outcome.VALID
        if done.errors == 0 and not (self.options.fidelity and any(note.is_error for note in done.notes)):
            return Outcome.VALID
        if self.model.deterministic:  # another round would give the same reply
            return Outcome.STUCK if done.language_errors else Outcome.UNFAITHFUL
        if done.repeated and self.language.may_stand(done.diagnostics):
            return Outcome.STUCK
        if self._is_disputed(done, candidate.mistaken):
            return Outcome.DISPUTED
        if done.number >= self.options.rounds:
            return Outcome.ROUNDS
        if self._time_is_up():
            return Outcome.TIMEOUT
        if self._would_pass_budget(done):
            return Outcome.BUDGET
        return None

    def _is_disputed(self, done: Round, mistaken: Sequence[int] | None) -> bool:
        """Whether the model stands by a program although it was told of fidelity errors, the only errors there are.

        It does so by repeating the program, or by naming the findings that are left as mistaken.
        """
        told = self.options.fidelity and self.options.feedback is not Feedback.NAIVE
        if not told or done.kind is not ReplyKind.PROGRAM or done.language_errors:
            return False
        before = [one for one in self._told if one.kind is ReplyKind.PROGRAM]
        if done.repeated or mistaken is None or not before:
            return done.repeated
        findings = told_of(before[-1], self.options)
        named = [findings[at - 1][0] for at in mistaken if 0 < at <= len(findings)]
        known = {(one.code, one.message) for one in named}
        return all((one.code, one.message) in known for one in done.diagnostics if one.is_error)

    def _outcome_of_failure(self, error: ModelError) -> Outcome:
        if isinstance(error, ModelStoppedError):
            return Outcome.INTERRUPTED
        if isinstance(error, BudgetSpentError):
            return Outcome.BUDGET
        if isinstance(error, ModelTimeoutError) and self._time_is_up() and (self.rounds or self.model.deterministic):
            return Outcome.TIMEOUT  # a provider that never answered at all has failed
        return Outcome.MODEL_FAILED

    def _would_pass_budget(self, done: Round) -> bool:
        """Whether the budget is spent, or another round that costs as much as the dearest one would exceed it."""
        if self.options.max_cost is None:
            return False
        known = [each.cost for each in (*self.rounds, done) if each.cost is not None]
        return sum(known) + max(known, default=0.0) > self.options.max_cost

    def _seconds_left(self) -> float | None:
        if self.options.timeout is None:
            return None
        return max(self.options.timeout - self._elapsed(), 0.001)

    def _time_is_up(self) -> bool:
        return self.options.timeout is not None and self._elapsed() >= self.options.timeout - 0.05

    def _elapsed(self) -> float:
        return time.monotonic() - self.started - self.waited

    def _keep(
        self, done: Round, messages: tuple[ChatMessage, ...], asked: ModelOptions, outcome: Outcome | None
    ) -> None:
        """Store the round and append it to the trace. If the trace cannot be written, add a remark and carry on."""
        self.rounds.append(done)
        if self.hooks.trace is not None:
            try:
                self.hooks.trace.write(self.header, done, messages, asked, outcome)
            except OSError as error:
                self._remark(f"the trace {self.hooks.trace.path} cannot be written: {error.strerror or error}")
        if self.hooks.progress is not None:
            self.hooks.progress(Progress(done.number, self.options.rounds, done))

    def _remark(self, sentence: str) -> None:
        if sentence not in self.remarks:
            self.remarks.append(sentence)

    def _translation(self, outcome: Outcome) -> Translation:
        rounds = tuple(self.rounds)
        best = best_round(rounds)
        failed = rounds[-1].error if rounds else None
        found = Translation(
            program=best.candidate or "" if best else "",
            diagnostics=best.diagnostics if best else (),
            outcome=outcome,
            rounds=rounds,
            model=self.model.name,
            fixes=best.fixes if best else (),
            notes=best.notes if best else (),
            seconds=time.monotonic() - self.started,
            error=failed,
        )
        if self.options.max_cost is not None and found.cost is None:
            self._remark(f"the price of {self.model.name} is not known, so its cost was not held to the budget")
        return replace(found, remarks=tuple(self.remarks))


def _same_program_key(program: str) -> str:
    """Hash the program, ignoring empty lines and white space at the ends of lines."""
    lines = (line.rstrip() for line in program.splitlines())
    return _hash("\n".join(line for line in lines if line))


def _hash(content: str) -> str:
    import hashlib

    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
