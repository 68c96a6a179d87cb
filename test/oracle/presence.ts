/** Bit sets as lists, the slow and obvious way. */
import { has } from '../../src/base/bitmap.ts';

export type Sets = readonly Uint32Array[];

/** The members of a bit set, ascending. */
export function present(set: Uint32Array): number[] {
  return Array.from({ length: set.length * 32 }, (_, member) => member).filter((member) => has(set, member));
}
