(define (problem fill) (:domain tanks) (:objects t1 t2 t3 - tank p q - pump)
 (:init (idle p) (idle q) (piped p t1 t2) (piped q t2 t3) (= (volume t1) 100) (= (volume t2) 0) (= (volume t3) 0.) (= (room t1) 100) (= (room t2) 50) (= (room t3) 80) (= (flow p) 2) (= (flow q) 1.5))
 (:goal (and (>= (volume t3) 60) (<= (+ (volume t1) (volume t2)) 40)))
 (:metric minimize (total-time)))
