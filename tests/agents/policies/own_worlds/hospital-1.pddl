; Give the insulin to Ellen.
(define (problem hospital-1) (:domain hospital)
  (:objects reception kitchen - room ward1 ward2 ward3 - ward corridor1 corridor2 - corridor
    mary john ellen - patient white-cabinet steel-cabinet - cabinet
    aspirin insulin codeine - drug red-badge blue-badge - badge
    ground-floor first-floor - floor)
  (:init (nurse-in reception)
    (joins reception corridor1) (joins corridor1 reception) (joins corridor1 ward1) (joins ward1 corridor1)
    (joins corridor1 kitchen) (joins kitchen corridor1)
    (joins corridor2 ward2) (joins ward2 corridor2) (joins corridor2 ward3) (joins ward3 corridor2)
    (on-floor reception ground-floor) (on-floor kitchen ground-floor) (on-floor ward1 ground-floor) (on-floor corridor1 ground-floor)
    (on-floor corridor2 first-floor) (on-floor ward2 first-floor) (on-floor ward3 first-floor)
    (lift corridor1) (lift corridor2)
    (lies-in mary ward1) (lies-in john ward2) (lies-in ellen ward3)
    (stands-in white-cabinet corridor2) (stands-in steel-cabinet ward1) (locked steel-cabinet)
    (kept-in aspirin white-cabinet) (kept-in codeine steel-cabinet) (kept-in insulin steel-cabinet)
    (fits blue-badge steel-cabinet) (dropped-in blue-badge ward3) (dropped-in red-badge kitchen)
    (basin kitchen))
  (:goal (treated ellen insulin)))
