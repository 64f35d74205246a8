; Put the clay tablet into the display cabinet.
(define (problem museum-3)
  (:domain museum)
  (:objects lobby gallery egyptian-hall storeroom office vault - room
    glass-door oak-door steel-door green-door vault-door - door
    red-card blue-card - keycard
    mummy-mask bronze-cat clay-tablet - artefact
    crowbar brush - tool
    filing-cabinet display-cabinet - cabinet
    wooden-crate - crate)
  (:init (curator-in lobby)
    (connects glass-door lobby gallery) (connects glass-door gallery lobby)
    (connects oak-door lobby office) (connects oak-door office lobby)
    (connects green-door gallery egyptian-hall) (connects green-door egyptian-hall gallery)
    (connects steel-door gallery storeroom) (connects steel-door storeroom gallery)
    (connects vault-door storeroom vault) (connects vault-door vault storeroom)
    (door-locked steel-door) (door-locked vault-door)
    (opens red-card steel-door) (opens blue-card vault-door)
    (container-in filing-cabinet office) (container-in display-cabinet egyptian-hall) (container-in wooden-crate storeroom)
    (closed filing-cabinet) (closed display-cabinet) (closed wooden-crate)
    (stored-in red-card filing-cabinet) (stored-in blue-card wooden-crate) (stored-in bronze-cat display-cabinet)
    (located mummy-mask vault) (located clay-tablet gallery) (located crowbar egyptian-hall) (located brush office)
    (is-crowbar crowbar) (is-brush brush))
  (:goal (stored-in clay-tablet display-cabinet)))
