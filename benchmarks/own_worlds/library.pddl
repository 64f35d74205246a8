; An old library. A librarian sorts books.
(define (domain library)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types place - object ; a shelf, desk or trolley
          book - object ; a book
          floor - object ; a storey
          shelf desk trolley - place)
  (:predicates
    (standing ?p - place)  ; the librarian stands at ?p
    (on-floor ?p - place ?f - floor) ; ?p is on ?f
    (me-on ?f - floor) ; the librarian is on ?f
    (holds-book ?b - book)  ; the librarian holds ?b
    (on ?b - book ?p - place) ; ?b is on ?p
    (stamped ?b - book)  ; ?b is stamped
    (above ?x ?y - floor) ; ?x is right above ?y
  )
  (:action approach :parameters (?p ?q - place ?f - floor)
     :precondition (and (standing ?p) (me-on ?f) (on-floor ?q ?f) (not (= ?p ?q)))
     :effect (and (not (standing ?p)) (standing ?q)))
  (:action climb-up :parameters (?a ?b - floor)
     :precondition (and (me-on ?a) (above ?b ?a)) :effect (and (not (me-on ?a)) (me-on ?b)))
  (:action climb-down :parameters (?a ?b - floor)
     :precondition (and (me-on ?a) (above ?a ?b)) :effect (and (not (me-on ?a)) (me-on ?b)))
  (:action take-book :parameters (?b - book ?p - place ?f - floor)
     :precondition (and (standing ?p) (me-on ?f) (on-floor ?p ?f) (on ?b ?p))
     :effect (and (holds-book ?b) (not (on ?b ?p))))
  (:action put-book :parameters (?b - book ?p - place ?f - floor)
     :precondition (and (standing ?p) (me-on ?f) (on-floor ?p ?f) (holds-book ?b))
     :effect (and (on ?b ?p) (not (holds-book ?b))))
  (:action stamp :parameters (?b - book ?d - desk ?f - floor)
     :precondition (and (standing ?d) (me-on ?f) (on-floor ?d ?f) (holds-book ?b) (not (stamped ?b)))
     :effect (stamped ?b))
)
