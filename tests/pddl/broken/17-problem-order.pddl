(define (problem dishes)
  (:domain kitchen)
  (:goal (and (clean red) (clean pan)))
  (:objects
    red - cup
    pan - bowl
    yellow - sponge
    table - place
  )
  (:init
    (robot-at table)
    (at red table)
    (at pan table)
    (at yellow sink)
    (hand-empty)
  )
  (:goal (clean red))
  (:cost 5)
)
