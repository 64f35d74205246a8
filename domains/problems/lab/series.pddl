; A full bench: twenty reagents and fourteen vessels.
; The goal is aspirin in one flask, a salt solution in another, a cold buffer in a beaker, and all bottles closed and
; back in their places.
(define (problem series)
  (:domain lab)

  (:objects
    water ethanol acetone toluene hexane ethyl-acetate methanol acetic-acid hydrochloric-acid
    sodium-hydroxide sodium-chloride potassium-carbonate magnesium-sulfate citric-acid glucose urea
    aniline benzaldehyde acetic-anhydride salicylic-acid - reagent
    water-bottle ethanol-bottle acetone-bottle toluene-bottle hexane-bottle ethyl-acetate-bottle
    methanol-bottle acetic-acid-bottle hydrochloric-acid-bottle sodium-hydroxide-bottle
    sodium-chloride-bottle potassium-carbonate-bottle magnesium-sulfate-bottle citric-acid-bottle
    glucose-bottle urea-bottle aniline-bottle benzaldehyde-bottle acetic-anhydride-bottle
    salicylic-acid-bottle - bottle
    flask1 flask2 flask3 flask4 flask5 flask6 - flask
    beaker1 beaker2 beaker3 beaker4 beaker5 beaker6 - beaker
    dish1 dish2 - dish
    rack1 rack2 rack3 rack4 rack5 rack6 rack7 rack8 rack9 rack10 rack11 rack12 rack13 rack14 rack15
    rack16 rack17 rack18 rack19 rack20 - slot
    bench1 bench2 bench3 bench4 bench5 bench6 bench7 bench8 bench9 bench10 bench11 bench12 bench13
    bench14 bench15 bench16 bench17 bench18 bench19 bench20 - slot
    balance1 - balance
    stirrer1 stirrer2 - stirrer
    hotplate1 hotplate2 - hotplate
    ice-bath1 - ice-bath
    sink1 - sink
  )

  (:init
    (hand-empty)

    (at water-bottle rack1)
    (contains water-bottle water)
    (capped water-bottle)
    (at ethanol-bottle rack2)
    (contains ethanol-bottle ethanol)
    (capped ethanol-bottle)
    (at acetone-bottle rack3)
    (contains acetone-bottle acetone)
    (capped acetone-bottle)
    (at toluene-bottle rack4)
    (contains toluene-bottle toluene)
    (capped toluene-bottle)
    (at hexane-bottle rack5)
    (contains hexane-bottle hexane)
    (capped hexane-bottle)
    (at ethyl-acetate-bottle rack6)
    (contains ethyl-acetate-bottle ethyl-acetate)
    (capped ethyl-acetate-bottle)
    (at methanol-bottle rack7)
    (contains methanol-bottle methanol)
    (capped methanol-bottle)
    (at acetic-acid-bottle rack8)
    (contains acetic-acid-bottle acetic-acid)
    (capped acetic-acid-bottle)
    (at hydrochloric-acid-bottle rack9)
    (contains hydrochloric-acid-bottle hydrochloric-acid)
    (capped hydrochloric-acid-bottle)
    (at sodium-hydroxide-bottle rack10)
    (contains sodium-hydroxide-bottle sodium-hydroxide)
    (capped sodium-hydroxide-bottle)
    (at sodium-chloride-bottle rack11)
    (contains sodium-chloride-bottle sodium-chloride)
    (capped sodium-chloride-bottle)
    (at potassium-carbonate-bottle rack12)
    (contains potassium-carbonate-bottle potassium-carbonate)
    (capped potassium-carbonate-bottle)
    (at magnesium-sulfate-bottle rack13)
    (contains magnesium-sulfate-bottle magnesium-sulfate)
    (capped magnesium-sulfate-bottle)
    (at citric-acid-bottle rack14)
    (contains citric-acid-bottle citric-acid)
    (capped citric-acid-bottle)
    (at glucose-bottle rack15)
    (contains glucose-bottle glucose)
    (capped glucose-bottle)
    (at urea-bottle rack16)
    (contains urea-bottle urea)
    (capped urea-bottle)
    (at aniline-bottle rack17)
    (contains aniline-bottle aniline)
    (capped aniline-bottle)
    (at benzaldehyde-bottle rack18)
    (contains benzaldehyde-bottle benzaldehyde)
    (capped benzaldehyde-bottle)
    (at acetic-anhydride-bottle rack19)
    (contains acetic-anhydride-bottle acetic-anhydride)
    (capped acetic-anhydride-bottle)
    (at salicylic-acid-bottle rack20)
    (contains salicylic-acid-bottle salicylic-acid)
    (capped salicylic-acid-bottle)

    (at flask1 bench1)
    (clean flask1)
    (at flask2 bench2)
    (clean flask2)
    (at flask3 bench3)
    (clean flask3)
    (at flask4 bench4)
    (clean flask4)
    (at flask5 bench5)
    (clean flask5)
    (at flask6 bench6)
    (clean flask6)
    (at beaker1 bench7)
    (clean beaker1)
    (at beaker2 bench8)
    (clean beaker2)
    (at beaker3 bench9)
    (clean beaker3)
    (at beaker4 bench10)
    (clean beaker4)
    (at beaker5 bench11)
    (clean beaker5)
    (at beaker6 bench12)
    (clean beaker6)
    (at dish1 bench13)
    (clean dish1)
    (at dish2 bench14)
    (clean dish2)

    (free bench15)
    (free bench16)
    (free bench17)
    (free bench18)
    (free bench19)
    (free bench20)
    (free balance1)
    (free stirrer1)
    (free stirrer2)
    (free hotplate1)
    (free hotplate2)
    (free ice-bath1)
    (free sink1)
  )

  (:goal (and
    (weighed flask1 salicylic-acid)
    (contains flask1 salicylic-acid)
    (contains flask1 acetic-anhydride)
    (stirred flask1)
    (heated flask1)
    (weighed flask2 sodium-chloride)
    (contains flask2 sodium-chloride)
    (contains flask2 water)
    (mixed flask2)
    (contains beaker1 citric-acid)
    (contains beaker1 sodium-hydroxide)
    (contains beaker1 water)
    (cooled beaker1)
    (forall (?bottle - bottle) (capped ?bottle))
    (at water-bottle rack1)
    (at sodium-hydroxide-bottle rack10)
    (at sodium-chloride-bottle rack11)
    (at citric-acid-bottle rack14)
    (at acetic-anhydride-bottle rack19)
    (at salicylic-acid-bottle rack20)))
)
