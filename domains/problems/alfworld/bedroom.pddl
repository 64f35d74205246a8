; A bedroom. The goal is "examine the cd with the desklamp and put two creditcards in the safe".
(define (problem bedroom)
  (:domain alfworld)

  (:objects
    bed1 - bed
    desk1 desk2 - desk
    drawer1 drawer2 drawer3 drawer4 drawer5 drawer6 - drawer
    shelf1 shelf2 shelf3 shelf4 - shelf
    side-table1 side-table2 - side-table
    garbage-can1 - garbage-can
    safe1 - safe
    desk-lamp1 - desk-lamp
    book1 book2 - book
    pillow1 - pillow
    key-chain1 - key-chain
    cd1 cd2 - cd
    pen1 - pen
    pencil1 - pencil
    cell-phone1 cell-phone2 - cell-phone
    credit-card1 credit-card2 - credit-card
    laptop1 - laptop
    alarm-clock1 - alarm-clock
  )

  (:init
    (hand-empty)
    (closed drawer1)
    (closed drawer2)
    (closed drawer3)
    (closed drawer4)
    (closed drawer5)
    (closed drawer6)
    (closed safe1)
    (in desk-lamp1 side-table1)
    (in book1 bed1)
    (in book2 desk2)
    (in pillow1 bed1)
    (in key-chain1 drawer3)
    (in cd1 shelf2)
    (in cd2 garbage-can1)
    (in pen1 desk1)
    (in pencil1 drawer5)
    (in cell-phone1 desk1)
    (in cell-phone2 shelf4)
    (in credit-card1 side-table2)
    (in credit-card2 drawer1)
    (in laptop1 desk2)
    (in alarm-clock1 shelf1)
  )

  (:goal (and
    (exists (?cd - cd ?lamp - desk-lamp) (examined ?cd ?lamp))
    (exists (?one ?other - credit-card ?safe - safe)
      (and (not (= ?one ?other)) (in ?one ?safe) (in ?other ?safe)))))
)
