; A post office with a counter, a sorting room and a yard.
(define (domain post)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    spot - object ; a room of the office or a place outside
    bag - object ; a bag for mail
    mail - object
    letter - mail ; a letter
    parcel - mail ; a parcel
    stamp - object) ; a rubber stamp
  (:predicates
    (here ?s - spot)
    (beside ?a ?b - spot)
    (mail-at ?m - mail ?s - spot)
    (stamp-at ?t - stamp ?s - spot)
    (bag-at ?b - bag ?s - spot)
    (carry-mail ?m - mail)
    (carry-stamp ?t - stamp)
    (stamped ?m - mail)
    (weighed ?p - parcel)
    (scales-at ?s - spot)
    (in-bag ?m - mail ?b - bag)
    (tied ?b - bag))
  (:action walk
    :parameters (?a ?b - spot)
    :precondition (and (here ?a) (beside ?a ?b))
    :effect (and (here ?b) (not (here ?a))))
  (:action pick
    :parameters (?m - mail ?s - spot)
    :precondition (and (here ?s) (mail-at ?m ?s))
    :effect (and (carry-mail ?m) (not (mail-at ?m ?s))))
  (:action lay
    :parameters (?m - mail ?s - spot)
    :precondition (and (here ?s) (carry-mail ?m))
    :effect (and (mail-at ?m ?s) (not (carry-mail ?m))))
  (:action pick-stamp
    :parameters (?t - stamp ?s - spot)
    :precondition (and (here ?s) (stamp-at ?t ?s))
    :effect (and (carry-stamp ?t) (not (stamp-at ?t ?s))))
  (:action frank
    :parameters (?m - mail ?t - stamp)
    :precondition (and (carry-mail ?m) (carry-stamp ?t))
    :effect (stamped ?m))
  (:action weigh
    :parameters (?p - parcel ?s - spot)
    :precondition (and (here ?s) (scales-at ?s) (carry-mail ?p))
    :effect (weighed ?p))
  (:action bag-up
    :parameters (?m - mail ?b - bag ?s - spot)
    :precondition (and (here ?s) (bag-at ?b ?s) (carry-mail ?m) (stamped ?m) (not (tied ?b)))
    :effect (and (in-bag ?m ?b) (not (carry-mail ?m))))
  (:action tie
    :parameters (?b - bag ?s - spot)
    :precondition (and (here ?s) (bag-at ?b ?s) (not (tied ?b)))
    :effect (tied ?b))
  (:action untie
    :parameters (?b - bag ?s - spot)
    :precondition (and (here ?s) (bag-at ?b ?s) (tied ?b))
    :effect (not (tied ?b))))
