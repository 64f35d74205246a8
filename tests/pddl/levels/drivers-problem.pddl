(define (problem d) (:domain driverlog) (:objects d1 - driver t1 - truck s0 s1 - location)
 (:init (at d1 s0) (at t1 s0) (empty t1) (link s0 s1) (= (time-to-drive s0 s1) 50) )
 (:goal (and (at t1 s1))) (:metric minimize total-time))
