(define (problem vans-morning)
  (:domain vans)
  (:objects
    red blue - van
    a b c - parcel
    north south east - depot)
  (:init
    (at red north) (at blue south)
    (here a north) (here b north) (here c south)
    (road north south) (road south north) (road south east) (road east south))
  (:goal (and (here a east) (here b south) (here c north)))
  (:metric minimize (total-time)))
