; A corner for tea. The goal is "put a clean mug in the cabinet".
(define (problem tea-room)
  (:domain alfworld)

  (:objects
    cabinet1 - cabinet
    counter-top1 - counter-top
    sink-basin1 - sink-basin
    mug1 - mug
  )

  (:init
    (hand-empty)
    (closed cabinet1)
    (in mug1 counter-top1)
  )

  (:goal (exists (?mug - mug ?cabinet - cabinet) (and (clean ?mug) (in ?mug ?cabinet))))
)
