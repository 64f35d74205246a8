(define (problem july) (:domain rain) (:objects f g - field)
 (:init (here f) (near f g) (near g f) (= (acres f) 3) (= (acres g) 2.5) (= (hay) 0) (at 4 (raining)) (at 6 (not (raining))))
 (:goal (and (mown f) (mown g) (>= (hay) 5.5))) (:metric minimize (total-time)))
