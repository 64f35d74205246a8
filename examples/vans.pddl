; Vans carry parcels between depots, and everything takes its time (minutes).
(define (domain vans)
  (:requirements :strips :typing :durative-actions)
  (:types van parcel depot)
  (:predicates
    (at ?van - van ?depot - depot)                  ; the van stands at the depot
    (here ?parcel - parcel ?depot - depot)          ; the parcel lies in the depot
    (aboard ?parcel - parcel ?van - van)            ; the parcel is in the van
    (road ?from ?to - depot))                       ; a road leads from one depot to the other
  (:durative-action drive
    :parameters (?van - van ?from ?to - depot)
    :duration (= ?duration 10)
    :condition (and (at start (at ?van ?from)) (over all (road ?from ?to)))
    :effect (and (at start (not (at ?van ?from))) (at end (at ?van ?to))))
  (:durative-action load
    :parameters (?parcel - parcel ?van - van ?depot - depot)
    :duration (= ?duration 2)
    :condition (and (over all (at ?van ?depot)) (at start (here ?parcel ?depot)))
    :effect (and (at start (not (here ?parcel ?depot))) (at end (aboard ?parcel ?van))))
  (:durative-action unload
    :parameters (?parcel - parcel ?van - van ?depot - depot)
    :duration (= ?duration 1)
    :condition (and (over all (at ?van ?depot)) (at start (aboard ?parcel ?van)))
    :effect (and (at start (not (aboard ?parcel ?van))) (at end (here ?parcel ?depot)))))
