; A big house: nine rooms, and at least one object of every type in the domain.
; The goal is an evening of chores: "put two clean mugs in a cabinet, put a bowl with a cold apple in it on the dining
; table, cook an egg, look at a watch under the desk lamp, put all pillows on beds, and switch the television off".
(define (problem house)
  (:domain household)

  (:objects
    kitchen dining-room living-room hall study bedroom guest-room bathroom wash-room - room

    fridge1 - fridge
    microwave1 - microwave
    sink-basin1 sink-basin2 - sink-basin
    counter-top1 counter-top2 counter-top3 - counter-top
    stove-burner1 stove-burner2 stove-burner3 stove-burner4 - stove-burner
    cabinet1 cabinet2 cabinet3 cabinet4 cabinet5 cabinet6 - cabinet
    drawer1 drawer2 drawer3 drawer4 drawer5 drawer6 - drawer
    garbage-can1 garbage-can2 garbage-can3 - garbage-can
    coffee-machine1 - coffee-machine
    toaster1 - toaster
    cart1 cart2 - cart
    dining-table1 - dining-table
    shelf1 shelf2 shelf3 shelf4 shelf5 shelf6 shelf7 shelf8 - shelf
    sofa1 - sofa
    arm-chair1 arm-chair2 arm-chair3 - arm-chair
    ottoman1 - ottoman
    coffee-table1 - coffee-table
    side-table1 side-table2 side-table3 side-table4 side-table5 - side-table
    tv-stand1 - tv-stand
    dresser1 dresser2 - dresser
    desk1 desk2 - desk
    safe1 - safe
    bed1 bed2 - bed
    laundry-hamper1 laundry-hamper2 - laundry-hamper
    toilet1 - toilet
    bathtub-basin1 - bathtub-basin
    towel-holder1 - towel-holder
    hand-towel-holder1 - hand-towel-holder
    toilet-paper-hanger1 - toilet-paper-hanger
    sink1 - sink
    bathtub1 - bathtub

    desk-lamp1 desk-lamp2 - desk-lamp
    floor-lamp1 - floor-lamp
    television1 - television
    curtains1 - curtains
    house-plant1 - house-plant
    mirror1 - mirror
    shower-glass1 - shower-glass
    window1 window2 - window

    apple1 apple2 - apple
    bread1 bread2 - bread
    egg1 egg2 - egg
    lettuce1 - lettuce
    potato1 potato2 - potato
    tomato1 tomato2 - tomato
    wine-bottle1 - wine-bottle
    glassbottle1 - glassbottle
    kettle1 - kettle
    bowl1 bowl2 - bowl
    cup1 cup2 - cup
    mug1 mug2 - mug
    plate1 plate2 - plate
    pan1 - pan
    pot1 - pot
    fork1 fork2 - fork
    spoon1 spoon2 - spoon
    ladle1 - ladle
    spatula1 - spatula
    knife1 knife2 - knife
    butter-knife1 - butter-knife
    cloth1 - cloth
    dish-sponge1 - dish-sponge
    soap-bar1 soap-bar2 - soap-bar
    towel1 towel2 - towel
    hand-towel1 - hand-towel
    box1 box2 - box
    alarm-clock1 - alarm-clock
    baseball-bat1 - baseball-bat
    basket-ball1 - basket-ball
    book1 book2 - book
    boots1 - boots
    candle1 candle2 - candle
    cd1 cd2 - cd
    cell-phone1 cell-phone2 - cell-phone
    credit-card1 credit-card2 - credit-card
    key-chain1 key-chain2 - key-chain
    laptop1 - laptop
    newspaper1 newspaper2 - newspaper
    paper-towel-roll1 - paper-towel-roll
    pen1 pen2 - pen
    pencil1 pencil2 - pencil
    pepper-shaker1 - pepper-shaker
    pillow1 pillow2 - pillow
    plunger1 - plunger
    remote-control1 remote-control2 - remote-control
    salt-shaker1 - salt-shaker
    scrub-brush1 - scrub-brush
    soap-bottle1 - soap-bottle
    spray-bottle1 spray-bottle2 - spray-bottle
    statue1 - statue
    teddy-bear1 - teddy-bear
    tennis-racket1 - tennis-racket
    tissue-box1 - tissue-box
    toilet-paper1 toilet-paper2 - toilet-paper
    vase1 vase2 - vase
    watch1 watch2 - watch
    watering-can1 - watering-can
  )

  (:init
    (at side-table2)
    (hand-empty)

    (next-door kitchen dining-room)
    (next-door dining-room kitchen)
    (next-door dining-room living-room)
    (next-door living-room dining-room)
    (next-door living-room hall)
    (next-door hall living-room)
    (next-door hall study)
    (next-door study hall)
    (next-door hall bedroom)
    (next-door bedroom hall)
    (next-door hall guest-room)
    (next-door guest-room hall)
    (next-door hall bathroom)
    (next-door bathroom hall)
    (next-door bathroom wash-room)
    (next-door wash-room bathroom)

    (located fridge1 kitchen)
    (located microwave1 kitchen)
    (located sink-basin1 kitchen)
    (located counter-top1 kitchen)
    (located counter-top2 kitchen)
    (located counter-top3 kitchen)
    (located stove-burner1 kitchen)
    (located stove-burner2 kitchen)
    (located stove-burner3 kitchen)
    (located stove-burner4 kitchen)
    (located cabinet1 kitchen)
    (located cabinet2 kitchen)
    (located cabinet3 kitchen)
    (located drawer1 kitchen)
    (located drawer2 kitchen)
    (located drawer3 kitchen)
    (located garbage-can1 kitchen)
    (located coffee-machine1 kitchen)
    (located toaster1 kitchen)
    (located cart1 kitchen)
    (located dining-table1 dining-room)
    (located cabinet4 dining-room)
    (located cabinet5 dining-room)
    (located shelf1 dining-room)
    (located sofa1 living-room)
    (located arm-chair1 living-room)
    (located arm-chair2 living-room)
    (located ottoman1 living-room)
    (located coffee-table1 living-room)
    (located side-table1 living-room)
    (located tv-stand1 living-room)
    (located shelf2 living-room)
    (located shelf3 living-room)
    (located side-table2 hall)
    (located dresser1 hall)
    (located shelf4 hall)
    (located desk1 study)
    (located arm-chair3 study)
    (located shelf5 study)
    (located shelf6 study)
    (located safe1 study)
    (located drawer4 study)
    (located garbage-can2 study)
    (located bed1 bedroom)
    (located dresser2 bedroom)
    (located side-table3 bedroom)
    (located side-table4 bedroom)
    (located drawer5 bedroom)
    (located laundry-hamper1 bedroom)
    (located bed2 guest-room)
    (located desk2 guest-room)
    (located side-table5 guest-room)
    (located drawer6 guest-room)
    (located toilet1 bathroom)
    (located bathtub-basin1 bathroom)
    (located sink-basin2 bathroom)
    (located cabinet6 bathroom)
    (located towel-holder1 bathroom)
    (located hand-towel-holder1 bathroom)
    (located toilet-paper-hanger1 bathroom)
    (located shelf7 bathroom)
    (located garbage-can3 bathroom)
    (located laundry-hamper2 bathroom)
    (located sink1 wash-room)
    (located bathtub1 wash-room)
    (located shelf8 wash-room)
    (located cart2 wash-room)

    (closed fridge1)
    (closed microwave1)
    (closed cabinet1)
    (closed cabinet2)
    (closed cabinet3)
    (closed drawer1)
    (closed drawer2)
    (closed drawer3)
    (closed cabinet4)
    (closed cabinet5)
    (closed safe1)
    (closed drawer4)
    (closed drawer5)
    (closed drawer6)
    (closed cabinet6)

    (near desk-lamp1 desk1)
    (near desk-lamp2 side-table3)
    (near floor-lamp1 sofa1)
    (near television1 tv-stand1)
    (near curtains1 bed1)
    (near house-plant1 shelf2)
    (near mirror1 sink-basin2)
    (near shower-glass1 bathtub-basin1)
    (near window1 counter-top1)
    (near window2 desk1)

    (in apple1 sink-basin1)
    (in apple2 garbage-can1)
    (in bread1 fridge1)
    (in bread2 sink-basin1)
    (in egg1 dining-table1)
    (in egg2 fridge1)
    (in lettuce1 garbage-can1)
    (in potato1 fridge1)
    (in potato2 fridge1)
    (in tomato1 fridge1)
    (in tomato2 counter-top3)
    (in wine-bottle1 dining-table1)
    (in glassbottle1 cart1)
    (in kettle1 stove-burner2)
    (in bowl1 counter-top3)
    (in bowl2 cabinet4)
    (in cup1 drawer2)
    (in cup2 cabinet3)
    (in mug1 coffee-machine1)
    (in mug2 cabinet3)
    (in plate1 cabinet1)
    (in plate2 cart1)
    (in pan1 cabinet1)
    (in pot1 stove-burner1)
    (in fork1 cart1)
    (in fork2 fridge1)
    (in spoon1 cabinet5)
    (in spoon2 fridge1)
    (in ladle1 drawer2)
    (in spatula1 cabinet1)
    (in knife1 dining-table1)
    (in knife2 counter-top3)
    (in butter-knife1 drawer3)
    (in cloth1 bathtub-basin1)
    (in dish-sponge1 dining-table1)
    (in soap-bar1 toilet1)
    (in soap-bar2 cabinet6)
    (in towel1 towel-holder1)
    (in towel2 towel-holder1)
    (in hand-towel1 hand-towel-holder1)
    (in box1 shelf4)
    (in box2 shelf3)
    (in alarm-clock1 side-table2)
    (in baseball-bat1 side-table2)
    (in basket-ball1 shelf5)
    (in book1 side-table4)
    (in book2 sofa1)
    (in boots1 shelf4)
    (in candle1 toilet1)
    (in candle2 toilet1)
    (in cd1 desk1)
    (in cd2 desk2)
    (in cell-phone1 side-table2)
    (in cell-phone2 shelf2)
    (in credit-card1 drawer4)
    (in credit-card2 shelf5)
    (in key-chain1 side-table2)
    (in key-chain2 side-table2)
    (in laptop1 drawer4)
    (in newspaper1 coffee-table1)
    (in newspaper2 drawer4)
    (in paper-towel-roll1 cart2)
    (in pen1 coffee-table1)
    (in pen2 sofa1)
    (in pencil1 dresser2)
    (in pencil2 shelf5)
    (in pepper-shaker1 counter-top1)
    (in pillow1 sofa1)
    (in pillow2 bed1)
    (in plunger1 toilet1)
    (in remote-control1 side-table3)
    (in remote-control2 drawer4)
    (in salt-shaker1 dining-table1)
    (in scrub-brush1 toilet1)
    (in soap-bottle1 bathtub-basin1)
    (in spray-bottle1 bathtub-basin1)
    (in spray-bottle2 bathtub-basin1)
    (in statue1 shelf3)
    (in teddy-bear1 desk1)
    (in tennis-racket1 shelf5)
    (in tissue-box1 bathtub-basin1)
    (in toilet-paper1 toilet-paper-hanger1)
    (in toilet-paper2 shelf8)
    (in vase1 shelf5)
    (in vase2 side-table2)
    (in watch1 dresser1)
    (in watch2 desk2)
    (in watering-can1 bathtub1)

    (switched-on television1)
  )

  (:goal (and
    (exists (?cabinet - cabinet)
      (and (clean mug1) (clean mug2) (in mug1 ?cabinet) (in mug2 ?cabinet)))
    (exists (?bowl - bowl ?apple - apple ?table - dining-table)
      (and (cold ?apple) (in ?apple ?bowl) (in ?bowl ?table)))
    (exists (?egg - egg ?pan - pan) (and (hot ?egg) (in ?egg ?pan)))
    (exists (?watch - watch ?lamp - desk-lamp) (examined ?watch ?lamp))
    (forall (?pillow - pillow) (exists (?bed - bed) (in ?pillow ?bed)))
    (not (switched-on television1))))
)
