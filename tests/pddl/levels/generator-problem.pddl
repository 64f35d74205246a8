(define (problem g) (:domain generator-linear) (:objects generator - generator tank1 tank2 - tank)
 (:init (= (fuelLevel generator) 960) (= (capacity generator) 1000) (available tank1) (available tank2) (= (ttime) 0))
 (:goal (and (generator-ran))) (:metric minimize (total-time)))
