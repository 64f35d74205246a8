; Scan the moon rock.
(define (problem station-1) (:domain station)
  (:objects hub lab airlock cupola - module red-locker blue-locker - locker moon-rock ice-core - sample cell - battery)
  (:init (floating-in hub) (hatch hub lab) (hatch lab hub) (hatch hub cupola) (hatch cupola hub) (hatch lab airlock) (hatch airlock lab)
    (sealed lab airlock) (sealed airlock lab) (mounted red-locker lab) (mounted blue-locker cupola) (latched red-locker) (latched blue-locker)
    (stored scanner blue-locker) (stored moon-rock red-locker) (adrift cell airlock) (adrift ice-core hub) (gloves-free))
  (:goal (scanned moon-rock)))
