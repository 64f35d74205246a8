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
    (and (at red table) (at pan table))
    hand-empty
    (forall (?d - dish) (not (clean ?d)))
    (at yellow ?place)
    ((hand-empty))
  )
  (:goal (clean pan))
)
