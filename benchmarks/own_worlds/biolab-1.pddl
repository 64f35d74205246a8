; Store the RNA tube in the cold store.
(define (problem biolab-1) (:domain biolab)
 (:objects main window - bench cold - fridge t1 t2 - tube fern cress - plant)
 (:init (robot-at main) (gripper-empty) (door-closed cold) (tube-at t1 cold) (tube-at t2 window) (plant-on fern window) (plant-on cress main))
 (:goal (tube-at t2 cold)))
