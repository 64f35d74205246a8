; Kinds are values of static facts, names are in camel case.
(define (domain alfredLike)
  (:requirements :adl :typing)
  (:types agent location receptacle object rtype otype)
  (:constants SinkType MicrowaveType - rtype)
  (:predicates
    (atLocation ?a - agent ?l - location)                 ; true if the agent is at the location
    (receptacleAtLocation ?r - receptacle ?l - location)
    (inReceptacle ?o - object ?r - receptacle)            ; object ?o is in receptacle ?r
    (receptacleType ?r - receptacle ?t - rtype)
    (objectType ?o - object ?t - otype)
    (holds ?a - agent ?o - object)
    (isClean ?o - object)                                 ; true if the object has been cleaned in the sink
    (isHot ?o - object))
  (:action GotoLocation
    :parameters (?a - agent ?from ?to - location)
    :precondition (atLocation ?a ?from)
    :effect (and (atLocation ?a ?to) (not (atLocation ?a ?from))))
  (:action PickupObject
    :parameters (?a - agent ?l - location ?o - object ?r - receptacle)
    :precondition (and (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (inReceptacle ?o ?r))
    :effect (and (holds ?a ?o) (not (inReceptacle ?o ?r))))
  (:action PutObject
    :parameters (?a - agent ?l - location ?o - object ?r - receptacle)
    :precondition (and (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (holds ?a ?o))
    :effect (and (inReceptacle ?o ?r) (not (holds ?a ?o))))
  (:action CleanObject
    :parameters (?a - agent ?l - location ?r - receptacle ?o - object)
    :precondition (and (atLocation ?a ?l) (receptacleType ?r SinkType) (receptacleAtLocation ?r ?l) (holds ?a ?o))
    :effect (isClean ?o))
  (:action HeatObject
    :parameters (?a - agent ?l - location ?r - receptacle ?o - object)
    :precondition (and (atLocation ?a ?l) (receptacleType ?r MicrowaveType) (receptacleAtLocation ?r ?l) (holds ?a ?o))
    :effect (isHot ?o)))
