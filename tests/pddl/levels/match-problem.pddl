(define (problem two) (:domain cellar) (:objects m1 m2 - match f1 f2 - fuse)
 (:init (unused m1) (unused m2) (handfree)) (:goal (and (mended f1) (mended f2))) (:metric minimize (total-time)))
