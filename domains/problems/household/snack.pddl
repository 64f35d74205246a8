; The smallest kitchen: one apple, one knife and a plate on a table, beside a sink.
; The goal is "put a slice of the washed apple on the plate".
(define (problem snack)
  (:domain household)

  (:objects
    kitchen - room

    table1 - dining-table
    sink1 - sink-basin

    apple1 - apple
    knife1 - knife
    plate1 - plate
  )

  (:init
    (at table1)
    (hand-empty)

    (located table1 kitchen)
    (located sink1 kitchen)

    (in apple1 table1)
    (in knife1 table1)
    (in plate1 table1)
  )

  (:goal (and (clean apple1) (sliced apple1) (in apple1 plate1)))
)
