; Eight blocks and four bowls of four colours. The goal is "put every block into the bowl of its colour".
(define (problem sorting)
  (:domain tabletop)

  (:objects
    red green blue yellow - colour
    red-block1 red-block2 green-block1 green-block2 blue-block1 blue-block2 yellow-block1
    yellow-block2 - block
    red-bowl green-bowl blue-bowl yellow-bowl - bowl
    left middle right front back - zone
  )

  (:init
    (hand-empty)

    (has-colour red-block1 red)
    (has-colour red-block2 red)
    (has-colour green-block1 green)
    (has-colour green-block2 green)
    (has-colour blue-block1 blue)
    (has-colour blue-block2 blue)
    (has-colour yellow-block1 yellow)
    (has-colour yellow-block2 yellow)
    (has-colour red-bowl red)
    (has-colour green-bowl green)
    (has-colour blue-bowl blue)
    (has-colour yellow-bowl yellow)

    (at red-block1 left)
    (at green-block1 middle)
    (at blue-block2 front)
    (at yellow-block2 right)
    (at red-bowl left)
    (at green-bowl back)
    (at blue-bowl right)
    (at yellow-bowl front)
    (in green-block2 red-bowl)
    (on blue-block1 red-block1)
    (on yellow-block1 blue-block1)
    (on red-block2 green-block1)

    (clear red-block2)
    (clear green-block2)
    (clear blue-block2)
    (clear yellow-block1)
    (clear yellow-block2)
  )

  (:goal (forall (?block - block ?bowl - bowl ?colour - colour)
    (imply (and (has-colour ?block ?colour) (has-colour ?bowl ?colour)) (in ?block ?bowl))))
)
