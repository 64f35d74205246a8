; The smallest bench: "dissolve salt in water with stirring and put the bottles back".
(define (problem salt-water)
  (:domain lab)

  (:objects
    water salt - reagent
    water-bottle salt-jar - bottle
    beaker1 - beaker
    rack1 rack2 bench1 - slot
    stirrer1 - stirrer
  )

  (:init
    (hand-empty)

    (at water-bottle rack1)
    (contains water-bottle water)
    (capped water-bottle)

    (at salt-jar rack2)
    (contains salt-jar salt)
    (capped salt-jar)

    (at beaker1 bench1)
    (clean beaker1)

    (free stirrer1)
  )

  (:goal (and
    (contains beaker1 water)
    (contains beaker1 salt)
    (stirred beaker1)
    (at water-bottle rack1)
    (at salt-jar rack2)
    (capped water-bottle)
    (capped salt-jar)))
)
