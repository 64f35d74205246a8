(:goal (and (cleen red) (at red shelf) (not (holding red) (hand-empty)))
