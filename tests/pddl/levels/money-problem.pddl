(define (problem saturday) (:domain market) (:objects lamp chair - good)
 (:init (= (cash) -12.5) (= (debt) 0) (= (price lamp) 40) (= (price chair) 7.25e1))
 (:goal (and (own lamp) (own chair) (= (debt) 0) (>= (cash) -5)))
 (:metric maximize (- (cash) (* 2 (debt)))))
