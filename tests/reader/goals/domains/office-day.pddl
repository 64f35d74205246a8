(define (problem day)
  (:domain office)
  (:objects robbie - robot
    lobby kitchen meeting-room archive - room
    front-door kitchen-door - door
    red-cup blue-cup - cup
    letter1 letter2 letter3 - letter)  ; the post of today
  (:init (robot-in robbie lobby) (lies-in red-cup kitchen) (lies-in blue-cup kitchen)
    (lies-in letter1 lobby) (lies-in letter2 lobby) (lies-in letter3 lobby)
    (leads-to front-door lobby kitchen) (leads-to kitchen-door kitchen meeting-room) (is-open front-door))
  (:goal (robot-in robbie kitchen)))
