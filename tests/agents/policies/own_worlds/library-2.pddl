; Read the atlas and put the oil lamp on shelf 2.
(define (problem library-2) (:domain library)
  (:objects foyer attic cellar study-room - room shelf1 shelf2 - shelf oak-desk - desk atlas black-book dictionary - book oil-lamp - lamp)
  (:init (visitor foyer) (path foyer up attic) (path attic down foyer) (path foyer down cellar) (path cellar up foyer) (path foyer left study-room) (path study-room right foyer)
   (in-room shelf1 attic) (in-room shelf2 cellar) (in-room oak-desk study-room) (on atlas shelf1) (on black-book shelf2) (on dictionary shelf2) (on oil-lamp oak-desk) (dark cellar))
  (:goal (and (read atlas) (on oil-lamp shelf2))))
