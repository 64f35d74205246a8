; The rooms of an apartment. The goal is "collect the coin".
(define (problem apartment)
  (:domain coin-collector)

  (:objects
    kitchen pantry corridor living-room bedroom bathroom laundry-room backyard driveway
    street - room
    north south east west - direction
    coin1 - coin
  )

  (:init
    (at living-room)

    (connected kitchen pantry north)
    (connected pantry kitchen south)
    (connected kitchen corridor south)
    (connected corridor kitchen north)
    (connected corridor living-room east)
    (connected living-room corridor west)
    (connected corridor bathroom west)
    (connected bathroom corridor east)
    (connected corridor bedroom south)
    (connected bedroom corridor north)
    (connected bathroom laundry-room south)
    (connected laundry-room bathroom north)
    (connected kitchen backyard east)
    (connected backyard kitchen west)
    (connected backyard street north)
    (connected street backyard south)
    (connected street driveway east)
    (connected driveway street west)

    (closed-door kitchen pantry)
    (closed-door pantry kitchen)
    (closed-door corridor bathroom)
    (closed-door bathroom corridor)
    (closed-door kitchen backyard)
    (closed-door backyard kitchen)
    (closed-door bathroom laundry-room)
    (closed-door laundry-room bathroom)

    (in coin1 laundry-room)
  )

  (:goal (have coin1))
)
