(define
  (:domain kitchen)
  (:objects
    red - cup
    yellow - sponge
    table - place)
  (:init
    (robot-at table)
    (at red table)
    (at yellow sink)
    (hand-empty))
  (:goal ())
  ()
)
