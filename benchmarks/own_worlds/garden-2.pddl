; Put the watering can in the orchard.
(define (problem garden-2)
  (:domain garden)
  (:objects terrace lawn greenhouse orchard shed vegetable-patch - area
    roses tomatoes apple-trees - plant
    watering-can - can
    bean-seeds - seed
    rake pruning-shears - tool
    rusty-key - key
    clay-pot blue-pot - flowerpot)
  (:init (at terrace)
    (path terrace lawn) (path lawn terrace) (path lawn greenhouse) (path greenhouse lawn) (path lawn shed) (path shed lawn)
    (gate lawn orchard) (gate orchard lawn) (shut lawn orchard) (shut orchard lawn)
    (path orchard vegetable-patch) (path vegetable-patch orchard)
    (grows roses terrace) (grows tomatoes greenhouse) (grows apple-trees orchard) (thirsty tomatoes) (thirsty roses)
    (on-ground watering-can shed) (on-ground rake lawn) (on-ground pruning-shears vegetable-patch)
    (pot-at clay-pot greenhouse) (pot-at blue-pot terrace) (upright clay-pot) (upright blue-pot)
    (under rusty-key clay-pot) (under bean-seeds blue-pot)
    (tap terrace) (sharp pruning-shears) (bed vegetable-patch))
  (:goal (on-ground watering-can orchard)))
