; Breakers feed lines through switches. Some lines are faulty: none of them may ever be fed.
(define (domain power-grid)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions
    :existential-preconditions :universal-preconditions :derived-predicates)

  (:types line switch source)

  (:predicates
    (feeds ?source - source ?line - line)       ; ?source is joined to ?line
    (joins ?switch - switch ?one ?other - line) ; ?switch joins ?one and ?other
    (faulty ?line - line)                       ; ?line is broken
    (on ?source - source)                       ; ?source is on
    (closed ?switch - switch)                   ; ?switch lets current through
    (live ?line - line)                         ; ?line is fed
    (safe)                                      ; no faulty line is fed
  )

  ; A line is fed by a source, or by a line beyond a closed switch.
  (:derived (live ?line - line)
    (or
      (exists (?source - source) (and (feeds ?source ?line) (on ?source)))
      (exists (?switch - switch ?next - line)
        (and (joins ?switch ?next ?line) (closed ?switch) (live ?next)))))

  ; All is safe while no faulty line is fed.
  (:derived (safe)
    (forall (?line - line) (or (not (faulty ?line)) (not (live ?line)))))

  ; Turn a source on.
  (:action turn-on
    :parameters (?source - source)
    :precondition (and (safe) (not (on ?source)))
    :effect (on ?source)
  )

  ; Turn a source off.
  (:action turn-off
    :parameters (?source - source)
    :precondition (on ?source)
    :effect (not (on ?source))
  )

  ; Close a switch, so that current can pass.
  (:action close
    :parameters (?switch - switch)
    :precondition (and (safe) (not (closed ?switch)))
    :effect (closed ?switch)
  )

  ; Open a switch.
  (:action open
    :parameters (?switch - switch)
    :precondition (closed ?switch)
    :effect (not (closed ?switch))
  )
)
