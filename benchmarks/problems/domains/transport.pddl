; Vans of limited room deliver parcels along roads; what counts is the length of the roads.
(define (domain transport)
  (:requirements :strips :typing :action-costs)

  (:types place parcel van room)

  (:predicates
    (road ?from ?to - place)                ; a road leads from ?from to ?to
    (van-at ?van - van ?place - place)      ; ?van is at ?place
    (waits ?parcel - parcel ?place - place) ; ?parcel is at ?place
    (in ?parcel - parcel ?van - van)        ; ?parcel is in ?van
    (room-left ?van - van ?room - room)     ; ?van has room for ?room more parcels
    (one-less ?less ?more - room)           ; ?less is one less than ?more
  )

  (:functions
    (length ?from ?to - place) - number ; how long the road is
    (total-cost) - number               ; what has been driven and handled
  )

  ; Drive along a road.
  (:action drive
    :parameters (?van - van ?from ?to - place)
    :precondition (and (van-at ?van ?from) (road ?from ?to))
    :effect (and
      (van-at ?van ?to)
      (not (van-at ?van ?from))
      (increase (total-cost) (length ?from ?to)))
  )

  ; Load a parcel.
  (:action load
    :parameters (?parcel - parcel ?van - van ?place - place ?less ?more - room)
    :precondition (and
      (van-at ?van ?place)
      (waits ?parcel ?place)
      (room-left ?van ?more)
      (one-less ?less ?more))
    :effect (and
      (in ?parcel ?van)
      (room-left ?van ?less)
      (not (waits ?parcel ?place))
      (not (room-left ?van ?more))
      (increase (total-cost) 1))
  )

  ; Unload a parcel.
  (:action unload
    :parameters (?parcel - parcel ?van - van ?place - place ?less ?more - room)
    :precondition (and
      (van-at ?van ?place)
      (in ?parcel ?van)
      (room-left ?van ?less)
      (one-less ?less ?more))
    :effect (and
      (waits ?parcel ?place)
      (room-left ?van ?more)
      (not (in ?parcel ?van))
      (not (room-left ?van ?less))
      (increase (total-cost) 1))
  )
)
