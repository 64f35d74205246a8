; Parcels travel by truck within a city and by aeroplane between the airports of cities.
(define (domain logistics)
  (:requirements :strips :typing)

  (:types
    city stop parcel vehicle - object
    airport - stop
    truck plane - vehicle
  )

  (:predicates
    (of ?stop - stop ?city - city)               ; ?stop belongs to ?city
    (parked ?vehicle - vehicle ?stop - stop)     ; ?vehicle is at ?stop
    (waits ?parcel - parcel ?stop - stop)        ; ?parcel is at ?stop
    (aboard ?parcel - parcel ?vehicle - vehicle) ; ?parcel is in ?vehicle
  )

  ; Load a parcel.
  (:action load
    :parameters (?parcel - parcel ?vehicle - vehicle ?stop - stop)
    :precondition (and (parked ?vehicle ?stop) (waits ?parcel ?stop))
    :effect (and (aboard ?parcel ?vehicle) (not (waits ?parcel ?stop)))
  )

  ; Unload a parcel.
  (:action unload
    :parameters (?parcel - parcel ?vehicle - vehicle ?stop - stop)
    :precondition (and (parked ?vehicle ?stop) (aboard ?parcel ?vehicle))
    :effect (and (waits ?parcel ?stop) (not (aboard ?parcel ?vehicle)))
  )

  ; Drive a truck within its city.
  (:action drive
    :parameters (?truck - truck ?from ?to - stop ?city - city)
    :precondition (and (parked ?truck ?from) (of ?from ?city) (of ?to ?city))
    :effect (and (parked ?truck ?to) (not (parked ?truck ?from)))
  )

  ; Fly from airport to airport.
  (:action fly
    :parameters (?plane - plane ?from ?to - airport)
    :precondition (parked ?plane ?from)
    :effect (and (parked ?plane ?to) (not (parked ?plane ?from)))
  )
)
