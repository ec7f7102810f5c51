;; Decodes a module's text into its bytes, in place; wasm/pack.mjs describes the code. Memory begins with
;; the table of signs (384 bytes), then comes the text. JavaScript would interpret this loop, because it
;; runs only once: 4 ms for a module of 100 kB, here 0.2.
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
      ;; a blank or an exclamation mark: one of the bytes of two signs
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
