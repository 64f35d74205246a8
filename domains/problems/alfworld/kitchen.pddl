; A kitchen. The goal is "put a hot potato in the fridge, a cold tomato on the dining table and two clean plates in a cabinet".
(define (problem kitchen)
  (:domain alfworld)

  (:objects
    cabinet1 cabinet2 cabinet3 cabinet4 cabinet5 cabinet6 cabinet7 cabinet8 cabinet9
    cabinet10 - cabinet
    drawer1 drawer2 drawer3 drawer4 drawer5 drawer6 drawer7 drawer8 - drawer
    counter-top1 counter-top2 counter-top3 - counter-top
    dining-table1 - dining-table
    stove-burner1 stove-burner2 stove-burner3 stove-burner4 - stove-burner
    fridge1 - fridge
    microwave1 - microwave
    sink-basin1 - sink-basin
    garbage-can1 - garbage-can
    toaster1 - toaster
    coffee-machine1 - coffee-machine
    shelf1 shelf2 - shelf
    apple1 apple2 - apple
    bread1 - bread
    butter-knife1 - butter-knife
    knife1 - knife
    cup1 cup2 - cup
    egg1 - egg
    fork1 - fork
    lettuce1 - lettuce
    mug1 mug2 - mug
    pan1 - pan
    pot1 - pot
    plate1 plate2 - plate
    potato1 - potato
    salt-shaker1 - salt-shaker
    soap-bottle1 - soap-bottle
    spatula1 - spatula
    tomato1 tomato2 - tomato
  )

  (:init
    (hand-empty)
    (closed cabinet1)
    (closed cabinet2)
    (closed cabinet3)
    (closed cabinet4)
    (closed cabinet5)
    (closed cabinet6)
    (closed cabinet7)
    (closed cabinet8)
    (closed cabinet9)
    (closed cabinet10)
    (closed drawer1)
    (closed drawer2)
    (closed drawer3)
    (closed drawer4)
    (closed drawer5)
    (closed drawer6)
    (closed drawer7)
    (closed drawer8)
    (closed fridge1)
    (closed microwave1)
    (in apple1 fridge1)
    (in apple2 counter-top1)
    (in bread1 counter-top2)
    (in butter-knife1 drawer2)
    (in knife1 counter-top3)
    (in cup1 cabinet4)
    (in cup2 shelf1)
    (in egg1 fridge1)
    (in fork1 drawer1)
    (in lettuce1 fridge1)
    (in mug1 coffee-machine1)
    (in mug2 sink-basin1)
    (in pan1 stove-burner2)
    (in pot1 stove-burner3)
    (in plate1 cabinet7)
    (in plate2 dining-table1)
    (in potato1 garbage-can1)
    (in salt-shaker1 cabinet2)
    (in soap-bottle1 counter-top3)
    (in spatula1 drawer5)
    (in tomato1 microwave1)
    (in tomato2 counter-top1)
  )

  (:goal (and
    (exists (?potato - potato ?fridge - fridge) (and (hot ?potato) (in ?potato ?fridge)))
    (exists (?tomato - tomato ?table - dining-table) (and (cold ?tomato) (in ?tomato ?table)))
    (exists (?one ?other - plate ?cabinet - cabinet)
      (and
        (not (= ?one ?other))
        (clean ?one)
        (clean ?other)
        (in ?one ?cabinet)
        (in ?other ?cabinet)))))
)
