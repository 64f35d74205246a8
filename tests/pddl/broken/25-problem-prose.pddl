Here is the problem that you asked for:
(define (problem dishes)
  (:domain kitchen)
  (:objects
    red - cup
    yellow - sponge
    table - place
  )
  (:init
    (robot-at table)
    (at red table)
    (at yellow sink)
    (hand-empty)
  )
  (:goal (clean blue))
)
I hope that this helps!
