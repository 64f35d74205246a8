(define (problem f) (:domain floor-tile) (:objects tile_1-1 tile_1-2 tile_0-1 tile_0-2 - tile robot1 - robot white black - color)
(:init (robot-at robot1 tile_0-1) (robot-has robot1 white) (up tile_1-1 tile_0-1) (up tile_1-2 tile_0-2) (clear tile_1-1) (clear tile_1-2) (clear tile_0-2)) (:goal (and)))
