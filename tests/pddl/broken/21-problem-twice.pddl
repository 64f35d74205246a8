(define (problem dishes)
  (:domain kitchn)
  (:objects
    red - cup
    pan - bowl
    yellow - sponge
    table - place
    red - bowl
    sink - place
  )
  (:init
    (robot-at table)
    (at red table)
    (at pan table)
    (not (at pan table))
    (at yellow sink)
    (hand-empty)
  )
  (:goal (clean pan))
)
