(define (problem g) (:domain gripper) (:objects rooma roomb ball1 ball2 ball3 ball4 left right)
 (:init (room rooma) (room roomb) (ball ball1) (ball ball2) (ball ball3) (ball ball4) (gripper left) (gripper right) (free left) (free right) (at-robby rooma) (at ball1 rooma) (at ball2 rooma) (at ball3 rooma) (at ball4 rooma)) (:goal (and)))
