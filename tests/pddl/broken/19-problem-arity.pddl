(define (problem dishes)
  (:domain kitchen)
  (:objects
    red - cup
    pan - bowl
    yellow - sponge
    table - place
  )
  (:init
    (robot-at table)
    (at red)
    (at pan table)
    (at yellow sink)
    (hand-empty red)
  )
  (:goal (and (clean red pan) (not (holding))))
)
