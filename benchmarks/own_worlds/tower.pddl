; An office tower with a lift. A courier brings parcels to people.
(define (domain tower)
  (:requirements :strips :typing :negative-preconditions)
  (:types storey office person parcel badge - object)
  (:predicates
    (courier-on ?s - storey) ; the courier is on ?s
    (courier-in ?o - office) ; the courier is in ?o
    (hallway) ; the courier is in the hallway
    (office-on ?o - office ?s - storey) ; ?o is on ?s
    (works ?p - person ?o - office) ; ?p works in ?o
    (parcel-in ?q - parcel ?o - office) ; ?q lies in ?o
    (badge-in ?b - badge ?o - office) ; ?b lies in ?o
    (has-parcel ?q - parcel) ; the courier carries ?q
    (has-badge ?b - badge) ; the courier wears ?b
    (opens ?b - badge ?o - office) ; ?b opens ?o
    (barred ?o - office) ; ?o is barred
    (received ?p - person ?q - parcel) ; ?p has received ?q
  )
  (:action ride :parameters (?a ?b - storey) :precondition (and (courier-on ?a) (hallway)) :effect (and (courier-on ?b) (not (courier-on ?a))))
  (:action enter :parameters (?o - office ?s - storey) :precondition (and (hallway) (courier-on ?s) (office-on ?o ?s) (not (barred ?o))) :effect (and (courier-in ?o) (not (hallway))))
  (:action leave :parameters (?o - office) :precondition (courier-in ?o) :effect (and (hallway) (not (courier-in ?o))))
  (:action unbar :parameters (?o - office ?b - badge ?s - storey) :precondition (and (hallway) (courier-on ?s) (office-on ?o ?s) (barred ?o) (has-badge ?b) (opens ?b ?o)) :effect (not (barred ?o)))
  (:action collect :parameters (?q - parcel ?o - office) :precondition (and (courier-in ?o) (parcel-in ?q ?o)) :effect (and (has-parcel ?q) (not (parcel-in ?q ?o))))
  (:action wear :parameters (?b - badge ?o - office) :precondition (and (courier-in ?o) (badge-in ?b ?o)) :effect (and (has-badge ?b) (not (badge-in ?b ?o))))
  (:action hand :parameters (?q - parcel ?p - person ?o - office) :precondition (and (courier-in ?o) (works ?p ?o) (has-parcel ?q)) :effect (and (received ?p ?q) (not (has-parcel ?q))))
)
