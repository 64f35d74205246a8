; Label the kettle and drop it at the dock.
(define (problem warehouse-2)
  (:domain warehouse)
  (:objects entrance aisle-1 aisle-2 aisle-3 dock tool-room - place
    rack-1 rack-2 rack-3 rack-4 - rack
    box-1 box-2 box-3 box-4 box-5 - box
    kettle toaster desk-lamp coffee-grinder fan hair-dryer - good
    cutter - knife
    stepladder - ladder)
  (:init (picker entrance)
    (adjacent entrance aisle-1) (adjacent aisle-1 entrance) (adjacent aisle-1 aisle-2) (adjacent aisle-2 aisle-1)
    (adjacent aisle-2 aisle-3) (adjacent aisle-3 aisle-2) (adjacent entrance dock) (adjacent dock entrance)
    (adjacent aisle-3 tool-room) (adjacent tool-room aisle-3)
    (rack-at rack-1 aisle-1) (rack-at rack-2 aisle-2) (rack-at rack-3 aisle-2) (rack-at rack-4 aisle-3) (high rack-3)
    (box-on box-1 rack-1) (box-on box-2 rack-2) (box-on box-3 rack-3) (box-on box-4 rack-4) (box-on box-5 rack-3)
    (taped box-1) (taped box-3) (taped box-4) (taped box-5)
    (packed kettle box-1) (packed toaster box-2) (packed desk-lamp box-2) (packed coffee-grinder box-5) (packed fan box-3)
    (packed hair-dryer box-4) (standing cutter dock) (standing stepladder tool-room))
  (:goal (and (labelled kettle) (lying kettle dock))))
