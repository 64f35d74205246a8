; Bring the battery to the lobby and close the glass door.
(define (problem office-3)
  (:domain office)
  (:objects lobby corridor copy-room archive meeting-room kitchenette - location
    glass-door grey-door fire-door white-door blue-door - door
    a4-paper - paper spare-battery - battery light-bulb - bulb red-folder green-folder - folder
    filing-cupboard supply-cupboard - cupboard
    photocopier - device)
  (:init (caretaker-at lobby)
    (opens-onto glass-door lobby corridor) (opens-onto glass-door corridor lobby)
    (opens-onto grey-door corridor copy-room) (opens-onto grey-door copy-room corridor)
    (opens-onto fire-door corridor archive) (opens-onto fire-door archive corridor)
    (opens-onto white-door corridor meeting-room) (opens-onto white-door meeting-room corridor)
    (opens-onto blue-door meeting-room kitchenette) (opens-onto blue-door kitchenette meeting-room)
    (is-shut grey-door) (is-shut fire-door) (is-shut blue-door)
    (stands-at filing-cupboard archive) (stands-at supply-cupboard kitchenette) (is-closed filing-cupboard) (is-closed supply-cupboard)
    (contains filing-cupboard red-folder) (contains supply-cupboard a4-paper) (contains supply-cupboard spare-battery)
    (found-at light-bulb meeting-room) (found-at green-folder lobby)
    (device-at photocopier copy-room) (empty photocopier))
  (:goal (and (found-at spare-battery lobby) (is-shut glass-door))))
