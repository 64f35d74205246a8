; Serve the fish.
(define (problem restaurant-1) (:domain restaurant)
 (:objects kitchen pantry dining-room yard - place icebox basket - container fish onion - ingredient stove - appliance)
 (:init (cook-at dining-room) (door dining-room kitchen) (door kitchen dining-room) (door kitchen pantry) (door pantry kitchen) (door kitchen yard) (door yard kitchen)
  (container-at icebox pantry) (closed icebox) (container-at basket yard) (open basket) (ingredient-in fish icebox) (ingredient-in onion basket)
  (appliance-at stove kitchen) (raw fish) (whole fish) (raw onion) (whole onion) (counter-at dining-room))
 (:goal (served fish)))
