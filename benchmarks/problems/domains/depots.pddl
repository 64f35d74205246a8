; Crates are stacked by hoists in depots, and trucks drive them from depot to depot.
(define (domain depots)
  (:requirements :strips :typing)

  (:types
    depot truck hoist surface - object
    crate pallet - surface
  )

  (:predicates
    (truck-at ?truck - truck ?depot - depot)   ; ?truck is at ?depot
    (hoist-at ?hoist - hoist ?depot - depot)   ; ?hoist stands in ?depot
    (stored ?surface - surface ?depot - depot) ; ?surface is in ?depot
    (on ?crate - crate ?surface - surface)     ; ?crate stands on ?surface
    (top ?surface - surface)                   ; nothing stands on ?surface
    (loaded ?crate - crate ?truck - truck)     ; ?crate is on ?truck
    (lifts ?hoist - hoist ?crate - crate)      ; ?crate hangs on ?hoist
    (idle ?hoist - hoist)                      ; nothing hangs on ?hoist
  )

  ; Drive a truck.
  (:action drive
    :parameters (?truck - truck ?from ?to - depot)
    :precondition (truck-at ?truck ?from)
    :effect (and (truck-at ?truck ?to) (not (truck-at ?truck ?from)))
  )

  ; Lift a crate from a stack.
  (:action lift
    :parameters (?hoist - hoist ?crate - crate ?surface - surface ?depot - depot)
    :precondition (and
      (hoist-at ?hoist ?depot)
      (idle ?hoist)
      (stored ?crate ?depot)
      (on ?crate ?surface)
      (top ?crate))
    :effect (and
      (lifts ?hoist ?crate)
      (top ?surface)
      (not (idle ?hoist))
      (not (stored ?crate ?depot))
      (not (on ?crate ?surface))
      (not (top ?crate)))
  )

  ; Lower a crate onto a stack.
  (:action lower
    :parameters (?hoist - hoist ?crate - crate ?surface - surface ?depot - depot)
    :precondition (and
      (hoist-at ?hoist ?depot)
      (lifts ?hoist ?crate)
      (stored ?surface ?depot)
      (top ?surface))
    :effect (and
      (idle ?hoist)
      (stored ?crate ?depot)
      (on ?crate ?surface)
      (top ?crate)
      (not (lifts ?hoist ?crate))
      (not (top ?surface)))
  )

  ; Load a crate on a truck.
  (:action load
    :parameters (?hoist - hoist ?crate - crate ?truck - truck ?depot - depot)
    :precondition (and (hoist-at ?hoist ?depot) (truck-at ?truck ?depot) (lifts ?hoist ?crate))
    :effect (and (loaded ?crate ?truck) (idle ?hoist) (not (lifts ?hoist ?crate)))
  )

  ; Unload a crate from a truck.
  (:action unload
    :parameters (?hoist - hoist ?crate - crate ?truck - truck ?depot - depot)
    :precondition (and
      (hoist-at ?hoist ?depot)
      (truck-at ?truck ?depot)
      (loaded ?crate ?truck)
      (idle ?hoist))
    :effect (and (lifts ?hoist ?crate) (not (loaded ?crate ?truck)) (not (idle ?hoist)))
  )
)
