; An old library. A visitor wanders between rooms and carries books.
(define (domain library)
  (:requirements :adl)
  (:types location - object
    room shelf desk - location
    item - object
    book lamp - item
    way - object)
  (:constants up down left right - way)
  (:predicates
    (visitor ?r - room)                  ; where the visitor is
    (path ?r - room ?w - way ?s - room)
    (in-room ?p - location ?r - room)    ; the shelf or desk ?p is in ?r
    (on ?i - item ?p - location)         ; ?i lies on ?p
    (has ?i - item)                      ; the visitor has ?i
    (lit ?l - lamp)                      ; ?l is lit
    (dark ?r - room)
    (read ?b - book))                    ; the visitor has read ?b
  (:action go
    :parameters (?r - room ?w - way ?s - room)
    :precondition (and (visitor ?r) (path ?r ?w ?s))
    :effect (and (not (visitor ?r)) (visitor ?s)))
  (:action take
    :parameters (?i - item ?p - location ?r - room)
    :precondition (and (visitor ?r) (in-room ?p ?r) (on ?i ?p))
    :effect (and (not (on ?i ?p)) (has ?i)))
  (:action place
    :parameters (?i - item ?p - location ?r - room)
    :precondition (and (visitor ?r) (in-room ?p ?r) (has ?i))
    :effect (and (on ?i ?p) (not (has ?i))))
  (:action light
    :parameters (?l - lamp)
    :precondition (and (has ?l) (not (lit ?l)))
    :effect (lit ?l))
  (:action study
    :parameters (?b - book ?r - room)
    :precondition (and (visitor ?r) (has ?b) (or (not (dark ?r)) (exists (?l - lamp) (and (has ?l) (lit ?l)))))
    :effect (read ?b)))
