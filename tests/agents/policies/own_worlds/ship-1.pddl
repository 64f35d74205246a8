; Bring the lantern to the engine room.
(define (problem ship-1) (:domain ship)
  (:objects bridge galley engine-room hold - cabin red-locker blue-locker - locker lantern wrench pump rope - thing)
  (:init (at sailor1 bridge) (free sailor1) (hatch bridge galley) (hatch galley bridge) (hatch galley engine-room) (hatch engine-room galley)
   (hatch galley hold) (hatch hold galley) (open-hatch bridge galley) (open-hatch galley bridge)
   (standing red-locker galley) (standing blue-locker hold) (stowed lantern blue-locker) (stowed rope red-locker)
   (placed pump engine-room) (broken pump) (placed wrench hold) (tool wrench))
  (:goal (placed lantern engine-room)))
