(define (problem dishes)
  (:domain kitchen)
  (:objects
    red - mug
    pan - bowl
    yellow - sponge
    table - place
  )
  (:init
    (robot-at tabel)
    (at pan table)
    (is-at yellow sink)
    (hand-empty)
  )
  (:goal (and (clean pan) (at blue table) (dry pan)))
)
