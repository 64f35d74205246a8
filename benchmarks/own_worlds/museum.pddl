; A museum after closing time. A curator walks around in it.
(define (domain museum)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room item door container - object
    keycard artefact tool - item
    cabinet crate - container)
  (:predicates
    (curator-in ?r - room)                      ; the curator is in ?r
    (connects ?d - door ?a - room ?b - room)    ; the door ?d leads from ?a to ?b
    (door-locked ?d - door)                     ; ?d is locked
    (opens ?k - keycard ?d - door)              ; the keycard ?k unlocks ?d
    (located ?i - item ?r - room)               ; ?i is in ?r
    (stored-in ?i - item ?c - container)        ; ?i is stored in ?c
    (container-in ?c - container ?r - room)     ; ?c stands in ?r
    (closed ?c - container)                     ; ?c is closed
    (carrying ?i - item)                        ; the curator carries ?i
    (dusted ?i - artefact)                      ; ?i has been dusted
    (is-crowbar ?t - tool)
    (is-brush ?t - tool))
  (:action go-through
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (curator-in ?a) (connects ?d ?a ?b) (not (door-locked ?d)))
    :effect (and (not (curator-in ?a)) (curator-in ?b)))
  (:action unlock-door
    :parameters (?d - door ?k - keycard ?a - room ?b - room)
    :precondition (and (curator-in ?a) (connects ?d ?a ?b) (door-locked ?d) (carrying ?k) (opens ?k ?d))
    :effect (not (door-locked ?d)))
  (:action open-cabinet
    :parameters (?c - cabinet ?r - room)
    :precondition (and (curator-in ?r) (container-in ?c ?r) (closed ?c))
    :effect (not (closed ?c)))
  (:action pry-open
    :parameters (?c - crate ?t - tool ?r - room)
    :precondition (and (curator-in ?r) (container-in ?c ?r) (closed ?c) (carrying ?t) (is-crowbar ?t))
    :effect (not (closed ?c)))
  (:action take
    :parameters (?i - item ?r - room)
    :precondition (and (curator-in ?r) (located ?i ?r))
    :effect (and (carrying ?i) (not (located ?i ?r))))
  (:action take-from
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (curator-in ?r) (container-in ?c ?r) (stored-in ?i ?c) (not (closed ?c)))
    :effect (and (carrying ?i) (not (stored-in ?i ?c))))
  (:action put-down
    :parameters (?i - item ?r - room)
    :precondition (and (curator-in ?r) (carrying ?i))
    :effect (and (located ?i ?r) (not (carrying ?i))))
  (:action put-into
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (curator-in ?r) (container-in ?c ?r) (carrying ?i) (not (closed ?c)))
    :effect (and (stored-in ?i ?c) (not (carrying ?i))))
  (:action dust
    :parameters (?i - artefact ?t - tool)
    :precondition (and (carrying ?i) (carrying ?t) (is-brush ?t))
    :effect (dusted ?i)))
