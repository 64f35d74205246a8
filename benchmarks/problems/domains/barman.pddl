; A barman with two hands fills shots from dispensers and mixes cocktails of two ingredients in a shaker.
(define (domain barman)
  (:requirements :strips :typing)

  (:types
    hand container drink - object
    glass shaker - container
    ingredient cocktail - drink
  )

  (:predicates
    (free ?hand - hand)                                       ; ?hand holds nothing
    (grasps ?hand - hand ?container - container)              ; ?hand holds ?container
    (on-bar ?container - container)                           ; ?container stands on the bar
    (clean ?container - container)                            ; ?container is clean and empty
    (empty ?container - container)                            ; ?container is empty
    (holds ?container - container ?drink - drink)             ; ?drink is in ?container
    (has-first ?shaker - shaker ?cocktail - cocktail)         ; the first ingredient of ?cocktail is in ?shaker
    (recipe ?cocktail - cocktail ?first ?second - ingredient) ; ?cocktail is made of ?first and ?second
    (unmixed ?shaker - shaker ?cocktail - cocktail)           ; both ingredients are in ?shaker, not yet shaken
  )

  ; Grasp what stands on the bar.
  (:action grasp
    :parameters (?hand - hand ?container - container)
    :precondition (and (free ?hand) (on-bar ?container))
    :effect (and (grasps ?hand ?container) (not (free ?hand)) (not (on-bar ?container)))
  )

  ; Set down what is held.
  (:action set-down
    :parameters (?hand - hand ?container - container)
    :precondition (grasps ?hand ?container)
    :effect (and (on-bar ?container) (free ?hand) (not (grasps ?hand ?container)))
  )

  ; Fill a clean glass from a dispenser, with the other hand free.
  (:action fill
    :parameters (?glass - glass ?drink - ingredient ?hand ?other - hand)
    :precondition (and (grasps ?hand ?glass) (free ?other) (clean ?glass))
    :effect (and (holds ?glass ?drink) (not (clean ?glass)) (not (empty ?glass)))
  )

  ; Pour the first ingredient of a cocktail from a glass into a clean shaker.
  (:action pour-first
    :parameters (?glass - glass ?shaker - shaker ?hand - hand ?cocktail - cocktail ?first
      ?second - ingredient)
    :precondition (and
      (grasps ?hand ?glass)
      (holds ?glass ?first)
      (clean ?shaker)
      (recipe ?cocktail ?first ?second))
    :effect (and
      (has-first ?shaker ?cocktail)
      (empty ?glass)
      (not (holds ?glass ?first))
      (not (clean ?shaker))
      (not (empty ?shaker)))
  )

  ; Pour the second ingredient.
  (:action pour-second
    :parameters (?glass - glass ?shaker - shaker ?hand - hand ?cocktail - cocktail ?first
      ?second - ingredient)
    :precondition (and
      (grasps ?hand ?glass)
      (holds ?glass ?second)
      (has-first ?shaker ?cocktail)
      (recipe ?cocktail ?first ?second))
    :effect (and
      (unmixed ?shaker ?cocktail)
      (empty ?glass)
      (not (holds ?glass ?second))
      (not (has-first ?shaker ?cocktail)))
  )

  ; Shake, with both hands at it.
  (:action shake
    :parameters (?shaker - shaker ?cocktail - cocktail ?hand ?other - hand)
    :precondition (and (grasps ?hand ?shaker) (free ?other) (unmixed ?shaker ?cocktail))
    :effect (and (holds ?shaker ?cocktail) (not (unmixed ?shaker ?cocktail)))
  )

  ; Serve the cocktail: pour it from the shaker into a clean glass on the bar.
  (:action serve
    :parameters (?shaker - shaker ?glass - glass ?hand - hand ?cocktail - cocktail)
    :precondition (and
      (grasps ?hand ?shaker)
      (holds ?shaker ?cocktail)
      (on-bar ?glass)
      (clean ?glass))
    :effect (and
      (holds ?glass ?cocktail)
      (empty ?shaker)
      (not (holds ?shaker ?cocktail))
      (not (clean ?glass))
      (not (empty ?glass)))
  )

  ; Pour away what is in a container.
  (:action pour-away
    :parameters (?container - container ?hand - hand ?drink - drink)
    :precondition (and (grasps ?hand ?container) (holds ?container ?drink))
    :effect (and (empty ?container) (not (holds ?container ?drink)))
  )

  ; Rinse an empty container, with the other hand free.
  (:action rinse
    :parameters (?container - container ?hand ?other - hand)
    :precondition (and (grasps ?hand ?container) (free ?other) (empty ?container))
    :effect (clean ?container)
  )
)
