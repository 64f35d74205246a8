; Satellites turn to targets in the sky, calibrate their instruments on a known one, and take images.
(define (domain satellite)
  (:requirements :strips :typing)

  (:types satellite instrument band target)

  (:predicates
    (carries ?satellite - satellite ?instrument - instrument) ; ?instrument is on board of ?satellite
    (sees ?instrument - instrument ?band - band)              ; ?instrument takes images in ?band
    (reference ?instrument - instrument ?target - target)     ; ?instrument is calibrated on ?target
    (aims ?satellite - satellite ?target - target)            ; ?satellite points to ?target
    (spare-power ?satellite - satellite)                      ; no instrument of ?satellite is on
    (running ?instrument - instrument)                        ; ?instrument is on
    (calibrated ?instrument - instrument)                     ; ?instrument was calibrated since it is on
    (image ?target - target ?band - band)                     ; there is an image of ?target in ?band
  )

  ; Turn a satellite.
  (:action turn
    :parameters (?satellite - satellite ?from ?to - target)
    :precondition (aims ?satellite ?from)
    :effect (and (aims ?satellite ?to) (not (aims ?satellite ?from)))
  )

  ; Start an instrument.
  (:action start
    :parameters (?instrument - instrument ?satellite - satellite)
    :precondition (and (carries ?satellite ?instrument) (spare-power ?satellite))
    :effect (and
      (running ?instrument)
      (not (calibrated ?instrument))
      (not (spare-power ?satellite)))
  )

  ; Stop an instrument.
  (:action stop
    :parameters (?instrument - instrument ?satellite - satellite)
    :precondition (and (carries ?satellite ?instrument) (running ?instrument))
    :effect (and (spare-power ?satellite) (not (running ?instrument)))
  )

  ; Calibrate an instrument.
  (:action calibrate
    :parameters (?instrument - instrument ?satellite - satellite ?target - target)
    :precondition (and
      (carries ?satellite ?instrument)
      (running ?instrument)
      (reference ?instrument ?target)
      (aims ?satellite ?target))
    :effect (calibrated ?instrument)
  )

  ; Take an image.
  (:action expose
    :parameters (?instrument - instrument ?satellite - satellite ?target - target ?band - band)
    :precondition (and
      (carries ?satellite ?instrument)
      (running ?instrument)
      (calibrated ?instrument)
      (sees ?instrument ?band)
      (aims ?satellite ?target))
    :effect (image ?target ?band)
  )
)
