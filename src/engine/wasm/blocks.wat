;; Loops over a block of at most 4,096 rows, or over some values of a dictionary, in a thread's scratch memory (blocks.ts says what lies where).
;; Each has a twin in twins.ts, which replaces it where there is no WebAssembly. Tests hold the two equal.
(module
  (memory (export "memory") 2 65536)

  ;; Keeps the flags of 16 rows at once where $hit has a byte of ones, and clears them where it has zeros. $not: 0, or 1 in every byte to invert.
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

  ;; Writes the numbers of four codes, 32 bytes each. Code 0 is missing: NaN.
  (func $decode (param $codes v128) (param $numbers i32) (param $first v128) (param $scale v128)
    (local $none v128) (local $high v128)
    (local.set $none (i32x4.eq (local.get $codes) (v128.const i32x4 0 0 0 0)))
    (local.set $high (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $codes) (local.get $codes)))
    (v128.store (local.get $numbers)
      (v128.or
        (f64x2.div (f64x2.add (f64x2.convert_low_i32x4_u (local.get $codes)) (local.get $first)) (local.get $scale))
        (i64x2.extend_low_i32x4_s (local.get $none))))
    (v128.store offset=16 (local.get $numbers)
      (v128.or
        (f64x2.div (f64x2.add (f64x2.convert_low_i32x4_u (local.get $high)) (local.get $first)) (local.get $scale))
        (i64x2.extend_high_i32x4_s (local.get $none)))))

  ;; row -> (code + first) / scale. Codes of one byte. Rows past the end, up to a multiple of 4, mean nothing.
  (func (export "decode8") (param $codes i32) (param $numbers i32) (param $rows i32) (param $first f64) (param $scale f64)
    (local $end i32) (local $firsts v128) (local $scales v128)
    (local.set $firsts (f64x2.splat (local.get $first)))
    (local.set $scales (f64x2.splat (local.get $scale)))
    (local.set $end (i32.add (local.get $numbers) (i32.shl (local.get $rows) (i32.const 3))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $numbers) (local.get $end)))
      (call $decode (i32x4.extend_low_i16x8_u (i16x8.extend_low_i8x16_u (v128.load32_zero (local.get $codes)))) (local.get $numbers) (local.get $firsts) (local.get $scales))
      (local.set $codes (i32.add (local.get $codes) (i32.const 4)))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 32)))
      (br $next))))

  ;; Likewise with codes of two bytes.
  (func (export "decode16") (param $codes i32) (param $numbers i32) (param $rows i32) (param $first f64) (param $scale f64)
    (local $end i32) (local $firsts v128) (local $scales v128)
    (local.set $firsts (f64x2.splat (local.get $first)))
    (local.set $scales (f64x2.splat (local.get $scale)))
    (local.set $end (i32.add (local.get $numbers) (i32.shl (local.get $rows) (i32.const 3))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $numbers) (local.get $end)))
      (call $decode (i32x4.extend_low_i16x8_u (v128.load64_zero (local.get $codes))) (local.get $numbers) (local.get $firsts) (local.get $scales))
      (local.set $codes (i32.add (local.get $codes) (i32.const 8)))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 32)))
      (br $next))))

  ;; Likewise with codes of four bytes.
  (func (export "decode32") (param $codes i32) (param $numbers i32) (param $rows i32) (param $first f64) (param $scale f64)
    (local $end i32) (local $firsts v128) (local $scales v128)
    (local.set $firsts (f64x2.splat (local.get $first)))
    (local.set $scales (f64x2.splat (local.get $scale)))
    (local.set $end (i32.add (local.get $numbers) (i32.shl (local.get $rows) (i32.const 3))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $numbers) (local.get $end)))
      (call $decode (v128.load (local.get $codes)) (local.get $numbers) (local.get $firsts) (local.get $scales))
      (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 32)))
      (br $next))))

  ;; Flags as bits, 16 at once. Flags past the end, up to a multiple of 16, are included.
  (func (export "bits") (param $flags i32) (param $bits i32) (param $rows i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $flags) (local.get $rows)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $flags) (local.get $end)))
      (i32.store16 (local.get $bits) (i8x16.bitmask (i8x16.neg (v128.load (local.get $flags)))))
      (local.set $flags (i32.add (local.get $flags) (i32.const 16)))
      (local.set $bits (i32.add (local.get $bits) (i32.const 2)))
      (br $next))))

  ;; row -> flag &= table[code] ^ not. Codes of one byte; the table has 0 or 1 for each. Eight look-ups make one word of flags.
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

  ;; row -> table[left * rights + right], of one byte each.
  (func (export "joined") (param $left i32) (param $right i32) (param $rows i32) (param $rights i32) (param $table i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $left) (local.get $rows)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $left) (local.get $end)))
      (i32.store8 (local.get $left) (i32.load8_u (i32.add (local.get $table)
        (i32.add (i32.mul (i32.load8_u (local.get $left)) (local.get $rights)) (i32.load8_u (local.get $right))))))
      (local.set $left (i32.add (local.get $left) (i32.const 1)))
      (local.set $right (i32.add (local.get $right) (i32.const 1)))
      (br $next))))

  ;; value -> 1 if its bytes, in lower case, hold the needle. Values lie end to end; $ends has their ends, from $base.
  ;; Two of the needle's bytes are looked for at 32 places at once, $first and $second bytes after each. $first_case and $second_case
  ;; have 32 in every byte if the byte is a letter, else 0: with that bit set, a letter is in lower case.
  (func (export "find") (param $bytes i32) (param $length i32) (param $needle i32) (param $size i32) (param $ends i32) (param $base i32) (param $passes i32)
    (param $first i32) (param $second i32) (param $first_bit i32) (param $second_bit i32)
    (local $at i32) (local $mask i32) (local $place i32) (local $next i32) (local $byte i32) (local $value i32)
    (local $first_place i32) (local $second_place i32)
    (local $first_byte v128) (local $second_byte v128) (local $first_case v128) (local $second_case v128)
    (local.set $first_byte (i8x16.splat (i32.load8_u (i32.add (local.get $needle) (local.get $first)))))
    (local.set $second_byte (i8x16.splat (i32.load8_u (i32.add (local.get $needle) (local.get $second)))))
    (local.set $first_case (i8x16.splat (local.get $first_bit)))
    (local.set $second_case (i8x16.splat (local.get $second_bit)))
    (block $done (loop $search
      (br_if $done (i32.gt_u (i32.add (local.get $at) (local.get $size)) (local.get $length)))
      (local.set $place (i32.add (local.get $bytes) (local.get $at)))
      (local.set $first_place (i32.add (local.get $place) (local.get $first)))
      (local.set $second_place (i32.add (local.get $place) (local.get $second)))
      (local.set $mask (i32.or
        (i8x16.bitmask (v128.and
          (i8x16.eq (v128.or (v128.load (local.get $first_place)) (local.get $first_case)) (local.get $first_byte))
          (i8x16.eq (v128.or (v128.load (local.get $second_place)) (local.get $second_case)) (local.get $second_byte))))
        (i32.shl (i8x16.bitmask (v128.and
          (i8x16.eq (v128.or (v128.load offset=16 (local.get $first_place)) (local.get $first_case)) (local.get $first_byte))
          (i8x16.eq (v128.or (v128.load offset=16 (local.get $second_place)) (local.get $second_case)) (local.get $second_byte))))
          (i32.const 16))))
      (if (i32.eqz (local.get $mask))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br $search)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $mask))))
      (br_if $done (i32.gt_u (i32.add (local.get $at) (local.get $size)) (local.get $length)))
      (local.set $place (i32.add (local.get $bytes) (local.get $at)))
      (local.set $next (i32.const 0))
      (block $different
        (block $same (loop $compare
          (br_if $same (i32.ge_u (local.get $next) (local.get $size)))
          (local.set $byte (i32.load8_u (i32.add (local.get $place) (local.get $next))))
          (br_if $different (i32.ne
            (i32.or (local.get $byte)
              (i32.shl (i32.lt_u (i32.sub (local.get $byte) (i32.const 65)) (i32.const 26)) (i32.const 5)))
            (i32.load8_u (i32.add (local.get $needle) (local.get $next)))))
          (local.set $next (i32.add (local.get $next) (i32.const 1)))
          (br $compare)))
        (block $found (loop $further
          (local.set $next (i32.sub (i32.load (i32.add (local.get $ends) (i32.shl (local.get $value) (i32.const 2)))) (local.get $base)))
          (br_if $found (i32.gt_u (local.get $next) (local.get $at)))
          (local.set $value (i32.add (local.get $value) (i32.const 1)))
          (br $further)))
        (i32.store8 (i32.add (local.get $passes) (local.get $value)) (i32.const 1))
        (local.set $at (local.get $next))
        (br $search))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $search))))

  ;; The state after reading a byte.
  (func $step (param $table i32) (param $state i32) (param $at i32) (result i32)
    (i32.load16_u (i32.add (local.get $table)
      (i32.add (i32.shl (local.get $state) (i32.const 9)) (i32.shl (i32.load8_u (local.get $at)) (i32.const 1))))))

  ;; value -> 1 if the automaton accepts its text, which begins after a quote and ends with one; others are left. $table has a state, in two
  ;; bytes, for each state and byte. State 0 rejects whatever follows, state 1 accepts it, and a quote leads to one of the two.
  ;; Each state waits for the one before, so four values are read side by side; what lies behind a text does not change its state.
  (func (export "accept") (param $bytes i32) (param $ends i32) (param $values i32) (param $base i32) (param $table i32) (param $start i32) (param $passes i32)
    (local $next i32) (local $last i32) (local $at i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $at_b i32) (local $at_c i32) (local $at_d i32)
    (local.set $next (local.get $bytes))
    (local.set $base (i32.sub (local.get $bytes) (local.get $base)))
    (local.set $last (i32.add (local.get $passes) (local.get $values)))
    (block $few (loop $four
      (br_if $few (i32.gt_u (i32.add (local.get $passes) (i32.const 4)) (local.get $last)))
      (local.set $at (i32.add (local.get $next) (i32.const 1)))
      (local.set $at_b (i32.sub (i32.add (local.get $base) (i32.load (local.get $ends))) (local.get $next)))
      (local.set $at_c (i32.sub (i32.add (local.get $base) (i32.load offset=4 (local.get $ends))) (local.get $next)))
      (local.set $at_d (i32.sub (i32.add (local.get $base) (i32.load offset=8 (local.get $ends))) (local.get $next)))
      (local.set $next (i32.add (local.get $base) (i32.load offset=12 (local.get $ends))))
      (local.set $a (local.get $start))
      (local.set $b (local.get $start))
      (local.set $c (local.get $start))
      (local.set $d (local.get $start))
      (loop $read
        (local.set $a (call $step (local.get $table) (local.get $a) (local.get $at)))
        (local.set $b (call $step (local.get $table) (local.get $b) (i32.add (local.get $at) (local.get $at_b))))
        (local.set $c (call $step (local.get $table) (local.get $c) (i32.add (local.get $at) (local.get $at_c))))
        (local.set $d (call $step (local.get $table) (local.get $d) (i32.add (local.get $at) (local.get $at_d))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $read (i32.gt_u (i32.or (i32.or (local.get $a) (local.get $b)) (i32.or (local.get $c) (local.get $d))) (i32.const 1))))
      (i32.store (local.get $passes) (i32.or (i32.load (local.get $passes))
        (i32.or (i32.or (local.get $a) (i32.shl (local.get $b) (i32.const 8)))
          (i32.or (i32.shl (local.get $c) (i32.const 16)) (i32.shl (local.get $d) (i32.const 24))))))
      (local.set $passes (i32.add (local.get $passes) (i32.const 4)))
      (local.set $ends (i32.add (local.get $ends) (i32.const 16)))
      (br $four)))
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $passes) (local.get $last)))
      (local.set $at (i32.add (local.get $next) (i32.const 1)))
      (local.set $next (i32.add (local.get $base) (i32.load (local.get $ends))))
      (local.set $a (local.get $start))
      (loop $read
        (local.set $a (call $step (local.get $table) (local.get $a) (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $read (i32.gt_u (local.get $a) (i32.const 1))))
      (i32.store8 (local.get $passes) (i32.or (i32.load8_u (local.get $passes)) (local.get $a)))
      (local.set $passes (i32.add (local.get $passes) (i32.const 1)))
      (local.set $ends (i32.add (local.get $ends) (i32.const 4)))
      (br $each))))

  ;; Four words of a hash: those of sixteen bytes are worked in.
  (func $mix (param $hash v128) (param $words v128) (result v128)
    (local.set $hash (i32x4.mul (v128.xor (local.get $hash) (local.get $words)) (i32x4.splat (i32.const 0x9e3779b1))))
    (v128.xor (local.get $hash) (i32x4.shr_u (local.get $hash) (i32.const 15))))

  ;; Likewise with one word.
  (func $fold_in (param $hash i32) (param $word i32) (result i32)
    (local.set $hash (i32.mul (i32.xor (local.get $hash) (local.get $word)) (i32.const 0x9e3779b1)))
    (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))

  (func $hash (param $at i32) (param $end i32) (result i32)
    (local $rest i32) (local $size i32) (local $hash v128)
    (local.set $size (i32.sub (local.get $end) (local.get $at)))
    (block $short (loop $next
      (local.set $rest (i32.sub (local.get $end) (local.get $at)))
      (br_if $short (i32.lt_u (local.get $rest) (i32.const 16)))
      (local.set $hash (call $mix (local.get $hash) (v128.load (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $next)))
    (if (local.get $rest)
      (then (local.set $hash (call $mix (local.get $hash) (v128.and (v128.load (local.get $at))
        (i8x16.lt_u (v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) (i8x16.splat (local.get $rest))))))))
    (call $fold_in (call $fold_in (call $fold_in (call $fold_in (local.get $size)
      (i32x4.extract_lane 0 (local.get $hash))) (i32x4.extract_lane 1 (local.get $hash)))
      (i32x4.extract_lane 2 (local.get $hash))) (i32x4.extract_lane 3 (local.get $hash))))

  ;; Ends and hashes of JSON values with a byte between each two, and whether their bytes are not their text. At most $most of them, and none
  ;; that ends with the bytes. Ends count from $base bytes before the first. $count gets how many.
  (func (export "split") (param $bytes i32) (param $length i32) (param $most i32) (param $ends i32) (param $base i32) (param $hashes i32) (param $odd i32) (param $count i32)
    (local $at i32) (local $begin i32) (local $limit i32) (local $values i32) (local $byte i32) (local $close i32) (local $mask i32) (local $is_odd i32)
    (local $sixteen v128)
    (local.set $at (local.get $bytes))
    (local.set $limit (i32.add (local.get $bytes) (local.get $length)))
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $values) (local.get $most)))
      (br_if $done (i32.ge_u (local.get $at) (local.get $limit)))
      (local.set $begin (local.get $at))
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $is_odd (i32.ne (local.get $byte) (i32.const 34)))
      (local.set $close (i32.eqz (local.get $is_odd)))
      (if (i32.and (i32.eq (local.get $byte) (i32.const 91)) (i32.eq (i32.load8_u offset=1 (local.get $at)) (i32.const 34)))
        (then (local.set $close (i32.const 2))))
      (local.set $at (i32.add (local.get $at) (local.get $close)))
      (if (local.get $close)
        (then
          (loop $text
            (br_if $done (i32.ge_u (local.get $at) (local.get $limit)))
            (local.set $sixteen (v128.load (local.get $at)))
            (local.set $mask (i8x16.bitmask (v128.or
              (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 34)))
              (i8x16.eq (local.get $sixteen) (i8x16.splat (i32.const 92))))))
            ;; The lowest bit of the mask, less one, has the bits below it; all if the mask is 0.
            (local.set $is_odd (i32.or (local.get $is_odd) (i32.and
              (i8x16.bitmask (local.get $sixteen))
              (i32.sub (i32.and (local.get $mask) (i32.sub (i32.const 0) (local.get $mask))) (i32.const 1)))))
            (if (i32.eqz (local.get $mask))
              (then
                (local.set $at (i32.add (local.get $at) (i32.const 16)))
                (br $text)))
            (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $mask))))
            (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 92))
              (then
                (local.set $is_odd (i32.const 1))
                (local.set $at (i32.add (local.get $at) (i32.const 2)))
                (br $text))))
          (local.set $at (i32.add (local.get $at) (local.get $close))))
        (else
          (block $ended (loop $word
            (br_if $done (i32.ge_u (local.get $at) (local.get $limit)))
            (local.set $byte (i32.load8_u (local.get $at)))
            (br_if $ended (i32.eq (local.get $byte) (i32.const 44)))
            (br_if $ended (i32.eq (local.get $byte) (i32.const 93)))
            (br_if $ended (i32.eqz (local.get $byte)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $word)))))
      (br_if $done (i32.ge_u (local.get $at) (local.get $limit)))
      (i32.store (local.get $ends) (i32.add (local.get $base) (i32.sub (local.get $at) (local.get $bytes))))
      (i32.store (local.get $hashes) (call $hash (local.get $begin) (local.get $at)))
      (i32.store8 (local.get $odd) (i32.ne (local.get $is_odd) (i32.const 0)))
      (local.set $ends (i32.add (local.get $ends) (i32.const 4)))
      (local.set $hashes (i32.add (local.get $hashes) (i32.const 4)))
      (local.set $odd (i32.add (local.get $odd) (i32.const 1)))
      (local.set $values (i32.add (local.get $values) (i32.const 1)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $each)))
    (i32.store (local.get $count) (local.get $values)))

  ;; value -> 1 if its bytes are those at its place, counted from $there. A place of ones is none. Values have a byte between each two; $ends
  ;; has their ends, from $base. What they are compared with is read once before, as those reads wait for memory together.
  (func (export "same") (param $bytes i32) (param $ends i32) (param $values i32) (param $base i32) (param $places i32) (param $there i32) (param $flags i32)
    (local $value i32) (local $at i32) (local $end i32) (local $place i32) (local $near i32) (local $rest i32) (local $origin i32)
    (block $read (loop $next
      (br_if $read (i32.ge_u (local.get $value) (local.get $values)))
      (local.set $place (i32.load (i32.add (local.get $places) (i32.shl (local.get $value) (i32.const 2)))))
      (if (i32.ne (local.get $place) (i32.const -1))
        (then (local.set $near (i32.or (local.get $near) (i32.or
          (i32.load8_u (i32.add (local.get $there) (local.get $place)))
          (i32.load8_u offset=63 (i32.add (local.get $there) (local.get $place))))))))
      (local.set $value (i32.add (local.get $value) (i32.const 1)))
      (br $next)))
    ;; A result that is written cannot be left out.
    (i32.store8 (local.get $flags) (local.get $near))
    (local.set $origin (i32.sub (local.get $bytes) (local.get $base)))
    (local.set $at (local.get $bytes))
    (local.set $value (i32.const 0))
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $value) (local.get $values)))
      (local.set $end (i32.add (local.get $origin) (i32.load (i32.add (local.get $ends) (i32.shl (local.get $value) (i32.const 2))))))
      (local.set $place (i32.load (i32.add (local.get $places) (i32.shl (local.get $value) (i32.const 2)))))
      (i32.store8 (i32.add (local.get $flags) (local.get $value)) (i32.const 0))
      (block $different
        (br_if $different (i32.eq (local.get $place) (i32.const -1)))
        (local.set $place (i32.add (local.get $there) (local.get $place)))
        (block $short (loop $compare
          (local.set $rest (i32.sub (local.get $end) (local.get $at)))
          (br_if $short (i32.lt_u (local.get $rest) (i32.const 16)))
          (br_if $different (v128.any_true (v128.xor (v128.load (local.get $at)) (v128.load (local.get $place)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (local.set $place (i32.add (local.get $place) (i32.const 16)))
          (br $compare)))
        (br_if $different (v128.any_true (v128.and
          (v128.xor (v128.load (local.get $at)) (v128.load (local.get $place)))
          (i8x16.lt_u (v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) (i8x16.splat (local.get $rest))))))
        (i32.store8 (i32.add (local.get $flags) (local.get $value)) (i32.const 1)))
      (local.set $at (i32.add (local.get $end) (i32.const 1)))
      (local.set $value (i32.add (local.get $value) (i32.const 1)))
      (br $each))))
)
