;; Loops over one block of at most 4,096 rows, in a thread's scratch memory (blocks.ts says what lies where).
;; Each has a twin in twins.ts, which tests hold equal and which stands in where there is no WebAssembly.
(module
  (memory (export "memory") 2 65536)

  ;; flags: 16 rows at once keep their flag if $hit, with every bit of a row's byte set or none, says so. $not: 0, or 1 in every byte.
  (func $keep (param $flags i32) (param $hit v128) (param $not v128)
    (v128.store (local.get $flags)
      (v128.and
        (v128.load (local.get $flags))
        (v128.xor (v128.and (local.get $hit) (i8x16.splat (i32.const 1))) (local.get $not)))))

  ;; row -> flag &= (least <= code <= least + span) != not. Codes of one byte. Rows past the end, up to a multiple of 16, mean nothing.
  (func (export "within8") (param $flags i32) (param $codes i32) (param $rows i32) (param $least i32) (param $span i32) (param $not i32)
    (local $end i32) (local $low v128) (local $most v128) (local $inverse v128)
    (local.set $low (i8x16.splat (local.get $least)))
    (local.set $most (i8x16.splat (local.get $span)))
    (local.set $inverse (i8x16.splat (local.get $not)))
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (call $keep (local.get $flags)
        (i8x16.le_u (i8x16.sub (v128.load (local.get $codes)) (local.get $low)) (local.get $most))
        (local.get $inverse))
      (local.set $flags (i32.add (local.get $flags) (i32.const 16)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
      (br $next))))

  ;; Likewise with codes of two bytes.
  (func (export "within16") (param $flags i32) (param $codes i32) (param $rows i32) (param $least i32) (param $span i32) (param $not i32)
    (local $end i32) (local $low v128) (local $most v128) (local $inverse v128)
    (local.set $low (i16x8.splat (local.get $least)))
    (local.set $most (i16x8.splat (local.get $span)))
    (local.set $inverse (i8x16.splat (local.get $not)))
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (call $keep (local.get $flags)
        (i8x16.narrow_i16x8_s
          (i16x8.le_u (i16x8.sub (v128.load (local.get $codes)) (local.get $low)) (local.get $most))
          (i16x8.le_u (i16x8.sub (v128.load offset=16 (local.get $codes)) (local.get $low)) (local.get $most)))
        (local.get $inverse))
      (local.set $flags (i32.add (local.get $flags) (i32.const 16)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
      (br $next))))

  ;; Likewise with codes of four bytes.
  (func (export "within32") (param $flags i32) (param $codes i32) (param $rows i32) (param $least i32) (param $span i32) (param $not i32)
    (local $end i32) (local $low v128) (local $most v128) (local $inverse v128)
    (local.set $low (i32x4.splat (local.get $least)))
    (local.set $most (i32x4.splat (local.get $span)))
    (local.set $inverse (i8x16.splat (local.get $not)))
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (call $keep (local.get $flags)
        (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s
            (i32x4.le_u (i32x4.sub (v128.load (local.get $codes)) (local.get $low)) (local.get $most))
            (i32x4.le_u (i32x4.sub (v128.load offset=16 (local.get $codes)) (local.get $low)) (local.get $most)))
          (i16x8.narrow_i32x4_s
            (i32x4.le_u (i32x4.sub (v128.load offset=32 (local.get $codes)) (local.get $low)) (local.get $most))
            (i32x4.le_u (i32x4.sub (v128.load offset=48 (local.get $codes)) (local.get $low)) (local.get $most))))
        (local.get $inverse))
      (local.set $flags (i32.add (local.get $flags) (i32.const 16)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 64)))
      (br $next))))

  ;; row -> flag &= table[code] ^ not. Codes of one byte; the table has 0 or 1 for each.
  (func (export "listed8") (param $flags i32) (param $codes i32) (param $rows i32) (param $table i32) (param $not i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (i32.store8 (local.get $flags) (i32.and (i32.load8_u (local.get $flags)) (i32.xor (local.get $not)
        (i32.load8_u (i32.add (local.get $table) (i32.load8_u (local.get $codes)))))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 1)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 1)))
      (br $next))))

  ;; Likewise with codes of two bytes.
  (func (export "listed16") (param $flags i32) (param $codes i32) (param $rows i32) (param $table i32) (param $not i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (i32.store8 (local.get $flags) (i32.and (i32.load8_u (local.get $flags)) (i32.xor (local.get $not)
        (i32.load8_u (i32.add (local.get $table) (i32.load16_u (local.get $codes)))))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 1)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 2)))
      (br $next))))

  ;; Likewise with codes of four bytes.
  (func (export "listed32") (param $flags i32) (param $codes i32) (param $rows i32) (param $table i32) (param $not i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (i32.store8 (local.get $flags) (i32.and (i32.load8_u (local.get $flags)) (i32.xor (local.get $not)
        (i32.load8_u (i32.add (local.get $table) (i32.load (local.get $codes)))))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 1)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 4)))
      (br $next))))
)
