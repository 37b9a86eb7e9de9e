(define-fun effect.fs.List () Int 1)
(define-fun effect.fs.Read () Int 2)
(define-fun effect.fs.Write () Int 3)
(declare-const e0.times Int)
(assert (<= 0 e0.times 1))
(declare-const e0.effect Int)
(assert (<= 0 e0.effect 3))
(declare-const e1.times Int)
(assert (<= 0 e1.times 1))
(declare-const e1.effect Int)
(assert (<= 0 e1.effect 3))
(define-fun holds_2 () Bool
  (and (or (not (> e0.times 0)) (not (= e0.effect effect.fs.Write))) (or (not (> e1.times 0)) (not (= e1.effect effect.fs.Write)))))
(define-fun violated_2 () Bool
  (or (and (> e0.times 0) (= e0.effect effect.fs.Write)) (and (> e1.times 0) (= e1.effect effect.fs.Write))))
(define-fun doubt_2 () Bool
  (and (not violated_2) (not holds_2)))
(define-fun doubt_1 () Bool
  (and (not violated_2) (or (and holds_2 doubt_2) (and (not holds_2) doubt_2))))
(define-fun holds_3 () Bool
  (and (or (not (> e0.times 0)) (not (or (= e0.effect effect.fs.Read) (= e0.effect effect.fs.List)))) (or (not (> e1.times 0)) (not (or (= e1.effect effect.fs.Read) (= e1.effect effect.fs.List))))))
(define-fun violated_3 () Bool
  (or (and (> e0.times 0) (or (= e0.effect effect.fs.Read) (= e0.effect effect.fs.List))) (and (> e1.times 0) (or (= e1.effect effect.fs.Read) (= e1.effect effect.fs.List)))))
(define-fun doubt_3 () Bool
  (and (not violated_3) (not holds_3)))
(define-fun holds () Bool
  (or violated_2 holds_3))
(define-fun violated () Bool
  (and holds_2 violated_3))
(define-fun final () Bool
  (or (and violated_2 violated_3) violated_2 (and holds_3 violated_3)))
(define-fun doubt () Bool
  (and (not (and final (or violated holds))) (or (and violated (or doubt_1 doubt_3)) (and (not violated) (or (and doubt_1 (not holds_2)) (and doubt_3 (not violated_3)))))))
