; Give the compass to the captain.
(define (problem ship-2)
  (:domain ship)
  (:objects main-deck bridge cargo-hold engine-room galley cabin - deck
    engine-hatch cargo-hatch - hatch
    red-locker tool-locker - locker
    engine generator - device
    jerrycan - fuel
    spanner - wrench
    oil-lamp - lamp
    compass sextant - gear
    captain cook - person)
  (:init (here main-deck)
    (leads main-deck up bridge) (leads bridge down main-deck)
    (leads main-deck down cargo-hold) (leads cargo-hold up main-deck)
    (leads main-deck aft galley) (leads galley fore main-deck)
    (leads galley down engine-room) (leads engine-room up galley)
    (leads main-deck fore cabin) (leads cabin aft main-deck)
    (hatch-between cargo-hatch main-deck cargo-hold) (hatch-between cargo-hatch cargo-hold main-deck) (battened cargo-hatch)
    (hatch-between engine-hatch galley engine-room) (hatch-between engine-hatch engine-room galley) (battened engine-hatch)
    (mounted red-locker cabin) (mounted tool-locker engine-room) (bolted red-locker) (bolted tool-locker)
    (in-locker compass red-locker) (in-locker spanner tool-locker) (on-deck jerrycan cargo-hold) (on-deck oil-lamp galley)
    (on-deck sextant cargo-hold) (installed engine engine-room) (installed generator cargo-hold) (leaking engine)
    (stationed captain bridge) (stationed cook galley))
  (:goal (has captain compass)))
