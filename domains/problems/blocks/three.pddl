; The Sussman anomaly: c on a, and b beside them. The goal is "stack a on b and b on c".
(define (problem three)
  (:domain blocks)

  (:objects
    a b c - block
  )

  (:init
    (hand-empty)

    (on-table a)
    (on c a)
    (clear c)
    (on-table b)
    (clear b)
  )

  (:goal (and
    (on b c)
    (on a b)))
)
