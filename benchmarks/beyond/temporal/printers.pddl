; Instantaneous and durative actions in one plan, with constants.
(define (domain printers)
  (:requirements :strips :typing :durative-actions)
  (:types printer sheet)
  (:constants main - printer)
  (:predicates (idle ?p - printer) (warm ?p - printer) (blank ?s - sheet) (front ?s - sheet) (both ?s - sheet))
  (:action start
    :parameters (?p - printer)
    :precondition (idle ?p)
    :effect (warm ?p))
  (:durative-action print-front
    :parameters (?s - sheet ?p - printer)
    :duration (= ?duration 3)
    :condition (and (at start (warm ?p)) (at start (idle ?p)) (at start (blank ?s)))
    :effect (and (at start (not (idle ?p))) (at start (not (blank ?s))) (at end (idle ?p)) (at end (front ?s))))
  (:durative-action print-back
    :parameters (?s - sheet)
    :duration (= ?duration 4)
    :condition (and (at start (warm main)) (at start (idle main)) (at start (front ?s)))
    :effect (and (at start (not (idle main))) (at end (idle main)) (at end (both ?s)))))

(define (problem printers-1)
  (:domain printers)
  (:objects side - printer s1 s2 - sheet)
  (:init (idle main) (idle side) (blank s1) (blank s2))
  (:goal (and (both s1) (both s2))))
