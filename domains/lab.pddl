; A robot arm with one gripper prepares mixtures on a chemist's bench.
;
; Each place holds one vessel: places are slots of the bench, or devices that do something to the vessel standing at
; them. A bottle is a vessel with a cap. Pouring leaves the rest of a reagent in its bottle; to move everything that
; a vessel contains, use `transfer`. The treatment of a mixture (mixed, stirred, heated, cooled) is forgotten as soon
; as something is added to it, so that a procedure can be carried out as one goal after another.
(define (domain lab)
  ; Quantifiers are for goals: "some clean flask", "all bottles closed".
  (:requirements :strips :typing :equality :negative-preconditions :conditional-effects
    :existential-preconditions :universal-preconditions)

  (:types
    reagent - object     ; a chemical: a solid, a liquid or a solution
    vessel - object      ; something that holds reagents
    place - object       ; where one vessel can stand
    bottle - vessel      ; a bottle or jar with a cap, in which a reagent is kept
    glassware - vessel   ; a vessel without a cap, to work in
    beaker - glassware   ; a beaker
    flask - glassware    ; a flask, round or conical
    vial - glassware     ; a vial or test tube
    dish - glassware     ; a weighing dish, watch glass or crystallising dish
    cylinder - glassware ; a graduated cylinder
    slot - place         ; a spot on the bench or in a rack
    device - place       ; something that treats the vessel that stands at it
    balance - device     ; a balance or scale
    stirrer - device     ; a magnetic stirrer
    hotplate - stirrer   ; a hotplate stirrer, which heats and stirs
    ice-bath - device    ; a bath of ice that cools
    pump - device        ; a dosing pump, with its outlet above the vessel
    sink - device        ; a sink, where vessels are emptied and washed
  )

  (:predicates
    (at ?vessel - vessel ?place - place)           ; ?vessel stands at ?place
    (free ?place - place)                          ; nothing stands at ?place
    (holding ?vessel - vessel)                     ; the gripper holds ?vessel
    (hand-empty)                                   ; the gripper holds nothing
    (capped ?vessel - vessel)                      ; ?vessel is closed with its cap
    (contains ?vessel - vessel ?reagent - reagent) ; some of ?reagent is in ?vessel
    (weighed ?vessel - vessel ?reagent - reagent)  ; the amount of ?reagent in ?vessel was weighed out
    (feeds ?pump - pump ?reagent - reagent)        ; ?pump doses ?reagent
    (clean ?vessel - vessel)                       ; ?vessel is empty and clean, ready for use
    (mixed ?vessel - vessel)                       ; what ?vessel contains was mixed: stirred, or swirled by hand
    (stirred ?vessel - vessel)                     ; what ?vessel contains was stirred on a stirrer
    (heated ?vessel - vessel)                      ; what ?vessel contains was heated
    (cooled ?vessel - vessel)                      ; what ?vessel contains was cooled
    (hot ?vessel - vessel)                         ; ?vessel is too hot to be gripped
  )

  ; Fetch, take or pick up a vessel from where it stands.
  (:action take
    :parameters (?vessel - vessel ?place - place)
    :precondition (and (at ?vessel ?place) (hand-empty) (not (hot ?vessel)))
    :effect (and (holding ?vessel) (free ?place) (not (hand-empty)) (not (at ?vessel ?place)))
  )

  ; Put, place or move the held vessel to a free place.
  (:action put
    :parameters (?vessel - vessel ?place - place)
    :precondition (and (holding ?vessel) (free ?place))
    :effect (and (at ?vessel ?place) (hand-empty) (not (holding ?vessel)) (not (free ?place)))
  )

  ; Uncap or open a bottle, with the free hand.
  (:action uncap
    :parameters (?bottle - bottle)
    :precondition (and (capped ?bottle) (hand-empty))
    :effect (not (capped ?bottle))
  )

  ; Cap or close a bottle, with the free hand.
  (:action cap
    :parameters (?bottle - bottle)
    :precondition (and (not (capped ?bottle)) (hand-empty))
    :effect (capped ?bottle)
  )

  ; Pour or add some of a reagent from the held vessel into another one.
  (:action pour
    :parameters (?reagent - reagent ?from - vessel ?to - glassware)
    :precondition (and
      (holding ?from)
      (not (capped ?from))
      (contains ?from ?reagent)
      (not (= ?from ?to)))
    :effect (and
      (contains ?to ?reagent)
      (not (weighed ?to ?reagent))
      (not (clean ?to))
      (not (mixed ?to))
      (not (stirred ?to))
      (not (heated ?to))
      (not (cooled ?to)))
  )

  ; Weigh out a reagent: pour it from the held vessel into one that stands on a balance.
  (:action weigh
    :parameters (?reagent - reagent ?from - vessel ?to - glassware ?balance - balance)
    :precondition (and
      (holding ?from)
      (not (capped ?from))
      (contains ?from ?reagent)
      (at ?to ?balance)
      (not (contains ?to ?reagent)))
    :effect (and
      (contains ?to ?reagent)
      (weighed ?to ?reagent)
      (not (clean ?to))
      (not (mixed ?to))
      (not (stirred ?to))
      (not (heated ?to))
      (not (cooled ?to)))
  )

  ; Dose a reagent into a vessel that stands below the outlet of a pump.
  (:action dose
    :parameters (?to - glassware ?pump - pump ?reagent - reagent)
    :precondition (and (at ?to ?pump) (feeds ?pump ?reagent))
    :effect (and
      (contains ?to ?reagent)
      (not (weighed ?to ?reagent))
      (not (clean ?to))
      (not (mixed ?to))
      (not (stirred ?to))
      (not (heated ?to))
      (not (cooled ?to)))
  )

  ; Transfer everything in the held vessel into another one; it is then empty, but not clean.
  (:action transfer
    :parameters (?from ?to - glassware)
    :precondition (and (holding ?from) (not (clean ?from)) (not (= ?from ?to)))
    :effect (and
      (forall (?reagent - reagent)
        (and
          (when
            (contains ?from ?reagent)
            (and (contains ?to ?reagent) (not (contains ?from ?reagent))))
          (when
            (weighed ?from ?reagent)
            (and (weighed ?to ?reagent) (not (weighed ?from ?reagent))))))
      (not (clean ?to))
      (not (mixed ?to))
      (not (stirred ?to))
      (not (heated ?to))
      (not (cooled ?to))
      (not (mixed ?from))
      (not (stirred ?from))
      (not (heated ?from))
      (not (cooled ?from)))
  )

  ; Wash, clean or rinse a vessel that stands in the sink; what it contained is poured away.
  (:action wash
    :parameters (?vessel - glassware ?sink - sink)
    :precondition (and (at ?vessel ?sink) (hand-empty))
    :effect (and
      (clean ?vessel)
      (forall (?reagent - reagent)
        (and (not (contains ?vessel ?reagent)) (not (weighed ?vessel ?reagent))))
      (not (mixed ?vessel))
      (not (stirred ?vessel))
      (not (heated ?vessel))
      (not (cooled ?vessel)))
  )

  ; Swirl or shake the held vessel.
  (:action swirl
    :parameters (?vessel - glassware)
    :precondition (holding ?vessel)
    :effect (mixed ?vessel)
  )

  ; Stir what is in a vessel that stands on a stirrer.
  (:action stir
    :parameters (?vessel - glassware ?stirrer - stirrer)
    :precondition (at ?vessel ?stirrer)
    :effect (and (stirred ?vessel) (mixed ?vessel))
  )

  ; Heat or warm a vessel that stands on a hotplate; never a bottle.
  (:action heat
    :parameters (?vessel - glassware ?hotplate - hotplate)
    :precondition (at ?vessel ?hotplate)
    :effect (and (heated ?vessel) (hot ?vessel) (not (cooled ?vessel)))
  )

  ; Wait until a hot vessel can be gripped again.
  (:action let-cool
    :parameters (?vessel - glassware)
    :precondition (hot ?vessel)
    :effect (not (hot ?vessel))
  )

  ; Cool or chill a vessel that stands in an ice bath.
  (:action cool
    :parameters (?vessel - glassware ?bath - ice-bath)
    :precondition (at ?vessel ?bath)
    :effect (and (cooled ?vessel) (not (hot ?vessel)))
  )
)
