; An apartment with four furnished rooms.
; The goal is several chores at once: "put both newspapers in a drawer of the bedroom, put a hot potato on the dining table,
; read the book by the light of a lamp, and leave no cabinet open".
(define (problem apartment)
  (:domain household)

  (:objects
    kitchen living-room bedroom bathroom - room

    fridge1 - fridge
    microwave1 - microwave
    sink-basin1 sink-basin2 - sink-basin
    counter-top1 counter-top2 - counter-top
    stove-burner1 stove-burner2 - stove-burner
    cabinet1 cabinet2 cabinet3 cabinet4 - cabinet
    drawer1 drawer2 drawer3 drawer4 - drawer
    garbage-can1 garbage-can2 - garbage-can
    coffee-machine1 - coffee-machine
    toaster1 - toaster
    dining-table1 - dining-table
    sofa1 - sofa
    arm-chair1 - arm-chair
    coffee-table1 - coffee-table
    side-table1 side-table2 - side-table
    tv-stand1 - tv-stand
    shelf1 shelf2 shelf3 - shelf
    bed1 - bed
    desk1 - desk
    dresser1 - dresser
    laundry-hamper1 - laundry-hamper
    toilet1 - toilet
    bathtub-basin1 - bathtub-basin
    towel-holder1 - towel-holder
    toilet-paper-hanger1 - toilet-paper-hanger

    desk-lamp1 - desk-lamp
    floor-lamp1 - floor-lamp
    television1 - television
    window1 - window
    mirror1 - mirror

    apple1 apple2 - apple
    bread1 - bread
    egg1 egg2 - egg
    lettuce1 - lettuce
    potato1 - potato
    tomato1 - tomato
    wine-bottle1 - wine-bottle
    bowl1 bowl2 - bowl
    cup1 - cup
    mug1 mug2 - mug
    plate1 plate2 - plate
    pan1 - pan
    pot1 - pot
    kettle1 - kettle
    knife1 - knife
    butter-knife1 - butter-knife
    fork1 - fork
    spoon1 - spoon
    ladle1 - ladle
    spatula1 - spatula
    dish-sponge1 - dish-sponge
    pepper-shaker1 - pepper-shaker
    salt-shaker1 - salt-shaker
    newspaper1 newspaper2 - newspaper
    remote-control1 - remote-control
    book1 - book
    vase1 - vase
    statue1 - statue
    box1 - box
    key-chain1 - key-chain
    laptop1 - laptop
    pillow1 pillow2 - pillow
    alarm-clock1 - alarm-clock
    cell-phone1 - cell-phone
    pencil1 - pencil
    pen1 - pen
    cd1 - cd
    credit-card1 - credit-card
    watch1 - watch
    cloth1 - cloth
    soap-bar1 - soap-bar
    soap-bottle1 - soap-bottle
    spray-bottle1 - spray-bottle
    towel1 - towel
    toilet-paper1 toilet-paper2 - toilet-paper
  )

  (:init
    (at sofa1)
    (hand-empty)

    (next-door kitchen living-room)
    (next-door living-room kitchen)
    (next-door living-room bedroom)
    (next-door bedroom living-room)
    (next-door bedroom bathroom)
    (next-door bathroom bedroom)

    (located fridge1 kitchen)
    (located microwave1 kitchen)
    (located sink-basin1 kitchen)
    (located counter-top1 kitchen)
    (located counter-top2 kitchen)
    (located stove-burner1 kitchen)
    (located stove-burner2 kitchen)
    (located cabinet1 kitchen)
    (located cabinet2 kitchen)
    (located cabinet3 kitchen)
    (located drawer1 kitchen)
    (located drawer2 kitchen)
    (located garbage-can1 kitchen)
    (located coffee-machine1 kitchen)
    (located toaster1 kitchen)
    (located dining-table1 kitchen)
    (located sofa1 living-room)
    (located arm-chair1 living-room)
    (located coffee-table1 living-room)
    (located side-table1 living-room)
    (located tv-stand1 living-room)
    (located shelf1 living-room)
    (located shelf2 living-room)
    (located bed1 bedroom)
    (located desk1 bedroom)
    (located dresser1 bedroom)
    (located side-table2 bedroom)
    (located drawer3 bedroom)
    (located drawer4 bedroom)
    (located laundry-hamper1 bedroom)
    (located toilet1 bathroom)
    (located bathtub-basin1 bathroom)
    (located sink-basin2 bathroom)
    (located cabinet4 bathroom)
    (located shelf3 bathroom)
    (located towel-holder1 bathroom)
    (located toilet-paper-hanger1 bathroom)
    (located garbage-can2 bathroom)

    (closed fridge1)
    (closed microwave1)
    (closed cabinet1)
    (closed cabinet2)
    (closed cabinet3)
    (closed drawer1)
    (closed drawer2)
    (closed drawer3)
    (closed drawer4)
    (closed cabinet4)

    (near desk-lamp1 desk1)
    (near floor-lamp1 sofa1)
    (near television1 tv-stand1)
    (near window1 dining-table1)
    (near mirror1 sink-basin2)

    (in apple1 fridge1)
    (in apple2 counter-top1)
    (in bread1 counter-top1)
    (in egg1 fridge1)
    (in egg2 fridge1)
    (in lettuce1 fridge1)
    (in potato1 garbage-can1)
    (in tomato1 sink-basin1)
    (in wine-bottle1 cabinet3)
    (in bowl1 cabinet1)
    (in bowl2 dining-table1)
    (in cup1 cabinet1)
    (in mug1 coffee-machine1)
    (in mug2 desk1)
    (in plate1 cabinet2)
    (in plate2 dining-table1)
    (in pan1 stove-burner1)
    (in pot1 cabinet2)
    (in kettle1 stove-burner2)
    (in knife1 drawer1)
    (in butter-knife1 counter-top2)
    (in fork1 drawer1)
    (in spoon1 bowl2)
    (in ladle1 drawer2)
    (in spatula1 drawer2)
    (in dish-sponge1 sink-basin1)
    (in pepper-shaker1 dining-table1)
    (in salt-shaker1 dining-table1)
    (in newspaper1 sofa1)
    (in newspaper2 coffee-table1)
    (in remote-control1 arm-chair1)
    (in book1 shelf1)
    (in vase1 shelf2)
    (in statue1 tv-stand1)
    (in box1 side-table1)
    (in key-chain1 box1)
    (in laptop1 sofa1)
    (in pillow1 bed1)
    (in pillow2 bed1)
    (in alarm-clock1 side-table2)
    (in cell-phone1 bed1)
    (in pencil1 desk1)
    (in pen1 desk1)
    (in cd1 drawer3)
    (in credit-card1 dresser1)
    (in watch1 dresser1)
    (in cloth1 bathtub-basin1)
    (in soap-bar1 sink-basin2)
    (in soap-bottle1 cabinet4)
    (in spray-bottle1 shelf3)
    (in towel1 towel-holder1)
    (in toilet-paper1 toilet-paper-hanger1)
    (in toilet-paper2 cabinet4)
  )

  (:goal (and
    (exists (?drawer - drawer)
      (and (located ?drawer bedroom) (in newspaper1 ?drawer) (in newspaper2 ?drawer)))
    (hot potato1)
    (in potato1 dining-table1)
    (exists (?lamp - lamp) (examined book1 ?lamp))
    (forall (?cabinet - cabinet) (closed ?cabinet))))
)
