; Find the golden goblet.
(define (problem castle-2)
  (:domain castle)
  (:objects gatehouse courtyard great-hall tower dungeon chapel - chamber
    iron-gate rusty-gate - portcullis
    left-lever old-lever - lever
    oak-chest iron-chest - chest
    broadsword - sword silver-ring - ring golden-goblet - goblet
    king priest - person)
  (:init (knight-in gatehouse) (passage gatehouse courtyard) (passage courtyard gatehouse)
    (passage courtyard great-hall) (passage great-hall courtyard) (passage courtyard chapel) (passage chapel courtyard)
    (passage great-hall tower) (passage tower great-hall) (passage chapel dungeon) (passage dungeon chapel)
    (bars iron-gate great-hall tower) (bars iron-gate tower great-hall) (lowered iron-gate)
    (bars rusty-gate chapel dungeon) (bars rusty-gate dungeon chapel) (lowered rusty-gate)
    (moves left-lever iron-gate) (moves old-lever rusty-gate) (lever-in left-lever chapel) (lever-in old-lever tower)
    (chest-in oak-chest tower) (chest-in iron-chest dungeon) (lid-down oak-chest) (lid-down iron-chest)
    (holds oak-chest silver-ring) (holds iron-chest golden-goblet) (lies-in broadsword courtyard)
    (lives-in king great-hall) (lives-in priest chapel))
  (:goal (bears golden-goblet)))
