/**
 * Collects garbage by what arrays really take. V8 does not count memory that threads share, so such arrays never make it
 * collect, and it marks its whole heap whenever a few questions' worth of other arrays came and went. Nearly all of them
 * die young: a young collection, which takes a millisecond where a whole one takes forty, frees them.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TUNING } from '../../model/tuning.ts';
import { collectSeldom } from '../threads/collect_seldom.ts';

/** How often a thread collected its young objects, and all of them. */
export interface Collections {
  readonly young: number;
  readonly all: number;
}

type Collect = (options: { readonly type: 'major' | 'minor' }) => void;

/** Two threads seldom meet once. */
const ATTEMPTS = 100;

let collect: Collect | null = null;

function collectNow(type: 'major' | 'minor'): void {
  if (collect === null) {
    collect = exposed();
    // Whoever has made this much garbage has loaded most of the code.
    collectSeldom();
  }
  collect?.({ type });
}

/**
 * Flags belong to the process: a thread that does the same may withdraw this one before it took effect. Returns null if that
 * happened each time, and the garbage waits for the next occasion. The flag is withdrawn because compiled code that other
 * starts kept is of use under the same flags only, and the main thread may be loading some.
 */
function exposed(): Collect | null {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    setFlagsFromString('--expose-gc');
    const found = runInNewContext('globalThis.gc') as Collect | undefined;
    setFlagsFromString('--no-expose-gc');
    if (found !== undefined) return found;
  }
  return null;
}

/** Collects what the computing thread did since `before`; helpers hold the same arrays. */
export function collectLike(before: Collections, now: Collections): void {
  if (now.all > before.all) collectNow('major');
  else if (now.young > before.young) collectNow('minor');
}

/** Bytes of arrays that the calling thread made and nobody has freed, shared ones included. */
function arrayBytes(): number {
  return process.memoryUsage().arrayBuffers;
}

/** Collects in its thread once arrays that are in no cache take enough memory. */
export class GarbageCollector {
  #done: Collections = { young: 0, all: 0 };
  /** The fewest bytes outside of caches since the last collection of either kind. */
  #least_young = 0;
  #least_all = 0;

  get done(): Collections {
    return this.#done;
  }

  /** Call between questions. `kept_bytes`: what caches hold. */
  collect(kept_bytes: number): void {
    const loose_bytes = arrayBytes() - kept_bytes;
    // Caches also hold what is no array, so what is loose may seem to shrink.
    this.#least_young = Math.min(this.#least_young, loose_bytes);
    this.#least_all = Math.min(this.#least_all, loose_bytes);
    const { young, all } = this.#done;
    if (loose_bytes - this.#least_all >= TUNING.garbage_bytes) {
      collectNow('major');
      this.#done = { young, all: all + 1 };
      this.#least_young = this.#least_all = arrayBytes() - kept_bytes;
    } else if (loose_bytes - this.#least_young >= TUNING.young_garbage_bytes) {
      collectNow('minor');
      this.#done = { young: young + 1, all };
      this.#least_young = arrayBytes() - kept_bytes;
    }
  }
}
