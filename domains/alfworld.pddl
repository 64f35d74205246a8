; The household games of ALFWorld: one hand, furniture to go to, and tasks with one or two objects.
;
; Every place is one step away. Its contents are seen on arrival, unless it is closed. Opening needs no free hand.
; Heating, cooling and cleaning act on the item in the hand, and the microwave or fridge may stay closed.
(define (domain alfworld)
  ; Quantifiers and equality are for goals: "some mug", "two books"; the one in `go` leaves whatever one is at.
  (:requirements :strips :typing :negative-preconditions :equality :existential-preconditions
    :universal-preconditions :conditional-effects)

  (:types
    place - object ; furniture or a fitting that things are in or on
    thing - object ; what is in or on a place

    ; Places.
    openable - place        ; a place that opens and closes
    cabinet - openable      ; a cabinet
    drawer - openable       ; a drawer
    fridge - openable       ; a fridge
    microwave - openable    ; a microwave
    safe - openable         ; a safe
    coffee-table - place    ; a coffee table
    dining-table - place    ; a dining table
    side-table - place      ; a side table
    desk - place            ; a desk
    counter-top - place     ; a counter
    shelf - place           ; a shelf
    dresser - place         ; a dresser
    tv-stand - place        ; a stand for a television
    cart - place            ; a cart
    arm-chair - place       ; an armchair
    sofa - place            ; a sofa
    ottoman - place         ; an ottoman
    bed - place             ; a bed
    toilet - place          ; a toilet
    sink - place            ; a sink
    sink-basin - sink       ; the basin of a sink
    bathtub - place         ; a bathtub
    bathtub-basin - bathtub ; the basin of a bathtub
    stove-burner - place    ; a burner of a stove
    toaster - place         ; a toaster
    coffee-machine - place  ; a coffee machine
    garbage-can - place     ; a garbage can
    laundry-hamper - place  ; a hamper for laundry
    towel-holder - place    ; a holder for towels
    hand-towel-holder - place   ; a holder for a hand towel
    toilet-paper-hanger - place ; a hanger for toilet paper
    painting-hanger - place     ; a hanger for a painting

    ; Things that stay where they are.
    fixture - thing        ; something that cannot be taken
    lamp - fixture         ; a lamp
    desk-lamp - lamp       ; a desk lamp
    floor-lamp - lamp      ; a floor lamp
    television - fixture   ; a television
    house-plant - fixture  ; a house plant
    mirror - fixture       ; a mirror
    window - fixture       ; a window
    curtains - fixture     ; curtains
    painting - fixture     ; a painting
    shower-glass - fixture ; the glass of a shower

    ; Things that can be taken.
    item - thing            ; something that can be taken
    alarm-clock - item      ; an alarm clock
    apple - item            ; an apple
    baseball-bat - item     ; a baseball bat
    basket-ball - item      ; a basketball
    book - item             ; a book
    boots - item            ; a pair of boots
    bowl - item             ; a bowl
    box - item              ; a box
    bread - item            ; a loaf of bread
    butter-knife - item     ; a butter knife
    candle - item           ; a candle
    cd - item               ; a CD
    cell-phone - item       ; a cell phone
    cloth - item            ; a cloth
    credit-card - item      ; a credit card
    cup - item              ; a cup
    dish-sponge - item      ; a sponge
    egg - item              ; an egg
    fork - item             ; a fork
    glassbottle - item      ; a glass bottle
    hand-towel - item       ; a hand towel
    kettle - item           ; a kettle
    key-chain - item        ; a key chain
    knife - item            ; a knife
    ladle - item            ; a ladle
    laptop - item           ; a laptop
    lettuce - item          ; a head of lettuce
    mug - item              ; a mug
    newspaper - item        ; a newspaper
    pan - item              ; a pan
    paper-towel-roll - item ; a roll of paper towels
    pen - item              ; a pen
    pencil - item           ; a pencil
    pepper-shaker - item    ; a pepper shaker
    pillow - item           ; a pillow
    plate - item            ; a plate
    plunger - item          ; a plunger
    pot - item              ; a pot
    potato - item           ; a potato
    remote-control - item   ; a remote control
    salt-shaker - item      ; a salt shaker
    scrub-brush - item      ; a scrub brush
    soap-bar - item         ; a bar of soap
    soap-bottle - item      ; a bottle of soap
    spatula - item          ; a spatula
    spoon - item            ; a spoon
    spray-bottle - item     ; a spray bottle
    statue - item           ; a statue
    teddy-bear - item       ; a teddy bear
    tennis-racket - item    ; a tennis racket
    tissue-box - item       ; a box of tissues
    toilet-paper - item     ; a roll of toilet paper
    tomato - item           ; a tomato
    towel - item            ; a towel
    vase - item             ; a vase
    watch - item            ; a watch
    watering-can - item     ; a watering can
    wine-bottle - item      ; a bottle of wine
  )

  (:predicates
    (at ?place - place)                  ; the player is at ?place
    (in ?thing - thing ?place - place)   ; ?thing is in or on ?place
    (closed ?place - place)              ; ?place is closed
    (seen ?place - place)                ; what is in or on ?place has been looked at on purpose
    (holding ?item - item)               ; the player holds ?item
    (hand-empty)                         ; the player holds nothing
    (clean ?item - item)                 ; ?item has been cleaned
    (hot ?item - item)                   ; ?item has been heated
    (cold ?item - item)                  ; ?item has been cooled
    (sliced ?item - item)                ; ?item has been sliced
    (switched-on ?lamp - lamp)           ; ?lamp has been switched on
    (examined ?item - item ?lamp - lamp) ; ?item was in the hand when ?lamp was switched on
  )

  ; Go to a place.
  (:action go
    :parameters (?place - place)
    :precondition (not (at ?place))
    :effect (and (forall (?left - place) (not (at ?left))) (at ?place))
  )

  ; Look at what is in or on the place where the player is.
  (:action look-over
    :parameters (?place - place)
    :precondition (and (at ?place) (not (closed ?place)))
    :effect (seen ?place)
  )

  ; Open a place.
  (:action open
    :parameters (?place - openable)
    :precondition (and (at ?place) (closed ?place))
    :effect (not (closed ?place))
  )

  ; Close a place.
  (:action close
    :parameters (?place - openable)
    :precondition (and (at ?place) (not (closed ?place)))
    :effect (closed ?place)
  )

  ; Take or pick up an item.
  (:action take
    :parameters (?item - item ?place - place)
    :precondition (and (at ?place) (not (closed ?place)) (in ?item ?place) (hand-empty))
    :effect (and (holding ?item) (not (hand-empty)) (not (in ?item ?place)))
  )

  ; Put, move or place the held item in or on a place.
  (:action put
    :parameters (?item - item ?place - place)
    :precondition (and (at ?place) (not (closed ?place)) (holding ?item))
    :effect (and (in ?item ?place) (hand-empty) (not (holding ?item)))
  )

  ; Clean the held item at a sink.
  (:action clean
    :parameters (?item - item ?sink - sink)
    :precondition (and (at ?sink) (holding ?item))
    :effect (clean ?item)
  )

  ; Heat the held item with a microwave.
  (:action heat
    :parameters (?item - item ?microwave - microwave)
    :precondition (and (at ?microwave) (holding ?item))
    :effect (and (hot ?item) (not (cold ?item)))
  )

  ; Cool the held item with a fridge.
  (:action cool
    :parameters (?item - item ?fridge - fridge)
    :precondition (and (at ?fridge) (holding ?item))
    :effect (and (cold ?item) (not (hot ?item)))
  )

  ; Slice an item with the held knife.
  (:action slice
    :parameters (?item - item ?knife - knife ?place - place)
    :precondition (and (at ?place) (not (closed ?place)) (in ?item ?place) (holding ?knife))
    :effect (sliced ?item)
  )

  ; Switch a lamp on.
  (:action switch-on
    :parameters (?lamp - lamp ?place - place)
    :precondition (and (at ?place) (not (closed ?place)) (in ?lamp ?place))
    :effect (switched-on ?lamp)
  )

  ; Examine the held item in the light of a lamp, by switching it on.
  (:action examine
    :parameters (?item - item ?lamp - lamp ?place - place)
    :precondition (and (at ?place) (not (closed ?place)) (in ?lamp ?place) (holding ?item))
    :effect (and (switched-on ?lamp) (examined ?item ?lamp))
  )
)
