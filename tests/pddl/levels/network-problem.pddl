(define (problem c1) (:domain cybersec) (:requirements :preferences)
 (:objects a b c - host root - user) (:init (up a) (up b) (link a b) (link b c) (on root a))
 (:goal (and (conn a c) (safe) (preference (up b)) (preference keep (on root a))))
 (:metric minimize (is-violated keep)))
