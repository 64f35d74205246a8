(define (problem dishes)
  (:domain kitchen)
  (:objects
    red - cup
    pan - bowl
    yellow - sponge
    table - place
  )
  (:init
    (robot-at red)
    (at red table)
    (at table pan)
    (at yellow sink)
    (hand-empty)
  )
  (:goal (and (clean red) (clean yellow)))
)
