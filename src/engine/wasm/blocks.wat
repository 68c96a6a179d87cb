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

  ;; Flags as bits, 16 at once. Flags past the end, up to a multiple of 16, come along.
  (func (export "bits") (param $flags i32) (param $bits i32) (param $rows i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (i32.store16 (local.get $bits) (i8x16.bitmask (i8x16.neg (v128.load (local.get $flags)))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 16)))
      (local.set $bits (i32.add (local.get $bits) (i32.const 2)))
      (br $next))))

  ;; row -> flag &= table[code] ^ not. Codes of one byte; the table has 0 or 1 for each. Eight looks make one word of flags.
  (func (export "listed8") (param $flags i32) (param $codes i32) (param $rows i32) (param $table i32) (param $not i32)
    (local $end i32) (local $inverse i64)
    (local.set $inverse (i64.mul (i64.extend_i32_u (local.get $not)) (i64.const 0x0101010101010101)))
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $eight
      (br_if $done (i32.gt_u (i32.add (local.get $flags) (i32.const 8)) (local.get $end)))
      (i64.store (local.get $flags) (i64.and (i64.load (local.get $flags)) (i64.xor (local.get $inverse)
        (i64.or
          (i64.or
            (i64.or (i64.load8_u (i32.add (local.get $table) (i32.load8_u (local.get $codes))))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load8_u offset=1 (local.get $codes)))) (i64.const 8)))
            (i64.or (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load8_u offset=2 (local.get $codes)))) (i64.const 16))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load8_u offset=3 (local.get $codes)))) (i64.const 24))))
          (i64.or
            (i64.or (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load8_u offset=4 (local.get $codes)))) (i64.const 32))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load8_u offset=5 (local.get $codes)))) (i64.const 40)))
            (i64.or (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load8_u offset=6 (local.get $codes)))) (i64.const 48))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load8_u offset=7 (local.get $codes)))) (i64.const 56))))))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 8)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 8)))
      (br $eight)))
    (block $done (loop $one
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (i32.store8 (local.get $flags) (i32.and (i32.load8_u (local.get $flags)) (i32.xor (local.get $not)
        (i32.load8_u (i32.add (local.get $table) (i32.load8_u (local.get $codes)))))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 1)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 1)))
      (br $one))))

  ;; Likewise with codes of two bytes.
  (func (export "listed16") (param $flags i32) (param $codes i32) (param $rows i32) (param $table i32) (param $not i32)
    (local $end i32) (local $inverse i64)
    (local.set $inverse (i64.mul (i64.extend_i32_u (local.get $not)) (i64.const 0x0101010101010101)))
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $eight
      (br_if $done (i32.gt_u (i32.add (local.get $flags) (i32.const 8)) (local.get $end)))
      (i64.store (local.get $flags) (i64.and (i64.load (local.get $flags)) (i64.xor (local.get $inverse)
        (i64.or
          (i64.or
            (i64.or (i64.load8_u (i32.add (local.get $table) (i32.load16_u (local.get $codes))))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load16_u offset=2 (local.get $codes)))) (i64.const 8)))
            (i64.or (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load16_u offset=4 (local.get $codes)))) (i64.const 16))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load16_u offset=6 (local.get $codes)))) (i64.const 24))))
          (i64.or
            (i64.or (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load16_u offset=8 (local.get $codes)))) (i64.const 32))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load16_u offset=10 (local.get $codes)))) (i64.const 40)))
            (i64.or (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load16_u offset=12 (local.get $codes)))) (i64.const 48))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load16_u offset=14 (local.get $codes)))) (i64.const 56))))))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 8)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
      (br $eight)))
    (block $done (loop $one
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (i32.store8 (local.get $flags) (i32.and (i32.load8_u (local.get $flags)) (i32.xor (local.get $not)
        (i32.load8_u (i32.add (local.get $table) (i32.load16_u (local.get $codes)))))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 1)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 2)))
      (br $one))))

  ;; Likewise with codes of four bytes.
  (func (export "listed32") (param $flags i32) (param $codes i32) (param $rows i32) (param $table i32) (param $not i32)
    (local $end i32) (local $inverse i64)
    (local.set $inverse (i64.mul (i64.extend_i32_u (local.get $not)) (i64.const 0x0101010101010101)))
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $eight
      (br_if $done (i32.gt_u (i32.add (local.get $flags) (i32.const 8)) (local.get $end)))
      (i64.store (local.get $flags) (i64.and (i64.load (local.get $flags)) (i64.xor (local.get $inverse)
        (i64.or
          (i64.or
            (i64.or (i64.load8_u (i32.add (local.get $table) (i32.load (local.get $codes))))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load offset=4 (local.get $codes)))) (i64.const 8)))
            (i64.or (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load offset=8 (local.get $codes)))) (i64.const 16))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load offset=12 (local.get $codes)))) (i64.const 24))))
          (i64.or
            (i64.or (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load offset=16 (local.get $codes)))) (i64.const 32))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load offset=20 (local.get $codes)))) (i64.const 40)))
            (i64.or (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load offset=24 (local.get $codes)))) (i64.const 48))
              (i64.shl (i64.load8_u (i32.add (local.get $table) (i32.load offset=28 (local.get $codes)))) (i64.const 56))))))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 8)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
      (br $eight)))
    (block $done (loop $one
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (i32.store8 (local.get $flags) (i32.and (i32.load8_u (local.get $flags)) (i32.xor (local.get $not)
        (i32.load8_u (i32.add (local.get $table) (i32.load (local.get $codes)))))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 1)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 4)))
      (br $one))))
)
