; A space station. One astronaut floats from module to module.
(define (domain station)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types module thing - object
          locker - object
          tool sample battery - thing)
  (:constants scanner - tool)
  (:predicates
    (floating-in ?m - module)           ; the astronaut is in ?m
    (hatch ?a ?b - module)              ; a hatch joins ?a and ?b
    (sealed ?a ?b - module)             ; the hatch between them is sealed
    (mounted ?l - locker ?m - module)   ; ?l is mounted in ?m
    (latched ?l - locker)
    (stored ?t - thing ?l - locker)     ; ?t is stored in ?l
    (adrift ?t - thing ?m - module)     ; ?t drifts in ?m
    (in-glove ?t - thing)               ; the astronaut holds ?t
    (gloves-free)
    (charged ?t - tool)
    (scanned ?s - sample))              ; ?s has been scanned
  (:action float
    :parameters (?from ?to - module)
    :precondition (and (floating-in ?from) (hatch ?from ?to) (not (sealed ?from ?to)))
    :effect (and (floating-in ?to) (not (floating-in ?from))))
  (:action unseal
    :parameters (?from ?to - module)
    :precondition (and (floating-in ?from) (hatch ?from ?to) (sealed ?from ?to))
    :effect (and (not (sealed ?from ?to)) (not (sealed ?to ?from))))
  (:action unlatch
    :parameters (?l - locker ?m - module)
    :precondition (and (floating-in ?m) (mounted ?l ?m) (latched ?l))
    :effect (not (latched ?l)))
  (:action grab-from
    :parameters (?t - thing ?l - locker ?m - module)
    :precondition (and (floating-in ?m) (mounted ?l ?m) (not (latched ?l)) (stored ?t ?l) (gloves-free))
    :effect (and (in-glove ?t) (not (stored ?t ?l)) (not (gloves-free))))
  (:action grab
    :parameters (?t - thing ?m - module)
    :precondition (and (floating-in ?m) (adrift ?t ?m) (gloves-free))
    :effect (and (in-glove ?t) (not (adrift ?t ?m)) (not (gloves-free))))
  (:action release
    :parameters (?t - thing ?m - module)
    :precondition (and (floating-in ?m) (in-glove ?t))
    :effect (and (adrift ?t ?m) (not (in-glove ?t)) (gloves-free)))
  (:action stow
    :parameters (?t - thing ?l - locker ?m - module)
    :precondition (and (floating-in ?m) (mounted ?l ?m) (not (latched ?l)) (in-glove ?t))
    :effect (and (stored ?t ?l) (not (in-glove ?t)) (gloves-free)))
  (:action charge
    :parameters (?t - tool ?b - battery ?m - module)
    :precondition (and (floating-in ?m) (in-glove ?t) (adrift ?b ?m))
    :effect (charged ?t))
  (:action scan
    :parameters (?s - sample ?m - module)
    :precondition (and (floating-in ?m) (adrift ?s ?m) (in-glove scanner) (charged scanner))
    :effect (scanned ?s)))
