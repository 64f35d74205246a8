; A robot with two grippers carries balls from room to room.
(define (domain gripper)
  (:requirements :strips :typing)

  (:types room ball gripper)

  (:predicates
    (robot-in ?room - room)                 ; the robot is in ?room
    (lies-in ?ball - ball ?room - room)     ; ?ball lies in ?room
    (empty ?gripper - gripper)              ; ?gripper holds nothing
    (holds ?gripper - gripper ?ball - ball) ; ?gripper holds ?ball
  )

  ; Roll to another room.
  (:action roll
    :parameters (?from ?to - room)
    :precondition (robot-in ?from)
    :effect (and (robot-in ?to) (not (robot-in ?from)))
  )

  ; Grasp a ball in the room.
  (:action grasp
    :parameters (?ball - ball ?gripper - gripper ?room - room)
    :precondition (and (robot-in ?room) (lies-in ?ball ?room) (empty ?gripper))
    :effect (and (holds ?gripper ?ball) (not (lies-in ?ball ?room)) (not (empty ?gripper)))
  )

  ; Let a ball go.
  (:action release
    :parameters (?ball - ball ?gripper - gripper ?room - room)
    :precondition (and (robot-in ?room) (holds ?gripper ?ball))
    :effect (and (lies-in ?ball ?room) (empty ?gripper) (not (holds ?gripper ?ball)))
  )
)
