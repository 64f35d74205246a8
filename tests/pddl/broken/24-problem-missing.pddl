(define (problem dishes)
  (:domain kitchen)
  (:objects
    red - cup
    pan - bowl -dish
    yellow - sponge
  )
  (:goal (and (clean red) (clean pan) (not)))
)
