; Find the atlas.
(define (problem library-3) (:domain library)
  (:objects ground first second - floor history maps fiction - shelf desk1 - desk cart - trolley atlas1 novel1 novel2 bible1 - book)
  (:init (standing desk1) (me-on ground) (on-floor desk1 ground) (on-floor cart ground) (on-floor maps first) (on-floor history first) (on-floor fiction second)
    (above first ground) (above second first) (on atlas1 fiction) (on novel1 cart) (on novel2 maps) (on bible1 history))
  (:goal (holds-book atlas1)))
