; An office robot; no lexicon, everything is said by names and comments.
(define (domain office)
  (:requirements :strips :typing :negative-preconditions)
  (:types robot room item door - object cup letter - item)
  (:predicates
    (robot-in ?r - robot ?room - room)        ; ?r is in ?room
    (lies-in ?i - item ?room - room)          ; ?i is in ?room
    (carrying ?r - robot ?i - item)           ; ?r carries ?i
    (delivered ?l - letter ?room - room)      ; ?l has been delivered to ?room
    (leads-to ?d - door ?from ?to - room)     ; ?d leads from ?from to ?to
    (is-open ?d - door)                       ; ?d is open
    (filled ?c - cup))                        ; ?c is full of coffee
  (:action walk
    :parameters (?r - robot ?from ?to - room ?d - door)
    :precondition (and (robot-in ?r ?from) (leads-to ?d ?from ?to) (is-open ?d))
    :effect (and (robot-in ?r ?to) (not (robot-in ?r ?from))))
  (:action open-door
    :parameters (?r - robot ?d - door)
    :precondition (not (is-open ?d))
    :effect (is-open ?d))
  (:action close-door
    :parameters (?r - robot ?d - door)
    :precondition (is-open ?d)
    :effect (not (is-open ?d)))
  (:action grasp
    :parameters (?r - robot ?i - item ?room - room)
    :precondition (and (robot-in ?r ?room) (lies-in ?i ?room))
    :effect (and (carrying ?r ?i) (not (lies-in ?i ?room))))
  (:action lay-down
    :parameters (?r - robot ?i - item ?room - room)
    :precondition (and (robot-in ?r ?room) (carrying ?r ?i))
    :effect (and (lies-in ?i ?room) (not (carrying ?r ?i))))
  (:action hand-over
    :parameters (?r - robot ?l - letter ?room - room)
    :precondition (and (robot-in ?r ?room) (carrying ?r ?l))
    :effect (and (delivered ?l ?room) (not (carrying ?r ?l))))
  ; Fill or refill a cup at the machine.
  (:action fill
    :parameters (?r - robot ?c - cup)
    :precondition (carrying ?r ?c)
    :effect (filled ?c)))
