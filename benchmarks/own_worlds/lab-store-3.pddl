; Bring the bottle of ethanol to the weighing room.
(define (problem lab-store-3)
  (:domain lab-store)
  (:objects corridor wet-lab weighing-room cold-room chemical-store - room
    fridge1 fridge2 - fridge
    glove-cupboard solvent-cupboard - cupboard
    poison-safe - safe
    ethanol acetone bromine - bottle
    sodium-chloride potassium-cyanide - jar
    visitor-badge - badge
    rubber-gloves - glove)
  (:init (person-in corridor)
    (door corridor wet-lab) (door wet-lab corridor) (door corridor weighing-room) (door weighing-room corridor)
    (door wet-lab cold-room) (door cold-room wet-lab) (door corridor chemical-store) (door chemical-store corridor)
    (badge-needed chemical-store)
    (stands-in fridge1 cold-room) (stands-in fridge2 cold-room) (stands-in glove-cupboard wet-lab)
    (stands-in solvent-cupboard wet-lab) (stands-in poison-safe chemical-store)
    (holds fridge1 bromine) (holds solvent-cupboard ethanol) (holds fridge2 acetone) (holds glove-cupboard rubber-gloves)
    (holds poison-safe potassium-cyanide) (on-bench sodium-chloride wet-lab) (on-bench visitor-badge weighing-room)
    (toxic potassium-cyanide) (toxic bromine) (balance-in weighing-room))
  (:goal (on-bench ethanol weighing-room)))
