; A biology laboratory. A robot moves tubes and looks after plants.
(define (domain biolab)
  (:requirements :strips :typing :negative-preconditions)
  (:types bench fridge - station station tube plant - object)
  (:predicates
    (robot-at ?s - station) ; the robot is at ?s
    (tube-at ?t - tube ?s - station) ; ?t is at ?s
    (gripping ?t - tube) ; the robot grips ?t
    (gripper-empty) ; the gripper is empty
    (door-closed ?f - fridge) ; the door of ?f is closed
    (labelled ?t - tube) ; ?t is labelled
    (plant-on ?p - plant ?b - bench) ; ?p stands on ?b
    (watered ?p - plant) ; ?p is watered
  )
  (:action drive :parameters (?a ?b - station) :precondition (robot-at ?a) :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action open :parameters (?f - fridge) :precondition (and (robot-at ?f) (door-closed ?f)) :effect (not (door-closed ?f)))
  (:action close :parameters (?f - fridge) :precondition (and (robot-at ?f) (not (door-closed ?f))) :effect (door-closed ?f))
  (:action grip :parameters (?t - tube ?b - bench) :precondition (and (robot-at ?b) (tube-at ?t ?b) (gripper-empty)) :effect (and (gripping ?t) (not (tube-at ?t ?b)) (not (gripper-empty))))
  (:action grip-cold :parameters (?t - tube ?f - fridge) :precondition (and (robot-at ?f) (tube-at ?t ?f) (gripper-empty) (not (door-closed ?f))) :effect (and (gripping ?t) (not (tube-at ?t ?f)) (not (gripper-empty))))
  (:action place :parameters (?t - tube ?b - bench) :precondition (and (robot-at ?b) (gripping ?t)) :effect (and (tube-at ?t ?b) (gripper-empty) (not (gripping ?t))))
  (:action store :parameters (?t - tube ?f - fridge) :precondition (and (robot-at ?f) (gripping ?t) (not (door-closed ?f))) :effect (and (tube-at ?t ?f) (gripper-empty) (not (gripping ?t))))
  (:action label :parameters (?t - tube ?b - bench) :precondition (and (robot-at ?b) (tube-at ?t ?b)) :effect (labelled ?t))
  (:action water :parameters (?p - plant ?b - bench) :precondition (and (robot-at ?b) (plant-on ?p ?b)) :effect (watered ?p))
)
