; Anna should get the red parcel.
(define (problem tower-2) (:domain tower)
 (:objects s1 s2 s3 - storey mailroom legal lab - office anna bruno - person p1 p2 - parcel b1 - badge)
 (:init (courier-on s1) (hallway) (office-on mailroom s1) (office-on legal s2) (office-on lab s3) (works anna legal) (works bruno lab)
  (parcel-in p1 mailroom) (parcel-in p2 legal) (badge-in b1 legal) (barred lab) (opens b1 lab))
 (:goal (received anna p1)))
