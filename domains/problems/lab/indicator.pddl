; A bench for everyday chemistry. The goal is "weigh out citric acid in beaker1, add water and cabbage juice, heat and
; mix it, wash beaker2, and leave no bottle open".
(define (problem indicator)
  (:domain lab)

  (:objects
    water citric-acid baking-soda cabbage-juice - reagent
    water-bottle acid-jar soda-jar juice-bottle - bottle
    beaker1 beaker2 - beaker
    flask1 - flask
    dish1 - dish
    vial1 - vial
    rack1 rack2 rack3 rack4 bench1 bench2 bench3 bench4 bench5 bench6 - slot
    balance1 - balance
    hotplate1 - hotplate
    ice-bath1 - ice-bath
    sink1 - sink
  )

  (:init
    (hand-empty)

    (at water-bottle rack1)
    (contains water-bottle water)
    (capped water-bottle)
    (at acid-jar rack2)
    (contains acid-jar citric-acid)
    (capped acid-jar)
    (at soda-jar rack3)
    (contains soda-jar baking-soda)
    (capped soda-jar)
    (at juice-bottle rack4)
    (contains juice-bottle cabbage-juice)
    (capped juice-bottle)

    (at beaker1 bench1)
    (clean beaker1)
    (at beaker2 sink1)
    (contains beaker2 baking-soda)
    (at flask1 bench2)
    (clean flask1)
    (at dish1 bench3)
    (clean dish1)
    (at vial1 bench4)
    (clean vial1)

    (free bench5)
    (free bench6)
    (free balance1)
    (free hotplate1)
    (free ice-bath1)
  )

  (:goal (and
    (weighed beaker1 citric-acid)
    (contains beaker1 citric-acid)
    (contains beaker1 water)
    (contains beaker1 cabbage-juice)
    (heated beaker1)
    (mixed beaker1)
    (clean beaker2)
    (forall (?bottle - bottle) (capped ?bottle))))
)
