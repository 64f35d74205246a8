; A flat of two rooms, in which the tasks of household.tsv are done. Each of them has a goal of its own.
(define (problem flat)
  (:domain household)

  (:objects
    kitchen living-room - room
    fridge1 - fridge
    microwave1 - microwave
    sink1 - sink-basin
    counter1 counter2 - counter-top
    cabinet1 - cabinet
    drawer1 - drawer
    bin1 - garbage-can
    table1 - dining-table
    sofa1 - sofa
    coffee-table1 - coffee-table
    tv-stand1 - tv-stand
    shelf1 - shelf
    desk1 - desk
    lamp1 - desk-lamp
    television1 - television
    salmon1 cupcake1 - food
    apple1 - apple
    bread1 - bread
    potato1 - potato
    coffee-pot1 - kettle
    wine1 - wine-bottle
    plate1 - plate
    knife1 - knife
    remote1 - remote-control
    newspaper1 newspaper2 newspaper3 - newspaper
    book1 - book
  )

  (:init
    (at sofa1)
    (hand-empty)

    (located fridge1 kitchen)
    (located microwave1 kitchen)
    (located sink1 kitchen)
    (located counter1 kitchen)
    (located counter2 kitchen)
    (located cabinet1 kitchen)
    (located drawer1 kitchen)
    (located bin1 kitchen)
    (located table1 kitchen)
    (located sofa1 living-room)
    (located coffee-table1 living-room)
    (located tv-stand1 living-room)
    (located shelf1 living-room)
    (located desk1 living-room)
    (next-door kitchen living-room)
    (next-door living-room kitchen)
    (near lamp1 desk1)
    (near television1 tv-stand1)
    (near television1 sofa1)
    (switched-on television1)

    (closed fridge1)
    (closed microwave1)
    (closed cabinet1)
    (closed drawer1)

    (in salmon1 fridge1)
    (in cupcake1 counter2)
    (in apple1 table1)
    (in bread1 counter2)
    (in potato1 counter1)
    (in coffee-pot1 counter1)
    (in wine1 counter1)
    (in plate1 table1)
    (in knife1 drawer1)
    (in remote1 sofa1)
    (in newspaper1 coffee-table1)
    (in newspaper2 coffee-table1)
    (in newspaper3 table1)
    (in book1 shelf1)
  )

  (:goal $goal)
)
