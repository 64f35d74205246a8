; A domain as language models write them: it looks right.
(define (domain tea)
  (:requirements :strips)

  (:types
    cup kettle - vessel
    vessel place - object)

  (:predicates
    (at ?vessel - vessel ?place - place)
    (holding ?vessel - vessel)
    (hand-empty)
    (full ?cup - cup)
    (hot ?kettle - kettle))

  (:action take
    :parameters (?vessel - vessel ?place - place)
    :preconditions (and (at ?vessel ?place) (hand-emtpy))
    :effect (and (holding ?vessel) (not (at ?vessel ?place))))

  (:action boil
    :parameters (?kettle - ketle)
    :precondition (holding ?kettle)
    :effect (and (hot ?kettle) (not (hot ?kettle))))

  (:action pour
    :parameters (?kettle - kettle ?cup - cup ?place - place)
    :precondition (and (holding ?kettle) (hot ?cup) (at ?cup))
    :effect (full ?cup))

  (:action drink
    :parameters (?cup - cup)
    :precondition (and (full ?cup) (not (hot ?kettle))
    :effect (not (full ?cup)))
)
