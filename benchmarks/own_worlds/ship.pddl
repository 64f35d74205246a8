; An old freighter. A sailor keeps it running.
(define (domain ship)
  (:requirements :adl)
  (:types deck hatch locker device gear person way - object
          fuel wrench lamp - gear)
  (:constants up down fore aft - way)
  (:predicates
    (here ?d - deck)                              ; the sailor is on ?d
    (leads ?d - deck ?w - way ?e - deck)          ; ?w of ?d is ?e
    (hatch-between ?h - hatch ?d - deck ?e - deck)
    (battened ?h - hatch)                         ; ?h is closed tightly
    (lit ?l - lamp)                               ; ?l is burning
    (mounted ?l - locker ?d - deck)
    (bolted ?l - locker)                          ; ?l is closed
    (in-locker ?g - gear ?l - locker)
    (on-deck ?g - gear ?d - deck)
    (carries ?g - gear)
    (installed ?v - device ?d - deck)
    (running ?v - device)
    (leaking ?v - device)
    (fuelled ?v - device)
    (stationed ?p - person ?d - deck)
    (has ?p - person ?g - gear))
  (:action climb
    :parameters (?d - deck ?w - way ?e - deck)
    :precondition (and (here ?d) (leads ?d ?w ?e) (forall (?h - hatch) (imply (hatch-between ?h ?d ?e) (not (battened ?h)))))
    :effect (and (here ?e) (not (here ?d))))
  (:action open-hatch
    :parameters (?h - hatch ?d ?e - deck)
    :precondition (and (here ?d) (hatch-between ?h ?d ?e) (battened ?h))
    :effect (not (battened ?h)))
  (:action open-locker
    :parameters (?l - locker ?d - deck)
    :precondition (and (here ?d) (mounted ?l ?d) (bolted ?l))
    :effect (not (bolted ?l)))
  (:action light
    :parameters (?l - lamp)
    :precondition (and (carries ?l) (not (lit ?l)))
    :effect (lit ?l))
  (:action grab
    :parameters (?g - gear ?d - deck)
    :precondition (and (here ?d) (on-deck ?g ?d))
    :effect (and (carries ?g) (not (on-deck ?g ?d))))
  (:action grab-from
    :parameters (?g - gear ?l - locker ?d - deck)
    :precondition (and (here ?d) (mounted ?l ?d) (in-locker ?g ?l) (not (bolted ?l)))
    :effect (and (carries ?g) (not (in-locker ?g ?l))))
  (:action put
    :parameters (?g - gear ?d - deck)
    :precondition (and (here ?d) (carries ?g))
    :effect (and (on-deck ?g ?d) (not (carries ?g))))
  (:action hand
    :parameters (?g - gear ?p - person ?d - deck)
    :precondition (and (here ?d) (stationed ?p ?d) (carries ?g))
    :effect (and (has ?p ?g) (not (carries ?g))))
  (:action mend
    :parameters (?v - device ?t - wrench ?d - deck)
    :precondition (and (here ?d) (installed ?v ?d) (leaking ?v) (carries ?t))
    :effect (not (leaking ?v)))
  (:action refuel
    :parameters (?v - device ?f - fuel ?d - deck)
    :precondition (and (here ?d) (installed ?v ?d) (carries ?f))
    :effect (and (fuelled ?v) (not (carries ?f))))
  (:action start
    :parameters (?v - device ?d - deck)
    :precondition (and (here ?d) (installed ?v ?d) (fuelled ?v) (not (leaking ?v)))
    :effect (running ?v)))
