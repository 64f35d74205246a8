; Water the roses.
(define (problem garden-1) (:domain garden)
  (:objects gate shed pond meadow orchard watering-can rake roses tulips)
  (:init (spot gate) (spot shed) (spot pond) (spot meadow) (spot orchard) (tool watering-can) (tool rake) (can watering-can)
    (plant roses) (plant tulips) (gardener-at gate) (path gate shed) (path shed gate) (path gate meadow) (path meadow gate)
    (path meadow pond) (path pond meadow) (path meadow orchard) (path orchard meadow) (well pond) (lying watering-can shed)
    (lying rake orchard) (growing roses orchard) (growing tulips meadow) (dry roses))
  (:goal (watered roses)))
