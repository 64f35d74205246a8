(define (problem dishes)
  (:domain kitchen)
  (:objects
    red - cup
    pan - bowl
    yellow - sponge
    table - place
  (:init
    (robot-at table)
    (at red table
    (at pan sink)
    (at yellow sink)
    (hand-empty))
  )
  (:goal (and (clean red) (not (holding red))))
)
