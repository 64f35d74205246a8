; Water the brown cow.
(define (problem farm-1) (:domain farm)
  (:objects barn yard meadow brown-cow bucket)
  (:init (place barn) (place yard) (place meadow) (animal brown-cow) (vessel bucket) (farmer yard) (way yard barn) (way barn yard) (way yard meadow) (way meadow yard) (stands brown-cow meadow) (lies bucket barn) (well yard))
  (:goal (watered brown-cow)))
