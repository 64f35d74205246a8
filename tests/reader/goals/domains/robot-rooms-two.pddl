(define (problem p) (:domain robot-rooms)
  (:objects rooma roomb ball1 ball2 ball3 left right)
  (:init (room rooma) (room roomb) (ball ball1) (ball ball2) (ball ball3) (red ball1) (red ball2) (green ball3) (gripper left) (gripper right) (at-robby rooma) (free left) (free right) (at ball1 rooma) (at ball2 rooma) (at ball3 roomb))
  (:goal (at ball1 roomb)))
