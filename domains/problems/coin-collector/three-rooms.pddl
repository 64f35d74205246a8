; Three rooms and a closed door. The goal is "collect the coin".
(define (problem three-rooms)
  (:domain coin-collector)

  (:objects
    kitchen corridor pantry - room
    north south east west - direction
    coin1 - coin
  )

  (:init
    (at kitchen)

    (connected kitchen corridor south)
    (connected corridor kitchen north)
    (connected corridor pantry east)
    (connected pantry corridor west)

    (closed-door corridor pantry)
    (closed-door pantry corridor)

    (in coin1 pantry)
  )

  (:goal (have coin1))
)
