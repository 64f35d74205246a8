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
    (= (total-cost) little)
  )
  (:goal (and (clean red) (at (hand robot) table)))
  (:metric minimize)
)
