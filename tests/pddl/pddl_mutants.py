"""Broken pairs made of good ones: a word or a list is dropped, doubled, renamed or exchanged, by a fixed seed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.pddl_translator import Pair

DOMAINS = Path(__file__).parents[2] / "domains"

FEATURES = Pair(
    "features",
    """\
(define (domain features)
  (:requirements :adl :action-costs :derived-predicates)
  (:types place thing - object room shelf - place cup book - thing)
  (:constants hall - room)
  (:predicates
    (at ?p - place)
    (in ?t - thing ?p - place)
    (held ?t - (either cup book))
    (free)
    (reachable ?t - thing))
  (:functions (way ?from ?to - place) - number (total-cost) - number)
  (:derived (reachable ?t - thing) (exists (?p - place) (and (at ?p) (in ?t ?p))))
  (:action go
    :parameters (?from - place ?to - place)
    :precondition (and (at ?from) (not (= ?from ?to)))
    :effect (and (not (at ?from)) (at ?to) (increase (total-cost) (way ?from ?to))))
  (:action take
    :parameters (?c - cup ?p - place)
    :precondition (and (reachable ?c) (free) (or (in ?c ?p) (at hall)))
    :effect (and (held ?c) (not (free)) (not (in ?c ?p)) (increase (total-cost) 2)))
  (:action drop
    :parameters (?p - place)
    :precondition (and (at ?p) (imply (free) (at hall)))
    :effect (and (free) (forall (?c - cup) (when (held ?c) (and (not (held ?c)) (in ?c ?p)))))))
""",
    """\
(define (problem one)
  (:domain features)
  (:requirements :adl)
  (:objects kitchen - room board - shelf mug - cup novel - book)
  (:init (at hall) (in mug board) (in novel kitchen) (free)
    (= (total-cost) 0) (= (way hall kitchen) 3) (= (way kitchen hall) 3) (= (way hall board) 1)
    (= (way board hall) 1) (= (way board kitchen) 2) (= (way kitchen board) 2))
  (:goal (and (in mug kitchen) (not (held mug)) (forall (?b - book) (in ?b kitchen))))
  (:metric minimize (total-cost)))
""",
)


def originals() -> list[Pair]:
    """The pairs that mutants are made of: one with every feature that solvers know, and small ones of our own."""
    made = [FEATURES]
    for name in ("blocks/three", "coin-collector/three-rooms", "tabletop/three-blocks"):
        domain, problem = DOMAINS / f"{name.split('/')[0]}.pddl", DOMAINS / "problems" / f"{name}.pddl"
        made.append(Pair(name, bare(domain.read_text(encoding="utf-8")), bare(problem.read_text(encoding="utf-8"))))
    return made


def bare(text: str) -> str:
    """A text without its comments."""
    return re.sub(r";[^\n]*", "", text)


def mutants(original: Pair, count: int, seed: int) -> Iterator[Pair]:
    """So many different mutants of a pair."""
    rng = random.Random(f"{original.id} {seed}")
    seen = {(original.domain, original.problem)}
    while len(seen) <= count:
        of_domain = rng.random() < 0.6
        text = _mutant(original.domain if of_domain else original.problem, rng)
        texts = (text, original.problem) if of_domain else (original.domain, text)
        if texts not in seen:
            seen.add(texts)
            yield Pair(f"{original.id} {seed} {len(seen)}", *texts)


def _mutant(text: str, rng: random.Random) -> str:
    words = [match.span() for match in re.finditer(r"[^\s()]+", text)]
    lists = _lists(text)
    kind = rng.choice(("drop", "double", "rename", "exchange", "slip"))
    if kind in ("drop", "double"):
        start, end = rng.choice(rng.choice((words, lists)))
        piece = text[start:end]
        return text[:start] + (f"{piece} {piece}" if kind == "double" else "") + text[end:]
    start, end = rng.choice(words)
    word = text[start:end]
    if kind == "slip":
        at = rng.randrange(len(word))
        new = word[:at] + word[at + 1 :] or "x"
    elif kind == "rename":
        new = ("?" if word.startswith("?") else ":" if word.startswith(":") else "") + "zz"
    else:
        first, last = rng.choice(words)
        new = text[first:last]
    return text[:start] + new + text[end:]


def _lists(text: str) -> Sequence[tuple[int, int]]:
    """Where each list within the definition begins and ends."""
    made: list[tuple[int, int]] = []
    opened: list[int] = []
    for match in re.finditer(r"[()]", text):
        if match.group() == "(":
            opened.append(match.start())
        else:
            made.append((opened.pop(), match.end()))
    return made[:-1]
