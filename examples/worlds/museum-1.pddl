; Find the golden crown.
(define (problem museum-1) (:domain museum)
  (:objects entrance gallery cellar tower - hall north south east west - direction
    oak-chest glass-case - case crown1 - crown key1 - key night-watch sunflowers - painting)
  (:init (in-hall entrance) (leads entrance north gallery) (leads gallery south entrance)
    (leads gallery east cellar) (leads cellar west gallery) (leads entrance west tower) (leads tower east entrance)
    (stands oak-chest cellar) (stands glass-case gallery) (shut oak-chest) (shut glass-case) (locked oak-chest)
    (inside crown1 oak-chest) (lies key1 tower) (lies night-watch gallery) (inside sunflowers glass-case))
  (:goal (carried crown1)))
