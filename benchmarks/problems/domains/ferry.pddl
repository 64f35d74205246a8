; A ferry for one car brings cars from harbour to harbour.
(define (domain ferry)
  (:requirements :strips :typing)

  (:types harbour car)

  (:predicates
    (moored ?harbour - harbour)            ; the ferry lies in ?harbour
    (ashore ?car - car ?harbour - harbour) ; ?car stands in ?harbour
    (on-deck ?car - car)                   ; ?car is on the ferry
    (deck-free)                            ; no car is on the ferry
  )

  ; Sail to another harbour.
  (:action sail
    :parameters (?from ?to - harbour)
    :precondition (moored ?from)
    :effect (and (moored ?to) (not (moored ?from)))
  )

  ; Take a car aboard.
  (:action embark
    :parameters (?car - car ?harbour - harbour)
    :precondition (and (moored ?harbour) (ashore ?car ?harbour) (deck-free))
    :effect (and (on-deck ?car) (not (ashore ?car ?harbour)) (not (deck-free)))
  )

  ; Let a car ashore.
  (:action debark
    :parameters (?car - car ?harbour - harbour)
    :precondition (and (moored ?harbour) (on-deck ?car))
    :effect (and (ashore ?car ?harbour) (deck-free) (not (on-deck ?car)))
  )
)
