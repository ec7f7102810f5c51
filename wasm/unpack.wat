;; Decodes the text of a module into its bytes, in place. wasm/pack.mjs describes the code. Memory starts with
;; the table of characters (384 bytes); the text follows. For a module of 100 kB this takes 0.2 ms. The same
;; loop in JavaScript takes 4 ms, because it runs only once and the engine interprets it.
(module
  (memory (import "env" "memory") 1)
  (func (export "unpack") (param $end i32) (result i32)
    (local $from i32)
    (local $to i32)
    (local $sign i32)
    (local.set $from (i32.const 384))
    (local.set $to (local.get $from))
    (loop $next
      (local.set $sign (i32.load8_u (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 1)))
      ;; a blank or an exclamation mark: the byte has two characters
      (if (i32.lt_u (local.get $sign) (i32.const 34))
        (then
          (local.set $sign
            (i32.add
              (i32.shl (i32.sub (local.get $sign) (i32.const 31)) (i32.const 7))
              (i32.load8_u (local.get $from))))
          (local.set $from (i32.add (local.get $from) (i32.const 1)))))
      (i32.store8
        (local.get $to)
        (i32.load8_u (local.get $sign)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end))))
    (local.get $to)))
