"""Turn each XDL step into jobs for the arm, by one table (`jobs.toml`), or into a finding RUN101 at its line.

`kinds.SKILLS` has the actions and devices that a job of each kind needs. Steps with inner steps (`_GROUPS`) expand to
these, repeated as stated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from clairify_cli.agents.execution.jobs.kinds import (
    DATA,
    NOTHING,
    Amount,
    Held,
    Job,
    Kind,
    amount_of,
    carry_out,
    millilitres,
    quantity,
)
from clairify_cli.agents.execution.rules import rules
from clairify_cli.diagnostics.model import Diagnostic, Severity, Source, Span, in_source_order
from clairify_cli.languages.xdl.reader import read
from clairify_cli.languages.xdl.schema import load
from clairify_cli.languages.xdl.tree import MOST_DEPTH, Document, Element
from clairify_cli.records import dataclass
from clairify_cli.worlds.scene.model import AMBIENT

SHORT_STIR_S = 10.0
"""Duration of stirring that is started without a time, in s."""

RPM = 300.0
"""The stirring speed if none is given."""

NEAR_ROOM = 2.5
"""A temperature closer than this to room temperature, in °C, counts as room temperature."""

MOST_JOBS = 500
"""The most jobs in a program, with `Repeat` unrolled; longer programs are refused."""

Attributes = Mapping[str, str]
Maker = Callable[["_Maker", Element, Attributes], None]


_GOING_ON = ("HeatChillToTemp", "StartHeatChill")
"""The steps after which a vessel is kept at its temperature."""

_GROUPS = ("Repeat", "Loop", "Prep", "Reaction", "Workup", "Purification", "Async")


@dataclass(frozen=True, slots=True)
class Jobs:
    """The jobs of a program, in order. `vessels` maps its components' ids to their types."""

    jobs: tuple[Job, ...]
    vessels: Mapping[str, str]


def jobs_of(
    source: Source, *, ambient: float = AMBIENT, skip_unsupported: bool = False, assume: str | None = None
) -> tuple[Jobs | None, list[Diagnostic]]:
    """Return the jobs of an XDL program without errors, and findings about them.

    Return None for the jobs if the program is not XML. Steps without a skill are errors or, with `skip_unsupported`,
    warnings. So are additions without an amount, unless an amount is assumed.
    """
    document, found = read(source)
    if document is None:
        return None, found
    made = _Maker(document, ambient, skip_unsupported, assume)
    procedure = next(document.root.iter("Procedure"), None)
    if procedure is not None:
        made.run(procedure, 0)
    vessels = {one.attrib["id"]: one.get("type", "") for one in document.root.iter("Component") if one.get("id")}
    return Jobs(tuple(made.jobs), vessels), in_source_order(made.found)


class _Maker:
    """Walks through a procedure and collects jobs."""

    def __init__(self, document: Document, ambient: float, skip: bool, assume: str | None) -> None:
        self.document = document
        self.ambient = ambient
        self.skip = skip
        self.assume = assume
        self.jobs: list[Job] = []
        self.found: list[Diagnostic] = []
        self.number = 0
        self.held: Held = {}
        self.remarks: list[str] = []
        self.celsius: dict[str, float] = {}
        """The last temperature (°C) that each vessel was brought to."""
        self.kept: set[str] = set()
        """The vessels whose heating or cooling goes on."""

    def run(self, steps: Element, depth: int) -> None:
        for element in steps:
            if len(self.jobs) >= MOST_JOBS or depth > MOST_DEPTH:
                self.found.append(
                    rules.step_without_skill(self._span(element), element.tag, f"more than {MOST_JOBS} steps")
                )
                return
            if element.tag in _GROUPS:
                for _ in range(_times(element)):
                    self.run(element, depth + 1)
                continue
            name = self._today(element.tag)
            make = TABLE.get(name)
            if make is None:
                why = "no device or skill for it is known" if name in load().elements else "it is not known"
                self.number += 0 if self.skip else 1
                self._without_skill(element, why)
                continue
            self.number += 1
            make(self, element, element.attrib)

    def job(self, element: Element, kind: Kind, text: str, **more: object) -> None:
        """Record a job with its pending remarks, each of which is also a finding."""
        remarks = tuple(self.remarks)
        self.remarks.clear()
        self.found += [rules.assumed(self._span(element), one) for one in remarks]
        kept = frozenset(self.kept)
        job = Job(self.number, kind, text, self._span(element), remarks=remarks, kept=kept, **more)  # type: ignore[arg-type]
        self.jobs.append(job)
        if job.temperature is not None:
            self.celsius[job.vessel] = job.temperature
        carry_out(self.held, job)

    def _without_skill(self, element: Element, why: str) -> None:
        """Report that a step cannot be executed, or that it is skipped."""
        severity = Severity.WARNING if self.skip else None
        self.found.append(rules.step_without_skill(self._span(element), element.tag, why, self.skip, severity))

    # -- the steps

    def add(self, element: Element, attributes: Attributes) -> None:
        reagent = attributes.get("reagent") or attributes.get("solvent") or attributes.get("solute") or ""
        names = ("mass", "volume", "amount", "mol", "solvent_volume")
        self._add(element, reagent, names)

    def _add(self, element: Element, reagent: str, names: tuple[str, ...]) -> None:
        attributes = element.attrib
        vessel = attributes.get("vessel", "")
        amount = self._known(element, amount_of(element.tag, attributes, reagent, names, None, self.assume), reagent)
        if amount.grams is None:
            return
        self.remarks += amount.remarks
        for name, words in _NOT_KEPT:
            if attributes.get(name) not in (None, "false"):
                self.remarks.append(f"{reagent} is added {words}, which the arm does not do")
        if reagent.lower().partition(" ")[0] in DATA["warmth"]:
            self.remarks.append(
                f"{reagent} comes from a bottle at the temperature of the room, and is so neither hot nor cold"
            )
        written = amount.written or f"{amount.grams:g} g"
        self.job(
            element,
            "add",
            f"Add {written} {reagent} to {vessel}",
            vessel=vessel,
            reagent=reagent,
            grams=amount.grams,
            weighed=True,
        )

    def _known(self, element: Element, amount: Amount, reagent: str) -> Amount:
        if amount.grams is None:
            self.found.append(rules.amount_unknown(self._span(element), reagent, amount.written, amount.why))
        return amount

    def dissolve(self, element: Element, attributes: Attributes) -> None:
        self._add(element, attributes.get("solvent", ""), ("volume", "amount"))
        if attributes.get("temp") is not None:
            self.heat_chill(element, attributes)
        else:
            self.stir(element, attributes)

    def make_solution(self, element: Element, attributes: Attributes) -> None:
        solute = attributes.get("solute")
        if solute is None:
            self._without_skill(element, "it names several solutes in one text")
            return
        self._add(element, solute, ("mass",))
        self._add(element, attributes.get("solvent", ""), ("volume", "solvent_volume"))
        self.stir(element, attributes)

    def transfer(self, element: Element, attributes: Attributes) -> None:
        source, target = attributes.get("from_vessel", ""), attributes.get("to_vessel", "")
        written = attributes.get("volume") or attributes.get("amount") or "all"
        grams = None
        if written != "all":
            # A volume is converted with the density of what the source contains by then.
            there = {name: one for name, one in self.held.get(source, {}).items() if one > NOTHING}
            density = sum(there.values()) / millilitres(there) if there else None
            of = next(iter(there)) if len(there) == 1 else source
            told = amount_of(element.tag, attributes, of, ("volume", "amount"), density)
            amount = self._known(element, told, source)
            if amount.grams is None:
                return
            grams = amount.grams
        for name in ("through", "rinsing_solvent"):
            if attributes.get(name):
                self.remarks.append(f"{name.replace('_', ' ')} {attributes[name]} is left out")
        text = f"Transfer {written} from {source} to {target}"
        self.job(element, "move", text, vessel=target, source=source, grams=grams, weighed=grams is not None)

    def stir(self, element: Element, attributes: Attributes) -> None:
        told = quantity(element.tag, "time", attributes.get("time"))
        seconds = told.in_default if told is not None else SHORT_STIR_S
        if element.tag == "StartStir":
            self.remarks.append(f"stirring that goes on in the background is done for {SHORT_STIR_S:g} s")
        vessel = attributes.get("vessel", "")
        text = f"Stir {vessel}" + (f" for {attributes['time']}" if told is not None else "")
        self.job(element, "stir", text, vessel=vessel, seconds=seconds, rpm=self._rpm(element, RPM))

    def heat_chill(self, element: Element, attributes: Attributes) -> None:
        vessel = attributes.get("vessel", "")
        told = quantity(element.tag, "temp", attributes.get("temp"))
        if told is None and element.tag != "HeatChillReturnToRT":
            self._without_skill(element, f"`{attributes.get('temp', '')}` is no temperature")
            return
        wanted = told.in_default if told is not None else self.ambient
        time = quantity(element.tag, "time", attributes.get("time"))
        seconds = time.in_default if time is not None else 0.0
        stirred = attributes.get("stir", "true") == "true" and element.tag != "StartHeatChill"
        rest = f" for {attributes['time']}" if time is not None else ""
        now = self.celsius.get(vessel, self.ambient)
        self.kept.discard(vessel)
        of: dict[str, object] = {"vessel": vessel, "temperature": wanted, "seconds": seconds}
        near = abs(wanted - self.ambient) <= NEAR_ROOM
        # What lies between the vessel and the room needs no device, unless it is to be kept there.
        if near or (seconds == 0.0 and min(now, self.ambient) < wanted < max(now, self.ambient)):
            self.job(element, "rest", f"Let {vessel} come to {wanted:g} °C{rest}", **of)
            return
        if wanted > self.ambient:
            rpm = self._rpm(element, RPM if stirred else None)
            verb = "Heat" if wanted >= now else "Cool"
            self.job(element, "heat", f"{verb} {vessel} to {wanted:g} °C{rest}", rpm=rpm, **of)
        else:
            verb = "Cool" if wanted <= now else "Warm"
            self.job(element, "cool", f"{verb} {vessel} to {wanted:g} °C{rest}", **of)
        if element.tag in _GOING_ON and attributes.get("continue_heatchill", "true") == "true":
            self.kept.add(vessel)

    def off(self, element: Element, attributes: Attributes) -> None:
        """End the heating or cooling of a vessel."""
        self.kept.discard(attributes.get("vessel", ""))

    def wait(self, element: Element, attributes: Attributes) -> None:
        told = quantity(element.tag, "time", attributes.get("time"))
        seconds = told.in_default if told is not None else 0.0
        self.job(element, "wait", f"Wait {attributes.get('time', '')}".strip(), seconds=seconds)

    def clean(self, element: Element, attributes: Attributes) -> None:
        vessel = attributes.get("vessel", "")
        if attributes.get("solvent"):
            self.remarks.append(f"{vessel} is washed with water in the sink, not with {attributes['solvent']}")
        self.job(element, "wash", f"Clean {vessel}", vessel=vessel)

    def nothing(self, element: Element, attributes: Attributes) -> None:
        """A step that needs nothing beyond the steps before it."""

    # -- helpers

    def _rpm(self, element: Element, otherwise: float | None) -> float | None:
        for name in ("stir_speed", "stir_rpm"):
            told = quantity(element.tag, name, element.get(name))
            if told is not None:
                return told.in_default
        return otherwise

    def _span(self, element: Element) -> Span:
        return self.document.name_span(element)

    def _today(self, name: str) -> str:
        spec = load().elements.get(name)
        return spec.now or name if spec is not None else name


def _times(loop: Element) -> int:
    written = loop.get("repeats", "1").strip()
    if not (written.isascii() and written.isdigit()):
        return 1
    return min(int(written), MOST_JOBS + 1) if len(written) < 8 else MOST_JOBS + 1


_NOT_KEPT = (("dropwise", "drop by drop"), ("time", "over a time"), ("portions", "in portions"))


TABLE: Mapping[str, Maker] = {step: getattr(_Maker, name) for step, name in DATA["steps"].items()}
"""The steps that the arm can execute."""
