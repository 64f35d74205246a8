; Give the blue parcel to Mary.
(define (problem office-1) (:domain office)
  (:objects rob - robot lobby lift-ground lift-top lab canteen - room ground top - floor mary john - person blue-parcel green-parcel - parcel)
  (:init (robot-in rob lobby) (free rob) (lift-room lift-ground) (lift-room lift-top) (next-to lobby lift-ground) (next-to lift-ground lobby) (next-to lift-top lab) (next-to lab lift-top) (next-to lobby canteen) (next-to canteen lobby)
   (on-floor lobby ground) (on-floor lab top) (sits mary lab) (sits john canteen) (parcel-in blue-parcel canteen) (parcel-in green-parcel lab))
  (:goal (received mary blue-parcel)))
