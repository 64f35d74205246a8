; A robot with one gripper tidies, washes, cooks and looks at things in a home.
;
; The robot stands at a piece of furniture, holds at most one item, and reaches everything in or on that furniture,
; unless it is closed. To put something into a dish or a box that stands there, it turns to the dish or box first.
; Rooms matter only for walking: `go` within a room, `go-next-door` to another.
; Everything is open, off, neither hot nor cold, and not known to be clean, unless the problem says otherwise.
(define (domain household)
  ; Quantifiers and equality are for goals: "any apple", "two newspapers", "all cabinets".
  (:requirements :strips :typing :negative-preconditions :equality :existential-preconditions
    :universal-preconditions)

  (:types
    room - object     ; a room of the home: kitchen, bedroom, hall
    fixture - object  ; something that stays where it is and holds nothing
    thing - object    ; what items can be in or on: furniture, and among the items a dish or a box
    furniture - thing ; a place to stand at and to put items in or on
    item - thing      ; something that can be taken, carried and put

    ; Furniture.
    openable - furniture     ; furniture with a door or a front that opens and closes
    cabinet - openable       ; a cabinet or cupboard
    drawer - openable        ; a drawer
    fridge - openable        ; a fridge, refrigerator or freezer
    microwave - openable     ; a microwave oven
    safe - openable          ; a safe, strongbox or vault
    table - furniture        ; a table of any kind
    coffee-table - table     ; a coffee table, low in front of a sofa
    dining-table - table     ; a dining table or kitchen table
    side-table - table       ; a side table, end table, bedside table or nightstand
    desk - table             ; a desk or writing table
    counter-top - furniture  ; a counter, worktop or kitchen island
    shelf - furniture        ; a shelf
    dresser - furniture      ; a dresser, chest of drawers or bureau
    tv-stand - furniture     ; a stand for a television
    cart - furniture         ; a cart or metal rack
    seat - furniture         ; something to sit or lie on
    arm-chair - seat         ; an armchair, chair or recliner
    sofa - seat              ; a sofa or couch
    ottoman - seat           ; an ottoman, footstool or pouf
    bed - seat               ; a bed
    toilet - furniture       ; a toilet, with its lid and water tank
    sink - furniture         ; a sink with a tap
    sink-basin - sink        ; the basin of a sink or washbasin
    bathtub - furniture      ; a bathtub
    bathtub-basin - bathtub  ; the basin of a bathtub
    stove-burner - furniture ; a burner of a stove, cooker or hob
    toaster - furniture      ; a toaster
    coffee-machine - furniture ; a coffee machine or coffee maker
    garbage-can - furniture    ; a garbage can, trash can, waste bin or wastebasket
    laundry-hamper - furniture ; a hamper or basket for laundry
    towel-holder - furniture   ; a holder, bar or rack for towels
    hand-towel-holder - towel-holder ; a holder for a hand towel
    toilet-paper-hanger - furniture ; a hanger or holder for toilet paper

    ; What stays where it is.
    device - fixture       ; something with a switch
    lamp - device          ; a lamp or light
    desk-lamp - lamp       ; a desk lamp, table lamp or bedside lamp
    floor-lamp - lamp      ; a floor lamp or standing lamp
    television - device    ; a television, TV
    curtains - fixture     ; curtains
    house-plant - fixture  ; a house plant, potted plant
    mirror - fixture       ; a mirror
    shower-glass - fixture ; the glass of a shower
    window - fixture       ; a window

    ; Items that can be washed; among them those that can be heated and cooled too.
    washable - item        ; an item that can be washed at a sink
    heatable - washable    ; an item that can be heated and cooled
    food - heatable        ; something to eat, which can be sliced
    apple - food           ; an apple
    bread - food           ; a loaf of bread
    egg - food             ; an egg
    lettuce - food         ; a head of lettuce, salad
    potato - food          ; a potato
    tomato - food          ; a tomato
    drink - heatable       ; a bottle of something to drink
    wine-bottle - drink    ; a bottle of wine
    glassbottle - drink    ; a glass bottle
    kettle - heatable      ; a kettle or teapot
    dish - heatable        ; a dish that smaller items can be put into or onto
    bowl - dish            ; a bowl
    cup - dish             ; a cup, goblet or glass
    mug - dish             ; a mug, coffee cup
    plate - dish           ; a plate
    cookware - dish        ; a dish to cook in
    pan - cookware         ; a pan, frying pan or skillet
    pot - cookware         ; a pot or saucepan
    utensil - washable     ; a tool for eating or cooking
    fork - utensil         ; a fork
    spoon - utensil        ; a spoon
    ladle - utensil        ; a ladle
    spatula - utensil      ; a spatula or turner
    blade - utensil        ; a utensil that slices
    knife - blade          ; a knife, kitchen knife or chef's knife
    butter-knife - blade   ; a butter knife, table knife
    cloth - washable       ; a cloth, rag or washcloth
    dish-sponge - washable ; a sponge
    soap-bar - washable    ; a bar of soap
    towel - washable       ; a towel or bath towel
    hand-towel - towel     ; a hand towel

    ; Other items.
    box - item              ; a box, which other items can be put into
    alarm-clock - item      ; an alarm clock
    baseball-bat - item     ; a baseball bat
    basket-ball - item      ; a basketball
    book - item             ; a book
    boots - item            ; a pair of boots
    candle - item           ; a candle
    cd - item               ; a CD, compact disc
    cell-phone - item       ; a cell phone, mobile phone
    credit-card - item      ; a credit card, bank card
    key-chain - item        ; a key chain, set of keys
    laptop - item           ; a laptop computer
    newspaper - item        ; a newspaper
    paper-towel-roll - item ; a roll of paper towels
    pen - item              ; a pen
    pencil - item           ; a pencil
    pepper-shaker - item    ; a pepper shaker
    pillow - item           ; a pillow or cushion
    plunger - item          ; a plunger
    remote-control - item   ; a remote control of a television
    salt-shaker - item      ; a salt shaker
    scrub-brush - item      ; a scrub brush, toilet brush
    soap-bottle - item      ; a bottle of soap, soap dispenser
    spray-bottle - item     ; a spray bottle
    statue - item           ; a statue, sculpture or figurine
    teddy-bear - item       ; a teddy bear
    tennis-racket - item    ; a tennis racket
    tissue-box - item       ; a box of tissues
    toilet-paper - item     ; a roll of toilet paper
    vase - item             ; a vase
    watch - item            ; a watch, wristwatch
    watering-can - item     ; a watering can
  )

  (:predicates
    (at ?place - thing)                        ; the robot is at ?place: furniture, or a dish or box it turned to
    (located ?place - furniture ?room - room)  ; ?place is in ?room
    (next-door ?here ?there - room)            ; a door leads from ?here to ?there
    (near ?thing - fixture ?place - furniture) ; ?thing can be reached and seen from ?place
    (in ?item - item ?holder - thing)          ; ?item is in or on ?holder: furniture, a dish or a box
    (closed ?place - thing)                    ; ?place is closed, so that nothing can be taken out or put in
    (holding ?item - item)                     ; the robot holds ?item
    (hand-empty)                               ; the robot holds nothing
    (found ?item - item)                       ; the robot has looked for ?item and seen where it is
    (clean ?item - washable)                   ; ?item has been washed
    (hot ?item - heatable)                     ; ?item is hot: heated, warmed or cooked
    (cold ?item - heatable)                    ; ?item is cold: cooled or chilled
    (sliced ?food - food)                      ; ?food has been cut into slices
    (switched-on ?device - device)             ; ?device is on
    (examined ?item - item ?lamp - lamp)       ; ?item has been looked at in the light of ?lamp
  )

  ; Walk to another place in the same room.
  (:action go
    :parameters (?from ?to - furniture ?room - room)
    :precondition (and (at ?from) (located ?from ?room) (located ?to ?room))
    :effect (and (not (at ?from)) (at ?to))
  )

  ; Walk to a place in the next room.
  (:action go-next-door
    :parameters (?from ?to - furniture ?here ?there - room)
    :precondition (and
      (at ?from)
      (located ?from ?here)
      (next-door ?here ?there)
      (located ?to ?there))
    :effect (and (not (at ?from)) (at ?to))
  )

  ; Look for an item at the place where the robot stands.
  (:action find
    :parameters (?item - item ?place - furniture)
    :precondition (and (at ?place) (not (closed ?place)) (in ?item ?place))
    :effect (found ?item)
  )

  ; Open a door or a drawer, with the free hand.
  (:action open
    :parameters (?place - openable)
    :precondition (and (at ?place) (closed ?place) (hand-empty))
    :effect (not (closed ?place))
  )

  ; Close or shut a door or a drawer.
  (:action close
    :parameters (?place - openable)
    :precondition (and (at ?place) (not (closed ?place)))
    :effect (closed ?place)
  )

  ; Turn to a dish that is in reach, to put items into it or to take them out.
  (:action turn-to-dish
    :parameters (?dish - dish ?place - furniture)
    :precondition (and (at ?place) (not (closed ?place)) (in ?dish ?place))
    :effect (and (not (at ?place)) (at ?dish))
  )

  ; Turn to a box that is in reach, to put items into it or to take them out.
  (:action turn-to-box
    :parameters (?box - box ?place - furniture)
    :precondition (and (at ?place) (not (closed ?place)) (in ?box ?place))
    :effect (and (not (at ?place)) (at ?box))
  )

  ; Turn back from a dish or a box to the furniture that it stands on.
  (:action turn-back
    :parameters (?holder - item ?place - furniture)
    :precondition (and (at ?holder) (in ?holder ?place))
    :effect (and (not (at ?holder)) (at ?place))
  )

  ; Take, get, grab or pick up an item from the place where the robot is.
  (:action take
    :parameters (?item - item ?holder - thing)
    :precondition (and (at ?holder) (not (closed ?holder)) (in ?item ?holder) (hand-empty))
    :effect (and (holding ?item) (not (hand-empty)) (not (in ?item ?holder)))
  )

  ; Put, place or set the held item in or on the place where the robot is. What is in a dish or box moves with it.
  (:action put
    :parameters (?item - item ?holder - thing)
    :precondition (and (at ?holder) (not (closed ?holder)) (holding ?item))
    :effect (and (in ?item ?holder) (hand-empty) (not (holding ?item)))
  )

  ; Clean, wash or rinse the held item at a sink.
  (:action clean
    :parameters (?item - washable ?sink - sink)
    :precondition (and (at ?sink) (holding ?item))
    :effect (clean ?item)
  )

  ; Heat or warm the held item with a microwave.
  (:action heat
    :parameters (?item - heatable ?microwave - microwave)
    :precondition (and (at ?microwave) (holding ?item))
    :effect (and (hot ?item) (not (cold ?item)))
  )

  ; Heat an item, such as a kettle or a pan, that stands on a burner of the stove.
  (:action heat-on-stove
    :parameters (?item - heatable ?burner - stove-burner)
    :precondition (and (at ?burner) (in ?item ?burner))
    :effect (and (hot ?item) (not (cold ?item)))
  )

  ; Cook, boil or fry food in a pan or a pot that stands on a burner of the stove.
  (:action cook
    :parameters (?food - food ?vessel - cookware ?burner - stove-burner)
    :precondition (and (at ?burner) (in ?vessel ?burner) (in ?food ?vessel))
    :effect (and (hot ?food) (not (cold ?food)))
  )

  ; Cool or chill the held item with a fridge.
  (:action cool
    :parameters (?item - heatable ?fridge - fridge)
    :precondition (and (at ?fridge) (holding ?item))
    :effect (and (cold ?item) (not (hot ?item)))
  )

  ; Slice or cut food with the held knife.
  (:action slice
    :parameters (?food - food ?knife - blade ?place - furniture)
    :precondition (and (at ?place) (not (closed ?place)) (in ?food ?place) (holding ?knife))
    :effect (sliced ?food)
  )

  ; Switch or turn a device on.
  (:action switch-on
    :parameters (?device - device ?place - furniture)
    :precondition (and (at ?place) (near ?device ?place) (not (switched-on ?device)))
    :effect (switched-on ?device)
  )

  ; Switch or turn a device off.
  (:action switch-off
    :parameters (?device - device ?place - furniture)
    :precondition (and (at ?place) (near ?device ?place) (switched-on ?device))
    :effect (not (switched-on ?device))
  )

  ; Examine, inspect or look at the held item, in the light of a lamp that is on.
  (:action examine
    :parameters (?item - item ?lamp - lamp ?place - furniture)
    :precondition (and (at ?place) (near ?lamp ?place) (switched-on ?lamp) (holding ?item))
    :effect (examined ?item ?lamp)
  )
)
