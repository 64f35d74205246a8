"""Domains and problems that the cases of plans are held against."""

from __future__ import annotations

GRIPPER = """\
(define (domain gripper)
  (:requirements :typing :action-costs)
  (:types room ball hand)
  (:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - hand) (carry ?b - ball ?g - hand))
  (:functions (total-cost) - number)
  (:action move
    :parameters (?from ?to - room)
    :precondition (at-robby ?from)
    :effect (and (at-robby ?to) (not (at-robby ?from)) (increase (total-cost) 2)))
  (:action pick
    :parameters (?b - ball ?r - room ?g - hand)
    :precondition (and (at ?b ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g)) (increase (total-cost) 1)))
  (:action drop
    :parameters (?b - ball ?r - room ?g - hand)
    :precondition (and (carry ?b ?g) (at-robby ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)) (increase (total-cost) 1))))
"""

TWO_BALLS = """\
(define (problem two-balls)
  (:domain gripper)
  (:objects room-a room-b - room ball1 ball2 - ball left right - hand)
  (:init (at-robby room-a) (at ball1 room-a) (at ball2 room-a) (free left) (free right))
  (:goal (at ball1 room-b)))
"""

FUEL = """\
(define (domain fuel)
  (:requirements :typing :fluents :adl :derived-predicates)
  (:types truck place)
  (:predicates (at ?t - truck ?p - place) (road ?from ?to - place) (washed ?t - truck) (dirty ?t - truck)
    (reachable ?from ?to - place))
  (:functions (fuel ?t - truck) (way ?from ?to - place) (spent))
  (:derived (reachable ?from ?to - place)
    (or (road ?from ?to) (exists (?p - place) (and (road ?from ?p) (reachable ?p ?to)))))
  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (road ?from ?to) (>= (fuel ?t) (way ?from ?to)))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (decrease (fuel ?t) (way ?from ?to)) (dirty ?t)
      (increase (spent) 1)))
  (:action wash
    :parameters (?t - truck)
    :precondition (or (dirty ?t) (not (washed ?t)))
    :effect (and (washed ?t) (not (dirty ?t))))
  (:action block
    :parameters (?from ?to - place)
    :precondition (forall (?t - truck) (not (at ?t ?to)))
    :effect (not (road ?from ?to)))
  (:action weigh
    :parameters (?t - truck)
    :precondition (not (at ?t ?t))
    :effect (and (assign (fuel ?t) 1) (increase (fuel ?t) 1)))
  (:action tour
    :parameters (?t - truck ?to - place)
    :precondition (exists (?p - place) (and (at ?t ?p) (reachable ?p ?to)))
    :effect (forall (?p - place) (when (at ?t ?p) (and (not (at ?t ?p)) (at ?t ?to))))))
"""

ONE_TRUCK = """\
(define (problem one-truck)
  (:domain fuel)
  (:objects t1 - truck depot mill shop - place)
  (:init (at t1 depot) (road depot mill) (road mill shop) (= (fuel t1) 5) (= (way depot mill) 3) (= (way mill shop) 3)
    (washed t1) (= (spent) 0))
  (:goal (and (at t1 shop) (not (dirty t1)))))
"""

COSTLY = TWO_BALLS.rstrip()[:-1] + "\n  (:metric minimize (total-cost)))\n"

TASKS = {"gripper": (GRIPPER, TWO_BALLS), "costly": (GRIPPER, COSTLY), "fuel": (FUEL, ONE_TRUCK)}
