(define-fun effect.home.Lock () Int 1)
(define-fun effect.home.Unlock () Int 2)
(declare-const e0.times Int)
(assert (<= 0 e0.times 1))
(declare-const e0.effect Int)
(assert (<= 0 e0.effect 2))
(declare-const e0.door.known Bool)
(declare-const e0.door String)
(assert (=> e0.door.known (or (= e0.effect 1) (= e0.effect 2))))
(declare-const e1.times Int)
(assert (<= 0 e1.times 1))
(declare-const e1.effect Int)
(assert (<= 0 e1.effect 2))
(declare-const e1.door.known Bool)
(declare-const e1.door String)
(assert (=> e1.door.known (or (= e1.effect 1) (= e1.effect 2))))
(define-fun holds () Bool
  (and (and (or (not (> e0.times 0)) (and (or (not (= e0.effect effect.home.Lock)) (not e0.door.known) (= true true) (and (> e1.times 0) (or (and (= e1.effect effect.home.Lock) e0.door.known e1.door.known (= e0.door e1.door)) (and (= e1.effect effect.home.Unlock) e0.door.known e1.door.known (= e0.door e1.door))))) (or (not (= e0.effect effect.home.Unlock)) (not e0.door.known) (= false true) (and (> e1.times 0) (or (and (= e1.effect effect.home.Lock) e0.door.known e1.door.known (= e0.door e1.door)) (and (= e1.effect effect.home.Unlock) e0.door.known e1.door.known (= e0.door e1.door))))))) (or (not (> e1.times 0)) (and (or (not (= e1.effect effect.home.Lock)) (not e1.door.known) (= true true)) (or (not (= e1.effect effect.home.Unlock)) (not e1.door.known) (= false true))))) (= true true) (and (or (not (> e0.times 0)) (and (or (not (= e0.effect effect.home.Lock)) e0.door.known (= true true)) (or (not (= e0.effect effect.home.Unlock)) e0.door.known (= false true)))) (or (not (> e1.times 0)) (and (or (not (= e1.effect effect.home.Lock)) e1.door.known (= true true)) (or (not (= e1.effect effect.home.Unlock)) e1.door.known (= false true)))))))
(define-fun violated () Bool
  (or (or (and (> e0.times 0) (or (and (= e0.effect effect.home.Lock) e0.door.known (not (= true true)) (not (and (> e1.times 0) (or (and (= e1.effect effect.home.Lock) e0.door.known e1.door.known (= e0.door e1.door)) (and (= e1.effect effect.home.Unlock) e0.door.known e1.door.known (= e0.door e1.door))))) (or (not (> e1.times 0)) (and (or (not (= e1.effect effect.home.Lock)) e1.door.known (not (= true true))) (or (not (= e1.effect effect.home.Unlock)) e1.door.known (not (= false true)))))) (and (= e0.effect effect.home.Unlock) e0.door.known (not (= false true)) (not (and (> e1.times 0) (or (and (= e1.effect effect.home.Lock) e0.door.known e1.door.known (= e0.door e1.door)) (and (= e1.effect effect.home.Unlock) e0.door.known e1.door.known (= e0.door e1.door))))) (or (not (> e1.times 0)) (and (or (not (= e1.effect effect.home.Lock)) e1.door.known (not (= true true))) (or (not (= e1.effect effect.home.Unlock)) e1.door.known (not (= false true)))))))) (and (> e1.times 0) (or (and (= e1.effect effect.home.Lock) e1.door.known (not (= true true))) (and (= e1.effect effect.home.Unlock) e1.door.known (not (= false true)))))) (not (= true true))))
(define-fun final () Bool
  (not (= true true)))
(define-fun doubt () Bool
  (and (not holds) (not violated)))
