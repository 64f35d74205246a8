; Make sure that Boris wears the velvet coat and Anna has the lantern.
(define (problem theatre-2) (:domain theatre)
  (:objects foyer stage wardrobe cellar loft - room wicker-trunk iron-trunk - trunk anna boris - person
    blue-gown velvet-coat - costume lantern paper-crown - prop brass-key rusty-key - key)
  (:init (dresser-in foyer)
    (passage foyer stage) (passage stage foyer) (passage stage wardrobe) (passage wardrobe stage)
    (passage stage cellar) (passage cellar stage) (passage wardrobe loft) (passage loft wardrobe)
    (dark cellar) (lamp-in cellar) (board-in wardrobe)
    (stands wicker-trunk wardrobe) (closed wicker-trunk) (stands iron-trunk cellar) (closed iron-trunk) (bolted iron-trunk)
    (fits brass-key iron-trunk) (lying brass-key loft) (lying rusty-key foyer)
    (packed velvet-coat wicker-trunk) (packed blue-gown iron-trunk) (creased blue-gown) (creased velvet-coat)
    (lying lantern cellar) (packed paper-crown iron-trunk) (waits anna stage) (waits boris loft))
  (:goal (and (wears boris velvet-coat) (has anna lantern))))
