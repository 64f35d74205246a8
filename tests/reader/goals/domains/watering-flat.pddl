; A flat with three plants.
(define (problem home)
  (:domain watering)
  (:objects kitchen hall balcony office - place
            fern rose cactus - plant
            tap1 - tap)
  (:init (at office)
         (connected office hall) (connected hall office)
         (connected kitchen hall) (connected hall kitchen)
         (connected balcony hall) (connected hall balcony)
         (has-tap tap1 kitchen)
         (stands fern office) (stands rose balcony) (stands cactus hall))
  (:goal (and (watered fern) (watered rose))))
