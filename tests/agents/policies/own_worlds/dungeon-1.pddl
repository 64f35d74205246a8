; Slay the dragon and take the golden cup.
(define (problem dungeon-1) (:domain dungeon)
  (:objects gate crypt armory lair pit - chamber dragon - creature rusty-sword - weapon red-potion - potion golden-cup - treasure)
  (:init (hero-at gate) (tunnel gate crypt) (tunnel crypt gate) (tunnel crypt armory) (tunnel armory crypt) (tunnel crypt lair) (tunnel lair crypt) (tunnel gate pit) (tunnel pit gate)
    (lurks dragon lair) (guards dragon golden-cup) (on-ground rusty-sword armory) (on-ground red-potion pit))
  (:goal (and (dead dragon) (in-pack golden-cup))))
