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
    (at red table)
    (at pan table)
    (at yellow sink)
    (hand-empty)
  )
  (:goal
    (clean red)
    (and (clean pan) holding ((at red table))
      (:not (robot-at table))))
)
