(define (domain ship)
  (:requirements :typing :strips :negative-preconditions)
  (:types cabin thing locker sailor)
  (:constants sailor1 - sailor)
  (:predicates (at ?s - sailor ?c - cabin) (hatch ?a ?b - cabin) (open-hatch ?a ?b - cabin)
    (placed ?t - thing ?c - cabin) (standing ?l - locker ?c - cabin) (stowed ?t - thing ?l - locker)
    (opened ?l - locker) (holds ?s - sailor ?t - thing) (free ?s - sailor) (repaired ?t - thing) (tool ?t - thing) (broken ?t - thing))
  (:action move
    :parameters (?s - sailor ?from ?to - cabin)
    :precondition (and (at ?s ?from) (hatch ?from ?to) (open-hatch ?from ?to))
    :effect (and (not (at ?s ?from)) (at ?s ?to)))
  (:action open-hatch
    :parameters (?s - sailor ?from ?to - cabin)
    :precondition (and (at ?s ?from) (hatch ?from ?to) (not (open-hatch ?from ?to)))
    :effect (and (open-hatch ?from ?to) (open-hatch ?to ?from)))
  (:action open-locker
    :parameters (?s - sailor ?l - locker ?c - cabin)
    :precondition (and (at ?s ?c) (standing ?l ?c) (not (opened ?l)))
    :effect (opened ?l))
  (:action grab
    :parameters (?s - sailor ?t - thing ?c - cabin)
    :precondition (and (at ?s ?c) (placed ?t ?c) (free ?s))
    :effect (and (holds ?s ?t) (not (placed ?t ?c)) (not (free ?s))))
  (:action unstow
    :parameters (?s - sailor ?t - thing ?l - locker ?c - cabin)
    :precondition (and (at ?s ?c) (standing ?l ?c) (opened ?l) (stowed ?t ?l) (free ?s))
    :effect (and (holds ?s ?t) (not (stowed ?t ?l)) (not (free ?s))))
  (:action stow
    :parameters (?s - sailor ?t - thing ?l - locker ?c - cabin)
    :precondition (and (at ?s ?c) (standing ?l ?c) (opened ?l) (holds ?s ?t))
    :effect (and (not (holds ?s ?t)) (stowed ?t ?l) (free ?s)))
  (:action drop
    :parameters (?s - sailor ?t - thing ?c - cabin)
    :precondition (and (at ?s ?c) (holds ?s ?t))
    :effect (and (not (holds ?s ?t)) (placed ?t ?c) (free ?s)))
  (:action repair
    :parameters (?s - sailor ?t ?w - thing ?c - cabin)
    :precondition (and (at ?s ?c) (placed ?t ?c) (holds ?s ?w) (tool ?w))
    :effect (and (repaired ?t) (not (broken ?t))))
)
