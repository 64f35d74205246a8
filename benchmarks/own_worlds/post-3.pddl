; Weigh both parcels.
(define (problem post-3) (:domain post)
  (:objects hall counter sorting-room yard - spot blue-letter grey-letter - letter small-parcel big-parcel - parcel date-stamp - stamp air-bag night-bag - bag)
  (:init (here hall) (beside hall counter) (beside counter hall) (beside counter sorting-room) (beside sorting-room counter) (beside sorting-room yard) (beside yard sorting-room)
    (mail-at blue-letter hall) (mail-at grey-letter sorting-room) (mail-at small-parcel counter) (mail-at big-parcel yard) (stamp-at date-stamp counter) (scales-at counter) (bag-at air-bag yard) (bag-at night-bag sorting-room) (tied air-bag))
  (:goal (and (weighed small-parcel) (weighed big-parcel))))
