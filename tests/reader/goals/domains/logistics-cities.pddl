(define (problem two-cities) (:domain logistics)
  (:objects london paris - city london-airport paris-airport - airport london-depot paris-depot - location
    package1 package2 package3 - package truck1 truck2 - truck plane1 - airplane)
  (:init (at package1 london-depot) (at package2 london-depot) (at package3 paris-depot) (at truck1 london-depot)
    (at truck2 paris-depot) (at plane1 london-airport)
    (in-city london-airport london) (in-city london-depot london) (in-city paris-airport paris) (in-city paris-depot paris))
  (:goal (at package1 paris-depot)))
