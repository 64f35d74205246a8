; Leave the old map at the lake.
(define (problem camp-2) (:domain camp)
 (:objects clearing lake cave ridge log1 trout1 map1)
 (:init (spot clearing) (spot lake) (spot cave) (spot ridge) (item log1) (item trout1) (item map1) (firewood log1) (food trout1)
  (you-at ridge) (trail ridge clearing) (trail clearing ridge) (trail clearing lake) (trail lake clearing) (trail clearing cave) (trail cave clearing)
  (lying-at log1 cave) (lying-at trout1 lake) (lying-at map1 ridge) (fireplace clearing))
 (:goal (lying-at map1 lake)))
