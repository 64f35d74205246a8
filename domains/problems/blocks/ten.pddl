; Ten blocks, to be restacked.
(define (problem ten)
  (:domain blocks)

  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 - block
  )

  (:init
    (hand-empty)

    (on-table b7)
    (on b9 b7)
    (clear b9)
    (on-table b10)
    (clear b10)
    (on-table b8)
    (on b6 b8)
    (on b4 b6)
    (on b1 b4)
    (clear b1)
    (on-table b5)
    (on b2 b5)
    (on b3 b2)
    (clear b3)
  )

  (:goal (and
    (on b10 b3)
    (on b9 b10)
    (on b5 b9)
    (on b8 b5)
    (on b7 b8)
    (on b1 b7)
    (on b6 b1)
    (on b2 b6)
    (on b4 b2)))
)
