; A small kitchen with a side room. The goal is an example: "put a clean apple in the fridge".
(define (problem kitchen)
  (:domain household)

  (:objects
    kitchen pantry - room
    fridge1 - fridge
    microwave1 - microwave
    sink1 - sink-basin
    counter1 counter2 - counter-top
    table1 - dining-table
    desk1 - desk
    burner1 burner2 - stove-burner
    cabinet1 cabinet2 - cabinet
    drawer1 drawer2 - drawer
    coffee-machine1 - coffee-machine
    bin1 - garbage-can
    shelf1 - shelf
    lamp1 - desk-lamp
    window1 - window
    apple1 apple2 - apple
    bread1 - bread
    egg1 - egg
    lettuce1 - lettuce
    potato1 - potato
    tomato1 - tomato
    wine1 - wine-bottle
    bowl1 - bowl
    cup1 - cup
    mug1 mug2 - mug
    plate1 - plate
    pan1 - pan
    pot1 - pot
    knife1 - knife
    fork1 - fork
    spoon1 - spoon
    sponge1 - dish-sponge
    salt1 - salt-shaker
    book1 - book
    newspaper1 newspaper2 - newspaper
    box1 - box
  )

  (:init
    (at table1)
    (hand-empty)

    (located fridge1 kitchen)
    (located microwave1 kitchen)
    (located sink1 kitchen)
    (located counter1 kitchen)
    (located counter2 kitchen)
    (located table1 kitchen)
    (located burner1 kitchen)
    (located burner2 kitchen)
    (located cabinet1 kitchen)
    (located cabinet2 kitchen)
    (located drawer1 kitchen)
    (located drawer2 kitchen)
    (located coffee-machine1 kitchen)
    (located bin1 kitchen)
    (located desk1 pantry)
    (located shelf1 pantry)
    (next-door kitchen pantry)
    (next-door pantry kitchen)
    (near lamp1 desk1)
    (near window1 sink1)

    (closed fridge1)
    (closed microwave1)
    (closed cabinet1)
    (closed cabinet2)
    (closed drawer1)
    (closed drawer2)

    (in apple1 table1)
    (in apple2 bin1)
    (in bread1 counter1)
    (in egg1 fridge1)
    (in lettuce1 fridge1)
    (in potato1 sink1)
    (in tomato1 counter2)
    (in wine1 shelf1)
    (in bowl1 cabinet1)
    (in cup1 cabinet1)
    (in mug1 coffee-machine1)
    (in mug2 desk1)
    (in plate1 table1)
    (in pan1 burner1)
    (in pot1 cabinet2)
    (in knife1 drawer1)
    (in fork1 drawer1)
    (in spoon1 bowl1)
    (in sponge1 sink1)
    (in salt1 table1)
    (in book1 shelf1)
    (in newspaper1 table1)
    (in newspaper2 desk1)
    (in box1 shelf1)
  )

  (:goal (exists (?apple - apple ?fridge - fridge)
    (and (clean ?apple) (in ?apple ?fridge))))
)
