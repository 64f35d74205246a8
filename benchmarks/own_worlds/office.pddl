; A caretaker in an office building with floors, a lift and meeting rooms.
(define (domain office)
  (:requirements :strips :typing :negative-preconditions)
  (:types location - object door item - object cupboard - object
          paper battery bulb folder - item device - object)
  (:predicates
    (caretaker-at ?l - location)
    (opens-onto ?d - door ?from - location ?to - location)
    (is-shut ?d - door)
    (stands-at ?c - cupboard ?l - location)
    (is-closed ?c - cupboard)
    (contains ?c - cupboard ?i - item)
    (found-at ?i - item ?l - location)
    (in-pocket ?i - item)
    (device-at ?v - device ?l - location)
    (empty ?v - device)        ; ?v has no paper
    (loaded ?v - device)       ; ?v has paper
    (copied ?f - folder))
  (:action step-through
    :parameters (?d - door ?from ?to - location)
    :precondition (and (caretaker-at ?from) (opens-onto ?d ?from ?to) (not (is-shut ?d)))
    :effect (and (caretaker-at ?to) (not (caretaker-at ?from))))
  (:action open-door
    :parameters (?d - door ?from ?to - location)
    :precondition (and (caretaker-at ?from) (opens-onto ?d ?from ?to) (is-shut ?d))
    :effect (not (is-shut ?d)))
  (:action close-door
    :parameters (?d - door ?from ?to - location)
    :precondition (and (caretaker-at ?from) (opens-onto ?d ?from ?to) (not (is-shut ?d)))
    :effect (is-shut ?d))
  (:action open-cupboard
    :parameters (?c - cupboard ?l - location)
    :precondition (and (caretaker-at ?l) (stands-at ?c ?l) (is-closed ?c))
    :effect (not (is-closed ?c)))
  (:action pocket
    :parameters (?i - item ?l - location)
    :precondition (and (caretaker-at ?l) (found-at ?i ?l))
    :effect (and (in-pocket ?i) (not (found-at ?i ?l))))
  (:action take-out
    :parameters (?i - item ?c - cupboard ?l - location)
    :precondition (and (caretaker-at ?l) (stands-at ?c ?l) (not (is-closed ?c)) (contains ?c ?i))
    :effect (and (in-pocket ?i) (not (contains ?c ?i))))
  (:action leave
    :parameters (?i - item ?l - location)
    :precondition (and (caretaker-at ?l) (in-pocket ?i))
    :effect (and (found-at ?i ?l) (not (in-pocket ?i))))
  (:action load
    :parameters (?v - device ?p - paper ?l - location)
    :precondition (and (caretaker-at ?l) (device-at ?v ?l) (empty ?v) (in-pocket ?p))
    :effect (and (loaded ?v) (not (empty ?v)) (not (in-pocket ?p))))
  (:action copy
    :parameters (?f - folder ?v - device ?l - location)
    :precondition (and (caretaker-at ?l) (device-at ?v ?l) (loaded ?v) (in-pocket ?f))
    :effect (copied ?f)))
