(define (problem i3) (:domain counters) (:objects c0 c1 c2 - counter)
 (:init (= (max_int) 6) (= (value c0) -2) (= (value c1) 1.5) (= (value c2) 0) (= (rate_value c0) 0) (= (rate_value c1) 0) (= (rate_value c2) 0))
 (:goal (and (<= (+ (value c0) 1) (value c1)) (<= (+ (value c1) 1) (value c2))))
 (:metric minimize (total-cost)))
