; A lift serves all who wait where it stops, and lets out all who have arrived.
(define (domain elevator)
  (:requirements :adl)

  (:types floor person - object guest staff - person)

  (:predicates
    (above ?upper ?lower - floor)            ; ?upper is above ?lower
    (lift-at ?floor - floor)                 ; the lift is at ?floor
    (origin ?person - person ?floor - floor) ; ?person waits on ?floor
    (wants ?person - person ?floor - floor)  ; ?person wants to go to ?floor
    (inside ?person - person)                ; ?person is in the lift
    (served ?person - person)                ; ?person has arrived
    (locked ?floor - floor)                  ; only staff may go to ?floor
  )

  ; Let all out who want to be on the floor, and all in who wait on it. A locked floor needs staff in the lift.
  (:action stop
    :parameters (?floor - floor)
    :precondition (and
      (lift-at ?floor)
      (imply (locked ?floor) (exists (?who - staff) (inside ?who))))
    :effect (forall (?person - person)
      (and
        (when
          (and (inside ?person) (wants ?person ?floor))
          (and (served ?person) (not (inside ?person))))
        (when
          (and (origin ?person ?floor) (not (served ?person)))
          (inside ?person))))
  )

  ; Go up.
  (:action up
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?to ?from))
    :effect (and (lift-at ?to) (not (lift-at ?from)))
  )

  ; Go down.
  (:action down
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?from ?to))
    :effect (and (lift-at ?to) (not (lift-at ?from)))
  )
)
