; Mr Okafor needs his aspirin.
(define (problem ward-2) (:domain ward)
  (:objects corridor office pharmacy room1 room2 - room miller okafor - patient steel glass - cabinet aspirin1 insulin1 - medicine card1 - card cup1 - cup)
  (:init (nurse-at corridor) (next-to corridor office) (next-to office corridor) (next-to corridor pharmacy) (next-to pharmacy corridor)
   (next-to corridor room1) (next-to room1 corridor) (next-to corridor room2) (next-to room2 corridor)
   (sleeps miller room1) (sleeps okafor room2) (cabinet-at steel pharmacy) (cabinet-at glass office)
   (stored aspirin1 glass) (stored insulin1 steel) (locked steel) (on-table card1 room2) (on-table cup1 office))
  (:goal (treated okafor aspirin1)))
