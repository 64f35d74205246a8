; Three blocks in front of a Panda arm. The goal is "stack the red block on the green one, and that on the blue one".
(define (problem three-blocks)
  (:domain tabletop)

  (:objects
    red green blue - colour
    red-block green-block blue-block - block
    left right - zone
  )

  (:init
    (hand-empty)

    (has-colour red-block red)
    (has-colour green-block green)
    (has-colour blue-block blue)

    (at red-block left)
    (at blue-block right)
    (on green-block red-block)

    (clear green-block)
    (clear blue-block)
  )

  (:goal (and (on red-block green-block) (on green-block blue-block)))
)
