/**
 * Shared-memory counters that synchronise the computing thread and its helpers. They block with Atomics.wait, which
 * costs about ten microseconds; threads that compute do not return to their event loop.
 */

/** The next unclaimed morsel. */
const NEXT = 0;
/** Helpers that have not handed in their sums of this round. */
const LEFT = 1;
/** How many cells come before those of helpers. Each helper has two: READY is 1 once it is, ROUND counts its rounds. */
const FIXED = 2;
const OF_HELPER = 2;
const READY = 0;
const ROUND = 1;
/** Larger than the index of any morsel. */
const NONE_LEFT = 2 ** 30;

export type Control = Int32Array;

export function newControl(helpers: number): Control {
  return new Int32Array(new SharedArrayBuffer((FIXED + OF_HELPER * helpers) * Int32Array.BYTES_PER_ELEMENT));
}

function cellOf(helper: number, which: number): number {
  return FIXED + OF_HELPER * helper + which;
}

/** Claims a morsel and returns its index, which is past the end once all are taken. */
export function takeMorsel(control: Control): number {
  return Atomics.add(control, NEXT, 1);
}

// --- the computing thread

export function isReady(control: Control, helper: number): boolean {
  return Atomics.load(control, cellOf(helper, READY)) === 1;
}

/** Starts a round. The helpers' messages must have been posted before. */
export function beginRound(control: Control, helpers: readonly number[]): void {
  Atomics.store(control, NEXT, 0);
  Atomics.store(control, LEFT, helpers.length);
  for (const helper of helpers) {
    Atomics.add(control, cellOf(helper, ROUND), 1);
    Atomics.notify(control, cellOf(helper, ROUND));
  }
}

/** Withdraws unclaimed morsels and waits until every helper has handed in. */
export function endRound(control: Control): void {
  Atomics.store(control, NEXT, NONE_LEFT);
  for (let left = Atomics.load(control, LEFT); left > 0; left = Atomics.load(control, LEFT)) {
    Atomics.wait(control, LEFT, left);
  }
}

// --- helpers

/** Returns how many rounds there were so far, read before the helper counts as ready, so that it misses none. */
export function becomeReady(control: Control, helper: number): number {
  const rounds = Atomics.load(control, cellOf(helper, ROUND));
  Atomics.store(control, cellOf(helper, READY), 1);
  return rounds;
}

/** Waits until there were more rounds than `rounds`. Returns how many there were. */
export function awaitRound(control: Control, helper: number, rounds: number): number {
  Atomics.wait(control, cellOf(helper, ROUND), rounds);
  return Atomics.load(control, cellOf(helper, ROUND));
}

export function handIn(control: Control): void {
  Atomics.sub(control, LEFT, 1);
  Atomics.notify(control, LEFT);
}
